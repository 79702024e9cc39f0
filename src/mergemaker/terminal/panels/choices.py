"""The choices of a decision, with what each would mean. Made from a view alone."""

from __future__ import annotations

from typing import NamedTuple

from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import dollars, listed
from mergemaker.rules.words.questions import chain_of, dead_tiles

SINGLE = ("place", "found", "survivor", "absorb", "exchange")  # one choice is the whole answer


class Choice(NamedTuple):
    """One thing that can be done: the action's text, its short name, and what it would mean."""

    action: str
    name: str
    text: str
    possible: bool = True


def choices(view: SeenView) -> list[Choice]:
    """What can be chosen in a decision of one choice; tiles that can't be placed are there too, with the reason."""
    if view.decision == "place":
        found = [Choice(f"place {tile.tile}", tile.tile, tile.text, tile.playable) for tile in view.hand]
        return [*found, Choice("skip", "skip", "Place no tile.")] if "skip" in view.actions else found
    if view.decision == "exchange":
        return [
            Choice("exchange", "exchange", f"Set {listed(dead_tiles(view))} aside and draw."),
            Choice("keep", "keep", "Keep the dead tiles."),
        ]
    if view.decision in SINGLE:
        names = [action.split(maxsplit=1)[1] for action in view.actions]
        return [Choice(action, name, _of_chain(view, name)) for action, name in zip(view.actions, names, strict=True)]
    return []


def _of_chain(view: SeenView, name: str) -> str:
    chain = chain_of(view, name)
    yours = f"you hold {chain.holdings[int(view.seat or 0)] or 0}, bank {chain.bank}"
    size = chain.size or view.founding
    index = view.edition.chain_index(name)
    price, first = view.edition.price(index, size), view.edition.bonus(index, size)[0]
    worth = f"{dollars(price)} a share, {view.edition.bonuses.places[0]} {dollars(first)}"
    return f"{worth}; {yours}." if view.decision == "found" else f"{size} tiles, {worth}; {yours}."


def standing(view: SeenView) -> list[str]:
    """The projected standing, best first: what everybody would have if the game ended now."""
    if any(player.worth is None for player in view.players):
        mine = view.players[view.seat].money if view.seat is not None else None
        return ["Holdings are hidden, so nobody can say who leads.", f"You have {dollars(mine or 0)} in cash."]
    ranked = sorted(view.players, key=lambda player: -(player.worth or 0))
    return [f"{place}. {player.name} {dollars(player.worth or 0)}" for place, player in enumerate(ranked, 1)]
