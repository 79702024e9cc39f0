"""A chart of text: one line of signs for each player, so that it reads without colour."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from mergemaker.rules.words.phrases import dollars
from mergemaker.terminal.panels.cell_text import short_names, widest
from mergemaker.terminal.panels.painted_view import SEATS

SIGNS = "●○■□▲△"
ROUND = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)


def chart(
    names: Sequence[str],
    courses: Sequence[Sequence[int]],
    width: int,
    height: int,
    shown: Callable[[int], str] = dollars,
) -> Text:
    """Amounts over time, one course a player, from the left to the right; the names stand at the end of the lines."""
    names = short_names(names, width // 3)
    across = max(width - 10 - widest(names) - 3, 10)
    top = max(100, *(amount for course in courses for amount in course))
    step = _round_up(top / max(height - 1, 3))
    down = max(-(-top // step), 1)  # no higher than the amounts are
    cells: dict[tuple[int, int], int] = {}
    # The first seat is drawn last and so lies on top: it is mostly the person's.
    for seat in reversed(range(len(names))):
        before: int | None = None
        for x in range(across):
            at = round(x * (len(courses[seat]) - 1) / (across - 1))
            y = min(round(courses[seat][at] / step), down)
            for between in _steps(before, y):
                cells[x, between] = seat
            before = y
    text = Text(no_wrap=True)
    ends = _ends([course[-1] for course in courses], step, down)
    for y in range(down, -1, -1):
        label = shown(y * step) if y % 2 == 0 else ""
        text.append(f"{label:>8} {'┤' if label else '│'}", "dim")
        for x in range(across):
            seat_here = cells.get((x, y))
            text.append(" " if seat_here is None else SIGNS[seat_here], "" if seat_here is None else SEATS[seat_here])
        if y in ends:
            text.append(f" {SIGNS[ends[y]]} {names[ends[y]]}", SEATS[ends[y]])
        text.append("\n")
    text.right_crop(1)
    return text


def _round_up(step: float) -> int:
    """The next round step, not much larger: 100, 120, 150, 200 … 800, 1000, 1200 …"""
    size = 10
    while size * 10 < step:
        size *= 10
    return max(next(round(size * factor) for factor in ROUND if size * factor >= step), 100)


def _steps(before: int | None, y: int) -> range:
    """The cells of a column that join a point to the one before."""
    if before is None or abs(y - before) <= 1:
        return range(y, y + 1)
    return range(before + 1, y + 1) if y > before else range(y, before)


def _ends(amounts: Sequence[int], step: int, down: int) -> dict[int, int]:
    """A line for each name: that of its amount, or the next free one below, or above."""
    taken: dict[int, int] = {}
    for seat, amount in sorted(enumerate(amounts), key=lambda end: -end[1]):
        y = min(round(amount / step), down)
        free = [line for line in range(down + 1) if line not in taken]
        if free:
            taken[min(free, key=lambda line: (abs(line - y), line))] = seat
    return taken
