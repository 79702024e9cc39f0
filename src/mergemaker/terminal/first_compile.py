"""The first start ever: rules and bots are compiled for this computer before the screen is taken over.

The compiler shim says on standard error what takes so long; on a screen in use that line would be a blot.
"""

from __future__ import annotations

from mergemaker.bots import make_bot
from mergemaker.compiler import COMPILED, cache_folder
from mergemaker.rules.game import Game
from mergemaker.terminal.seat_choice import BOTS, EDITION

ROOMS = ("rules", "bots")


def warm_up() -> None:
    """Compiles what a game needs, unless that has been done."""
    if not COMPILED or all(any(cache_folder(room).rglob("*.nbi")) for room in ROOMS):
        return
    game = Game.new(EDITION, players=len(BOTS) + 1, seed=1)
    bots = [make_bot(name, 1) for name in BOTS]
    for bot in bots:
        bot.choose(game.view(game.to_act))
    for _ in range(20):
        game.play(bots[0].choose(game.view(game.to_act)))
    game.at(1)
    for bot in bots:
        bot.close()
