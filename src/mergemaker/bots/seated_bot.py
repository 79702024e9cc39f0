"""A bot in its seat: asked for a decision, it always gives a legal one.

A bot that fails – it crashes, does not answer in time, or answers what can't be played – is replaced by the clerk for
that decision, and the fault is kept. The arena and the terminal seat bots by `Seated`; a room that asks bots in other
processes calls `answer` there, and `clerk_choice` where the process itself is gone. So no program can stop a game, and
the same thing happens wherever one fails.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from mergemaker.bots.bot import Bot, SeenBot, texts_of
from mergemaker.bots.registry import make_bot
from mergemaker.rules.game import Game
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import fields
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import Event, for_seat

STAND_IN = "clerk"


class Fault(msgspec.Struct, frozen=True):
    """A decision that a bot failed to make."""

    version: int  # actions played before it
    decision: str
    what: str


class Answer(NamedTuple):
    """A legal action, and why it is the clerk's; `trouble` is empty where the bot decided itself."""

    action: str
    trouble: str


def answer(bot: Bot, at: Game | SeenView) -> Answer:
    """Returns the bot's decision where it must decide, or the clerk's if the bot fails in any way.

    `at` is the game, or the view of the seat that must decide where the game is elsewhere. A bot that failed is told
    so by `bot.refused`, with what is played in its place.
    """
    try:
        action = _ask(bot, at)
        if action in (at.legal_actions() if isinstance(at, Game) else at.actions):
            return Answer(action, "")
        trouble = f"“{str(action)[:60]}” can’t be played"
    except Exception as error:  # a stranger's bot may fail in any way, and the game goes on
        trouble = told(error)
    action = clerk_choice(at)
    with contextlib.suppress(Exception):  # as above
        bot.refused(trouble, action)
    return Answer(action, trouble)


def clerk_choice(at: Game | SeenView) -> str:
    """Returns what the clerk plays for a bot that can't: always legal, in microseconds once it is compiled."""
    return _ask(make_bot(STAND_IN, 0), at)  # a fresh one: bots have scratch paper, and several threads may ask


def told(error: Exception) -> str:
    """An error in words; its kind where it says nothing."""
    return str(error) or type(error).__name__


def _ask(bot: Bot, at: Game | SeenView) -> str:
    if isinstance(at, SeenView):
        return bot.choose(at)
    if isinstance(bot, SeenBot):  # a bare record is made much faster than a view
        seen = seen_by(at.edition.record, at.state, at.to_act, at.hidden)
        return texts_of(at.edition.chain_names)[bot.decide(at.edition, seen)]
    return bot.choose(at.view(at.to_act))


class Seated:
    """A bot at a table: `decide` gives the text of a legal action, whatever the bot does."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self.bot = bot
        self.seat = seat
        self.faults: list[Fault] = []
        self.decisions = 0
        self.seconds = 0.0
        self._listens = type(bot).watch is not Bot.watch
        self._witnesses = isinstance(bot, SeenBot) and type(bot).witness is not SeenBot.witness
        self._before: Any = None  # the game as it was when this seat last heard of it,
        self._version = 0  # and how many actions it had then

    def begin(self, game: Game) -> None:
        """The game begins, or goes on if actions have been played."""
        with self._blamed(game):
            self.bot.start()
            self.bot.begin(game.edition, game.names, self.seat)
        self._remember(game)
        if game.version == 0:
            self.watch(game, game.opening)

    def watch(self, game: Game, happened: Sequence[Event]) -> None:
        """Something happened; the bot hears what its seat may know, and the result if that was the end."""
        if self._listens:
            kept = game.edition.start.opening == "hand"
            with self._blamed(game):
                self.bot.watch(for_seat(happened, self.seat, opening_kept=kept))
        if self._witnesses:
            self._tell_decision(game)
        if game.result is not None:
            with self._blamed(game):
                self.bot.over(game.result)

    def _remember(self, game: Game) -> None:
        if self._witnesses:
            self._before = game.state.copy()
            self._version = game.version

    def _tell_decision(self, game: Game) -> None:
        """Tells the bot what another seat has decided, and what this one saw before; after an undo there is nothing."""
        if game.version == self._version + 1 and int(fields(self._before).actor) != self.seat:
            assert isinstance(self.bot, SeenBot)
            with self._blamed(game):
                seen = seen_by(game.edition.record, self._before, self.seat, game.hidden)
                self.bot.witness(game.edition, seen, game.action_ids[-1])
        self._remember(game)

    def decide(self, at: Game | SeenView) -> str:
        """The bot's action, or the clerk's where the bot fails; `faults` has grown then."""
        began = time.perf_counter()
        action, trouble = answer(self.bot, at)
        self.seconds += time.perf_counter() - began
        self.decisions += 1
        if trouble:
            self.faults.append(Fault(at.version, at.decision or "", trouble))
        return action

    def close(self) -> None:
        """The game is over for this bot."""
        with contextlib.suppress(Exception):  # it is leaving anyway
            self.bot.close()

    @contextlib.contextmanager
    def _blamed(self, game: Game) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # a stranger's bot may fail in any way, and the game goes on
            self.faults.append(Fault(game.version, game.decision or "", told(error)))
