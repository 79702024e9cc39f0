"""The first start ever: rules and bots are compiled for this computer before the screen is taken over.

That takes up to a minute, so a bar says how far it is and how long it has taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from mergemaker.bots import make_bot
from mergemaker.bots.first_decision import decide_first
from mergemaker.compiler import compiled_before
from mergemaker.rules.game import Game
from mergemaker.terminal.sessions.seat_choice import BOTS, EDITION

ROOMS = ("rules", "bots")
STEPS = 3 + len(BOTS)


def warm_up() -> None:
    """Compiles what a game needs, unless that has been done."""
    if all(compiled_before(room) for room in ROOMS):
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=STEPS)
        for done, what in enumerate(_compiling()):
            bar.update(task, completed=done, description=f"Compiling {what} for this computer, once")


def _compiling() -> Iterator[str]:
    """Compiles step by step, and says before each what it is."""
    yield "the deal"
    game = Game.new(EDITION, players=len(BOTS) + 1, seed=1)
    yield "what a seat sees"
    game.view(game.to_act)
    yield "the rules"
    for _ in range(20):
        game.play(game.legal_actions()[0])
    game.at(1)
    for name in BOTS:
        yield f"the {name}"
        bot = make_bot(name, 1)
        decide_first(bot)
        bot.close()
