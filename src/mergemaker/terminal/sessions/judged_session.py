"""A lesson or a puzzle as a session, so that the terminal's screens play it like a game.

What somebody tries is kept back until the decision is whole, and then judged: a wrong try changes nothing and is
answered with `WrongTry`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from mergemaker.bots import Bot, make_bot
from mergemaker.learning.lesson_play import LessonPlay
from mergemaker.learning.tries import Played, is_open, play_actions
from mergemaker.puzzles.puzzle_play import PuzzlePlay
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.sentences import Event, for_seat
from mergemaker.terminal.sessions.saved_games import PERSON
from mergemaker.terminal.sessions.session import Session


class WrongTry(MergemakerError):
    """Something that is not what is asked for; the text is what is said to it."""


def _nobody(name: str, seed: int) -> Bot:
    """Stands where a bot would: nobody else decides, or a script does it for them."""
    return make_bot("random", seed)


class JudgedSession(Session, ABC):
    """One lesson or one puzzle at one terminal; `task` is what judges."""

    def __init__(self, task: LessonPlay | PuzzlePlay, person: int) -> None:
        who = [PERSON if seat == person else "script" for seat in range(task.game.players)]
        super().__init__(task.game, list(task.played), who, None, _nobody)
        self.task = task
        self.person = person
        self.reply = ""
        self._pending: list[str] = []

    @property
    @abstractmethod
    def heading(self) -> str:
        """What the lesson or the puzzle is called."""

    @property
    @abstractmethod
    def voice(self) -> list[str]:
        """What is said now."""

    @property
    @abstractmethod
    def done(self) -> bool:
        """Whether nothing is asked any more."""

    @property
    @abstractmethod
    def decided(self) -> int:
        """How much of what is asked has been decided rightly."""

    @abstractmethod
    def following(self) -> JudgedSession | None:
        """The lesson or the puzzle after this one."""

    @abstractmethod
    def judge(self, actions: Sequence[str]) -> Sequence[Played]:
        """Tries a whole decision. Returns what was played because of it; WrongTry where it was not right."""

    def play(self, action: str) -> list[Event]:
        """Plays a part of a decision; when it is whole it is judged."""
        pending = [*self._pending, action]
        twin = self.task.game.copy()
        played = play_actions(twin, pending)
        if is_open(twin, self.task.game):
            self._pending = pending
            self.game = twin
            return played[-1].events
        return self._attempt(pending)

    def play_each(self, actions: Sequence[str]) -> None:
        """Plays a whole decision."""
        self._attempt([*self._pending, *actions])

    def _attempt(self, actions: Sequence[str]) -> list[Event]:
        self._pending = []
        try:
            fresh = self.judge(actions)
        finally:
            self.game = self.task.game
        self.moves += fresh
        return [event for one in fresh for event in one.events]

    @property
    def can_undo(self) -> bool:
        """Nothing is taken back: a wrong try changes nothing."""
        return False

    def heard(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened since so many actions; there is no deal to hear of."""
        events = [event for move in self.moves[since:] for event in move.events]
        return for_seat(events, seat, opening_kept=self.game.edition.start.opening == "hand")
