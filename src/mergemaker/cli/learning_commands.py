"""`mergemaker learn` and `mergemaker bonus`: the lessons in this terminal, and a real table added up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mergemaker.cli.common_options import AsJson, EditionName, Plain, find_edition
from mergemaker.cli.output import console, print_json
from mergemaker.rules.words.phrases import dollars

if TYPE_CHECKING:
    from mergemaker.learning.bonus_calculator import Calculation, Stake

_EXAMPLE = "Tower:7:5,3,0"


def learn(
    lesson: Annotated[
        str | None, typer.Argument(help="A lesson by its name or number; the next one if left out.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", "-l", help="List the lessons, and which are done.")] = False,
    plain: Plain = False,
) -> None:
    """Learn the game in ten minutes: short lessons on the real table."""
    from mergemaker.learning.lesson_file import lesson_named, lessons
    from mergemaker.terminal import task_launch
    from mergemaker.terminal.launch import progress_file
    from mergemaker.terminal.sessions.lesson_session import LessonSession

    order = lessons()
    kept = progress_file()
    if listing:
        for number, one in enumerate(order, 1):
            mark = "done" if one.name in kept.progress.done else "begun" if kept.left_at(one.name) else ""
            print(f"{number:>2}  {one.name:<28} {mark:<6} {one.purpose}".rstrip())
        return
    if lesson is None:
        chosen = next((one for one in order if one.name not in kept.progress.done), order[0])
    elif lesson.isascii() and lesson.isdigit() and 1 <= int(lesson) <= len(order):
        chosen = order[int(lesson) - 1]
    else:
        chosen = lesson_named(lesson)
    task_launch.play(LessonSession(chosen, kept), plain=plain)


def bonus(
    chains: Annotated[
        list[str],
        typer.Argument(help=f"CHAIN:SIZE:HOLDINGS, such as {_EXAMPLE}; several for the final worth."),
    ],
    edition: EditionName = "2023-classic",
    names: Annotated[str | None, typer.Option("--names", "-n", help="The players: Ann,Bob,Eve.")] = None,
    cash: Annotated[str | None, typer.Option("--cash", "-c", help="Their cash: 4200,1900,800.")] = None,
    merge: Annotated[
        str | None, typer.Option("--merge", "-m", help="Two of the chains, ABSORBED:SURVIVOR: what to trade.")
    ] = None,
    market: Annotated[
        int, typer.Option("--market", min=0, max=12, help="With two players: the number the market drew.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Add up a real table: bonuses with their ties, what to trade in a merger, the final worth."""
    from mergemaker.learning.bonus_calculator import calculate

    stakes = [_stake(text, market) for text in chains]
    players = len(stakes[0].holdings)
    called = [name.strip() for name in names.split(",")] if names else [f"Player {at + 1}" for at in range(players)]
    absorbed, _, survivor = merge.partition(":") if merge else (None, "", None)
    if merge and not survivor:
        raise typer.BadParameter("--merge takes two chains, such as Festival:Imperial.")
    sums = calculate(
        find_edition(edition),
        called,
        stakes,
        cash=_numbers(cash, "--cash") if cash else (),
        absorbed=absorbed,
        survivor=survivor,
    )
    if as_json:
        print_json(sums)
        return
    _print(sums, final=cash is not None or len(stakes) > 1)


def _numbers(text: str, what: str) -> tuple[int, ...]:
    parts = [part.strip().removeprefix("$") for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) <= 7 for part in parts):
        raise typer.BadParameter(f"{what} takes numbers with commas between them, not “{text[:40]}”.")
    return tuple(map(int, parts))


def _stake(text: str, market: int) -> Stake:
    from mergemaker.learning.bonus_calculator import Stake

    parts = text.split(":")
    if len(parts) != 3:
        raise typer.BadParameter(f"“{text[:40]}” should be CHAIN:SIZE:HOLDINGS, such as {_EXAMPLE}.")
    chain, size, holdings = parts
    if not (size.isascii() and size.strip().isdigit() and len(size) <= 4):
        raise typer.BadParameter(f"The size of {chain[:40]} is a number of tiles, not “{size[:40]}”.")
    return Stake(chain.strip(), int(size), _numbers(holdings, "What is held"), market)


def _lines(sums: Calculation) -> Iterator[str]:
    for chain in sums.chains:
        safe = ", safe" if chain.safe else ""
        yield f"{chain.chain}, {chain.size} tiles{safe}: {dollars(chain.price)} a share."
        yield from (f"  {sentence}" for sentence in chain.told)
    if sums.merger is not None:
        merger = sums.merger
        yield f"{merger.absorbed} into {merger.survivor}: {merger.size} tiles then, {dollars(merger.price)} a share."
        for trade in merger.trades:
            traded = f"; {trade.most} traded for {trade.gets}, worth {dollars(trade.worth)}" if trade.most else ""
            yield f"  {sums.names[trade.seat]} holds {trade.held}: all sold {dollars(trade.sale)}{traded}."
            yield f"    {trade.told}"


def _print(sums: Calculation, *, final: bool) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    for line in _lines(sums):
        out.print(line, markup=False, soft_wrap=True)
    if not final:
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("if the game ended now")
    for heading in ("cash", "bonuses", "shares", "total"):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(sums.names):
        bonuses = sum(chain.bonuses[seat] for chain in sums.chains)
        sales = sum(chain.sales[seat] for chain in sums.chains)
        money = sums.totals[seat] - bonuses - sales
        table.add_row(Text(name), *map(dollars, (money, bonuses, sales, sums.totals[seat])))
    out.print(table)
