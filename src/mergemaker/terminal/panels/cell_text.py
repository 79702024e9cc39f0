"""Text in columns: a sign may be two cells wide, so columns are filled by cells and not by characters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size


def cut(text: str, width: int, more: str = "") -> str:
    """The text, or as much of its beginning as has room, with `more` behind it to say so."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - cell_len(more), 0)).rstrip() + more[:width]


def left(text: str, width: int) -> str:
    """The text at the left of a column."""
    return set_cell_size(text, max(width, 0))


def right(text: str, width: int) -> str:
    """The text at the right of a column."""
    return " " * (width - cell_len(text)) + cut(text, width)


def widest(texts: Sequence[str], least: int = 0) -> int:
    """How many cells the widest of some texts takes, or `least` if that is more."""
    return max([least, *map(cell_len, texts)])


def short_names(names: Sequence[str], width: int) -> list[str]:
    """Names cut to a width and still different from each other, where that can be."""
    short: list[str] = []
    for seat, name in enumerate(names):
        number = name.rsplit(" ", 1)[-1]
        one = cut(name, width)
        if one != name and number.isdigit() and " " in name:
            one = cut(name, width - len(number)) + number
        short.append(one if one not in short else f"{cut(one, width - 1)}{seat + 1}")
    return short
