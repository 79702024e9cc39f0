"""Whole random games by the million: arrays of games, played to their ends on all cores.

Game `at` of a series is the same whichever way it is made: here on one core or many, interpreted, or on a GPU by
`mergemaker.gpu`. Its key is the series' key at `at`; the deck comes from that key, the choices from a key of that key.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.engine import apply_action, deal_randomly, random_action
from mergemaker.rules.random_words import key_at
from mergemaker.rules.state import GAME, OVER, Rules, State

PIECE = 256  # games that a thread takes at a time


@rule
def play_out(rules: Rules, game: State, key: int) -> int:
    """Deals the game of a key and plays it to its end by uniform choices; how many they were."""
    deal_randomly(rules, game, key)
    choices = key_at(key, 0)
    decisions = 0
    while game.decision != OVER:
        apply_action(rules, game, random_action(rules, game, choices, decisions), None)
        decisions += 1
    return decisions


@door
def play_range(rules: Any, games: Any, decisions: Any, key: int, first: int, start: int, stop: int) -> None:
    """Plays the games from `start` to before `stop`; games[0] is number `first` of the series."""
    for at in range(start, stop):
        decisions[at] = play_out(record_at(rules, 0), record_at(games, at), key_at(key, first + at))


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate_batch(
    edition: Any, players: int = 4, games: int = 1024, *, seed: int = 0, first: int = 0, threads: int | None = None
) -> tuple[Any, Any]:
    """Plays games from their deals to their ends: their last states, and how many decisions each took.

    `first` goes on in the same series: games 0 to 999 and then 1000 to 1999 are the games 0 to 1999.
    """
    from mergemaker.envs.batch import key_of
    from mergemaker.rules.editions.edition import Edition
    from mergemaker.rules.game import check_players

    box = Edition.named(edition) if isinstance(edition, str) else edition
    check_players(box, players)
    records = np.zeros(games, GAME)
    records["players"] = players
    decisions = np.zeros(games, np.int32)
    simulate_records(box.record, records, decisions, key_of(seed), first, threads)
    return records, decisions


def simulate_records(
    rules: Any, records: Any, decisions: Any, key: int, first: int = 0, threads: int | None = None
) -> None:
    """Fills records, whose `players` are set, with the last states of a series' games."""
    count = len(records)
    workers = min(threads or cores(), -(-count // PIECE) or 1)
    if workers == 1:
        play_range(rules, records, decisions, key, first, 0, count)
        return
    play_range(rules, records, decisions, key, first, 0, 0)  # compiles, once, before the threads need it
    with ThreadPoolExecutor(workers) as pool:
        pieces = [
            pool.submit(play_range, rules, records, decisions, key, first, start, min(start + PIECE, count))
            for start in range(0, count, PIECE)
        ]
        for piece in pieces:
            piece.result()
