"""What each draw was worth: the chances after it against the mean of all that could have been drawn.

Several draws in a row are taken one after the other: what is expected once the first is known, then the second, and
so on, so that their luck adds up to the whole. A last draw from the bag is held against every tile in the bag; what
can't be counted is sampled, always in the same way for the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mergemaker.review.findings import Draw
from mergemaker.review.judge import Judge
from mergemaker.review.state_batch import copies, shuffle_future
from mergemaker.rules import engine
from mergemaker.rules.board import COLUMNS, TILE_NAMES
from mergemaker.rules.events import CHAIN, COUNT, DREW, KIND, MARKET_DREW, SEAT, TILE
from mergemaker.rules.state import NO_TILE, TILES, fields


class Expected(NamedTuple):
    """Mean chances and money by seat, over so many ways in which a draw may go."""

    chances: Any
    totals: Any
    ways: int


class Drawn(NamedTuple):
    """A draw as the rules noted it: whose, of the market's for which chain, and the tile or number."""

    seat: int | None
    tile: int
    chain: int
    number: int


def draws_of(events: Any) -> list[Drawn]:
    """The draws among the events of an action, in order."""
    record = events[0]
    rows = record["rows"][: record["written"]]
    return [
        Drawn(int(row[SEAT]) if row[KIND] == DREW else None, int(row[TILE]), int(row[CHAIN]), int(row[COUNT]))
        for row in rows
        if row[KIND] in (DREW, MARKET_DREW)
    ]


def luck_of_action(
    judge: Judge, before: Any, action: int, drawn: Sequence[Drawn], after: Expected, at: int, worlds: int, rng: Any
) -> tuple[Any, list[Draw]]:
    """What an action promised before its draws, as chances by seat, and the luck of each draw after it."""
    known = [expected_after(judge, before, action, drawn[:count], drawn, worlds, rng) for count in range(len(drawn))]
    known.append(after)
    found = [
        Draw(
            at=at,
            seat=one.seat,
            kind="market" if one.seat is None else "tile",
            what=_what(judge, one),
            luck=tuple(map(float, known[count + 1].chances - known[count].chances)),
            dollars=_dollars(one.seat, known[count], known[count + 1]),
            possible=known[count].ways,
        )
        for count, one in enumerate(drawn)
    ]
    return known[0].chances, found


def _what(judge: Judge, one: Drawn) -> str:
    if one.seat is not None:
        return TILE_NAMES[one.tile]
    held = f"{one.number} of {judge.edition.chain_names[one.chain]}"
    return f"{held} ({TILE_NAMES[one.tile]})" if one.tile != NO_TILE else held


def _dollars(seat: int | None, before: Expected, after: Expected) -> int | None:
    return None if seat is None else round(float(after.totals[seat] - before.totals[seat]))


def expected_after(
    judge: Judge, before: Any, action: int, known: Sequence[Drawn], drawn: Sequence[Drawn], worlds: int, rng: Any
) -> Expected:
    """What is to be expected of an action when its first draws are known and the rest is open."""
    game = fields(before)
    from_bag = int(game.drawn) + sum(one.seat is not None for one in known)
    from_market = int(game.market_draws) + sum(one.seat is None for one in known)
    bag = np.array(game.deck[from_bag:])
    next_one = drawn[len(known)]
    single = len(known) == len(drawn) - 1
    if next_one.seat is not None and single:
        states = copies(before, len(bag))
        for at, tile in enumerate(bag):
            _put_next(states, at, from_bag, tile)
            shuffle_future(states, at, from_bag + 1, from_market, rng)
    elif next_one.seat is None and single:
        numbers = bag if len(bag) else np.arange(TILES + 1, TILES + 1 + COLUMNS)
        states = copies(before, len(numbers))
        for at, number in enumerate(numbers):
            shuffle_future(states, at, from_bag, from_market, rng)
            states["market"][at, from_market] = number
    else:
        states = copies(before, worlds)
        for at in range(worlds):
            shuffle_future(states, at, from_bag, from_market, rng)
    rules = judge.edition.record
    for at in range(len(states)):
        engine.apply(rules, states[at : at + 1], action, None)
    return mean_outlook(judge, states)


def mean_outlook(judge: Judge, states: Any) -> Expected:
    """The mean over positions that are equally likely."""
    found = judge.look(states)
    return Expected(found.chances.mean(axis=0), found.totals.mean(axis=0), len(states))


def _put_next(states: Any, at: int, place: int, tile: int) -> None:
    """Makes a tile the next that copy `at` draws."""
    deck = states["deck"][at]
    other = int(np.flatnonzero(deck == tile)[0])
    deck[other], deck[place] = deck[place], tile
