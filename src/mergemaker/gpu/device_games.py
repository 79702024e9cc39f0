"""Games that live on a GPU, and their memory as other libraries see it."""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.envs.batch import key_of
from mergemaker.envs.encoding import ACTIONS, NUMBERS_SHAPE, PLANES_SHAPE
from mergemaker.envs.rewards import reward_number
from mergemaker.gpu.device import cuda_or_refuse, simulated
from mergemaker.gpu.kernels import WORDS, Tuning, batch_kernels, simulate_kernel
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.players import check_players
from mergemaker.rules.random_words import key_of_seed
from mergemaker.rules.state import GAME, MAX_PLAYERS

BLOCK = 4 if simulated() else 128  # threads of the kernels that step; the simulator makes each a thread of Python


class Field:
    """A field of many records on the device; PyTorch, CuPy and whoever knows `__cuda_array_interface__` can take it."""

    def __init__(self, owner: Any, interface: dict[str, Any]) -> None:
        self.owner = owner  # keeps the memory alive
        self.__cuda_array_interface__ = interface


class DeviceGames:
    """Records of games on the device. `words` is their memory as a plain array, `records` the same by fields."""

    def __init__(self, players: int, games: int) -> None:
        cuda = cuda_or_refuse()
        host = np.zeros(games, GAME)
        host["players"] = players
        self.players = players
        self.words = cuda.to_device(host.view(np.int64).reshape(games, WORDS))
        self.records = self.words.reshape(games * WORDS).view(GAME)

    def __len__(self) -> int:
        return int(self.records.shape[0])

    def field(self, name: str) -> Field:
        """A field of all games, in place: `cash` by game and seat, `shares` by game, seat and chain …"""
        if name not in (GAME.names or ()):
            raise MergemakerError(f"A game has no field {name!r}; it has {', '.join(GAME.names or ())}.")
        kind, offset = GAME.fields[name][:2]  # type: ignore[index]
        base, shape = kind.subdtype or (kind, ())
        inner = np.empty(shape, base).strides
        whole = dict(self.words.__cuda_array_interface__)
        interface = {
            "shape": (len(self), *shape),
            "strides": (GAME.itemsize, *inner),
            "typestr": base.str,
            "data": (whole["data"][0] + offset, False),
            "version": whole["version"],
        }
        return Field(self, interface)

    def to_host(self) -> Any:
        """The records as an array of this machine's memory."""
        return self.records.copy_to_host()


def _edition(edition: str | Edition, players: int) -> Edition:
    box = Edition.of(edition)
    check_players(box, players)
    return box


def simulate(
    edition: str | Edition = "2023-classic",
    players: int = 4,
    games: int = 1 << 20,
    *,
    seed: int = 0,
    first: int = 0,
    tuning: Tuning | None = None,
    into: tuple[DeviceGames, Any] | None = None,
) -> tuple[DeviceGames, Any]:
    """Plays the games of a series to their ends. Returns the games, and how many decisions each took, on the device.

    `into` takes what an earlier call returned and fills it anew.
    """
    cuda = cuda_or_refuse()
    box = _edition(edition, players)
    tables, decisions = into or (DeviceGames(players, games), cuda.to_device(np.zeros(games, np.int32)))
    how = tuning or Tuning()
    simulate_kernel(how)[blocks_for(len(tables), how), how.block](
        cuda.to_device(box.record), tables.records, decisions, key_of_seed(seed), first
    )
    return tables, decisions


def blocks_for(games: int, tuning: Tuning) -> int:
    """How many blocks play so many games."""
    return -(-games // tuning.block)


class DeviceBatch:
    """Games stepped on the device by actions that lie there: the twin of `mergemaker.envs.batch.Batch`.

    Game `at` with seed s is the same as there. `options`, `actions`, `rewards`, `status` (1 ended, -1 illegal and not
    played) and the observation arrays are device arrays that other libraries can share.
    """

    def __init__(
        self,
        edition: str | Edition = "2023-classic",
        players: int = 4,
        games: int = 1024,
        *,
        hidden: bool | None = None,
        reward: str = "win",
        seed: int | None = None,
    ) -> None:
        cuda = cuda_or_refuse()
        self.edition = _edition(edition, players)
        self.hidden = self.edition.hides(hidden)
        self.tables = DeviceGames(players, games)
        self.options = cuda.to_device(np.zeros(games, np.int64))
        self.actions = cuda.to_device(np.zeros(games, np.int64))
        self.rewards = cuda.to_device(np.zeros((games, MAX_PLAYERS), np.float32))
        self.status = cuda.to_device(np.zeros(games, np.int8))
        self.seats = cuda.to_device(np.zeros(games, np.int64))
        self.planes = cuda.to_device(np.zeros((games, int(np.prod(PLANES_SHAPE))), np.uint8))
        self.numbers = cuda.to_device(np.zeros((games, *NUMBERS_SHAPE), np.float32))
        self.masks = cuda.to_device(np.zeros((games, ACTIONS), np.int8))
        self._scratch = DeviceGames(players, games)  # what a seat has seen is made there
        self._rules = cuda.to_device(self.edition.record)
        self._keys = cuda.to_device(np.zeros(games, np.int64))
        self._episodes = cuda.to_device(np.zeros(games, np.int64))
        self._all = cuda.to_device(np.ones(games, np.int8))
        self._kind = reward_number(reward)
        self._shape = (-(-games // BLOCK), BLOCK)
        self._chosen = 0
        self._seeded = False
        self.deal(seed)

    def deal(self, seed: int | None = None, wanted: Any = None) -> None:
        """Deals new games: all, or those that an array of ones and zeros on the device asks for."""
        games = len(self.tables)
        if seed is not None or not self._seeded:
            keys = [key_of(None if seed is None else seed + at) for at in range(games)]
            self._keys.copy_to_device(np.array(keys, np.int64))
            self._episodes.copy_to_device(np.zeros(games, np.int64))
            self._seeded = True
            self._chosen = 0
        asked = self._all if wanted is None else wanted
        batch_kernels()["deal"][self._shape](
            self._rules, self.tables.records, self.options, self._keys, self._episodes, asked
        )

    def step(self, actions: Any = None) -> None:
        """Plays an action in every game that is not over; without an array of actions, those in `actions`."""
        batch_kernels()["step"][self._shape](
            self._rules,
            self.tables.records,
            self.options,
            self.actions if actions is None else actions,
            self._kind,
            self.rewards,
            self.status,
        )

    def choose(self) -> Any:
        """A legal action for every game at random, in `actions`; -1 where a game is over."""
        batch_kernels()["choose"][self._shape](
            self._rules, self.tables.records, self._keys, 1000 + self._chosen, self.actions
        )
        self._chosen += 1
        return self.actions

    def observe(self) -> None:
        """Writes `planes`, `numbers` and `masks`, each for the seat in `seats`: whoever must decide."""
        batch_kernels()["observe"][self._shape](
            self._rules,
            self.tables.records,
            self.tables.words,
            self._scratch.records,
            self._scratch.words,
            self.options,
            self.hidden,
            self.seats,
            self.planes,
            self.numbers,
            self.masks,
        )
