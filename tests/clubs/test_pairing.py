"""Pairing: nobody twice, nobody left out, sizes as told, and never more meetings again than must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mergemaker.clubs.pairing import Sizes, meetings_of, pair_round, repeats_in, table_sizes

SIZES = st.builds(
    lambda fewest, more, liked: Sizes(fewest, fewest + more, min(fewest + more, fewest + liked)),
    st.integers(3, 4), st.integers(0, 2), st.integers(0, 2),
)  # fmt: skip


def people(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


def all_ways(left: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to seat people, the slow and certain way."""
    if not left:
        yield []
        return
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(left[1:], size - 1):
            remaining = tuple(who for who in left[1:] if who not in others)
            for more in all_ways(remaining, tuple(rest)):
                yield [(left[0], *others), *more]


@given(st.integers(0, 60), SIZES)
def test_sizes_are_as_told_and_as_few_as_can_be_sit_out(count: int, sizes: Sizes):
    found = table_sizes(count, sizes)
    assert all(sizes.fewest <= size <= sizes.most for size in found)
    seated = {0}
    for total in range(1, count + 1):
        if any(total - size in seated for size in range(sizes.fewest, sizes.most + 1)):
            seated.add(total)
    assert sum(found) == max(seated)


def test_tables_of_four_where_they_can_be():
    assert [table_sizes(count) for count in (2, 3, 5, 6, 9, 10, 16, 17)] == [
        (), (3,), (5,), (3, 3), (5, 4), (4, 3, 3), (4, 4, 4, 4), (5, 4, 4, 4),
    ]  # fmt: skip
    assert table_sizes(17, Sizes(4, 4, 4)) == (4, 4, 4, 4)


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 20), SIZES, st.booleans(), st.data())
def test_everybody_sits_once_or_sits_out(count: int, sizes: Sizes, by_standing: bool, data: st.DataObject):
    field = people(count)
    before = [
        pair_round(field, {}, key=str(number), sizes=sizes).tables for number in range(data.draw(st.integers(0, 3)))
    ]
    met = meetings_of(table for tables in before for table in tables)
    had = data.draw(st.dictionaries(st.sampled_from(field), st.integers(0, 2)))
    found = pair_round(field, met, key="k", sizes=sizes, byes=had, by_standing=by_standing)
    assert Counter(who for table in found.tables for who in table) + Counter(found.byes) == Counter(field)
    assert sorted((len(table) for table in found.tables), reverse=True) == list(table_sizes(count, sizes))
    assert found.repeats == repeats_in(found.tables, met)
    assert found == pair_round(field, met, key="k", sizes=sizes, byes=had, by_standing=by_standing)
    out = [had.get(who, 0) for who in found.byes]
    assert max(out, default=0) <= min((had.get(who, 0) for table in found.tables for who in table), default=9)


@settings(max_examples=12, deadline=None)
@given(st.integers(3, 9), st.integers(1, 4), st.integers(0, 1000), st.booleans())
def test_small_fields_meet_again_as_little_as_can_be(count: int, rounds: int, key: int, by_standing: bool):
    field, met = people(count), Counter[frozenset[str]]()
    for number in range(rounds):
        found = pair_round(field, met, key=f"{key} {number}", by_standing=by_standing)
        least = min(
            (repeats_in(way, met), sum(met[frozenset(pair)] for table in way for pair in combinations(table, 2)))
            for way in all_ways(tuple(field), table_sizes(count))
        )
        again = sum(met[frozenset(pair)] for table in found.tables for pair in combinations(table, 2))
        assert (found.repeats, again) == least
        met += meetings_of(found.tables)


@pytest.mark.soak
@settings(max_examples=12, deadline=None)
@given(st.integers(10, 12), st.integers(1, 4), st.integers(0, 1000))
def test_fields_of_up_to_twelve_meet_again_as_little_as_can_be(count: int, rounds: int, key: int):
    test_small_fields_meet_again_as_little_as_can_be.hypothesis.inner_test(count, rounds, key, True)  # type: ignore[attr-defined]


def test_neighbours_in_the_standings_sit_together_where_nobody_has_met():
    found = pair_round(people(12), {}, key="x", by_standing=True)
    assert [sorted(table, key=lambda who: int(who[1:])) for table in found.tables] == [
        people(12)[:4], people(12)[4:8], people(12)[8:],
    ]  # fmt: skip


def test_whoever_is_last_sits_out_and_then_somebody_else():
    found = pair_round(people(13), {}, key="x", sizes=Sizes(4, 4, 4), by_standing=True)
    assert found.byes == ("p12",)
    again = pair_round(people(13), {}, key="x", sizes=Sizes(4, 4, 4), by_standing=True, byes={"p12": 1})
    assert again.byes == ("p11",)


def test_sixteen_play_three_rounds_without_meeting_twice():
    field, met = people(16), Counter[frozenset[str]]()
    total = 0
    for number in range(3):
        found = pair_round(field, met, key=f"{number}")
        total += found.repeats
        met += meetings_of(found.tables)
    assert total == 0


def test_nobody_is_let_in_twice():
    with pytest.raises(ValueError, match="twice"):
        pair_round(["a", "b", "a"], {}, key="x")
