"""Acquire for one learner: a Gymnasium environment against bots, asked for by name.

    import gymnasium
    import mergemaker.envs  # registers it

    table = gymnasium.make("mergemaker/Acquire-v0", edition="1999", opponents=["broker", "clerk", "random"])
    observation, info = table.reset(seed=7)
    action = table.action_space.sample(observation["action_mask"])
    observation, reward, ended, cut_off, info = table.step(action)

`opponents` is one bot's name for all other seats, or a list with one for each. The reward comes when the game ends. An
action that is not legal changes nothing: the same decision is asked again and `info["illegal"]` says why; with
`illegal="raise"` it raises IllegalAction instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mergemaker.bots.bot import Bot, SeenBot
from mergemaker.bots.registry import make_bot
from mergemaker.envs import NAME as NAME
from mergemaker.envs.batch import Batch
from mergemaker.envs.encoding import action_number
from mergemaker.envs.extras import need
from mergemaker.envs.opponents import opponents_of
from mergemaker.envs.render import MODES, check_mode, rendered
from mergemaker.envs.spaces import action_space, observation_space
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.position import Position
from mergemaker.rules.random_words import key_at
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import ENDINGS, OVER

_gymnasium = need("gymnasium", "Gymnasium", "envs")


class AcquireEnv(_gymnasium.Env):  # type: ignore[misc, name-defined]
    """One seat of a table; bots have the others. `seat=None` takes another seat in every game, in turn."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        edition: str | Edition = "2023-classic",
        opponents: str | Sequence[str] = "random",
        *,
        players: int | None = None,
        seat: int | None = 0,
        reward: str = "win",
        hidden: bool | None = None,
        illegal: str = "ignore",
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        if illegal not in ("ignore", "raise"):
            raise MergemakerError(f"illegal is “ignore” or “raise”; not {illegal!r}.")
        names = opponents_of(opponents, players)
        count = len(names) + 1
        if seat is not None and not 0 <= seat < count:
            raise MergemakerError(f"There is no seat {seat} at a table of {count}.")
        self._batch = Batch(edition, count, reward=reward, hidden=hidden)
        self._opponents = names
        for name in names:
            make_bot(name).close()  # a name that nobody knows is refused here, not in the middle of a game
        self._bots: dict[int, Bot] = {}
        self._fixed_seat = seat
        self._games = 0
        self.seat = seat or 0
        self._illegal = illegal
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals a game and lets the bots play up to the learner's first decision."""
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        self._batch.deal(seed)
        self.seat = self._games % self._batch.players if self._fixed_seat is None else self._fixed_seat
        self._games += 1
        self._seat_bots()
        self._play_bots()
        return self._observed(), {"seat": self.seat}

    def _seat_bots(self) -> None:
        self.close()
        others = [other for other in range(self._batch.players) if other != self.seat]
        key = int(self._batch.games["market_key"][0])
        self._names = ["learner"] * self._batch.players
        for number, (other, name) in enumerate(zip(others, self._opponents, strict=True)):
            self._bots[other] = make_bot(name, seed=key_at(key, number) & 0x7FFFFFFF)
            self._names[other] = name
        for other, bot in self._bots.items():
            bot.begin(self._batch.edition, self._names, other)

    def _play_bots(self) -> None:
        """The bots act until the learner must decide or the game is over. Each sees its own seat's view."""
        batch = self._batch
        while int(batch.games["decision"][0]) != OVER and int(batch.games["actor"][0]) != self.seat:
            actor = int(batch.games["actor"][0])
            bot = self._bots[actor]
            seen = seen_by(batch.edition.record, batch.games, actor, batch.hidden)
            if isinstance(bot, SeenBot):
                batch.step_one(bot.decide(batch.edition, seen))
            else:
                mask = batch.observe_one(0, actor)["action_mask"]
                actions = [text for text, legal in zip(batch.texts, mask, strict=True) if legal]
                position = Position(batch.edition, seen, batch.hidden, self._names)
                batch.step_one(action_number(batch.edition, bot.choose(position.view(actor, actions, 0))))

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays an action, and the bots' up to the learner's next decision."""
        info: dict[str, Any] = {"seat": self.seat}
        try:
            self._batch.step_one(int(action))
        except MergemakerError as error:
            if self._illegal == "raise":
                raise
            return self._observed(), 0.0, False, False, info | {"illegal": str(error)}
        self._play_bots()
        over = int(self._batch.games["decision"][0]) == OVER
        reward = float(self._batch.rewards[0, self.seat]) if over else 0.0
        if over:
            info["money"] = [int(cash) for cash in self._batch.games["cash"][0, : self._batch.players]]
            info["end"] = ENDINGS[int(self._batch.games["ending"][0])]
        if self.render_mode == "human":
            self.render()
        return self._observed(), reward, over, False, info

    def _observed(self) -> dict[str, Any]:
        return self._batch.observe_one(0, self.seat)

    def action_masks(self) -> Any:
        """Which actions are legal, by the name that several learning libraries ask for."""
        return self._observed()["action_mask"].astype(bool)

    def render(self) -> Any:
        """The table as a spectator sees it: printed (human), as text (ansi) or as a picture (rgb_array)."""
        return rendered(self.render_mode, self._batch)

    def close(self) -> None:
        """The bots are let go."""
        for bot in self._bots.values():
            bot.close()
        self._bots = {}
