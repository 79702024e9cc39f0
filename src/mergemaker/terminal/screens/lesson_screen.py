"""A lesson on the screen: the table with one voice above the board, or on a page where there is no room for it."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from mergemaker.learning.lesson_file import lessons
from mergemaker.terminal.lesson_session import LessonSession, WrongTry
from mergemaker.terminal.screens.table_screen import TableScreen
from mergemaker.terminal.screens.text_pages import Page

ROOM = 31  # lines from which the voice has a place of its own


class LessonScreen(TableScreen):
    """Plays lessons, one after the other."""

    session: LessonSession
    CSS: ClassVar[str] = """
    #voice { height: auto; max-height: 6; padding: 0 1; border-left: thick ansi_green; }
    LessonScreen.narrow #voice { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "voice", "What is asked"),
        Binding("n", "next_lesson", "Next lesson"),
    ]

    def __init__(self, session: LessonSession) -> None:
        super().__init__(session, pace=0)
        self._wrong = ""

    def compose(self) -> ComposeResult:
        """The table, with the voice first."""
        yield Static(id="voice")
        yield from super().compose()

    def advance(self) -> None:
        """Turns to the learner, or ends the lesson; what is said comes first."""
        if self.session.lesson.done:
            self._tell()
            self.app.push_screen(
                Page(self._heading(), Text("\n\n".join([*self._voice(), *self._after()]))), self._go_on
            )
            return
        super().advance()
        self._tell()
        if self.size.height < ROOM:
            self.action_voice()

    def _heading(self) -> str:
        order = [lesson.name for lesson in lessons()]
        lesson = self.session.lesson.lesson
        return f"Lesson {order.index(lesson.name) + 1} of {len(order)}: {lesson.title}"

    def _voice(self) -> list[str]:
        if self._wrong:
            step = self.session.lesson.step
            return [f"Not quite. {self._wrong}", *([step.say] if step else [])]
        return self.session.voice

    def _after(self) -> list[str]:
        elsewhere = self.session.lesson.lesson.elsewhere
        on = "Enter: the next lesson. q there leaves." if self._next() else "Enter: back. Then play: mergemaker play"
        return [*([elsewhere] if elsewhere else []), on]

    def _tell(self) -> None:
        self.set_class(self.size.height < ROOM, "narrow")
        text = Text(f"{self._heading()}\n", "bold")
        text.append(" ".join(self._voice()), "default")
        self.query_one("#voice", Static).update(text)

    def _next(self) -> str | None:
        names = [lesson.name for lesson in lessons()]
        rest = names[names.index(self.session.lesson.lesson.name) + 1 :]
        return rest[0] if rest else None

    def _go_on(self, _: None) -> None:
        self.action_next_lesson()

    def action_next_lesson(self) -> None:
        """Leaves this lesson for the next; after the last one the program."""
        name = self._next()
        if name is None:
            self.app.exit()
            return
        lesson = next(lesson for lesson in lessons() if lesson.name == name)
        session = LessonSession(lesson, self.session.kept)
        self.session.close()
        self.app.switch_screen(LessonScreen(session))

    def action_voice(self) -> None:
        """What is asked, on a page of its own."""
        self.app.push_screen(Page(self._heading(), Text("\n\n".join(self._voice()))))

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
