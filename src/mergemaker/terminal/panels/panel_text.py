"""A panel as text: rows cut or wrapped to the room there is, and which line belongs to which row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from mergemaker.terminal.panels.cell_text import cut, left, widest
from mergemaker.terminal.panels.decision_panels import Panel, Row

YOURS = "bold green"  # the one colour that says: this is yours to do
POINTER = "▸"


def thinking_bar(step: int, width: int = 12) -> str:
    """A bar for work whose end nobody knows: a block that wanders to and fro."""
    path = [*range(width - 2), *range(width - 2, 0, -1)]
    at = path[step % len(path)]
    return "".join("▰" if at <= place < at + 3 else "▱" for place in range(width))


def panel_text(
    panel: Panel, width: int, height: int, styles: Mapping[str, Style], *, yours: bool, bar: str = ""
) -> tuple[Text, list[int | None]]:
    """The panel, at most so high if that can be, and for each line the row that it shows."""
    head = wrap(panel.title, max(width - 2, 20)) or [""]
    foot = [line for line in (panel.total, panel.note or panel.keys) if line]
    room = height - len(head) - len(foot)
    columns = _columns(panel.rows)
    whole = [_lines(row, columns, width, True) for row in panel.rows]
    if sum(map(len, whole)) > room:
        # Only the row under the cursor is told in full.
        whole = [_lines(row, columns, width, at == panel.at) for at, row in enumerate(panel.rows)]
    text = Text(no_wrap=True, overflow="ellipsis")
    shown: list[int | None] = []
    for line in head:
        text.append(line, YOURS if yours else "bold")
        text.append(f"  {bar}\n" if bar and line is head[-1] else "\n")
        shown.append(None)
    for at, (row, lines) in enumerate(zip(panel.rows, whole, strict=True)):
        for number, line in enumerate(lines):
            _row(text, row, columns, line, number == 0, at == panel.at, styles)
            shown.append(at)
    for line in foot:
        for part in wrap(line, max(width - 2, 20)):
            text.append(f"  {part}\n", "dim" if line == panel.keys else "bold")
            shown.append(None)
    text.right_crop(1)
    return text, shown


class _Columns(NamedTuple):
    """How wide a panel's names and amounts are."""

    name: int
    amount: int

    @property
    def before(self) -> int:
        """Characters in front of what a row means: pointer, key, name and amount."""
        return 4 + self.name + 1 + self.amount


def _columns(rows: Sequence[Row]) -> _Columns:
    return _Columns(widest([row.name for row in rows], 5), 4 if any(row.amount for row in rows) else 0)


def _lines(row: Row, columns: _Columns, width: int, full: bool) -> list[str]:
    """What a row means, in lines beside its key, name and amount."""
    room = max(width - columns.before - 1, 10)
    if full:
        return wrap(row.text, room) or [""]
    return [cut(row.text, room, "…")]


def _row(
    text: Text, row: Row, columns: _Columns, line: str, first: bool, chosen: bool, styles: Mapping[str, Style]
) -> None:
    style = "bold" if chosen else "" if row.possible else "dim"
    if not first:
        text.append(" " * columns.before + f"{line}\n", style)
        return
    text.append(f"{POINTER if chosen else ' '} ", YOURS if chosen else "")
    text.append(f"{row.key:>1} ", "bold" if row.possible else "dim")
    text.append(left(row.name, columns.name), styles.get(row.chain, style) if row.possible else "dim")
    text.append(" ")
    if columns.amount:
        text.append(f"{row.amount:>{columns.amount - 1}} ", "bold")
    text.append(f"{line}\n", style)
