"""`mergemaker stats`: what many finished games come to, from records or from a server's database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mergemaker.cli.common_options import AsJson, Force
from mergemaker.cli.output import check_free, complaints, console, print_json, records_in, say, write_text
from mergemaker.cli.server_commands import Database, with_store
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.table import Table

    from mergemaker.record.game_statistics import Statistics
    from mergemaker.store import Store

BAR = 14  # characters of the longest bar


def stats(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Records (.json, .jsonl), folders of them, or - for standard input.")
    ] = None,
    database: Database = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw it all into a picture (.svg).")] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Count what many finished games come to: who begins, lengths, chains, endings, and what winners did differently.

    Give it records or folders of them, or a server's database (--database).
    """
    from mergemaker.record.game_statistics import Counting
    from mergemaker.record.statistics_plot import statistics_svg

    if bool(paths) == bool(database):
        raise MergemakerError("Name records or folders of them, or a --database; one of the two.")
    if plot is not None:
        if plot.suffix != ".svg":
            raise MergemakerError(f"The picture is an SVG file: {plot.with_suffix('.svg')}, not {plot}.")
        check_free(plot, force)
    counting = Counting()
    with complaints().status("Counting …"):
        for name, record in _of_database(database) if database else records_in(paths or []):
            counting.add(record, name)
    found = counting.figures()
    if not found.games:
        why = f" {found.skipped[0]}." if found.skipped else ""
        raise MergemakerError(f"There is no finished game to count.{why}")
    if plot is not None:
        write_text(plot, statistics_svg(found))
    if as_json:
        print_json(found)
    else:
        _show(found, console())
        if plot is not None:
            say(f"The picture is {plot}.")


def _of_database(database: str | None) -> Iterator[tuple[str, Any]]:
    """The finished games of a server, with their tables' ids."""
    import msgspec

    from mergemaker.tables.history.archive import export_records

    async def read(store: Store) -> list[Any]:
        return [msgspec.json.decode(line) async for line in export_records(store)]

    for record in with_store(database, read):
        yield str(record.get("table")), record


def _table(title: str, *headings: str) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, justify="left" if heading in ("chain", "") else "right")
    return table


def _show(found: Statistics, screen: Console) -> None:
    editions = ", ".join(f"{name} {count:,}" for name, count in found.editions.items())
    ends = ", ".join(f"{end} {count:,}" for end, count in found.endings.items())
    screen.print(f"{counted(found.games, 'game')} ({editions}); ended: {ends}.", markup=False)
    for why in found.skipped[:5]:
        screen.print(f"left out: {why}", markup=False)
    if len(found.skipped) > 5:
        screen.print(f"left out: {len(found.skipped) - 5} more")
    for players, seats in found.seats.items():
        title = f"Who begins, {players} players (a fair share is {1 / int(players):.1%})"
        table = _table(title, "", "won", "95 % limits", "money", "")
        for seat in seats:
            place = "begins" if seat.seat == 0 else f"{seat.seat + 1}. seat"
            limits = f"{seat.low:.1%} – {seat.high:.1%}"
            table.add_row(place, f"{seat.won:.1%}", limits, f"${seat.money:,.0f}", _bar(seat.won, 1))
        screen.print(table)
    if found.lengths:
        screen.print(
            f"Decisions a game: {found.lengths.decisions:.0f} on average, median {found.lengths.median:g}, from "
            f"{found.lengths.least} to {found.lengths.most}; {found.lengths.turns:.0f} turns."
        )
        tallest = max(count for _, count in found.lengths.histogram)
        for start, count in found.lengths.histogram:
            screen.print(f"{start:6} {_bar(count, tallest)} {count:,}")
    headings = "chain", "founded", "absorbed", "size at the end", "paid out", ""
    table = _table("Chains, in a game on average", *headings)
    most = max(chain.paid for chain in found.chains) or 1
    for chain in found.chains:
        row = f"{chain.founded:.2f}", f"{chain.absorbed:.2f}", f"{chain.size:.1f}", f"${chain.paid:,.0f}"
        table.add_row(chain.chain, *row, _bar(chain.paid, most))
    screen.print(table)
    table = _table("What winners did differently, in a game on average", "", "winners", "others", "difference")
    for habit in found.habits:
        shown = f"{habit.winners - habit.others:+,.1f}" + ("" if habit.clear else " (may be chance)")
        table.add_row(habit.what, f"{habit.winners:,.1f}", f"{habit.others:,.1f}", shown)
    screen.print(table)


def _bar(value: float, most: float) -> str:
    return "█" * round(BAR * value / most)
