"""Positions to learn from: games between compiled players, kept at turns' beginnings with how they ended.

Every game has a number of its own from which its table, its deal, its players and the positions to be kept follow, so
that the same seed gives the same data on however many processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np

from mergemaker.bots import compiled
from mergemaker.bots.evaluation.outlook import house_weights, judge_weights, new_outlook, weights_of
from mergemaker.bots.network.features import FEATURES
from mergemaker.bots.network.judgement import keep_position
from mergemaker.bots.network.layers import think_of
from mergemaker.bots.network.network_file import new_mind
from mergemaker.bots.network.one_look import SEATED, new_look_worlds, play_by_looks
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.state import MAX_PLAYERS, OVER, fields, new_state

STRIDE = (8, 25)  # decisions of brokers between two positions that are kept, about one in a round
LOOK_STRIDE = (4, 12)  # the same for players who look at a network: they buy a whole basket at once
TRUST = 0.75  # in what comes after the next kept position; the rest of a target is the network's word there
STRANGERS = 0.3  # of the seats have weights of their own, or are brokers among those who look at the network
STRANGE = 0.2  # how far such weights lie from the house's, as a power of e
TEMPER = 0.015  # so that games of the same players differ
OPENING = 70  # tiles drawn until which they vary their play
TABLE_SIZES = {2: 1.5, 3: 1.5, 4: 3.0, 5: 1.0, 6: 1.2}  # how often each is played
APART = ("tournament", "1962", "2023-tycoon")  # editions that differ most, played twice as often as the others


class Setting(msgspec.Struct, frozen=True):
    """A kind of table, and how many of all games are played at it."""

    edition: str
    players: int
    share: float


@cache
def settings() -> tuple[Setting, ...]:
    """Every edition and number of players."""
    kinds = [
        (name, players, TABLE_SIZES[players] * (2 if name in APART else 1))
        for name in names()
        for players in range(Edition.named(name).players.fewest, Edition.named(name).players.most + 1)
    ]
    whole = sum(share for *_, share in kinds)
    return tuple(Setting(name, players, share / whole) for name, players, share in kinds)


class Positions(msgspec.Struct, frozen=True):
    """Positions as numbers, each with what every seat won of the game and its part of all money then, chair first.

    `target` is what is to be learnt: who won, smoothed by what the players' network said along the way (a TD(lambda)
    return), since who wins in the end is mostly luck when seen from the beginning.
    """

    features: Any
    won: Any
    target: Any
    money: Any


class Table:
    """A table at which compiled players sit: brokers, or with a network such as look at it."""

    def __init__(self, layers: Mapping[str, Any] | None) -> None:
        self.state = new_state()
        self.game = fields(self.state)
        self._mind: Any = None if layers is None else new_mind(layers)
        self._looks = new_look_worlds()
        self._outlook = new_outlook()
        self._actions = np.zeros(compiled.MOST_ACTIONS, np.int64)

    def deal(self, setting: Setting, rng: np.random.Generator) -> None:
        """Sits the players down, and deals."""
        self.edition = Edition.named(setting.edition)
        self.players = setting.players
        self.hidden = self.edition.start.holdings == "hidden"
        self.judge = judge_weights(self.edition)
        house = house_weights()
        strange = rng.random(self.players) < STRANGERS
        aside = np.exp(STRANGE * strange[:, np.newaxis] * rng.standard_normal((self.players, len(house.dtype.names))))
        self._weights = np.concatenate([weights_of(house.view(np.float64) * one) for one in aside])
        self._seats = np.zeros(self.players, SEATED)
        self._seats["broker"] = strange & (rng.random() < 0.5)
        self._seats["key"] = rng.integers(1 << 62, size=self.players)
        self._seats["temper"] = TEMPER
        self._seats["until"] = OPENING
        self._keys = self._seats["key"].copy()  # side by side in memory: for others the broker would be compiled anew
        self.game.players = self.players
        compiled.deal(self.edition.record, self.state, int(rng.integers(1 << 62)))

    def play(self, decisions: int) -> None:
        """Plays on."""
        if self._mind is None:
            compiled.play(
                self.edition.record,
                self.state,
                decisions,
                self.hidden,
                np.full(self.players, compiled.BROKER),
                self._keys,
                self._weights,
                self._looks,
                self._outlook,
                self._actions,
            )
        else:
            play_by_looks(
                self.edition.record,
                self.state,
                decisions,
                self.hidden,
                self._seats,
                np.concatenate([house_weights(), self.judge]),
                self._mind,
                self._looks,
                self._outlook,
            )

    def play_to_turn(self, decisions: int) -> bool:
        """Plays so many decisions and on to the beginning of a turn. Returns whether the game goes on there."""
        self.play(decisions)
        mover = int(self.game.mover)
        while int(self.game.decision) != OVER and int(self.game.mover) == mover:
            self.play(1)
        return int(self.game.decision) != OVER

    def keep(self, chair: int, rng: np.random.Generator, numbers: Any) -> bool:
        """Writes the position as a chair sees it. Returns whether there is anything to judge.

        Hidden holdings are half the time as a search's world has them, filled in.
        """
        unseen = self.tile_to_leave_out(chair, rng)
        return self.write(chair, self.hidden and rng.random() < 0.5, unseen, numbers)

    def tile_to_leave_out(self, chair: int, rng: np.random.Generator) -> int:
        """Who has just moved sees the position half the time as before the draw: the tile that was drawn, or -1."""
        last = int(self.game.deck[int(self.game.drawn) - 1])
        moved = chair == (int(self.game.mover) - 1) % self.players and last in self.game.hands[chair]
        return last if moved and rng.random() < 0.5 else -1

    def write(self, chair: int, dark: bool, unseen: int, numbers: Any) -> bool:
        """Writes the position as a chair sees it, in the dark or not. Returns whether there is anything to judge."""
        return bool(
            keep_position(
                self.edition.record, self.state, chair, dark, unseen, self.judge, self._looks, self._outlook, numbers
            )
        )

    def foretold(self, chair: int, numbers: Any) -> Any:
        """Each seat's chance by the players' network, the position having been written from a chair; None without."""
        if self._mind is None:
            return None
        think_of(self._mind, numbers, self.players, int(fields(self.edition.record).chains))
        return np.roll(self._mind["logits"][0, : self.players], chair)

    def outcome(self) -> tuple[Any, Any]:
        """What each seat won, and its part of all money."""
        cash = self.game.cash[: self.players].astype(float)
        best = cash == cash.max()
        return best / best.sum(), cash / cash.sum()


def play_games(seed: int, first: int, count: int, layers: Mapping[str, Any] | None = None) -> Positions:
    """Positions of games `first` to `first + count - 1` of a series, between players with a network or without."""
    table = Table(layers)
    numbers = np.zeros(FEATURES, np.float32)
    stride = STRIDE if layers is None else LOOK_STRIDE
    features: list[Any] = []
    labels: list[Any] = []
    for number in range(first, first + count):
        rng = np.random.default_rng((seed, number))
        kinds = settings()
        table.deal(kinds[int(rng.choice(len(kinds), p=[kind.share for kind in kinds]))], rng)
        path = []
        while table.play_to_turn(int(rng.integers(*stride))):
            chair = int(rng.integers(table.players))
            if table.keep(chair, rng, numbers):
                features.append(numbers.astype(np.float16))
                path.append((chair, table.foretold(chair, numbers)))
        labels += labels_of(path, *table.outcome())
    return positions_of(features, labels)


def play_certificates(seed: int, first: int, count: int, layers: Mapping[str, Any]) -> Positions:
    """The same at tables where certificates are dealt before play: each position in the dark, and all laid open.

    Targets are who won: what a network says in the dark would make it timid where certificates lie open.
    """
    table = Table(layers)
    numbers = np.zeros(FEATURES, np.float32)
    kinds = [kind for kind in settings() if Edition.named(kind.edition).dealt]
    shares = np.array([kind.share for kind in kinds])
    features: list[Any] = []
    labels: list[Any] = []
    for number in range(first, first + count):
        rng = np.random.default_rng((seed, number))
        table.deal(kinds[int(rng.choice(len(kinds), p=shares / shares.sum()))], rng)
        path: list[tuple[int, Any]] = []
        while table.play_to_turn(int(rng.integers(*LOOK_STRIDE))):
            chair = int(rng.integers(table.players))
            unseen = table.tile_to_leave_out(chair, rng)
            for dark in (False, True):
                if table.write(chair, dark, unseen, numbers):
                    features.append(numbers.astype(np.float16))
                    path.append((chair, None))
        labels += labels_of(path, *table.outcome())
    return positions_of(features, labels)


def positions_of(features: Sequence[Any], labels: Sequence[tuple[Any, Any, Any]]) -> Positions:
    """Positions from a row of numbers for each, and who won of it, its target and the money."""
    return Positions(
        np.array(features, np.float16).reshape(-1, FEATURES),
        *(np.array([one[at] for one in labels], np.float16).reshape(-1, MAX_PLAYERS) for at in range(3)),
    )


def labels_of(path: Sequence[tuple[int, Any]], won: Any, money: Any) -> list[tuple[Any, Any, Any]]:
    """For each position of a game, in which a chair saw what was foretold there: who won, its target, the money."""
    labels = []
    target = won
    for chair, foretold in reversed(path):
        labels.append((seen_from(chair, won), seen_from(chair, target), seen_from(chair, money)))
        target = won if foretold is None else TRUST * target + (1 - TRUST) * foretold
    return labels[::-1]


def seen_from(chair: int, seats: Any) -> Any:
    """Numbers of seats, from a chair on, with nothing for the seats that there are not."""
    turned = np.zeros(MAX_PLAYERS)
    turned[: len(seats)] = np.roll(seats, -chair)
    return turned
