"""Lessons and puzzles line by line: for a screen reader, a pipe, or a terminal without a screen."""

from __future__ import annotations

from typing import TextIO

from mergemaker.terminal.plain_mode import Leave, Plain
from mergemaker.terminal.sessions.judged_session import JudgedSession, WrongTry
from mergemaker.terminal.sessions.lesson_session import LessonSession
from mergemaker.terminal.sessions.puzzle_session import PuzzleSession

FIRST_GAME = "Play a game with the coach beside you: mergemaker play --bots clerk,clerk,clerk --coach full"
GIVE_UP = "give up"


class PlainTask(Plain):
    """One lesson or one puzzle asked and answered in lines of text."""

    session: JudgedSession
    kind = ""
    come_back = ""
    nothing_follows = ""

    def run(self) -> None:
        """Plays to the end; Leave when the person goes."""
        try:
            self._play()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        finally:
            self.session.close()

    def _play(self) -> None:
        self._begin()
        self._board(self.session.view(self.session.person))
        while not self.session.done:
            before = self.session.decided
            self._tell()
            while self.session.decided == before and not self.session.done:
                self._turn_to(self.session.person)
                try:
                    self._answer()
                except WrongTry as wrong:
                    self.say(self._said_to(wrong))
        self._tell()

    def _begin(self) -> None:
        self.say(self.session.heading)

    def _tell(self) -> None:
        self.say()
        for sentence in self.session.voice:
            self.say(sentence)

    def _said_to(self, wrong: WrongTry) -> str:
        return str(wrong)


class PlainLesson(PlainTask):
    """A lesson."""

    session: LessonSession
    kind = "lesson"
    come_back = "Come back with: mergemaker learn"
    nothing_follows = FIRST_GAME

    def _begin(self) -> None:
        lesson = self.session.lesson.lesson
        self.say(self.session.number)
        self.say(f"{lesson.title}. {lesson.purpose}")

    def _tell(self) -> None:
        super()._tell()
        if self.session.done and self.session.lesson.lesson.elsewhere:
            self.say(f"Elsewhere: {self.session.lesson.lesson.elsewhere}")

    def _said_to(self, wrong: WrongTry) -> str:
        return f"Not quite. {wrong}"


class PlainPuzzle(PlainTask):
    """A puzzle."""

    session: PuzzleSession
    kind = "puzzle"
    come_back = nothing_follows = "Come back with: mergemaker puzzles play"

    def ask(self, prompt: str) -> str:
        """A line from the person; “give up” is heard everywhere."""
        answer = super().ask(prompt)
        if answer.strip().lower() == GIVE_UP and not self.session.done:
            self.session.give_up()
            raise _GaveUp
        return answer

    def _answer(self) -> None:
        try:
            super()._answer()
        except _GaveUp:
            return

    def _undecided(self, before: int) -> bool:
        # The last answer may end the puzzle without being played: what comes after it nobody could know.
        return super()._undecided(before) and not self.session.done

    def _tell(self) -> None:
        super()._tell()
        if not self.session.done:
            self.say(f"Type “{GIVE_UP}” to see the answer.")

    def _said_to(self, wrong: WrongTry) -> str:
        return f"{wrong} Try again."


class _GaveUp(Exception):
    """Somebody wants to see the answer."""


def play_plain(first: LessonSession | PuzzleSession, lines: TextIO, out: TextIO) -> None:
    """Plays lessons or puzzles one after the other until the person leaves."""
    session: JudgedSession | None = first
    while session is not None:
        page = (PlainLesson if isinstance(session, LessonSession) else PlainPuzzle)(session, lines, out)
        try:
            page.run()
            page.say()
            session = session.following()
            if session is None:
                page.say(page.nothing_follows)
            elif page.ask(f"Press Enter for the next {page.kind}, or type quit:").lower() in ("quit", "q", "no"):
                raise Leave
        except (Leave, EOFError, KeyboardInterrupt):
            page.say()
            page.say(page.come_back)
            return
