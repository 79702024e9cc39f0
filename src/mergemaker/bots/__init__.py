"""Players: programs that sit at a table and see only their seat's view.

A bot is asked by name, with its options in the name, and is made for one seat of one game::

    from mergemaker import Game
    from mergemaker.bots import bot_names, make_bot

    bot = make_bot("mogul:ms=100", seed=7)     # random, clerk, broker, mogul, magnate, cmd:./program, or a stranger's
    game = Game.new("tournament", 4, seed=1)
    action = bot.choose(game.view(game.to_act))  # the text of a legal action, such as "place 5C"

`choose` gets the view of the seat that must decide. The same bot, seed and view give the same action, unless the
bot thinks by the clock (`mogul:ms=…`). Three more calls are for bots that want them; the others ignore them:
`begin(edition, names, seat)` before a game, `watch(events)` after each action, `close()` at the end.

`advise(view, bot)` asks a bot for its best actions with each seat's chance to win and the reasons in words.

A package of yours adds a bot by an entry point of the group `mergemaker.bots`, exactly as the built-in ones do. It
names a function `(options, seed) -> Bot`; `options` is what stood behind the name, as text.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mergemaker.bots.advice import Advice, advise
    from mergemaker.bots.bot import Bot, BotError, SeenBot
    from mergemaker.bots.registry import bot_names, make_bot

_HOMES = {
    "Advice": "mergemaker.bots.advice",
    "Bot": "mergemaker.bots.bot",
    "BotError": "mergemaker.bots.bot",
    "SeenBot": "mergemaker.bots.bot",
    "advise": "mergemaker.bots.advice",
    "bot_names": "mergemaker.bots.registry",
    "make_bot": "mergemaker.bots.registry",
}

__all__ = ["Advice", "Bot", "BotError", "SeenBot", "advise", "bot_names", "make_bot"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"mergemaker.bots has no {name}")
