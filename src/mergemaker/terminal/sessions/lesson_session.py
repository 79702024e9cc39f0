"""A lesson as a session; what was right is kept as it is played."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.learning.lesson_file import LEARNER, Lesson, LessonError, lessons
from mergemaker.learning.lesson_play import LessonPlay
from mergemaker.learning.progress_file import ProgressFile
from mergemaker.learning.tries import Played
from mergemaker.terminal.sessions.judged_session import JudgedSession, WrongTry


class LessonSession(JudgedSession):
    """One lesson at one terminal."""

    def __init__(self, lesson: Lesson, kept: ProgressFile) -> None:
        self.kept = kept
        try:
            self.lesson = LessonPlay(lesson)
            self.lesson.replay(kept.left_at(lesson.name))
        except LessonError:  # it was rewritten since
            self.lesson = LessonPlay(lesson)
        super().__init__(self.lesson, LEARNER)
        self.told = self.lesson.opening if not self.lesson.tried else ()

    @property
    def number(self) -> str:
        """Which of the lessons it is."""
        return f"Lesson {lessons().index(self.lesson.lesson) + 1} of {len(lessons())}"

    @property
    def heading(self) -> str:
        """Which lesson it is, and its title."""
        return f"{self.number}: {self.lesson.lesson.title}"

    @property
    def voice(self) -> list[str]:
        """What is said now: to the last try, beside what the others did, and what is asked."""
        step = self.lesson.step
        told = [part.say for part in self.told if part.say]
        right = [f"Right. {self.reply}"] if self.reply else []
        return [*right, *told, self.lesson.lesson.closing if step is None else step.say]

    @property
    def done(self) -> bool:
        """Whether the lesson is at its end."""
        return self.lesson.done

    @property
    def decided(self) -> int:
        """How many of its decisions are made."""
        return self.lesson.decided

    def judge(self, actions: Sequence[str]) -> Sequence[Played]:
        """Tries a whole decision."""
        before = len(self.lesson.played)
        verdict = self.lesson.attempt(actions)
        if not verdict.right:
            raise WrongTry(verdict.reply)
        self.reply, self.told = verdict.reply, verdict.happened
        self.kept.keep_lesson(self.lesson.lesson.name, self.lesson.tried, done=self.lesson.done)
        return self.lesson.played[before:]

    def following(self) -> LessonSession | None:
        """The next lesson; None after the last."""
        rest = lessons()[lessons().index(self.lesson.lesson) + 1 :]
        return LessonSession(rest[0], self.kept) if rest else None
