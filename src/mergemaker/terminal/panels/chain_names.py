"""Chains as people name and read them: which one a few letters mean, and the signs of who leads."""

from __future__ import annotations

from mergemaker.rules.editions.edition_file import fold
from mergemaker.rules.views import ChainView, SeenView
from mergemaker.rules.words.tile_effects import place_of

LEADERS = "★☆●"  # by place; the words stand beside them where there is room
SAFE = "■"  # a shield would be nicer, but many fonts lack it


def chain_meant(view: SeenView, text: str) -> str | None:
    """The chain that a text names: its name, its sign, or the beginning of its name if no other begins so."""
    wanted = fold(text)
    if not wanted:
        return None
    for chain in view.chains:
        if wanted in (fold(chain.name), fold(chain.sign)):
            return chain.name
    found = [chain.name for chain in view.chains if fold(chain.name).startswith(wanted)]
    return found[0] if len(found) == 1 else None


def leader_signs(view: SeenView, chain: ChainView) -> dict[int, tuple[str, str]]:
    """By seat: the sign and the name of the place that it has among the holders, where holdings can be seen."""
    holdings = [held for held in chain.holdings if held is not None]
    if len(holdings) < len(chain.holdings):
        return {}
    places = view.edition.bonuses.places
    taken = {seat: place_of(view.edition, holdings, seat) for seat in range(len(holdings))}
    return {seat: (LEADERS[places.index(place)], place) for seat, place in taken.items() if place}
