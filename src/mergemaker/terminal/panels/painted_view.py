"""A view as coloured text: the board, the chains, the players. Nothing here is told by colour alone.

Colours come in pairs, ink on paper, so that they read on a light and on a dark terminal; where a terminal has only
sixteen, each chain gets the one that is most like its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from mergemaker.rules.board import COLUMNS, LETTERS
from mergemaker.rules.views import ChainView, SeenView
from mergemaker.rules.words.phrases import dollars
from mergemaker.terminal.panels.cell_text import cut, left, right, short_names, widest
from mergemaker.terminal.panels.chain_names import SAFE, leader_signs

# By the colour's name in the edition's file: paper and ink of a terminal with sixteen colours.
SIXTEEN = {
    "red": ("red", "bright_white"),
    "yellow": ("bright_yellow", "black"),
    "blue": ("blue", "bright_white"),
    "dark blue": ("blue", "bright_white"),
    "brown": ("yellow", "black"),
    "green": ("green", "black"),
    "magenta": ("magenta", "bright_white"),
    "light blue": ("bright_cyan", "black"),
    "orange": ("bright_red", "black"),
    "teal": ("cyan", "black"),
    "purple": ("bright_magenta", "black"),
}
SEATS = ("bold", "magenta", "green", "red", "cyan", "blue")  # lines of a chart; each has a sign of its own too


class Cells(NamedTuple):
    """How large a square of the board is, in characters."""

    width: int
    height: int

    @property
    def board_width(self) -> int:
        """The whole board with its row letters."""
        return 2 + COLUMNS * self.width


SMALL, MEDIUM, LARGE = Cells(2, 1), Cells(3, 1), Cells(4, 2)


def chain_style(chain: ChainView, sixteen: bool) -> Style:
    """Ink on paper for a chain."""
    if sixteen:
        paper, ink = SIXTEEN.get(chain.colour, ("white", "black"))
        return Style(color=ink, bgcolor=paper, bold=True)
    red, green, blue = (int(chain.hex[at : at + 2], 16) for at in (1, 3, 5))
    bright = 299 * red + 587 * green + 114 * blue > 140_000
    return Style(color="#000000" if bright else "#ffffff", bgcolor=chain.hex, bold=True)


class Marks(NamedTuple):
    """What is marked on the board: the signs of my tiles, the one that is looked at, the newest tile."""

    keys: Mapping[str, str] = {}
    chosen: str | None = None
    last: str | None = None


def board(view: SeenView, cells: Cells, marks: Marks, *, sixteen: bool) -> Text:
    """The board."""
    styles = {chain.name: (chain.sign, chain_style(chain, sixteen)) for chain in view.chains}
    text = Text("  ", no_wrap=True)
    for number in range(1, COLUMNS + 1):
        # Where numbers touch each other, every second one stands back.
        text.append(f"{number:^{cells.width}}" if cells.width > 2 else f"{number:>2}", "dim" if number % 2 else "")
    for letter in LETTERS:
        squares = [_square(view, f"{number}{letter}", marks, cells, styles) for number in range(1, COLUMNS + 1)]
        for line in range(cells.height):
            text.append(f"\n{letter} " if line == 0 else "\n  ", "dim")
            for signs, ink, paper in squares:
                sign = signs[line] if line < len(signs) else ""
                room = cells.width - len(sign)
                before = room if cells.width == 2 else room // 2
                text.append(" " * before, paper).append(sign, ink).append(" " * (room - before), paper)
    return text


def _square(
    view: SeenView, square: str, marks: Marks, cells: Cells, styles: Mapping[str, tuple[str, Style]]
) -> tuple[Sequence[str], Style, Style]:
    """A square: what stands in each of its lines, in which ink, and the paper that fills the rest."""
    what = view.board.get(square)
    if what is not None:
        sign, ink = ("○", Style(bold=True)) if what == "loose" else styles[what]
        paper = Style(bgcolor=ink.bgcolor)
        return [sign], ink + Style(underline=True) if square == marks.last else ink, paper
    if square in marks.keys and square not in view.set_aside:
        key = marks.keys[square]
        ink, paper = Style(bold=True, underline=cells.width == 2), Style()
        if square == marks.chosen:
            ink = paper = Style(bold=True, reverse=True)
        return [key if cells.width == 2 else f"[{key}]", square], ink, paper
    return ["✕" if square in view.set_aside else "·"], Style(dim=True), Style()


def square_at(cells: Cells, x: int, y: int) -> str | None:
    """The square under a point of the board."""
    column, row = (x - 2) // cells.width, (y - 1) // cells.height
    inside = x >= 2 and y >= 1 and column < COLUMNS and row < len(LETTERS)
    return f"{column + 1}{LETTERS[row]}" if inside else None


ROOMY = {"size": 5, "price": 6, "next": 8, "bank": 5}  # columns of the chain table and their widths
TIGHT = {"size": 4, "cost": 5, "next": 5, "bank": 5}


def chain_table(view: SeenView, width: int, *, sixteen: bool) -> Text:
    """All chains: size, price, the next price and when, what the bank has, and who holds how many.

    ★ leads, ☆ is second, ● third; ■ is safe. Where many play on a narrow screen, the size that brings the next price
    is left out rather than the chains' names.
    """
    players = len(view.names)
    longest = widest([chain.name for chain in view.chains])
    column = 6 if width >= 26 + longest + 6 * players else 4
    tight = width - 26 - column * players < min(longest, 8)
    columns = TIGHT if tight else ROOMY
    size, price, rises, bank = columns.values()
    room = max(min(width - 2 - sum(columns.values()) - column * players, longest), 0)
    text = Text(no_wrap=True)
    text.append(" " * (2 + room) + "".join(f"{title:>{wide}}" for title, wide in columns.items()), "dim")
    text.append("".join(right(name, column) for name in short_names(view.names, column - 1)), "dim")
    for chain in view.chains:
        text.append("\n")
        text.append(chain.sign, chain_style(chain, sixteen))
        here = "" if chain.size else "dim"
        text.append(f" {left(cut(chain.name, room, '…'), room)}", here)
        text.append(f"{chain.size or '–':>{size - 1}}{SAFE if chain.safe else ' '}{chain.price or '–':>{price}}", here)
        coming = "–" if not chain.next_price else f"{chain.next_price}" + ("" if tight else f"@{chain.next_size}")
        text.append(f"{coming:>{rises}}{chain.bank:>{bank}}", here)
        leaders = leader_signs(view, chain)
        for seat, held in enumerate(chain.holdings):
            sign = leaders[seat][0] if seat in leaders else " "
            count = "?" if held is None else str(held) if held else "–"
            mine = "bold" if seat == view.seat else ""
            text.append(f"{count + sign:>{column}}", mine if held else "dim")
    return text


DOING = {
    "place": "placing",
    "found": "founding",
    "survivor": "merging",
    "absorb": "merging",
    "trade": "trading",
    "sell": "selling",
    "buy": "buying",
    "exchange": "exchanging",
}


def money_of(amount: int | None) -> str:
    """Money as it lies on the table: an amount, or hidden."""
    return "hidden" if amount is None else dollars(amount)


def players_across(view: SeenView, width: int) -> Text:
    """The players side by side, in three lines: names, cash, worth."""
    column = (width - 5) // len(view.players)
    names = short_names(view.names, column - 2)
    text = Text("     ", no_wrap=True)
    for player, name in zip(view.players, names, strict=True):
        mark = "▸" if player.seat == view.to_act else ""
        text.append(right(mark + name, column), _player_style(view, player.seat))
    text.append("\ncash ", "dim")
    for player in view.players:
        text.append(_amount(money_of(player.money), column), _player_style(view, player.seat))
    text.append("\nworth", "dim")
    for player in view.players:
        worth = "?" if player.worth is None else dollars(player.worth)
        text.append(_amount(worth, column), _player_style(view, player.seat))
    return text


def _amount(money: str, column: int) -> str:
    """Money at the right of a column, without its sign where it would touch its neighbour."""
    return f"{money if len(money) < column else money.lstrip('$'):>{column}}"


def players_down(view: SeenView, width: int) -> Text:
    """The players one below the other, with what they are doing."""
    longest = min(widest(view.names), max(width - 38, 6))
    text = Text(no_wrap=True)
    text.append(f"  {'':{longest}}     cash     worth  tiles", "dim")
    for player, name in zip(view.players, short_names(view.names, longest), strict=True):
        mark = "▸" if player.seat == view.to_act else " "
        worth = "?" if player.worth is None else dollars(player.worth)
        doing = DOING[str(view.decision)] if player.seat == view.to_act else ""
        if player.seat == view.mover and player.seat != view.to_act and view.decision is not None:
            doing = "in turn"
        line = f"\n{mark} {left(name, longest)}{money_of(player.money):>9}{worth:>10}{player.tiles:>7}  {doing}"
        text.append(line, _player_style(view, player.seat))
    return text


def _player_style(view: SeenView, seat: int) -> str:
    return "bold" if seat == view.seat else ""
