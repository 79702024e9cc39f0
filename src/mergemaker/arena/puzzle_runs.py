"""Mining and proving many puzzles: on several cores or a cluster, under a bar, stopped any time and gone on with.

>>> mine_puzzles(plan(600, seed=1), Path("puzzles.jsonl"), "seed 1", jobs=16, seconds=500)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mergemaker.arena.task_runner import spread
from mergemaker.puzzles.mining import MinedGame, MineTask, mine
from mergemaker.puzzles.mining_file import MiningFile
from mergemaker.puzzles.puzzle_file import Puzzle
from mergemaker.puzzles.recheck import Checked, CheckTask, check
from mergemaker.rules.words.phrases import counted


def mine_puzzles(
    tasks: Sequence[MineTask],
    out: Path,
    purpose: str,
    *,
    jobs: int = 1,
    ray: str | None = None,
    seconds: int | None = None,
) -> tuple[MiningFile, bool]:
    """Looks through games that were not looked through yet. Returns all that is known, and whether it was stopped."""
    kept = MiningFile(out, purpose)
    left = [task for task in tasks if task.number not in kept.games]

    def told(game: MinedGame, bar: Progress) -> str:
        kept.add(game)
        if game.trouble:
            bar.console.print(f"game {game.number + 1}: {game.trouble}", markup=False)
        return counted(len(kept.puzzles), "puzzle")

    stopped = _watched(mine, left, jobs, ray, seconds, "Mining", told)
    kept.finish(complete=not stopped)
    return kept, stopped


def check_puzzles(
    puzzles: Sequence[Puzzle], seed: int, *, jobs: int = 1, ray: str | None = None, seconds: int | None = None
) -> tuple[list[Checked], bool]:
    """Proves puzzles again. Returns what came of it, and whether it was stopped before the last."""
    done: list[Checked] = []

    def told(one: Checked, _: Progress) -> str:
        done.append(one)
        return f"{sum(bool(other.falls) for other in done)} fall"

    tasks = [CheckTask(puzzle, seed=seed) for puzzle in puzzles]
    stopped = _watched(check, tasks, jobs, ray, seconds, "Checking", told)
    return sorted(done, key=lambda one: one.puzzle.id), stopped


def _watched(
    work: Callable[[Any], Any],
    tasks: Sequence[Any],
    jobs: int,
    ray: str | None,
    seconds: int | None,
    label: str,
    told: Callable[[Any, Progress], str],
) -> bool:
    """Does tasks under a bar and tells each result. Returns whether it was stopped, by hand or by the clock."""
    until = None if seconds is None else time.monotonic() + seconds
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[found]}"),
    )
    rest = list(tasks)
    with Progress(*columns, console=Console(stderr=True, highlight=False), transient=True) as bar:
        at = bar.add_task(label, total=len(rest), found="")
        try:
            if (jobs > 1 or ray is not None) and len(rest) > 1:
                # The first one here: what it compiles, the others find on the disk.
                bar.update(at, advance=1, found=told(work(rest.pop(0)), bar))
            with closing(spread(work, rest, jobs, ray)) as results:  # type: ignore[type-var]  # a generator
                for _, result in results:
                    bar.update(at, advance=1, found=told(result, bar))
                    if until is not None and time.monotonic() >= until:
                        return bar.tasks[at].completed < len(tasks)
        except KeyboardInterrupt:
            return True
    return False
