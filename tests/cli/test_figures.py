"""Figures as `mergemaker bench` prints them: each beside its goal, columns that nobody needs left out."""

import io

import pytest
from rich.console import Console

from mergemaker.bench.figures import Figure, figure_tables


@pytest.mark.parametrize(
    ("figure", "cells"),
    [
        (Figure("decisions", 7_100_000, "/s", 1_000_000), ["7.1 M/s", "≥ 1 M/s", "met", ""]),
        (Figure("apply", 6.25, "µs", 5, less_is_better=True), ["6.25 µs", "≤ 5 µs", "missed", ""]),
        (Figure("echoes", 2345.6, "/s"), ["2,346 /s", "", "", ""]),
        (Figure("a hundred", 99.96, "ms", 100, less_is_better=True), ["100 ms", "≤ 100 ms", "met", ""]),
        (Figure("flat out", 120.0, "/s", ratio=0.41234), ["120 /s", "", "", "0.412"]),
        (Figure("chess", None, "/s", 5, note="no module chess"), ["–", "≥ 5 /s", "no module chess", ""]),
    ],
    ids=lambda one: one.what if isinstance(one, Figure) else "",
)
def test_a_figure_is_told_with_its_unit_beside_its_goal(figure, cells):
    assert figure.cells() == [figure.what, *cells]


def test_groups_have_a_table_each_with_the_columns_they_need():
    printed = io.StringIO()
    page = Console(file=printed, width=100)
    for table in figure_tables([Figure("a", 1, "/s", group="first"), Figure("b", 2, "/s", 3, group="second")]):
        page.print(table)
    lines = [line.split() for line in printed.getvalue().splitlines()]
    assert lines == [
        ["first"],
        ["what", "measured"],
        ["a", "1", "/s"],
        ["second"],
        ["what", "measured", "goal"],
        ["b", "2", "/s", "≥", "3", "/s", "missed"],
    ]
