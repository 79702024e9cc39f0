"""Bots that play by what they have seen others decide: a few of them, each in the middle of a game.

Whoever asks sends all that a seat has witnessed, so that any process can answer at any time, after a restart too. A bot
that has already heard the beginning of it is told the rest only: hearing a whole game again takes half as long as a
decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mergemaker.bots import make_bot
from mergemaker.bots.bot import SeenBot
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import fields

MOST = 8  # bots, each of which takes some megabytes


class Reminded:
    """A bot, and what it has heard of its game."""

    def __init__(self, level: str) -> None:
        bot = make_bot(level)
        assert isinstance(bot, SeenBot)
        self.level = level
        self.bot = bot
        self._actions: list[int] = []
        self._last = b""  # what its seat had seen before the last of them

    def heard_of(self, level: str, witnessed: Sequence[tuple[Any, int]]) -> bool:
        """Whether it is of this level, and all that it has heard is the beginning of what a seat has witnessed."""
        heard = len(self._actions)
        return (
            level == self.level
            and 0 < heard <= len(witnessed)
            and witnessed[heard - 1][0].tobytes() == self._last
            and [action for _, action in witnessed[:heard]] == self._actions
        )

    def hear(self, edition: Edition, seen: Any, witnessed: Sequence[tuple[Any, int]]) -> None:
        """Is told what is new of what its seat has witnessed."""
        if not self._actions:
            game = fields(seen)
            self.bot.begin(edition, [""] * int(game.players), int(game.actor))
        for before, action in witnessed[len(self._actions) :]:
            self.bot.witness(edition, before, action)
            self._actions.append(action)
            self._last = before.tobytes()


class BotMemories:
    """The bots of one process that are in the middle of games; those that were asked longest ago are let go."""

    def __init__(self) -> None:
        self._kept: list[Reminded] = []  # the last asked first

    def decide(self, level: str, edition: Edition, seen: Any, witnessed: Sequence[tuple[Any, int]]) -> int:
        """What a bot of a level decides that has witnessed this. One that fails is not asked again."""
        one = next((kept for kept in self._kept if kept.heard_of(level, witnessed)), None)
        if one is None:
            one = Reminded(level)
        else:
            self._kept.remove(one)
        try:
            one.hear(edition, seen, witnessed)
            action = one.bot.decide(edition, seen)
        except Exception:
            one.bot.close()
            raise
        self._kept.insert(0, one)
        for old in self._kept[MOST:]:
            old.bot.close()
        del self._kept[MOST:]
        return action
