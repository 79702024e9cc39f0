"""Who sits with whom in a round: tables of the sizes told, nobody twice, as few meetings again as can be.

Pure: the same people, meetings and key always give the same tables. What is made small, in this order: how many pairs
sit together again, how often such pairs have met already, and, where standings count, how far apart in the standings
those at one table are (the sum of squared differences in rank). A search that swaps people between tables and is
knocked out of its dead ends finds tables; for small fields, and wherever pairs must meet again, a search through all
ways to seat people follows, which cuts off what can't be better. Up to `SURE` people it always ends, and what it found
is the best there is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

Meetings = Mapping[frozenset[str], int]

SURE = 12  # people up to whom the best is always found
SWAPS = 250_000  # that are tried at most,
FEW_SWAPS = 2_000  # or so many where everything is searched anyway
NODES = 400_000  # of the search through everything; fields of up to `SURE` need fewer


class Sizes(NamedTuple):
    """How many may sit at a table, and how many are liked best."""

    fewest: int = 3
    most: int = 5
    liked: int = 4


class Pairing(NamedTuple):
    """A round: tables of people, those who sit out, and how many pairs meet again."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    repeats: int


def table_sizes(people: int, sizes: Sizes = Sizes()) -> tuple[int, ...]:  # noqa: B008  # it is a tuple
    """The tables for so many: fewest sitting out, then nearest to the liked size, then fewest pairs, largest first."""
    best: tuple[tuple[int, int, int], tuple[int, ...]] | None = None
    for seated in range(people, -1, -1):
        for found in _sums(seated, sizes.fewest, min(sizes.most, seated)):
            off = sum(abs(size - sizes.liked) for size in found)
            cost = people - seated, off, sum(size * (size - 1) // 2 for size in found)
            if best is None or cost < best[0]:
                best = cost, found
        if best is not None:
            return best[1]
    return ()


def _sums(total: int, fewest: int, most: int) -> Iterable[tuple[int, ...]]:
    """All ways to write a number as a sum of sizes, largest first. The count of each size but one fixes the rest."""
    if total == 0:
        yield ()
        return
    if most < fewest:
        return
    for count in range(total // most, -1, -1):
        for rest in _sums(total - count * most, fewest, most - 1):
            yield (most,) * count + rest


def meetings_of(tables: Iterable[Sequence[str]]) -> Counter[frozenset[str]]:
    """How often each pair has sat together."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def repeats_in(tables: Iterable[Sequence[str]], met: Meetings) -> int:
    """How many pairs at these tables have met before."""
    return sum(met.get(frozenset(pair), 0) > 0 for table in tables for pair in combinations(table, 2))


def pair_round(
    people: Sequence[str],
    met: Meetings,
    *,
    key: str,
    sizes: Sizes = Sizes(),  # noqa: B008  # it is a tuple
    byes: Mapping[str, int] | None = None,
    by_standing: bool = False,
) -> Pairing:
    """Tables for people, given in the order of the standings. `byes` is how often each has sat out already.

    Whoever has sat out least does so first; among those the last in the standings, or the lot where standings do not
    count. The seats of a table are in an order drawn by lot.
    """
    lot = random.Random(key)
    order = list(people)
    if len(set(order)) != len(order):
        raise ValueError("somebody is there twice")
    if not by_standing:
        lot.shuffle(order)
    found = table_sizes(len(order), sizes)
    had = byes or {}
    last_first = sorted(order, key=lambda who: (had.get(who, 0), -order.index(who)))
    out = set(last_first[: len(order) - sum(found)])
    seated = [who for who in order if who not in out]
    groups = _best_tables(seated, found, met, by_standing, lot)
    tables = []
    for group in groups:
        table = [seated[at] for at in group]
        lot.shuffle(table)
        tables.append(tuple(table))
    return Pairing(tuple(tables), tuple(who for who in order if who in out), repeats_in(tables, met))


def _best_tables(
    seated: Sequence[str], sizes: Sequence[int], met: Meetings, by_standing: bool, lot: random.Random
) -> list[list[int]]:
    """The tables, by positions in `seated`; the table with the best of the standings first."""
    count = len(seated)
    if not count:
        return []
    often = [[met.get(frozenset((one, other)), 0) if one != other else 0 for other in seated] for one in seated]
    # Each unit outweighs all that the next one can come to.
    rank_unit = count**3 if by_standing else 1
    meet_unit = rank_unit * (sum(map(sum, often)) + 1)
    cost = [
        [
            (meet_unit * (times > 0) + rank_unit * times + ((one - other) ** 2 if by_standing else 0))
            for other, times in enumerate(row)
        ]
        for one, row in enumerate(often)
    ]
    groups = _swap_search(cost, sizes, lot, stop_at_none=not by_standing)
    total = _total(cost, groups)
    if total and (count <= SURE or total >= meet_unit):
        better = _whole_search(cost, sizes, total)
        groups = better or groups
    return sorted((sorted(group) for group in groups), key=lambda group: (sum(group) / len(group), group))


def _total(cost: Sequence[Sequence[int]], groups: Iterable[Sequence[int]]) -> int:
    return sum(cost[one][other] for group in groups for one, other in combinations(group, 2))


def _swap_search(
    cost: Sequence[Sequence[int]], sizes: Sequence[int], lot: random.Random, *, stop_at_none: bool
) -> list[list[int]]:
    """Swaps people as long as that makes things better, then knocks a few out of place and goes on, some time."""
    count = len(cost)
    table_of, groups = [0] * count, []
    at = 0
    for number, size in enumerate(sizes):  # neighbours in the standings to begin with
        groups.append(list(range(at, at + size)))
        for who in groups[-1]:
            table_of[who] = number
        at += size
    pairs = list(combinations(range(count), 2))
    tried = 0
    now = _total(cost, groups)
    best, kept = now, [list(group) for group in groups]

    def swap(one: int, other: int) -> None:
        here, there = groups[table_of[one]], groups[table_of[other]]
        here[here.index(one)], there[there.index(other)] = other, one
        table_of[one], table_of[other] = table_of[other], table_of[one]

    def gain(one: int, other: int) -> int:
        mine, theirs = cost[one], cost[other]
        change = 0
        for who in groups[table_of[one]]:
            if who != one:
                change += theirs[who] - mine[who]
        for who in groups[table_of[other]]:
            if who != other:
                change += mine[who] - theirs[who]
        return change

    most = FEW_SWAPS if count <= SURE else SWAPS
    while tried < most and len(sizes) > 1:
        lot.shuffle(pairs)
        improved = False
        for one, other in pairs:
            if table_of[one] == table_of[other]:
                continue
            tried += 1
            change = gain(one, other)
            if change < 0:
                swap(one, other)
                now += change
                improved = True
        if now < best:
            best, kept = now, [list(group) for group in groups]
        if best == 0 and stop_at_none:
            break
        if not improved:  # a dead end: from the best so far, a few people elsewhere
            for who, group in enumerate(kept):
                groups[who] = list(group)
                for member in group:
                    table_of[member] = who
            for _ in range(lot.randint(2, 4)):
                one, other = lot.sample(range(count), 2)
                if table_of[one] != table_of[other]:
                    swap(one, other)
            now = _total(cost, groups)
    return kept


def _whole_search(cost: Sequence[Sequence[int]], sizes: Sequence[int], below: int) -> list[list[int]] | None:
    """The cheapest tables of all, if any cost less than `below` and the search ends in time."""
    best, found = below, None
    left = Counter(sizes)
    free = [True] * len(cost)
    groups: list[list[int]] = []
    nodes = 0

    def seat(spent: int) -> None:
        """Fills the next table, which the first who stands takes a seat at: so no tables are tried in two orders."""
        nonlocal best, found
        first = next((who for who, stands in enumerate(free) if stands), None)
        if first is None:
            best, found = spent, [list(group) for group in groups]
            return
        for size in [size for size, count in left.items() if count]:
            left[size] -= 1
            free[first] = False
            groups.append([first])
            fill(size - 1, first, spent)
            groups.pop()
            free[first] = True
            left[size] += 1

    def fill(missing: int, after: int, spent: int) -> None:
        nonlocal nodes
        nodes += 1
        if nodes > NODES:
            return
        if not missing:
            seat(spent)
            return
        group = groups[-1]
        for who in range(after + 1, len(cost)):
            if not free[who]:
                continue
            more = spent
            for member in group:
                more += cost[who][member]
            if more < best:
                free[who] = False
                group.append(who)
                fill(missing - 1, who, more)
                group.pop()
                free[who] = True

    seat(0)
    return found
