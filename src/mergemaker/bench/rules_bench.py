"""The figures of the rules, measured: each beside its goal and, where it can be, beside a bound in the same run.

Machines are noisy, so speeds are also given as a share of a yardstick measured between them on the same core: how
many of the generator's random numbers, which every random decision needs one of, the core makes in the same time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from mergemaker.bench.figures import Figure
from mergemaker.compiler import door
from mergemaker.record.random_games import random_games
from mergemaker.rules import engine
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.events import new_events
from mergemaker.rules.game import Game
from mergemaker.rules.random_words import word_at
from mergemaker.rules.state import GAME

SERIES = 5  # the best of so many is taken: noise only ever adds time
START = "from mergemaker import Game; game = Game.new('1999', 4, seed=1); game.play(game.legal_actions()[0])"


@door
def yardstick(count: int) -> int:
    """Makes random numbers, and adds them up so that none is left out."""
    total = 0
    for at in range(count):
        total += word_at(total & 0xFFFF, at)
    return total


def measure(tell: Callable[[str], None]) -> Iterator[Figure]:
    """All figures, one by one; `tell` hears what is being measured."""
    for name in names():
        edition = Edition.named(name)
        tell(f"random play of {name}")
        yield _random_play(edition)
    for name in names():
        edition = Edition.named(name)
        tell(f"actions and records of {name}")
        yield from _single_steps(edition)
    tell("mergemaker --help")
    command = [sys.executable, "-m", "mergemaker", "--help"]
    yield Figure("mergemaker --help", _best(lambda: _run(command)), "s", 0.3, True)
    tell("the first compilation")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", START]
        yield Figure("first start, compiling", _timed(lambda: _run(command, folder)), "s", 30, True)
        tell("a later start")
        yield Figure("later start", _best(lambda: _run(command, folder)), "s", 1.5, True)


def _random_play(edition: Edition) -> Figure:
    players = min(4, edition.players.most)
    games, decisions = np.zeros(2000, GAME), np.zeros(2000, np.int64)
    games["players"] = players
    engine.play_series(edition.record, games, decisions, 1, 0, 0, 10)
    yardstick(10)
    best = bound = 0.0
    for series in range(SERIES):
        start = time.perf_counter()
        engine.play_series(edition.record, games, decisions, series, 0, 0, len(games))
        middle = time.perf_counter()
        yardstick(2_000_000)
        best = max(best, int(decisions.sum()) / (middle - start))
        bound = max(bound, 2_000_000 / (time.perf_counter() - middle))
    what = f"{edition.name}: random decisions"
    return Figure(what, best, "/s", 1_000_000, False, best / bound)


def _single_steps(edition: Edition) -> Iterator[Figure]:
    players = min(4, edition.players.most)
    game = next(random_games(edition, players, 1, seed=1))
    record = game.record()
    actions = [int(action) for action in game.action_ids]
    rules, buffer = edition.record, new_events()
    start_state = game.at(0).state

    def apply_all() -> None:
        state = start_state.copy()
        for action in actions:
            buffer["written"] = 0
            engine.apply(rules, state, action, buffer)

    apply_all()
    yield Figure(f"{edition.name}: one apply", 1e6 * _best(apply_all) / len(actions), "µs", 5, True)
    Game.from_record(record)
    yield Figure(f"{edition.name}: replay of a record", 1e3 * _best(lambda: Game.from_record(record)), "ms", 2, True)


def _timed(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _best(work: Callable[[], Any]) -> float:
    return min(_timed(work) for _ in range(SERIES))


def _run(command: list[str], cache: str | None = None) -> None:
    environment = {**os.environ, **({"MERGEMAKER_CACHE": cache} if cache else {})}
    subprocess.run(command, check=True, capture_output=True, env=environment)
