"""A bot in its seat: asked for a decision, it always gives a legal one.

A bot that fails – it crashes, does not answer in time, or answers what can't be played – is replaced by the clerk for
that decision, and the fault is kept. Arena and tables both seat bots this way, so that no program can stop a game.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence

import msgspec

from mergemaker.bots.bot import Bot, SeenBot, texts_of
from mergemaker.bots.registry import make_bot
from mergemaker.rules.game import Game
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.words.sentences import Event, for_seat

STAND_IN = "clerk"


class Fault(msgspec.Struct, frozen=True):
    """A decision that a bot failed to make."""

    version: int  # actions played before it
    decision: str
    what: str


class Seated:
    """A bot at a table: `decide` gives the text of a legal action, whatever the bot does."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self.bot = bot
        self.seat = seat
        self.faults: list[Fault] = []
        self.decisions = 0
        self.seconds = 0.0
        self._listens = type(bot).watch is not Bot.watch
        self._stand_in = make_bot(STAND_IN, 0)

    def begin(self, game: Game) -> None:
        """The game begins."""
        try:
            self.bot.begin(game.edition, game.names, self.seat)
        except Exception as error:  # a stranger's bot may fail in any way, and the game goes on
            self._blame(game, error)
        self.watch(game, game.opening)

    def watch(self, game: Game, happened: Sequence[Event]) -> None:
        """Something happened; the bot hears what its seat may know."""
        if self._listens:
            kept = game.edition.start.opening == "hand"
            try:
                self.bot.watch(for_seat(happened, self.seat, opening_kept=kept))
            except Exception as error:  # as above
                self._blame(game, error)

    def decide(self, game: Game) -> str:
        """The bot's action, or the clerk's where the bot fails."""
        began = time.perf_counter()
        try:
            action = self._ask(self.bot, game)
            legal = game.legal_actions()
            if action not in legal:
                raise ValueError(f"“{str(action)[:60]}” can’t be played")
        except Exception as error:  # as above
            self._blame(game, error)
            action = self._ask(self._stand_in, game)
        self.seconds += time.perf_counter() - began
        self.decisions += 1
        return action

    def close(self) -> None:
        """The game is over for this bot."""
        with contextlib.suppress(Exception):  # it is leaving anyway
            self.bot.close()

    def _ask(self, bot: Bot, game: Game) -> str:
        if isinstance(bot, SeenBot):
            seen = seen_by(game.edition.record, game.state, self.seat, game.hidden)
            return texts_of(game.edition.chain_names)[bot.decide(game.edition, seen)]
        return bot.choose(game.view(self.seat))

    def _blame(self, game: Game, error: Exception) -> None:
        self.faults.append(Fault(game.version, game.decision or "", str(error) or type(error).__name__))
