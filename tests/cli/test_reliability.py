"""Stated chances beside what happened: the tenths add up, and a false one stands out."""

from io import StringIO

import numpy as np
import pytest
from rich.console import Console

from mergemaker.bench.reliability import ENOUGH, Games, Tenth, measure, reliability_table, state_chances, tenths_of
from mergemaker.rules.editions.edition import names


def test_chances_fall_into_tenths_with_what_came_of_them():
    low, high = tenths_of("1999", [(0.05, 0.0), (0.07, 0.5), (1.0, 1.0)])
    assert (low.tenth, low.count, low.happened) == (0, 2, 0.25)
    assert low.stated == pytest.approx(0.06)
    assert (high.tenth, high.count, high.off) == (9, 1, 0.0)


def test_a_tenth_that_is_far_off_is_marked_where_there_is_enough_to_tell():
    cells = [
        Tenth("1999", 0, 0.05, 0.09, ENOUGH),
        Tenth("1999", 1, 0.15, 0.17, ENOUGH),
        Tenth("1999", 2, 0.25, 0.5, ENOUGH - 1),
    ]
    _, column = reliability_table(cells).columns
    shown = list(column.cells)
    assert shown[0] == "[bold red]+4.0\n(1,000)[/bold red]"
    assert shown[1] == "+2.0\n(1,000)"
    assert shown[2] == "[dim]+25.0\n(999)[/dim]"
    assert set(shown[3:]) == {""}


def test_the_table_of_all_editions_fits_eighty_columns():
    columns = [*names(), "1962, open"]
    cells = [Tenth(column, tenth, 0.5, 0.123, 123_456) for column in columns for tenth in range(10)]
    page = Console(width=200, file=StringIO())
    assert page.measure(reliability_table(cells)).maximum <= 80


def test_the_same_games_state_the_same_chances_and_one_seat_wins_each():
    found = state_chances(Games("2023-tycoon", 0, 1))
    assert found == state_chances(Games("2023-tycoon", 0, 1))
    assert found
    assert sum(chance for chance, _ in found) == pytest.approx(sum(won for _, won in found), rel=1e-6)


def test_certificates_out_of_sight_are_judged_on_the_screen_and_laid_open():
    measured = list(measure(1, 1))
    assert {one.edition for one in measured} == {*names(), "1962, open"}
    dark, laid_open = (state_chances(Games("1962", 0, 1, laid_open)) for laid_open in (False, True))
    assert [won for _, won in dark] == [won for _, won in laid_open], "the same games"
    assert np.mean([chance**2 for chance, _ in laid_open]) > np.mean([chance**2 for chance, _ in dark])
