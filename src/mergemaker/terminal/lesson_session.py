"""A lesson as a session, so that the terminal's screens play it like a game.

What somebody tries is kept back until the decision is whole, and then judged: a wrong try changes nothing and is
answered with `WrongTry`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.bots import Bot, make_bot
from mergemaker.learning.lesson_file import LEARNER, Lesson, LessonError
from mergemaker.learning.lesson_play import Happened, LessonPlay
from mergemaker.learning.progress_file import ProgressFile
from mergemaker.learning.tries import is_open, play_actions
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.sentences import Event, for_seat
from mergemaker.terminal.saved_games import PERSON
from mergemaker.terminal.session import Move, Session


class WrongTry(MergemakerError):
    """Something that is not what a lesson asks for; the text is the lesson's answer."""


def _nobody(name: str, seed: int) -> Bot:
    """Stands where a bot would: the script plays for the others."""
    return make_bot("random", seed)


class LessonSession(Session):
    """One lesson at one terminal."""

    def __init__(self, lesson: Lesson, kept: ProgressFile, name: str | None = None) -> None:
        self.kept = kept
        try:
            self.lesson = LessonPlay(lesson, name)
            self.lesson.replay(kept.left_at(lesson.name))
        except LessonError:  # it was rewritten since
            self.lesson = LessonPlay(lesson, name)
        who = [PERSON if seat == LEARNER else "script" for seat in range(len(self.lesson.names))]
        super().__init__(self.lesson.game, [], who, None, _nobody)
        self.moves = [Move(*one) for one in self.lesson.played]
        self.told: tuple[Happened, ...] = self.lesson.opening if not self.lesson.tried else ()
        self.reply = ""
        self._pending: list[str] = []

    @property
    def voice(self) -> list[str]:
        """What is said now: to the last try, beside what the others did, and what is asked."""
        step = self.lesson.step
        told = [part.say for part in self.told if part.say]
        if step is None:
            return [*([f"Right. {self.reply}"] if self.reply else []), *told, self.lesson.lesson.closing]
        return [*([f"Right. {self.reply}"] if self.reply else []), *told, step.say]

    def play(self, action: str) -> list[Event]:
        """Plays a part of a decision; when it is whole it is judged."""
        pending = [*self._pending, action]
        twin = self.lesson.game.copy()
        played = play_actions(twin, pending)
        if is_open(twin, self.lesson.game):
            self._pending = pending
            self.game = twin
            return played[-1].events
        return self._attempt(pending)

    def play_each(self, actions: Sequence[str]) -> None:
        """Plays a whole decision."""
        self._attempt([*self._pending, *actions])

    def _attempt(self, actions: Sequence[str]) -> list[Event]:
        self._pending = []
        before = len(self.lesson.played)
        verdict = self.lesson.attempt(actions)
        self.game = self.lesson.game
        if not verdict.right:
            raise WrongTry(verdict.reply)
        self.reply = verdict.reply
        self.told = verdict.happened
        fresh = self.lesson.played[before:]
        self.moves += [Move(*one) for one in fresh]
        self.kept.keep_lesson(self.lesson.lesson.name, self.lesson.tried, done=self.lesson.done)
        return [event for one in fresh for event in one.events]

    @property
    def can_undo(self) -> bool:
        """Nothing is taken back in a lesson: a wrong try changes nothing."""
        return False

    def heard(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened since so many actions; a lesson has no opening."""
        events = [event for move in self.moves[since:] for event in move.events]
        return for_seat(events, seat, opening_kept=False)
