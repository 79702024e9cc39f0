"""The first start ever: rules and bots are compiled for this computer before the screen is taken over.

That takes up to a minute, so a bar says how far it is and how long it has taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mergemaker.bots import make_bot
from mergemaker.compiler import compiled_before
from mergemaker.rules.game import Game
from mergemaker.terminal.seat_choice import BOTS, EDITION

ROOMS = ("rules", "bots")


def warm_up() -> None:
    """Compiles what a game needs, unless that has been done."""
    if all(compiled_before(room) for room in ROOMS):
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    steps = list(_steps())
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Compiling for this computer, once", total=len(steps))
        for what, step in steps:
            bar.update(task, description=f"Compiling {what} for this computer, once")
            step()
            bar.advance(task)


def _steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What is to be compiled, each with a call that does so."""
    table: dict[str, Game] = {}

    def deal() -> None:
        table["game"] = Game.new(EDITION, players=len(BOTS) + 1, seed=1)

    def view() -> None:
        table["game"].view(table["game"].to_act)

    def play() -> None:
        game = table["game"]
        for _ in range(20):
            game.play(game.legal_actions()[0])
        game.at(1)

    def choose(name: str) -> None:
        bot = make_bot(name, 1)
        bot.choose(table["game"].view(table["game"].to_act))
        bot.close()

    yield "the deal", deal
    yield "what a seat sees", view
    yield "the rules", play
    for name in BOTS:
        yield f"the {name}", lambda name=name: choose(name)  # type: ignore[misc]  # mypy can't infer the default
