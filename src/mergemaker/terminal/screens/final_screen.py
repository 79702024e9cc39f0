"""The end of a game: who won, where the money came from, and how it grew."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from mergemaker.rules.words.phrases import dollars, listed
from mergemaker.terminal.panels import text_chart
from mergemaker.terminal.panels.outcome import account_lines, account_of, course
from mergemaker.terminal.screens.keys_line import KeysLine
from mergemaker.terminal.screens.text_pages import log_page
from mergemaker.terminal.sessions.session import Session


class Final(Screen[None]):
    """The final screen of a session."""

    CSS: ClassVar[str] = """
    #final-head { height: auto; padding: 0 1; }
    #final-chart { height: 1fr; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "switch", "Cash / worth"),
        Binding("l", "log", "Log"),
        Binding("v", "watch", "Replay"),
        Binding("w", "review", "Review"),
        Binding("b", "dismiss", "Board"),  # where the same key comes back
        Binding("n", "app.start", "New game"),
        Binding("q,escape", "app.leave", "Quit"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._worth = True
        self._course = course(session.game, session.moves)
        self._account = account_of(session)

    def compose(self) -> ComposeResult:
        """The standing above, the chart below."""
        yield Static(id="final-head")
        yield Static(id="final-chart")
        yield KeysLine()

    def on_mount(self) -> None:
        """Shows everything at once, before any key."""
        self._paint()

    def on_screen_resume(self) -> None:
        """Shows everything again when something has lain over it."""
        self._paint()

    def on_resize(self, event: Resize) -> None:
        """Draws to the new size."""
        self._paint()

    def _paint(self) -> None:
        game = self.session.game
        winners = [one.name for one in self._account if one.place == 1]
        width, height = self.size[0] - 2, self.size[1]
        head = Text(no_wrap=True)
        wins = "wins" if len(winners) == 1 else "share the win"
        head.append(f"{listed(winners)} {wins} with {dollars(self._account[0].total)}.", "bold")
        ended = f"{game.edition.title}, ended: {game.result['end'] if game.result else ''}."
        head.append(f"{'  ' if head.cell_len + cell_len(ended) < width - 1 else chr(10)}{ended}\n\n", "dim")
        lines = account_lines(self._account, width)
        head.append(f"{lines[0]}\n", "dim")
        for line in lines[1:]:
            head.append(f"{line}\n", "bold" if line.startswith("★") else "")
        what = "Worth if it had ended then" if self._worth else "Cash"
        head.append(f"\n{what}, turn by turn\n", "dim")
        self.query_one("#final-head", Static).update(head)
        courses = [
            [(moment.worth if self._worth else moment.cash)[seat] for moment in self._course]
            for seat in range(game.players)
        ]
        keys = self.query_one(KeysLine)
        keys.refresh_keys()
        room = max(height - str(head).count("\n") - keys.rows - 1, 5)
        self.query_one("#final-chart", Static).update(text_chart.chart(game.names, courses, width, room))

    def action_switch(self) -> None:
        """Shows the other amount."""
        self._worth = not self._worth
        self._paint()

    def action_log(self) -> None:
        """The whole story; nothing is hidden any more, but hands stay told as a spectator heard them."""
        people = self.session.people
        self.app.push_screen(log_page(self.session.story(people[0] if len(people) == 1 else None)))

    def action_review(self) -> None:
        """What decided the game, and what was luck."""
        from mergemaker.terminal.screens.review_screen import ReviewScreen

        self.app.push_screen(ReviewScreen(self.session.game.record()))

    def action_watch(self) -> None:
        """The game once more, move by move."""
        from mergemaker.terminal.screens.replay_screen import ReplayScreen

        self.app.push_screen(ReplayScreen(self.session.game, self.session.moves))
