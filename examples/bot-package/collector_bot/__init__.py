"""The collector: buys the chains in which it leads or nearly does. A template for a bot of your own."""

from __future__ import annotations

from collections.abc import Mapping

from mergemaker.bots import Bot, BotError
from mergemaker.rules.views import ChainView, SeenView

LIKED = {"merges": 3, "founds": 2, "grows": 1, "loose": 0}  # what a tile does, best first
GREED = 3


class Collector(Bot):
    """Sees what its seat may see, and answers with one of the actions that it is offered."""

    def __init__(self, greed: int) -> None:
        self.greed = greed  # how many shares it will be behind in a chain and still buy

    def choose(self, view: SeenView) -> str:
        """The text of one of `view.actions`."""
        if "end" in view.actions and self._leads(view):
            return "end"
        if view.decision == "place":
            playable = [tile for tile in view.hand if tile.playable]
            if playable:
                return "place " + max(playable, key=lambda tile: LIKED[tile.effect]).tile
        if view.decision == "buy":
            return self._purchase(view)
        # Sells and trades the most that it can; of chains to choose from, any will do.
        return view.actions[-1]

    def _purchase(self, view: SeenView) -> str:
        wanted = [
            chain
            for chain in view.chains
            if f"buy {chain.name}" in view.actions and self._arrears(chain, view.seat) <= self.greed
        ]
        if not wanted:
            return "done" if "done" in view.actions else view.actions[-1]
        return "buy " + min(wanted, key=lambda chain: (self._arrears(chain, view.seat), chain.price)).name

    @staticmethod
    def _arrears(chain: ChainView, seat: int | None) -> int:
        """Shares that the largest other holder has more than this seat; what lies hidden (None) counts as nothing."""
        held = [shares or 0 for shares in chain.holdings]
        own = held.pop(seat or 0)
        return max(held) - own

    @staticmethod
    def _leads(view: SeenView) -> bool:
        worths = [player.worth for player in view.players]
        mine = worths[view.seat or 0]
        return mine is not None and all(worth is not None and worth <= mine for worth in worths)


def collector(options: Mapping[str, str], seed: int) -> Bot:
    """What the entry point names: makes the bot for one seat. `collector:greed=1` has the option greed."""
    unknown = set(options) - {"greed"}
    if unknown:
        raise BotError(f"collector has no option “{min(unknown)}”. It knows greed.")
    greed = options.get("greed", str(GREED))
    if not (greed.isascii() and greed.isdigit()):
        raise BotError(f"collector: greed is a whole number from 0 up, not “{greed}”.")
    return Collector(int(greed))  # whoever rolls dice takes them from `seed`, so that a match can be repeated
