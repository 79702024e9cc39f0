"""The screen around a game: board, chains and players above, the decision and the log below.

From 80×24 upward: a small terminal stacks decision and log, a large one puts them side by side under a larger board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, VerticalScroll
from textual.events import Click, Resize
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import counted
from mergemaker.terminal.panels import painted_view
from mergemaker.terminal.panels.cell_text import left
from mergemaker.terminal.panels.decision_panels import Panel
from mergemaker.terminal.panels.panel_text import panel_text
from mergemaker.terminal.screens.keys_line import KeysLine

WIDTH, HEIGHT = 80, 24  # the smallest terminal
LOG_LINES = 30


class Painted(Static):
    """A text that is painted again only when it has changed, and arranged again only when its height has."""

    _painted: Text | None = None

    def show(self, text: Text) -> None:
        """Shows a text."""
        before = self._painted
        if before is None or before != text:
            self._painted = text
            self.update(text, layout=before is None or before.plain.count("\n") != text.plain.count("\n"))


class Board(Painted):
    """The board; a click names a square."""

    @dataclass
    class Pressed(Message):
        """A square was clicked."""

        square: str

    cells = painted_view.SMALL

    def on_click(self, event: Click) -> None:
        """Tells which square it was."""
        square = painted_view.square_at(self.cells, event.x, event.y)
        if square is not None:
            self.post_message(self.Pressed(square))


class Decision(Painted):
    """The panel; a click names a row."""

    @dataclass
    class Pressed(Message):
        """A row was clicked."""

        row: int

    shown: Sequence[int | None] = ()

    def on_click(self, event: Click) -> None:
        """Tells which row it was."""
        if event.y < len(self.shown) and (row := self.shown[event.y]) is not None:
            self.post_message(self.Pressed(row))


class BoardScreen(Screen[None]):
    """What playing and replaying share: the arrangement, and painting it from a view."""

    _told: Text | None = None  # the log as it is shown
    without_screen = "leave with q."  # what else can be done where the window stays too small
    SCOPED_CSS = False  # the rules begin with this class, and hold for the screens that are made from it
    CSS: ClassVar[str] = """
    BoardScreen { layout: vertical; }
    #top { height: 1; text-style: reverse; }
    #above { height: 11; }
    #board { width: 26; margin-right: 1; }
    #tables { width: 1fr; }
    #below { height: 1fr; }
    #decision { height: auto; }
    #log { height: 1fr; scrollbar-size-vertical: 0; }
    #log-text { height: auto; }
    #small { display: none; height: 1fr; content-align: center middle; text-align: center; }
    BoardScreen.large #above { height: 20; }
    BoardScreen.large #below { layout: horizontal; }
    BoardScreen.large #decision { width: 1fr; height: 1fr; margin-right: 2; }
    BoardScreen.large #log { width: 1fr; height: 1fr; border-left: solid ansi_blue; padding-left: 1; }
    BoardScreen.too-small #small { display: block; }
    BoardScreen.too-small #above, BoardScreen.too-small #below, BoardScreen.too-small KeysLine { display: none; }
    """

    def compose(self) -> ComposeResult:
        """Everything once; what it shows is painted later."""
        yield Painted(id="top")
        with Horizontal(id="above"):
            yield Board(id="board")
            yield Painted(id="tables")
        with Container(id="below"):
            yield Decision(id="decision")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="log-text")
        yield Static(id="small")
        yield KeysLine()

    def on_resize(self, event: Resize) -> None:
        """Arranges and paints anew; the log stays at its newest line, however it wraps now."""
        self.repaint()
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def repaint(self) -> None:
        """Paints what there is to see now; screens say what that is."""

    @property
    def sixteen(self) -> bool:
        """Whether the terminal has only sixteen colours."""
        return bool(getattr(self.app, "sixteen", False))

    def fit(self) -> bool:
        """Fits the parts into the terminal. Returns whether there is room for them at all."""
        width, height = self.size
        small = width < WIDTH or height < HEIGHT
        large = width >= 110 and height >= 36
        self.set_class(small, "too-small")
        self.set_class(large, "large")
        cells = painted_view.LARGE if large else painted_view.MEDIUM if width >= 96 else painted_view.SMALL
        board = self.query_one(Board)
        board.cells = cells
        board.styles.width = cells.board_width
        if small:
            self.query_one("#small", Static).update(
                f"There is room for {width}×{height} characters; this needs {WIDTH}×{HEIGHT}.\n"
                f"Make the window larger, or {self.without_screen}"
            )
        return not small

    def paint_view(self, view: SeenView, panel: Panel, *, top: str, last: str | None) -> None:
        """The board, the chains and the players as a view has them."""
        width, _ = self.size
        board = self.query_one(Board)
        keys = {tile.tile: str(number) for number, tile in enumerate(view.hand, 1)}
        marks = painted_view.Marks(keys, panel.tile, last)
        board.show(painted_view.board(view, board.cells, marks, sixteen=self.sixteen))
        room = width - board.cells.board_width - 1
        tables = painted_view.chain_table(view, room, sixteen=self.sixteen)
        if self.has_class("large"):
            tables.append("\n\n").append_text(painted_view.players_down(view, room))
        else:
            tables.append("\n").append_text(painted_view.players_across(view, room))
        self.query_one("#tables", Painted).show(tables)
        right = f"{counted(view.bag, 'tile')} in the bag "
        title = f" {view.edition.title} · {top}"
        self.query_one("#top", Painted).show(Text(left(title, width - len(right)) + right))
        self.query_one(KeysLine).refresh_keys()

    def paint_panel(self, view: SeenView, panel: Panel, *, yours: bool, bar: str = "") -> None:
        """The decision."""
        width, height = self.size
        large = self.has_class("large")
        decision = self.query_one(Decision)
        styles = {chain.name: painted_view.chain_style(chain, self.sixteen) for chain in view.chains}
        room = (width // 2 - 3, height - 23) if large else (width, 8)
        text, decision.shown = panel_text(panel, *room, styles, yours=yours, bar=bar)
        decision.show(text)

    def paint_log(self, sentences: Sequence[str]) -> None:
        """The newest sentences; the whole story has a page of its own."""
        newest = Text("\n".join(sentences[-LOG_LINES:]))
        if newest == self._told:
            return
        self._told = newest
        log = self.query_one("#log", VerticalScroll)
        # Sentences wrap, so their number does not say how high they are.
        self.query_one("#log-text", Static).update(newest)
        log.scroll_end(animate=False)
