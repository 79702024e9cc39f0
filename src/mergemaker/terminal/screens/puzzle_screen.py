"""A puzzle on the screen: the table from the seat's own view, with what is asked above the board."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from mergemaker.terminal.puzzle_session import PuzzleSession, WrongAnswer
from mergemaker.terminal.screens.table_screen import TableScreen
from mergemaker.terminal.screens.text_pages import Page

ROOM = 31  # lines from which the voice has a place of its own


class PuzzleScreen(TableScreen):
    """Plays puzzles, one after the other."""

    session: PuzzleSession
    CSS: ClassVar[str] = """
    #voice { height: auto; max-height: 6; padding: 0 1; border-left: thick ansi_green; }
    PuzzleScreen.narrow #voice { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "voice", "What is asked"),
        Binding("g", "give_up", "Give up"),
        Binding("n", "next_puzzle", "Next puzzle"),
    ]

    def __init__(self, session: PuzzleSession) -> None:
        super().__init__(session, pace=0)
        self._wrong = ""

    def compose(self) -> ComposeResult:
        """The table, with the voice first."""
        yield Static(id="voice")
        yield from super().compose()

    def advance(self) -> None:
        """Asks, or shows the solution; what is said comes first."""
        if self.session.done:
            self._tell()
            on = "Enter: the next puzzle. q there leaves."
            self.app.push_screen(Page(self.session.heading, Text("\n\n".join([*self.session.voice, on]))), self._go_on)
            return
        super().advance()
        self._tell()
        if self.size.height < ROOM:
            self.action_voice()

    def _voice(self) -> list[str]:
        return [f"{self._wrong} Try again, or g gives up."] if self._wrong else self.session.voice

    def _tell(self) -> None:
        self.set_class(self.size.height < ROOM, "narrow")
        text = Text(f"{self.session.heading}\n", "bold")
        text.append(" ".join(self._voice()), "default")
        self.query_one("#voice", Static).update(text)

    def _go_on(self, _: None) -> None:
        self.action_next_puzzle()

    def action_next_puzzle(self) -> None:
        """Leaves this puzzle for the next."""
        session = self.session.following()
        self.session.close()
        if session is None:
            self.app.exit()
            return
        self.app.switch_screen(PuzzleScreen(session))

    def action_give_up(self) -> None:
        """Shows the solution."""
        self.session.give_up()
        self.advance()

    def action_voice(self) -> None:
        """What is asked, on a page of its own."""
        self.app.push_screen(Page(self.session.heading, Text("\n\n".join(self._voice()))))

    def action_confirm(self) -> None:
        """Tries what is chosen."""
        self._wrong = ""
        try:
            super().action_confirm()
        except WrongAnswer as wrong:
            self._refuse(wrong)

    def _announced(self, yes: bool | None) -> None:
        self._wrong = ""
        try:
            super()._announced(yes)
        except WrongAnswer as wrong:
            self._refuse(wrong)

    def _refuse(self, wrong: WrongAnswer) -> None:
        self._wrong = str(wrong)
        self.advance()
