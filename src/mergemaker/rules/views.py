"""Views: all that a seat, or a spectator, may know, with the facts derived from it that people want.

A View is plain data that turns into JSON as it is. `position.py` makes it from what the seat has seen (`redaction.py`)
and from nothing else; that record stays with it, out of the JSON, for bots and for sampling worlds.
"""

from __future__ import annotations

from typing import Any

import msgspec

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.words.offers import Buying, Disposal
from mergemaker.rules.words.tile_effects import Payment, TileEffect


class ChainView(msgspec.Struct, frozen=True, gc=False):
    """A chain: on the board, in the bank and in hands. `holdings` has None for what lies hidden."""

    name: str
    sign: str
    colour: str
    hex: str
    tier: str
    size: int
    safe: bool
    price: int
    price_after_one: int  # after one more tile; of a chain off the board, when founded, with two if not asked now
    next_size: int | None  # the size at which the price rises next
    next_price: int | None
    bank: int
    holdings: tuple[int | None, ...]
    bonuses: tuple[Payment, ...]  # what would be paid if it were absorbed now, a market aside


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """A player. Money and worth are None where they lie hidden."""

    seat: int
    name: str
    tiles: int
    money: int | None
    worth: int | None  # money, shares at today's price, and, where holdings lie open, the bonuses of all chains


class MergerView(msgspec.Struct, frozen=True):
    """A merger in progress: who survives, whose shares are being disposed of at what price, who is still to come."""

    tile: str
    survivor: str | None
    absorbed: str | None
    price: int
    pending: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """What one seat may know."""

    edition_name: str
    seat: int | None
    version: int  # actions played so far
    hidden: bool
    names: tuple[str, ...]
    decision: str | None
    to_act: int | None
    mover: int
    starter: int
    announced: bool
    end_in_sight: bool  # the end may be announced now, or in 1962 has come
    bought: int
    buy_limit: int
    board: dict[str, str]  # square -> chain, or "loose"
    set_aside: tuple[str, ...]
    placed: str | None
    founding: int  # tiles of the chain that is being founded; 0 if none is
    bag: int
    hand: tuple[TileEffect, ...]
    chains: tuple[ChainView, ...]
    players: tuple[PlayerView, ...]
    merger: MergerView | None
    market: tuple[str, ...]
    actions: tuple[str, ...]  # what this seat may do now
    buying: Buying | None  # while this seat is asked what to buy
    disposal: Disposal | None  # while this seat is asked about its shares of an absorbed chain
    doing: str  # what somebody is deciding, in a sentence
    question: str  # what this seat is asked; empty if it is not
    remark: str  # how the game ended, or that its end is coming or may be announced; mostly empty
    market_said: str  # what the market drew last, in a sentence; empty where there is none
    ending: str | None
    winners: tuple[int, ...]
    moments: tuple[str, ...]  # by which lines of the player aid matter now


class SeenView(View, frozen=True):
    """A View with what it was made from; those two fields stay out of its JSON."""

    seen: Any
    edition: Edition

    def to_dict(self) -> dict[str, Any]:
        """The view as plain data, ready for JSON."""
        data: dict[str, Any] = msgspec.json.decode(self.to_json())
        return data

    def to_json(self) -> bytes:
        """The view as JSON."""
        return msgspec.json.encode({field: getattr(self, field) for field in View.__struct_fields__})
