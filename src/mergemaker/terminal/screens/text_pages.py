"""Screens beside the game: a page of text, the cover between two people's turns, and asking once more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Click
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.player_aid import chart, player_aid
from mergemaker.terminal.screens.keys_line import KeysLine

KEYS = (
    ("1 to 7", "look at that row; while buying, add a share of it"),
    ("↑ ↓", "go from row to row"),
    ("← →", "one less, one more: buying, trading, selling"),
    ("Backspace", "take a share out again"),
    ("Enter", "do it"),
    ("t s k", "with an absorbed chain: trade the most, sell the rest, keep all"),
    ("e", "announce the end of the game, when that can be done"),
    ("u", "undo: take back what you did, until a hidden tile came up or another player decided"),
    ("h", "hint: what a bot would do"),
    ("l", "log: the whole story so far"),
    ("r, a", "player aid and price chart of this edition, with what matters now marked"),
    ("q, Ctrl-C", "quit; the game is saved, and `mergemaker play --resume` goes on"),
    ("mouse", "click a tile on the board, or a row, to look at it; click it again to do it"),
)
SIGNS = (
    ("A to Z", "a chain on the board, by its letter"),
    ("○", "a loose tile"),
    ("1 to 6", "a tile of yours"),
    ("✕", "on the board: the tile of this square was set aside; behind a tile: dead for good"),
    ("⊘", "behind a tile: it can’t be placed now"),
    ("★ ☆ ●", "holds the most of a chain, the second most, and the third most where three are paid"),
    ("■", "a safe chain: it can’t be absorbed"),
    ("1000@21", "the next price, and the size that brings it"),
    ("worth", "what a player would have if the game ended now: cash, shares and bonuses"),
    ("▸", "whose decision it is"),
)


class Page(ModalScreen[None]):
    """A page to read."""

    CSS: ClassVar[str] = """
    Page { align: center middle; }
    Page > VerticalScroll { width: 100%; height: 1fr; border: round ansi_blue; padding: 0 1; background: ansi_default;
                            scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,l,r,a,question_mark", "dismiss", "Back", key_display="Esc"),
    ]

    def __init__(self, title: str, text: RenderableType, *, at_end: bool = False) -> None:
        super().__init__()
        self._heading = title
        self._text = text
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """A title, the text, the way back."""
        with VerticalScroll() as page:
            page.border_title = self._heading
            page.border_subtitle = "↑↓ scroll, Esc back"
            yield Static(self._text)
        yield KeysLine()

    def on_mount(self) -> None:
        """The keys scroll at once."""
        page = self.query_one(VerticalScroll)
        page.focus()
        if self._at_end:
            page.scroll_end(animate=False)


class Cover(Screen[None]):
    """Hides the game until the next person sits down."""

    CSS: ClassVar[str] = """
    Cover { align: center middle; }
    #cover { width: auto; text-align: center; border: round ansi_blue; padding: 1 4; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", "I am here", key_display="Enter")]

    def __init__(self, name: str, news: Sequence[str]) -> None:
        super().__init__()
        self._person = name
        self._news = news

    def compose(self) -> ComposeResult:
        """Whose decision it is, and what everybody has seen."""
        text = Text(justify="center")
        text.append(f"{self._person}\n\n", "bold")
        text.append("\n".join([*self._news, "", "Press Enter when nobody else is looking."]))
        yield Static(text, id="cover")
        yield KeysLine()

    def on_click(self, event: Click) -> None:
        """The mouse will do."""
        self.dismiss()


class Ask(ModalScreen[bool]):
    """A question of yes or no, with what there is to know before answering."""

    CSS: ClassVar[str] = """
    Ask { align: center middle; }
    Ask > Vertical { width: auto; max-width: 76; height: auto; border: round ansi_yellow; padding: 1 3;
                     background: ansi_default; }
    #question { width: auto; max-width: 70; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "Yes", key_display="y"),
        Binding("n,escape", "answer(False)", "No", key_display="n"),
    ]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._heading = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        """The question, the facts, the keys."""
        text = Text()
        text.append(f"{self._heading}\n\n", "bold")
        text.append("\n".join(self._lines))
        text.append("\n\ny yes   n no", "dim")
        with Vertical():
            yield Static(text, id="question")
        yield KeysLine()

    def action_answer(self, yes: bool) -> None:
        """Closes with the answer."""
        self.dismiss(yes)


class Name(ModalScreen[str | None]):
    """Asks for a name."""

    CSS: ClassVar[str] = """
    Name { align: center middle; }
    Name > Vertical { width: 50; height: auto; border: round ansi_yellow; padding: 1 2; background: ansi_default; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back", key_display="Esc")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._person = name

    def compose(self) -> ComposeResult:
        """One field."""
        with Vertical():
            yield Static("Your name, then Enter:")
            yield Input(self._person, max_length=20, select_on_focus=True)
        yield KeysLine()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Closes with the name."""
        self.dismiss(event.value.strip() or None)


def _pairs(pairs: Iterable[tuple[str, str]], style: str = "bold") -> Table:
    """Words and what they mean, side by side."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style=style)
    grid.add_column()
    for word, meaning in pairs:
        grid.add_row(Text(word), Text(meaning))
    return grid


def _heading(text: str) -> Text:
    return Text(f"\n{text}", "bold")


def rules_page(edition: Edition, view: SeenView | None = None) -> Page:
    """The player aid and the price chart of an edition; with a view, what matters now is marked."""
    parts: list[RenderableType] = [Text(edition.description)]
    if view is not None:
        parts.append(Text("▸ marks what matters now, and behind a price the chains that have it.", "dim"))
    now = set(view.moments) if view is not None else set()
    for section in player_aid(edition):
        lines = Table.grid(padding=(0, 2))
        for line, moments in zip(section.lines, section.moments, strict=True):
            matters = not now.isdisjoint(moments)
            lines.add_row("▸" if matters else "•", Text(line, "bold" if matters else ""))
        parts += [_heading(section.title), lines]
    prices = chart(edition)
    present = _chains_by_row(edition, view)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (*prices.header, ""):
        table.add_column(heading, justify="right")
    for number, (row, mark) in enumerate(zip(prices.rows, prices.marks, strict=True)):
        here = f"▸ {' '.join(present[number])}" if number in present else ""
        table.add_row(*row, f"{mark} {here}".strip(), style="bold" if here else "")
    parts += [_heading("Prices by number of tiles, and bonuses"), table, Text(prices.footnote)]
    return Page(f"Rules of {edition.title}", Group(*parts))


def _chains_by_row(edition: Edition, view: SeenView | None) -> dict[int, list[str]]:
    """The chains on the board by the row of the price chart that their size is in."""
    found: dict[int, list[str]] = {}
    for chain in view.chains if view is not None else ():
        rows = [number for number, row in enumerate(edition.chart) if chain.size in row.span(chain.tier)]
        if chain.size and rows:
            found.setdefault(rows[0], []).append(chain.sign)
    return found


def keys_page() -> Page:
    """What the keys and signs mean."""
    return Page("Keys and signs", Group(_pairs(KEYS), _heading("Signs"), _pairs(SIGNS)))


def log_page(sentences: Sequence[str]) -> Page:
    """The whole story so far."""
    return Page("What has happened", Text("\n".join(sentences)), at_end=True)
