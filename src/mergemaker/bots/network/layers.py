"""The network's layers in compiled code: from a position's numbers to one number for each seat.

`training/network_fit.py` has the same layers in PyTorch. Each layer has a row of weights for every input, over all
outputs, so that the inner loop runs along memory; inputs that are zero are passed over, which halves the work.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from mergemaker.bots.network.features import (
    CHAIN_WIDTH,
    CHAINS_AT,
    FEATURES,
    GAME_WIDTH,
    LOG_CHANCE,
    SEAT_WIDTH,
    SEATS_AT,
    SHARE_WIDTH,
    SHARES_AT,
)
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.state import MAX_CHAINS, MAX_PLAYERS

FIRST = 64  # numbers for each seat in each chain
SECOND = 48  # the same, with the rivals in view
SEAT = 96  # numbers for each seat

# Each layer's name, its inputs and outputs, and whether it has a bias, which is one more row, the last.
LAYERS = (
    ("game1", GAME_WIDTH, FIRST, True),
    ("chain1", CHAIN_WIDTH, FIRST, False),
    ("seat1", SEAT_WIDTH, FIRST, False),
    ("share1", SHARE_WIDTH, FIRST, False),
    ("own2", FIRST, SECOND, True),
    ("all2", FIRST, SECOND, False),
    ("own3", SECOND, SEAT, True),
    ("all3", SECOND, SEAT, False),
    ("seat3", SEAT_WIDTH, SEAT, False),
    ("game3", GAME_WIDTH, SEAT, False),
    ("own4", SEAT, SEAT, True),
    ("all4", SEAT, SEAT, False),
    ("out", SEAT, 1, True),
)

# What a network works with: its weights, layer by layer, and scratch paper.
MIND = np.dtype(
    [
        *((name, np.float32, (inputs + biased, outputs)) for name, inputs, outputs, biased in LAYERS),
        ("features", np.float32, (FEATURES,)),
        ("game", np.float32, (FIRST,)),
        ("chain", np.float32, (FIRST,)),
        ("seats", np.float32, (MAX_PLAYERS, FIRST)),
        ("first", np.float32, (MAX_PLAYERS, FIRST)),
        ("usual", np.float32, (FIRST,)),
        ("common", np.float32, (SECOND,)),
        ("second", np.float32, (SECOND,)),
        ("third", np.float32, (MAX_PLAYERS, SECOND)),
        ("shared", np.float32, (SEAT,)),
        ("fourth", np.float32, (MAX_PLAYERS, SEAT)),
        ("last", np.float32, (SEAT,)),
        ("logits", np.float64, (MAX_PLAYERS,)),
        ("gains", np.float64, (128,)),  # of baskets, while their first shares are rated
        ("baskets", np.int64, (MAX_CHAINS,)),  # the best one with a share of each chain
        ("after", np.float64, (128,)),  # the chance after each basket that was tried where a seat must buy, else -1
    ],
    align=True,
)


@rule
def add_rows(numbers: Any, layer: Any, sums: Any) -> None:
    """Adds to `sums` each number times its row of a layer."""
    for at in range(len(numbers)):
        number = numbers[at]
        if number != 0:
            for column in range(len(sums)):
                sums[column] += number * layer[at, column]


@rule
def begin_with(row: Any, sums: Any) -> None:
    """Begins sums with a row, such as a bias."""
    for column in range(len(sums)):
        sums[column] = row[column]


@rule
def clear(sums: Any) -> None:
    """Begins sums with nothing."""
    for column in range(len(sums)):
        sums[column] = 0


@rule
def add_part(numbers: Any, part: Any, sums: Any) -> None:
    """Adds to `sums` a part of each number."""
    for column in range(len(sums)):
        sums[column] += numbers[column] * part


@rule
def cut_below(sums: Any) -> None:
    """What is below zero becomes zero."""
    for column in range(len(sums)):
        sums[column] = max(sums[column], np.float32(0))


@rule
def look_at_chain(mind: Any, chain: int, players: int) -> None:
    """Each seat in a chain, then again beside what is usual in that chain; added to what is known of each seat."""
    part = np.float32(1) / np.float32(players)
    at = CHAINS_AT + chain * CHAIN_WIDTH
    begin_with(mind.game, mind.chain)
    add_rows(mind.features[at : at + CHAIN_WIDTH], mind.chain1, mind.chain)
    clear(mind.usual)
    for seat in range(players):
        sums = mind.first[seat]
        for column in range(FIRST):
            sums[column] = mind.chain[column] + mind.seats[seat, column]
        at = SHARES_AT + (seat * MAX_CHAINS + chain) * SHARE_WIDTH
        add_rows(mind.features[at : at + SHARE_WIDTH], mind.share1, sums)
        cut_below(sums)
        add_part(sums, part, mind.usual)
    begin_with(mind.own2[FIRST], mind.common)
    add_rows(mind.usual, mind.all2, mind.common)
    for seat in range(players):
        begin_with(mind.common, mind.second)
        add_rows(mind.first[seat], mind.own2, mind.second)
        cut_below(mind.second)
        add_part(mind.second, np.float32(1), mind.third[seat])


@rule
def look_at_seats(mind: Any, players: int) -> None:
    """Each seat beside all others, twice; what comes out is one number for each, the evaluation's own added."""
    part = np.float32(1) / np.float32(players)
    clear(mind.second)
    for seat in range(players):
        add_part(mind.third[seat], part, mind.second)
    begin_with(mind.own3[SECOND], mind.shared)
    add_rows(mind.second, mind.all3, mind.shared)
    add_rows(mind.features[:GAME_WIDTH], mind.game3, mind.shared)
    clear(mind.last)
    for seat in range(players):
        sums = mind.fourth[seat]
        at = SEATS_AT + seat * SEAT_WIDTH
        begin_with(mind.shared, sums)
        add_rows(mind.third[seat], mind.own3, sums)
        add_rows(mind.features[at : at + SEAT_WIDTH], mind.seat3, sums)
        cut_below(sums)
        add_part(sums, part, mind.last)
    begin_with(mind.own4[SEAT], mind.shared)
    add_rows(mind.last, mind.all4, mind.shared)
    for seat in range(players):
        begin_with(mind.shared, mind.last)
        add_rows(mind.fourth[seat], mind.own4, mind.last)
        cut_below(mind.last)
        told = float(mind.out[SEAT, 0]) + float(mind.features[SEATS_AT + seat * SEAT_WIDTH + LOG_CHANCE])
        for column in range(SEAT):
            told += float(mind.fourth[seat, column] + mind.last[column]) * float(mind.out[column, 0])
        mind.logits[seat] = told


@rule
def think(mind: Any, players: int, chains: int) -> None:
    """From the features to each seat's chance, chair first, in `logits`."""
    begin_with(mind.game1[GAME_WIDTH], mind.game)
    add_rows(mind.features[:GAME_WIDTH], mind.game1, mind.game)
    for seat in range(players):
        at = SEATS_AT + seat * SEAT_WIDTH
        clear(mind.seats[seat])
        add_rows(mind.features[at : at + SEAT_WIDTH], mind.seat1, mind.seats[seat])
        clear(mind.third[seat])
    for chain in range(chains):
        look_at_chain(mind, chain, players)
    look_at_seats(mind, players)
    most = mind.logits[0]
    for seat in range(1, players):
        most = max(most, mind.logits[seat])
    whole = 0.0
    for seat in range(players):
        mind.logits[seat] = exp(mind.logits[seat] - most)
        whole += mind.logits[seat]
    for seat in range(players):
        mind.logits[seat] /= whole


@door
def think_of(minds: Any, features: Any, players: int, chains: int) -> None:
    """From a position's numbers to each seat's chance, chair first, in `logits`."""
    mind = record_at(minds, 0)
    for at in range(FEATURES):
        mind.features[at] = features[at]
    think(mind, players, chains)
