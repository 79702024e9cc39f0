"""Figures: everything that is measured here, beside its goal, and how it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from rich.table import Table


class Figure(msgspec.Struct, frozen=True):
    """One figure: at most its goal where less is better, at least its goal elsewhere.

    Without a goal it is there to be compared with; without a value, `note` says why it could not be measured. `ratio`
    is its share of a yardstick that was measured in the same run. Figures of a `group` stand in a table of their own.
    """

    what: str
    value: float | None
    unit: str
    goal: float | None = None
    less_is_better: bool = False
    ratio: float | None = None
    group: str = ""
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the goal is reached, in a word; why nothing was measured; nothing without a goal."""
        if self.note or self.goal is None or self.value is None:
            return self.note
        met = self.value <= self.goal if self.less_is_better else self.value >= self.goal
        return "met" if met else "missed"

    def cells(self) -> list[str]:
        """The figure as a row of a table."""
        goal = "" if self.goal is None else f"{'≤' if self.less_is_better else '≥'} {_with_unit(self.goal, self.unit)}"
        value = "–" if self.value is None else _with_unit(self.value, self.unit)
        return [self.what, value, goal, self.verdict, "" if self.ratio is None else f"{self.ratio:.3f}"]


def _with_unit(value: float, unit: str) -> str:
    if value >= 1e6:
        return f"{value / 1e6:.3g} M{unit}"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


def figure_tables(figures: Sequence[Figure]) -> Iterable[Table]:
    """The figures as tables for a terminal, one for each group."""
    from rich.table import Table

    for group in dict.fromkeys(figure.group for figure in figures):
        rows = [figure.cells() for figure in figures if figure.group == group]
        table = Table(title=group or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
        headings = ["what", "measured", "goal", "", "yardstick"]
        for at, heading in enumerate(headings):
            if at < 2 or any(row[at] for row in rows):
                table.add_column(heading, justify="left" if heading in ("what", "") else "right", no_wrap=at > 0)
        for row in rows:
            table.add_row(*[cell for at, cell in enumerate(row) if at < 2 or any(other[at] for other in rows)])
        yield table
