"""What is asked of whom, in a sentence. Made from a view alone, so that every screen asks in the same words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mergemaker.rules.words.phrases import dollars, listed, shares_of
from mergemaker.rules.words.sentences import why_over

if TYPE_CHECKING:
    from mergemaker.rules.views import ChainView, View

_DOING = {
    "place": "is placing a tile",
    "found": "is founding a chain",
    "survivor": "is choosing which chain survives",
    "absorb": "is choosing which chain is absorbed next",
    "trade": "is deciding about {absorbed} shares",
    "sell": "is deciding about {absorbed} shares",
    "buy": "is buying",
    "exchange": "is deciding about dead tiles",
}


def doing(name: str, decision: str, absorbed: str | None) -> str:
    """What the others are told while somebody decides."""
    return f"{name} {_DOING[decision].format(absorbed=absorbed)}."


def remark(ending: str | None, *, announced: bool, reached: bool, may_announce: bool) -> str:
    """What everybody should know about the end of the game: how it came, that it comes, that it may; mostly nothing."""
    if ending is not None:
        return why_over(ending)
    if announced or reached:
        return f"The end is {'announced' if announced else 'reached'}: the game is over after this turn."
    if may_announce:
        return "The end may be announced: what is left of the turn still follows, then the game is over."
    return ""


def market_said(drawn: Sequence[str]) -> str:
    """What the market drew last, and how many shares it held with that."""
    if not drawn:
        return "The market has drawn nothing yet."
    last = drawn[-1]
    verb, count = ("threw", int(last)) if last.isdigit() else ("drew", int(last[:-1]))
    return f"The market last {verb} {last} and held {'one share' if count == 1 else f'{count} shares'}."


def chain_of(view: View, name: str | None) -> ChainView:
    """A chain by its exact name."""
    return next(chain for chain in view.chains if chain.name == name)


def question(view: View) -> str:
    """What the seat of the view, which must decide, is asked."""
    return {
        "place": _ask_place,
        "found": _ask_found,
        "survivor": _ask_survivor,
        "absorb": _ask_absorb,
        "trade": _ask_disposal,
        "sell": _ask_disposal,
        "buy": _ask_buy,
        "exchange": _ask_exchange,
    }[str(view.decision)](view)


def _ask_place(view: View) -> str:
    if not any(tile.playable for tile in view.hand):
        why = "None of your tiles can be placed now" if view.hand else "You have no tile left"
        return f"{why}; you may still buy." if view.buy_limit else f"{why}."
    return "Place which tile?"


def _ask_found(view: View) -> str:
    return f"{view.placed} founds a chain of {view.founding}. Which one?"


def _ask_survivor(view: View) -> str:
    equals = [action.split(maxsplit=1)[1] for action in view.actions]
    return f"{view.placed} joins {listed(equals)}, which are equally large. Which one survives?"


def _ask_absorb(view: View) -> str:
    assert view.merger is not None
    return f"Which chain does {view.merger.survivor} absorb next?"


def _ask_disposal(view: View) -> str:
    assert view.merger is not None
    who = "You" if view.mover == view.seat else view.names[view.mover]
    chain = chain_of(view, view.merger.absorbed)
    held = chain.holdings[int(view.seat or 0)]
    return f"{who} merged {chain.name} into {view.merger.survivor}. What about your {shares_of(held or 0, chain.name)}?"


def _ask_buy(view: View) -> str:
    money = view.players[int(view.seat or 0)].money or 0
    left = view.buy_limit - view.bought
    if not any(action.startswith("buy ") for action in view.actions):
        return "You can buy nothing. Announce the end of the game?"
    return f"Buy {'one share' if left == 1 else f'up to {left} shares'}? You have {dollars(money)}."


def dead_tiles(view: View) -> list[str]:
    """The dead tiles in hand."""
    return [tile.tile for tile in view.hand if tile.effect == "dead"]


def _ask_exchange(view: View) -> str:
    dead = dead_tiles(view)
    them = "it aside and draw a new one" if len(dead) == 1 else "them aside and draw new ones"
    return f"{listed(dead)} {'is' if len(dead) == 1 else 'are'} dead. Set {them}?"
