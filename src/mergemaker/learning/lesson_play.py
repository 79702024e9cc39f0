"""A lesson being played: the real engine, the others by their script, and an answer to everything that is tried.

The state of a lesson is what the learner has played so far and nothing else, so that whoever shows it can keep just
that and come back to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from mergemaker.learning.lesson_file import LEARNER, Answer, Lesson, LessonError, Step
from mergemaker.learning.tries import Played, actions_of, is_open, play_actions, try_text
from mergemaker.rules.drawings import Drawing
from mergemaker.rules.errors import IllegalAction, MergemakerError
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView


class Happened(NamedTuple):
    """A part of a lesson that was played, by the learner or by the script, with what is said beside it."""

    say: str
    glow: tuple[str, ...]
    played: tuple[Played, ...]
    view: SeenView  # the learner's, after it


class Verdict(NamedTuple):
    """What a try was: right or not, what is said to it, and what happened because of it."""

    right: bool
    reply: str
    happened: tuple[Happened, ...] = ()


class LessonPlay:
    """One learner in one lesson."""

    def __init__(self, lesson: Lesson, name: str | None = None) -> None:
        self.lesson = lesson
        self.names = (name or lesson.start.seats[LEARNER], *lesson.start.seats[1:])
        self.tried: list[str] = []  # what was right, in order
        self.opening: tuple[Happened, ...] = ()  # what the script plays before the learner's first decision
        self.played: list[Played] = []  # everything, by everybody
        self._at = 0
        self.game = _position(lesson, self.names)
        if lesson.start.play:
            self._script(lesson.start.play, anybody=True)
        self.opening = self._follow_script()

    @property
    def done(self) -> bool:
        """Whether the lesson is at its end."""
        return self._at >= len(self.lesson.steps)

    @property
    def step(self) -> Step | None:
        """What is asked of the learner; None at the end."""
        return None if self.done else self.lesson.steps[self._at]

    @property
    def decided(self) -> int:
        """How many of the lesson's decisions are made."""
        return len(self.tried)

    def view(self) -> SeenView:
        """What the learner sees."""
        return self.game.view(LEARNER)

    def judge(self, text: str) -> Verdict:
        """What a legal try is in the present step, without playing it."""
        step = self.step
        if step is None:
            return Verdict(False, "This lesson is at its end.")
        for right, answers in ((True, step.right), (False, step.wrong)):
            if (answer := _answer_to(text, answers)) is not None:
                return Verdict(right, answer.reply)
        return Verdict(False, step.otherwise)

    def attempt(self, actions: Sequence[str]) -> Verdict:
        """Tries a whole decision. A wrong one is answered and changes nothing; a right one is played."""
        if self.done:
            return Verdict(False, "This lesson is at its end.")
        twin = self.game.copy()
        try:
            text = try_text(self.game, actions)
            played = play_actions(twin, actions)
        except IllegalAction as error:
            return Verdict(False, str(error))
        if is_open(twin, self.game):
            return Verdict(False, "Decide it to the end, then it can be judged.")
        verdict = self.judge(text)
        if not verdict.right:
            return verdict
        self.game = twin
        self._at += 1
        self.tried.append(text)
        self.played += played
        mine = Happened("", (), tuple(played), self.view())
        return Verdict(True, verdict.reply, (mine, *self._follow_script()))

    def replay(self, tried: Sequence[str]) -> None:
        """Goes on with what was right before; LessonError if it no longer is, as when the lesson was rewritten."""
        for text in tried:
            if not self.attempt(actions_of(text)).right:
                raise LessonError(f"“{text[:60]}” is no longer what {self.lesson.title} asks for.")

    def _follow_script(self) -> tuple[Happened, ...]:
        happened = []
        while (step := self.step) is not None and not step.asks:
            played = self._script(step.play)
            happened.append(Happened(step.say, step.glow, tuple(played), self.view()))
            self._at += 1
        if self.step is not None and self.game.to_act != LEARNER:
            raise self._broken("the learner should decide, but it is not their decision")
        return tuple(happened)

    def _script(self, play: str, *, anybody: bool = False) -> list[Played]:
        """Plays a part of the script, which is never the learner’s but before the lesson begins."""
        played: list[Played] = []
        for action in actions_of(play):
            if self.game.to_act == LEARNER and not anybody:
                raise self._broken(f"“{action}” is in the script, but the learner must decide")
            try:
                played += play_actions(self.game, [action])
            except IllegalAction as error:
                raise self._broken(f"“{action}” can’t be played. {error}") from None
        self.played += played
        return played

    def _broken(self, why: str) -> LessonError:
        return LessonError(f"{self.lesson.name}, step {self._at + 1}: {why}.")


def _position(lesson: Lesson, names: Sequence[str]) -> Game:
    start = lesson.start
    try:
        drawing = Drawing(
            edition=lesson.box,
            names=names,
            board=start.board,
            hands=start.hands,
            shares=start.shares,
            cash=start.cash or lesson.box.start.cash,
            bag=start.bag,
            mover=start.mover,
            turn={"announced": int(start.announced)},
            hidden=False,
        )
        return Game.from_drawing(drawing)
    except MergemakerError as error:
        raise LessonError(f"{lesson.name}: {error}") from None


def _answer_to(text: str, answers: Sequence[Answer]) -> Answer | None:
    return next((answer for answer in answers if any(fnmatchcase(text, way) for way in answer.ways)), None)
