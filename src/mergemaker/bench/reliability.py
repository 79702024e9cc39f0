"""How far a stated chance can be believed: beside how often those seats won, by tenths and editions.

Players of several kinds play games that nothing was learnt from; at turns' beginnings each seat's chance is stated as
one of them would see it on its screen, and who won in the end is counted. Where certificates are dealt out of sight,
chances are also stated with all of them laid open, as a review states them and a search does at the end of its worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import numpy as np
from rich.table import Table as Sheet

from mergemaker.arena.task_runner import spread
from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.network.network_file import house_network
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.redaction import seen_by
from mergemaker.training.self_play import LOOK_STRIDE, Table, settings

SEED = 5_000_000  # far from any that was learnt from
BATCH = 20  # games of a task
TENTHS = 10
ENOUGH = 1000  # chances in a tenth that say something
FAR = 0.03  # a stated chance that is further off than this is a fault


class Tenth(msgspec.Struct, frozen=True):
    """The chances of an edition that lie in one tenth: what was stated, what happened, and how many there were."""

    edition: str
    tenth: int
    stated: float
    happened: float
    count: int

    @property
    def off(self) -> float:
        """How far what happened lies above what was stated."""
        return self.happened - self.stated


class Games(msgspec.Struct, frozen=True):
    """Some games of an edition to state chances in, as one seat sees them or with all certificates laid open."""

    edition: str
    first: int
    count: int
    laid_open: bool = False


def state_chances(games: Games) -> list[tuple[float, float]]:
    """Each chance that was stated, and what came of it: 1 for a win, a part of it for a shared one."""
    table = Table(house_network())
    kinds = [kind for kind in settings() if kind.edition == games.edition]
    shares = np.array([kind.share for kind in kinds])
    found = []
    for number in range(games.first, games.first + games.count):
        rng = np.random.default_rng((SEED, number))
        table.deal(kinds[int(rng.choice(len(kinds), p=shares / shares.sum()))], rng)
        stated = []
        while table.play_to_turn(int(rng.integers(*LOOK_STRIDE))):
            chair = int(rng.integers(table.players))
            seen = seen_by(table.edition.record, table.state, chair, table.hidden and not games.laid_open)
            stated += [list(evaluate(table.edition, seen).chances)]
        won = table.outcome()[0]
        found += [(float(chance), float(won[seat])) for chances in stated for seat, chance in enumerate(chances)]
    return found


def tenths_of(edition: str, pairs: list[tuple[float, float]]) -> list[Tenth]:
    """Chances and what came of them, by tenths; empty ones are left out."""
    stated, happened = np.array(pairs).reshape(-1, 2).T
    place = np.minimum((stated * TENTHS).astype(int), TENTHS - 1)
    return [
        Tenth(edition, tenth, float(stated[here].mean()), float(happened[here].mean()), int(here.sum()))
        for tenth in range(TENTHS)
        if (here := place == tenth).any()
    ]


def measure(games: int, jobs: int, watch: Callable[[str], None] = lambda what: None) -> Iterator[Tenth]:
    """Plays so many games of each edition, and says what was stated and what happened."""
    dark = [name for name in names() if Edition.named(name).dealt and Edition.named(name).hides()]
    for edition, laid_open in [*((name, False) for name in names()), *((name, True) for name in dark)]:
        what = f"{edition}, open" if laid_open else edition
        watch(f"stated chances, {what}")
        tasks = [Games(edition, first, min(BATCH, games - first), laid_open) for first in range(0, games, BATCH)]
        parts = sorted(spread(state_chances, tasks, jobs, None))
        yield from tenths_of(what, [pair for _, part in parts for pair in part])


def reliability_table(tenths: list[Tenth]) -> Sheet:
    """A column for each edition, a row for each tenth: how many points what happened lies above what was stated.

    With how many chances there were below it, it fits a terminal of 80 columns.
    """
    sheet = Sheet(title="Stated chances: points by which seats won more often than stated", padding=(0, 0))
    sheet.add_column("stated\n%")
    editions = dict.fromkeys(one.edition for one in tenths)
    for edition in editions:
        sheet.add_column(edition.replace(", ", "\n").replace("-", "-\n"), justify="right")
    cells = {(one.edition, one.tenth): one for one in tenths}
    for tenth in range(TENTHS):
        row = (_cell(cells.get((edition, tenth))) for edition in editions)
        sheet.add_row(f"{tenth * 10}–{tenth * 10 + 10}", *row)
    return sheet


def _cell(one: Tenth | None) -> str:
    if one is None:
        return ""
    shown = f"{100 * one.off:+.1f}\n({one.count:,})"
    if one.count < ENOUGH:
        return f"[dim]{shown}[/dim]"
    return f"[bold red]{shown}[/bold red]" if abs(one.off) > FAR else shown
