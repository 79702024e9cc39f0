"""The app around the screens: it has the colours, starts games, and leaves politely."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Event, Key
from textual.screen import Screen

from mergemaker.rules.errors import MergemakerError
from mergemaker.terminal.screens.start_screen import Start
from mergemaker.terminal.screens.table_screen import PACE, TableScreen
from mergemaker.terminal.sessions.session import Session


class Mergemaker(App[None]):
    """Plays in the terminal's own colours, so that it suits a light and a dark one."""

    TITLE = "mergemaker"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "Quit", show=False, priority=True),
    ]

    def __init__(
        self,
        session: Session | None = None,
        *,
        screen: Screen[Any] | None = None,
        table: Callable[[Session], TableScreen] | None = None,
        pace: float = PACE,
        sixteen: bool | None = None,
    ) -> None:
        super().__init__()
        # Whether to make do with sixteen colours; the terminal knows if nobody says.
        self.sixteen = self.console.color_system in ("standard", "windows") if sixteen is None else sixteen
        self.session = session
        self._table = table or (lambda session: TableScreen(session, pace))  # with a coach, say, at every game
        self._first = screen
        self._leaving = False

    def on_mount(self) -> None:
        """Shows the game, or asks which."""
        self.theme = "ansi-dark"
        if self._first is not None:
            self.push_screen(self._first)
        elif self.session is not None:
            self.push_screen(self._table(self.session))
        else:
            self.push_screen(Start())

    def sit(self, make: Callable[[], Session]) -> None:
        """Sits down to a game that may refuse to begin."""
        try:
            session = make()
        except MergemakerError as error:
            self.notify(str(error), severity="error", timeout=10)
            return
        if self.session is not None:
            self.session.close()
        self.session = session
        self.switch_screen(self._table(session))

    def action_start(self) -> None:
        """Back to the start screen for another game."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(Start())

    def action_close(self) -> None:
        """Leaves a screen for the one that it was opened from, or the program."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.exit()

    def action_leave(self) -> None:
        """Leaves; everything is saved already."""
        self._leaving = True
        self.exit()

    async def on_event(self, event: Event) -> None:
        """Keys that were pressed behind the one that leaves find no screen any more, and are passed over."""
        if not (self._leaving and isinstance(event, Key)):
            await super().on_event(event)
