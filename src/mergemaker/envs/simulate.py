"""Whole random games by the million: arrays of games, played to their ends on all cores.

Game `at` of a series is the same whichever way it is made: here on one core or many, interpreted, on a GPU by
`mergemaker.gpu`, or as a record by `mergemaker.record.random_games` and `mergemaker simulate`.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.engine import play_series
from mergemaker.rules.players import check_players
from mergemaker.rules.random_words import key_of_seed
from mergemaker.rules.state import GAME

PIECE = 256  # games that a thread takes at a time


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate_batch(
    edition: str | Edition,
    players: int = 4,
    games: int = 1024,
    *,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
) -> tuple[Any, Any]:
    """Plays games from their deals to their ends. Returns their last states, and how many decisions each took.

    `first` goes on in the same series: games 0 to 999 and then 1000 to 1999 are the games 0 to 1999.
    """
    box = Edition.of(edition)
    check_players(box, players)
    records = np.zeros(games, GAME)
    records["players"] = players
    decisions = np.zeros(games, np.int32)
    series = box.record, records, decisions, key_of_seed(seed), first
    workers = min(threads or cores(), -(-games // PIECE) or 1)
    if workers == 1:
        play_series(*series, 0, games)
        return records, decisions
    play_series(*series, 0, 0)  # compiles, once, before the threads need it
    with ThreadPoolExecutor(workers) as pool:
        starts = range(0, games, PIECE)
        pieces = [pool.submit(play_series, *series, start, min(start + PIECE, games)) for start in starts]
        for piece in pieces:
            piece.result()
    return records, decisions
