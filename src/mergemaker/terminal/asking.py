"""A decision in words: the question, and the choices with what each would mean. Made from a view alone."""

from __future__ import annotations

from typing import NamedTuple

from mergemaker.rules.narrative import dollars, listed, shares_of
from mergemaker.rules.views import ChainView, SeenView

SINGLE = ("place", "found", "survivor", "absorb", "exchange")  # one choice is the whole answer


class Choice(NamedTuple):
    """One thing that can be done: the action's text, its short name, and what it would mean."""

    action: str
    name: str
    text: str
    possible: bool = True


def chain_of(view: SeenView, name: str | None) -> ChainView:
    """A chain by its exact name."""
    return next(chain for chain in view.chains if chain.name == name)


def question(view: SeenView) -> str:
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


def _ask_place(view: SeenView) -> str:
    if not view.hand:
        return "You have no tile left, so you place none."
    if not any(tile.playable for tile in view.hand):
        return "None of your tiles can be placed now."
    return "Place which tile?"


def _ask_found(view: SeenView) -> str:
    return f"{view.placed} founds a chain of {next_size(view)}. Which one?"


def _ask_survivor(view: SeenView) -> str:
    equals = [action.split(maxsplit=1)[1] for action in view.actions]
    return f"{view.placed} joins {listed(equals)}, which are equally large. Which one survives?"


def _ask_absorb(view: SeenView) -> str:
    assert view.merger is not None
    return f"Which chain does {view.merger.survivor} absorb next?"


def _ask_disposal(view: SeenView) -> str:
    assert view.merger is not None
    who = "You" if view.mover == view.seat else view.names[view.mover]
    chain = chain_of(view, view.merger.absorbed)
    held = chain.holdings[int(view.seat or 0)]
    return f"{who} merged {chain.name} into {view.merger.survivor}. What about your {shares_of(held or 0, chain.name)}?"


def _ask_buy(view: SeenView) -> str:
    money = view.players[int(view.seat or 0)].money or 0
    left = view.buy_limit - view.bought
    if not any(action.startswith("buy ") for action in view.actions):
        return "You can buy nothing. Announce the end of the game?"
    return f"Buy {'one share' if left == 1 else f'up to {left} shares'}? You have {dollars(money)}."


def dead_tiles(view: SeenView) -> list[str]:
    """The dead tiles in hand."""
    return [tile.tile for tile in view.hand if tile.effect == "dead"]


def _ask_exchange(view: SeenView) -> str:
    dead = dead_tiles(view)
    them = "it aside and draw a new one" if len(dead) == 1 else "them aside and draw new ones"
    return f"{listed(dead)} {'is' if len(dead) == 1 else 'are'} dead. Set {them}?"


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
    size = chain.size or next_size(view)
    index = view.edition.chain_index(name)
    price, first = view.edition.price(index, size), view.edition.bonus(index, size)[0]
    worth = f"{dollars(price)} a share, {view.edition.bonuses.places[0]} {dollars(first)}"
    return f"{worth}; {yours}." if view.decision == "found" else f"{size} tiles, {worth}; {yours}."


def next_size(view: SeenView) -> int:
    """The size of the chain that the placed tile founds: the loose tiles that hang together with it."""
    assert view.placed is not None
    group, edge = {view.placed}, [view.placed]
    while edge:
        tile = edge.pop()
        number, letter = int(tile[:-1]), ord(tile[-1])
        for near in ((number - 1, letter), (number + 1, letter), (number, letter - 1), (number, letter + 1)):
            name = f"{near[0]}{chr(near[1])}"
            if name not in group and view.board.get(name) == "loose":
                group.add(name)
                edge.append(name)
    return len(group)


def standing(view: SeenView) -> list[str]:
    """The projected standing, best first: what everybody would have if the game ended now."""
    if any(player.worth is None for player in view.players):
        mine = view.players[view.seat].money if view.seat is not None else None
        return ["Holdings are hidden, so nobody can say who leads.", f"You have {dollars(mine or 0)} in cash."]
    ranked = sorted(view.players, key=lambda player: -(player.worth or 0))
    return [f"{place}. {player.name} {dollars(player.worth or 0)}" for place, player in enumerate(ranked, 1)]
