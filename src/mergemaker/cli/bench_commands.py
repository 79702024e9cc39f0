"""`mergemaker bench`: the figures of the rules; `mergemaker bench WHAT` for those of bots, environments and server."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from mergemaker.cli.arena_commands import Jobs
from mergemaker.cli.common_options import AsJson, EditionName, Seed, find_edition
from mergemaker.cli.output import complaints, console, print_json, progress_bar

if TYPE_CHECKING:
    from mergemaker.bench.figures import Figure

bench_app = typer.Typer(name="bench", help="Measure speed, each figure beside its goal.", invoke_without_command=True)


def _measure(measure: Callable[[Callable[[str], None]], Iterable[Figure]], as_json: bool) -> None:
    with complaints().status("Measuring") as status:
        figures = list(measure(lambda what: status.update(f"Measuring {what}")))
    _print(figures, as_json)


def _print(figures: list[Figure], as_json: bool) -> None:
    if as_json:
        print_json(figures)
        return
    from mergemaker.bench.figures import figure_tables

    for table in figure_tables(figures):
        console().print(table)


@bench_app.callback()
def bench(context: typer.Context, as_json: AsJson = False) -> None:
    """Measure the rules: random play, single actions, replay, start-up and compilation."""
    if context.invoked_subcommand is None:
        from mergemaker.bench.rules_bench import measure

        _measure(measure, as_json)


@bench_app.command("bots")
def bench_bots(
    games: Annotated[
        int, typer.Option("--games", "-g", min=1, help="Games of each edition in which chances are stated.")
    ] = 200,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Measure the bots: whole games between brokers, what a decision takes, and how true stated chances are."""
    from mergemaker.bench import bots_bench, reliability

    tenths: list[reliability.Tenth] = []
    with complaints().status("Measuring") as status:

        def watch(what: str) -> None:
            status.update(f"Measuring {what}")

        figures = list(bots_bench.measure(watch))
        try:
            tenths += reliability.measure(games, jobs, watch)
        except KeyboardInterrupt:
            complaints().print("Stopped; this is what was measured before.")
    if as_json:
        print_json({"figures": figures, "stated_chances": tenths})
        return
    _print(figures, as_json)
    if tenths:
        console().print(reliability.reliability_table(tenths))


@bench_app.command("choices")
def bench_choices(
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="Bots with commas between them; the others are held against the first.")
    ] = "magnate:glance=8,magnate:ms=3,magnate:ms=10,magnate:ms=30,magnate:ms=100,magnate:ms=300,magnate:ms=1000",
    edition: EditionName = "tournament",
    players: Annotated[int, typer.Option("--players", "-p", min=2, max=6, help="Seats at the table.")] = 4,
    games: Annotated[
        int, typer.Option("--games", "-g", min=1, help="Games at whose decisions the bots are asked.")
    ] = 20,
    worlds: Annotated[
        int, typer.Option("--worlds", "-w", min=1, help="Worlds that each choice is played on in.")
    ] = 128,
    seed: Seed = 1,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Measure what bots' choices are worth, decision by decision: that takes far fewer games than matches do."""
    from mergemaker.bench.choice_worth import plan, sum_up, weigh, worth_table
    from mergemaker.bots.registry import bots_of

    names = bots_of(bots)
    tasks = plan(names, find_edition(edition), games, players=players, worlds=worlds, seed=seed)
    found: list[list[float]] = []
    with progress_bar() as bar:
        shown = bar.add_task("games", total=games)
        try:
            for one in weigh(tasks, jobs):
                found += one
                bar.advance(shown)
        except KeyboardInterrupt:
            complaints().print("Stopped; this is what was measured before.")
    worths = sum_up(names, found)
    if as_json:
        print_json(worths)
    else:
        console().print(worth_table(worths))


@bench_app.command("envs")
def bench_envs(as_json: AsJson = False) -> None:
    """Measure the environments for research, beside PettingZoo's and OpenSpiel's own games."""
    from mergemaker.bench.envs_bench import measure

    _measure(measure, as_json)


@bench_app.command("puzzles")
def bench_puzzles(as_json: AsJson = False) -> None:
    """Measure how long the next puzzle takes where 100,000 tries are stored."""
    from mergemaker.bench.puzzles_bench import measure

    _measure(measure, as_json)


@bench_app.command("server")
def bench_server(
    tables: Annotated[int, typer.Option("--tables", help="Tables of four seats.", min=1, max=2000)] = 500,
    seconds: Annotated[float, typer.Option("--seconds", help="How long each part runs.", min=1, max=600)] = 20,
    part: Annotated[str, typer.Option("--part", help="What to measure: all, play or people.")] = "all",
    as_json: AsJson = False,
) -> None:
    """Measure the server on loopback: delay, memory, actions a second, rebuilding a table, pages about people."""
    import asyncio

    from mergemaker.bench.people_bench import measure_people
    from mergemaker.bench.server_bench import play
    from mergemaker.web.transport.connections import open_more_files

    if part not in ("all", "play", "people"):
        raise typer.BadParameter("all, play or people", param_hint="--part")

    open_more_files(10 * tables + 200)
    figures: list[Figure] = []
    note = figures.append  # one by one: what was measured is there when the rest is not waited for

    async def measure() -> None:
        with complaints().status("Measuring") as status:

            def tell(what: str) -> None:
                status.update(f"Measuring: {what}")

            if part != "people":
                async for figure in play(tables, seconds, tell):
                    note(figure)
            if part != "play":
                async for figure in measure_people(tell):
                    note(figure)

    try:
        asyncio.run(measure())
    except KeyboardInterrupt:
        complaints().print("Stopped; this is what was measured before.")
    _print(figures, as_json)
