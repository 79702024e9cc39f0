"""`mergemaker bench envs`: the environments for research beside other people's, in one run."""

from __future__ import annotations

import typer

from mergemaker.cli.bench_commands import bench_app
from mergemaker.cli.common_options import AsJson, complaints, console, print_json


def register(app: typer.Typer) -> None:
    """Adds the command to those of `bench`, which must be there already."""
    bench_app.command("envs")(bench_envs)


def bench_envs(as_json: AsJson = False) -> None:
    """Measure the environments for research, beside PettingZoo's and OpenSpiel's own games."""
    from mergemaker.bench.envs_bench import measure

    with complaints().status("Measuring") as status:
        figures = list(measure(lambda what: status.update(f"Measuring {what}")))
    if as_json:
        print_json(figures)
        return
    from rich.table import Table

    for group in dict.fromkeys(figure.group for figure in figures):
        table = Table(title=group, title_justify="left", box=None, pad_edge=False, header_style="bold")
        for heading in ("what", "a second", "goal", ""):
            table.add_column(heading, justify="left" if heading in ("what", "") else "right", no_wrap=True)
        for figure in figures:
            if figure.group == group:
                measured = "–" if figure.a_second is None else f"{figure.a_second:,.0f} {figure.unit}"
                goal = "" if figure.goal is None else f"≥ {figure.goal:,.0f}"
                met = figure.goal is not None and figure.a_second is not None and figure.a_second >= figure.goal
                verdict = figure.note or ("" if figure.goal is None else "met" if met else "missed")
                table.add_row(figure.what, measured, goal, verdict)
        console().print(table)
        console().print()
