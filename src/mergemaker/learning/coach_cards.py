"""The coach's cards: what is said when something happens for the first time, where it happens.

Which cards somebody has seen is kept by whoever shows them. A card is found from what a seat sees and has heard, and
from nothing else.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources

import msgspec

from mergemaker.rules.views import ChainView, View
from mergemaker.rules.words.sentences import Event


class Card(msgspec.Struct, frozen=True):
    """Something worth explaining once."""

    moment: str
    title: str
    text: str


@cache
def cards() -> tuple[Card, ...]:
    """All cards, in the order in which they are told."""
    text = resources.files("mergemaker.learning").joinpath("coach_cards.toml").read_text(encoding="utf-8")
    return tuple(Card(moment, one["title"], one["text"]) for moment, one in tomllib.loads(text).items())


def cards_for(view: View, happened: Sequence[Event]) -> tuple[Card, ...]:
    """The cards that fit now: what was heard since the seat last looked, and what it sees."""
    return tuple(card for card in cards() if MOMENTS[card.moment](view, happened))


def _kind(kind: str) -> Callable[[View, Sequence[Event]], bool]:
    return lambda view, happened: any(event.kind == kind for event in happened)


def _in_hand(effect: str) -> Callable[[View, Sequence[Event]], bool]:
    return lambda view, happened: any(tile.effect == effect for tile in view.hand)


def _is_broke(view: View, happened: Sequence[Event]) -> bool:
    prices = [chain.price for chain in view.chains if chain.size and chain.bank]
    money = view.players[view.seat].money if view.seat is not None else None
    return money is not None and bool(prices) and money < min(prices)


def leader(chain: ChainView) -> int | None:
    """The seat that holds more of a chain than any other; None while some are level, or holdings lie hidden."""
    held = [count or 0 for count in chain.holdings]
    most = max(held)
    return held.index(most) if most and held.count(most) == 1 and None not in chain.holdings else None


def _is_passed(view: View, happened: Sequence[Event]) -> bool:
    """Somebody bought past this seat, in a chain that it holds some of."""
    seat = view.seat
    if seat is None:
        return False
    gained: Counter[tuple[int | None, str | None]] = Counter()
    for event in happened:
        if event.kind == "bought":
            gained[event.seat, event.chain] += event.count or 1
    for chain in view.chains:
        first = leader(chain)
        mine = chain.holdings[seat] or 0
        if first not in (None, seat) and mine and (first, chain.name) in gained:
            before = (chain.holdings[int(first or 0)] or 0) - gained[first, chain.name]
            if before <= mine:
                return True
    return False


MOMENTS: dict[str, Callable[[View, Sequence[Event]], bool]] = {
    "merger": _kind("merged"),
    "founding": _kind("founded"),
    "dead": _in_hand("dead"),
    "eighth": _in_hand("eighth"),
    "safe": lambda view, happened: any(chain.safe for chain in view.chains),
    "broke": _is_broke,
    "passed": _is_passed,
    "end": lambda view, happened: view.end_in_sight,
}
