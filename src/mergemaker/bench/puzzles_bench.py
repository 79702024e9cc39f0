"""The puzzles' figure: how long “next puzzle” takes where people have tried 100,000, in a real SQLite file."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from mergemaker.bench.figures import Figure
from mergemaker.puzzles.practice import ANYTHING
from mergemaker.puzzles.puzzle_file import shipped
from mergemaker.store import Store
from mergemaker.store.schemas.puzzles_schema import puzzle_levels, puzzle_repeats, puzzle_tries
from mergemaker.tables.staged.puzzle_practice import PuzzlePractice

TRIES = 100_000
PEOPLE = 400
BUSIEST = 2_000  # tries of the one person who never stops, and who is asked about too
ASKED = 300
GOAL = 50.0  # milliseconds
NOW = 1_800_000_000_000


def measure(tell: Callable[[str], None]) -> Iterator[Figure]:
    """Fills a database and asks."""
    tell("the next puzzle among 100,000 tries")
    with tempfile.TemporaryDirectory() as folder:
        took = asyncio.run(_asked(Path(folder) / "puzzles.db"))
    what = f"next puzzle among {TRIES:,} stored tries, median"
    yield Figure(what, statistics.median(wall for wall, _ in took), "ms", GOAL, less_is_better=True)
    # What other work on the machine disturbs least.
    yield Figure("the processor's time for it, mean", statistics.mean(busy for _, busy in took), "ms")


async def _asked(file: Path) -> list[tuple[float, float]]:
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    try:
        await store.write(_fill)
        practice = PuzzlePractice(store, lambda: NOW)
        took = []
        for number in range(ASKED):
            began, busy = time.perf_counter(), time.process_time()
            await practice.next(f"person {number % PEOPLE}", ANYTHING, "")
            took.append((1000 * (time.perf_counter() - began), 1000 * (time.process_time() - busy)))
        return took
    finally:
        await store.close()


def _fill(connection: Connection) -> None:
    dice = random.Random(1)
    puzzles = list(shipped())
    rows: list[dict[str, Any]] = []
    for number in range(TRIES):
        person = 0 if number < BUSIEST else 1 + number % (PEOPLE - 1)
        row = {"player": f"person {person}", "puzzle": dice.choice(puzzles), "at": NOW - number, "skill": 25_000}
        rows.append({**row, "verdict": "right", "answer": "", "rated": True, "daily": None})
    connection.execute(puzzle_tries.insert(), rows)
    level = {"skill": 25_000, "uncertainty": 3_000, "tries": 100, "solved": 50}
    connection.execute(puzzle_levels.insert(), [{"puzzle": name, **level} for name in puzzles])
    again = [
        {"player": f"person {at}", "puzzle": dice.choice(puzzles), "stage": 0, "due": NOW + 1} for at in range(PEOPLE)
    ]
    connection.execute(puzzle_repeats.insert(), again)
