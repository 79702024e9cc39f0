"""`mergemaker bench`: the figures of the rules; `mergemaker bench WHAT` for those of other rooms."""

from __future__ import annotations

import typer

from mergemaker.cli.common_options import AsJson, complaints, console, print_json

bench_app = typer.Typer(help="Measure speed, each figure beside its goal.", invoke_without_command=True)


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.add_typer(bench_app, name="bench")


@bench_app.callback()
def bench(context: typer.Context, as_json: AsJson = False) -> None:
    """Measure the rules: random play, single actions, replay, start-up and compilation."""
    if context.invoked_subcommand is not None:
        return
    from mergemaker.bench.rules_bench import YARDSTICK, measure

    with complaints().status("Measuring") as status:
        figures = list(measure(lambda what: status.update(f"Measuring {what}")))
    if as_json:
        print_json(figures)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("what", "measured", "goal", "", YARDSTICK):
        table.add_column(heading, justify="left" if heading == "what" else "right", no_wrap=True)
    for figure in figures:
        table.add_row(figure.what, figure.shown, figure.goal_shown, figure.verdict, figure.ratio_shown)
    console().print(table)
