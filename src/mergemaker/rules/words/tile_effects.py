"""What a tile would do, for people: the effect, the money it would move, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from mergemaker.rules.bag import DEAD, EFFECTS, EIGHTH, FOUNDS, GROWS, MERGES, market_plays
from mergemaker.rules.board import TILE_NAMES
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.previews import look_at
from mergemaker.rules.state import BORDERED
from mergemaker.rules.words.phrases import dollars, listed


class Payment(msgspec.Struct, frozen=True, gc=False):
    """A bonus that a seat would get."""

    seat: int
    chain: str
    place: str
    money: int


class TileEffect(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What placing a tile would do. `survivors` has several names where the mergemaker would choose."""

    tile: str
    effect: str
    text: str
    playable: bool
    chain: str | None = None
    size: int = 0
    price: int = 0
    survivors: tuple[str, ...] = ()
    absorbed: tuple[str, ...] = ()
    bonuses: tuple[Payment, ...] = ()


def place_of(edition: Edition, holdings: Sequence[int], seat: int) -> str:
    """The name of the place that a seat's holding has among all holdings, or nothing."""
    ahead = sum(holding > holdings[seat] for holding in holdings)
    places = edition.bonuses.places
    return places[ahead] if holdings[seat] > 0 and ahead < len(places) else ""


def payments_of(edition: Edition, chain: int, holdings: Sequence[int], paid: Sequence[int]) -> list[Payment]:
    """The bonuses that a chain would pay, from what each seat holds of it and would be paid."""
    return [
        Payment(seat, edition.chain_names[chain], place_of(edition, holdings, seat), money)
        for seat, money in enumerate(paid)
        if money > 0
    ]


def names_for(names: Sequence[str], seat: int | None) -> list[str]:
    """The players as a seat speaks of them: by their names, and of itself as you."""
    return ["you" if other == seat else name for other, name in enumerate(names)]


def look_at_tiles(edition: Edition, seen: Any, tiles: Sequence[int]) -> list[list[int]]:
    """Of each tile its effect, the chains that it touches, as bits, and how many squares would join."""
    out = np.zeros((len(tiles), 3), np.int64)
    look_at(edition.record, seen, np.array(tiles, np.int64), np.zeros(BORDERED, np.int8), out)
    looked: list[list[int]] = out.tolist()
    return looked


def tile_effect(
    edition: Edition, looked: Sequence[int], game: Any, tile: int, names: Sequence[str], bonuses: Any | None
) -> TileEffect:
    """What a tile would do, from what `look_at_tiles` found, said to whoever holds it, whom `names` may call you.

    `game` is what was seen, in plain numbers; `bonuses` are by chain and seat, None where they lie hidden.
    """
    kind, touched, joined = looked
    sizes = game.sizes
    chains = [chain for chain in range(len(edition.chain_names)) if touched >> chain & 1]
    name = edition.chain_names
    told = TileEffect(TILE_NAMES[tile], EFFECTS[kind], "Stays loose.", kind < EIGHTH)
    if kind == FOUNDS:
        return msgspec.structs.replace(told, size=joined, text=f"Founds a chain of {joined}.")
    if kind == GROWS:
        chain = chains[0]
        size = sizes[chain] + joined
        price = edition.price(chain, size)
        text = f"{name[chain]} grows from {sizes[chain]} to {size}, {dollars(price)} a share."
        return msgspec.structs.replace(told, chain=name[chain], size=size, price=price, text=text)
    if kind == EIGHTH:
        text = f"Not now: it would found a chain, and all {len(name)} are on the board."
        return msgspec.structs.replace(told, text=text)
    if kind == DEAD:
        safe = [name[chain] for chain in chains if sizes[chain] >= edition.mergers.safe]
        return msgspec.structs.replace(told, text=f"Dead: it would join the safe chains {listed(safe)}.")
    if kind == MERGES:
        return _merger(edition, told, chains, sizes, joined, names, bonuses, game)
    return told


def waiting_effect(tile: int, placed: int) -> TileEffect:
    """What is said of a tile beside squares that wait for a decision: nobody can tell before it."""
    text = f"Depends on what becomes of {TILE_NAMES[placed]}."
    return TileEffect(TILE_NAMES[tile], "waits", text, playable=False)


def _merger(
    edition: Edition,
    told: TileEffect,
    chains: list[int],
    sizes: list[int],
    joined: int,
    names: Sequence[str],
    bonuses: Any | None,
    game: Any,
) -> TileEffect:
    name = edition.chain_names
    largest = max(sizes[chain] for chain in chains)
    survivors = [chain for chain in chains if sizes[chain] == largest]
    tied = len(survivors) > 1
    absorbed = [chain for chain in sorted(chains, key=lambda c: -sizes[c]) if tied or chain != survivors[0]]
    size = sum(sizes[chain] for chain in chains) + joined
    if tied:
        merging = listed([f"{name[chain]} ({sizes[chain]})" for chain in chains])
        text = f"Merges {merging}; you choose whether {' or '.join(name[c] for c in survivors)} survives."
    else:
        gone = listed([f"{name[chain]} ({sizes[chain]})" for chain in absorbed])
        text = f"Absorbs {gone} into {name[survivors[0]]} ({largest})."
    payments: list[Payment] = []
    if market_plays(edition.rules, len(names)):
        text += " The market draws before the bonuses are paid."
    elif bonuses is not None:
        for chain in absorbed:
            holdings = [game.shares[seat][chain] for seat in range(len(names))]
            paid = payments_of(edition, chain, holdings, bonuses[chain])
            if paid:
                given = [f"{names[payment.seat]} {dollars(payment.money)}" for payment in paid]
                text += f" {name[chain]} {'would pay' if tied else 'pays'} {listed(given)}."
            payments += paid
    return msgspec.structs.replace(
        told,
        size=size,
        price=0 if tied else edition.price(survivors[0], size),
        chain=None if tied else name[survivors[0]],
        survivors=tuple(name[chain] for chain in survivors),
        absorbed=tuple(name[chain] for chain in absorbed),
        bonuses=tuple(payments),
        text=text,
    )
