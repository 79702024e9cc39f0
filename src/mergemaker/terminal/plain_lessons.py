"""Lessons line by line: for a screen reader, a pipe, or a terminal without a screen."""

from __future__ import annotations

from typing import TextIO

from mergemaker.learning.lesson_file import LEARNER, Lesson, lessons
from mergemaker.learning.progress_file import ProgressFile
from mergemaker.terminal.lesson_session import LessonSession, WrongTry
from mergemaker.terminal.plain_mode import Leave, Plain

GO_ON = "Come back with: mergemaker learn"
FIRST_GAME = "Play a game with the coach beside you: mergemaker play --bots clerk,clerk,clerk --coach full"


class PlainLesson(Plain):
    """One lesson asked and answered in lines of text."""

    session: LessonSession

    def run(self) -> None:
        """Takes the lesson to its end; Leave when the learner goes."""
        try:
            self._play()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        finally:
            self.session.close()

    def _play(self) -> None:
        lesson = self.session.lesson
        self.say(f"{lesson.lesson.title}. {lesson.lesson.purpose}")
        self._board(self.session.view(LEARNER))
        while not lesson.done:
            before = lesson.decided
            self._tell()
            while lesson.decided == before:
                self._turn_to(LEARNER)
                try:
                    self._answer()
                except WrongTry as wrong:
                    self.say(f"Not quite. {wrong}")
        self._tell()
        if lesson.lesson.elsewhere:
            self.say(f"Elsewhere: {lesson.lesson.elsewhere}")

    def _tell(self) -> None:
        self.say()
        for sentence in self.session.voice:
            self.say(sentence)


def take_lessons(first: Lesson, kept: ProgressFile, lines: TextIO, out: TextIO) -> None:
    """Takes lessons from one on until the learner leaves."""
    order = list(lessons())
    for lesson in order[order.index(first) :]:
        page = PlainLesson(LessonSession(lesson, kept), lines, out)
        try:
            page.say(f"Lesson {order.index(lesson) + 1} of {len(order)}")
            page.run()
            page.say()
            if lesson is order[-1]:
                page.say(FIRST_GAME)
                return
            if page.ask("Press Enter for the next lesson, or type quit:").lower() in ("quit", "q", "no"):
                raise Leave
        except (Leave, EOFError, KeyboardInterrupt):
            page.say()
            page.say(GO_ON)
            return
