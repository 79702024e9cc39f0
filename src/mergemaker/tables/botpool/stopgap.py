"""What is played for a bot that can't decide in time when not even the clerk can be asked: plain Python, at once."""

from __future__ import annotations

from mergemaker.rules.views import View

_RATHER = ("merges", "founds", "grows", "loose")  # what a tile should do


def stopgap(view: View) -> str:
    """A sensible action of those that the view has. It never announces the end, which is worth a thought."""
    actions = view.actions
    match view.decision:
        case "place":
            tiles = [tile for tile in view.hand if f"place {tile.tile}" in actions]
            best = min(tiles, key=lambda tile: _RATHER.index(tile.effect), default=None)
            return f"place {best.tile}" if best else actions[-1]
        case "buy":
            sizes = {f"buy {chain.name}": chain.size for chain in view.chains}
            return max(actions, key=lambda action: sizes.get(action, 1 if action == "done" else 0))
        case "sell":
            return actions[-1]  # everything: what is left of an absorbed chain may never be worth more
        case _:
            return actions[0]
