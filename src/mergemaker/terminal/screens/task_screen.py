"""Lessons and puzzles on the screen: the table with one voice above the board, or on a page where there is no room."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from mergemaker.terminal.screens.table_screen import TableScreen
from mergemaker.terminal.screens.text_pages import Page
from mergemaker.terminal.sessions.judged_session import JudgedSession, WrongTry
from mergemaker.terminal.sessions.lesson_session import LessonSession
from mergemaker.terminal.sessions.puzzle_session import PuzzleSession

ROOM = 31  # lines from which the voice has a place of its own


class TaskScreen(TableScreen):
    """Plays lessons or puzzles, one after the other."""

    session: JudgedSession
    CSS: ClassVar[str] = """
    #voice { height: auto; max-height: 6; padding: 0 1; border-left: thick ansi_green; }
    TaskScreen.narrow #voice { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("v", "voice", "What is asked")]

    def __init__(self, session: JudgedSession) -> None:
        super().__init__(session, pace=0)
        self._wrong = ""

    def compose(self) -> ComposeResult:
        """The table, with the voice first."""
        yield Static(id="voice")
        yield from super().compose()

    def advance(self) -> None:
        """Turns to the person, or ends it; what is said comes first."""
        if self.session.done:
            self._tell()
            text = Text("\n\n".join([*self.voice(), *self.after()]))
            self.app.push_screen(Page(self.session.heading, text), lambda _: self.action_next())
            return
        super().advance()
        self._tell()
        if self.size.height < ROOM:
            self.action_voice()

    def voice(self) -> list[str]:
        """What is said now; to a wrong try, what was wrong with it."""
        return self.again(self._wrong) if self._wrong else self.session.voice

    def again(self, wrong: str) -> list[str]:
        """What is said after a wrong try."""
        return [wrong]

    def after(self) -> list[str]:
        """What is said at the end."""
        return []

    def _tell(self) -> None:
        self.set_class(self.size.height < ROOM, "narrow")
        text = Text(f"{self.session.heading}\n", "bold")
        text.append(" ".join(self.voice()), "default")
        self.query_one("#voice", Static).update(text)

    def action_next(self) -> None:
        """Leaves this one for the next; after the last one the program."""
        session = self.session.following()
        self.session.close()
        if session is None:
            self.app.exit()
        else:
            self.app.switch_screen(type(self)(session))

    def action_voice(self) -> None:
        """What is asked, on a page of its own."""
        self.app.push_screen(Page(self.session.heading, Text("\n\n".join(self.voice()))))

    def action_confirm(self) -> None:
        """Tries what is chosen."""
        self._wrong = ""
        try:
            super().action_confirm()
        except WrongTry as wrong:
            self._refuse(wrong)

    def _announced(self, yes: bool | None) -> None:
        self._wrong = ""
        try:
            super()._announced(yes)
        except WrongTry as wrong:
            self._refuse(wrong)

    def _refuse(self, wrong: WrongTry) -> None:
        self._wrong = str(wrong)
        self.advance()


class LessonScreen(TaskScreen):
    """Plays lessons."""

    session: LessonSession
    BINDINGS: ClassVar[list[BindingType]] = [Binding("n", "next", "Next lesson")]

    def again(self, wrong: str) -> list[str]:
        """What was wrong, and what is asked."""
        step = self.session.lesson.step
        return [f"Not quite. {wrong}", *([step.say] if step else [])]

    def after(self) -> list[str]:
        """What is different in other editions, and what comes next."""
        elsewhere = self.session.lesson.lesson.elsewhere
        follows = self.session.following() is not None
        on = "Enter: the next lesson. q there leaves." if follows else "Enter: back. Then play: mergemaker play"
        return [*([elsewhere] if elsewhere else []), on]


class PuzzleScreen(TaskScreen):
    """Plays puzzles."""

    session: PuzzleSession
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "give_up", "Give up"),
        Binding("n", "next", "Next puzzle"),
    ]

    def again(self, wrong: str) -> list[str]:
        """What the answer is worth."""
        return [f"{wrong} Try again, or g gives up."]

    def after(self) -> list[str]:
        """What comes next."""
        return ["Enter: the next puzzle. q there leaves."]

    def action_give_up(self) -> None:
        """Shows the solution."""
        self.session.give_up()
        self.advance()
