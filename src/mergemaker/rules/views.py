"""Views: all that a seat, or a spectator, may know, with the facts derived from it that people want.

A View is plain data that turns into JSON as it is. It is made from what the seat has seen (`sight.py`) and from
nothing else; that record stays with it, out of the JSON, for bots and for sampling worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from mergemaker.rules.board import SQUARES, STRIDE, TILE_NAMES
from mergemaker.rules.edition import Edition
from mergemaker.rules.effects import Payment, TileEffect, names_for, payments_of, tile_effect, waiting_effect
from mergemaker.rules.looking import bonuses_now
from mergemaker.rules.offers import Buying, Disposal, buying_of, disposal_of
from mergemaker.rules.state import (
    ABSORB,
    DECISIONS,
    EMPTY,
    ENDINGS,
    FOUND,
    LOOSE,
    MAX_CHAINS,
    MAX_PLAYERS,
    NO_CHAIN,
    NO_TILE,
    OVER,
    SELL,
    SET_ASIDE,
    SURVIVOR,
    TILES,
    TRADE,
    plain,
)


class ChainView(msgspec.Struct, frozen=True):
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


class PlayerView(msgspec.Struct, frozen=True):
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
    bag: int
    hand: tuple[TileEffect, ...]
    chains: tuple[ChainView, ...]
    players: tuple[PlayerView, ...]
    merger: MergerView | None
    market: tuple[str, ...]
    actions: tuple[str, ...]  # what this seat may do now
    buying: Buying | None  # while this seat is asked what to buy
    disposal: Disposal | None  # while this seat is asked about its shares of an absorbed chain
    ending: str | None
    winners: tuple[int, ...]


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


def view_of(
    edition: Edition,
    seen: Any,
    seat: int | None,
    hidden: bool,
    names: Sequence[str],
    actions: Sequence[str],
    version: int,
) -> SeenView:
    """The view of a seat from what it has seen."""
    game = plain(seen)
    over = game.decision == OVER
    covered = hidden and not over
    players = game.players
    squares = [game.squares[square] for square in SQUARES]
    chain_names = edition.chain_names
    paid = np.zeros((MAX_CHAINS, MAX_PLAYERS), np.int64)
    bonuses_now(edition.record, seen, paid)
    bonuses = paid.tolist()
    shown_bonuses = None if covered else bonuses
    mine = [tile for tile in game.hands[seat] if tile >= 0] if seat is not None else []
    money = game.cash[:players]
    unsettled = _unsettled(game)
    founded_with = len(unsettled) if game.decision == FOUND else 2
    in_sight = [not covered or other == seat for other in range(players)]
    return SeenView(
        edition_name=edition.name,
        seat=seat,
        version=version,
        hidden=hidden,
        names=tuple(names),
        decision=None if over else DECISIONS[game.decision],
        to_act=None if over else game.actor,
        mover=game.mover,
        starter=game.starter,
        announced=bool(game.announced),
        end_in_sight=_end_in_sight(edition, game),
        bought=game.bought,
        buy_limit=edition.turn.buy,
        board={
            TILE_NAMES[tile]: "loose" if what == LOOSE else chain_names[what]
            for tile, what in enumerate(squares)
            if what < EMPTY
        },
        set_aside=tuple(TILE_NAMES[tile] for tile, what in enumerate(squares) if what == SET_ASIDE),
        placed=None if game.placed == NO_TILE else TILE_NAMES[game.placed],
        bag=TILES - game.drawn,
        hand=tuple(
            waiting_effect(tile, game.placed)
            if _touches(tile, unsettled)
            else tile_effect(edition, seen, game, tile, names_for(names, seat), shown_bonuses)
            for tile in sorted(mine)
        ),
        chains=tuple(
            _chain(edition, game, chain, in_sight, shown_bonuses, founded_with) for chain in range(len(chain_names))
        ),
        players=tuple(
            PlayerView(
                seat=other,
                name=names[other],
                tiles=sum(tile != NO_TILE for tile in game.hands[other]),
                money=money[other] if in_sight[other] else None,
                worth=_worth(edition, game, other, shown_bonuses) if in_sight[other] else None,
            )
            for other in range(players)
        ),
        merger=_merger(edition, game),
        market=tuple(_market_text(drawn) for drawn in game.market[: game.market_draws]),
        actions=tuple(actions),
        buying=buying_of(edition, game, seat, actions),
        disposal=disposal_of(edition, game, seat, actions),
        ending=ENDINGS[game.ending] if over else None,
        winners=tuple(s for s in range(players) if money[s] == max(money)) if over else (),
        seen=seen,
        edition=edition,
    )


def _unsettled(game: Any) -> set[int]:
    """While a founding or a merger waits for decisions: the squares of which nobody knows yet whose they will be."""
    if game.decision not in (FOUND, SURVIVOR, ABSORB, TRADE, SELL):
        return set()
    found = {SQUARES[game.placed]}
    todo = list(found)
    while todo:
        loose = [square for square in _beside(todo.pop()) if game.squares[square] == LOOSE and square not in found]
        found.update(loose)
        todo += loose
    chains = {game.squares[square] for square in _beside(SQUARES[game.placed])} - {LOOSE, EMPTY, SET_ASIDE}
    return found | {square for square in SQUARES if game.squares[square] in chains}


def _beside(square: int) -> tuple[int, ...]:
    return square - STRIDE, square - 1, square + 1, square + STRIDE


def _touches(tile: int, squares: set[int]) -> bool:
    return any(square in squares for square in _beside(SQUARES[tile]))


def _end_in_sight(edition: Edition, game: Any) -> bool:
    sizes = [size for size in game.sizes if size > 0]
    return bool(sizes) and (max(sizes) >= edition.ending.size or min(sizes) >= edition.mergers.safe)


def _worth(edition: Edition, game: Any, seat: int, bonuses: Any | None) -> int:
    """What a seat would have if the game ended now; without bonuses where nobody can tell who would get them."""
    worth: int = game.cash[seat]
    for chain in range(len(edition.chain_names)):
        worth += game.shares[seat][chain] * edition.price(chain, game.sizes[chain])
        worth += bonuses[chain][seat] if bonuses is not None else 0
    return worth


def _chain(
    edition: Edition, game: Any, chain: int, in_sight: list[bool], bonuses: Any | None, founded_with: int
) -> ChainView:
    size = game.sizes[chain]
    price = edition.price(chain, size)
    next_size = next((s for s in range(max(size, 1) + 1, TILES + 1) if edition.price(chain, s) > price), None)
    holdings = [game.shares[seat][chain] for seat in range(len(in_sight))]
    of_box = edition.chains[chain]
    payments = payments_of(edition, game, chain, bonuses, len(in_sight)) if bonuses is not None else []
    return ChainView(
        name=of_box.name,
        sign=of_box.sign,
        colour=of_box.colour,
        hex=of_box.hex,
        tier=of_box.tier,
        size=size,
        safe=size >= edition.mergers.safe,
        price=price,
        price_after_one=edition.price(chain, min(size + 1, TILES) if size else founded_with),
        next_size=next_size,
        next_price=None if next_size is None else edition.price(chain, next_size),
        bank=game.bank[chain],
        holdings=tuple(holding if seen else None for holding, seen in zip(holdings, in_sight, strict=True)),
        bonuses=tuple(payments),
    )


def _merger(edition: Edition, game: Any) -> MergerView | None:
    names = edition.chain_names
    survivor, absorbed = game.survivor, game.absorbed
    if DECISIONS[game.decision] not in ("survivor", "absorb", "trade", "sell"):
        return None
    return MergerView(
        tile=TILE_NAMES[game.placed],
        survivor=None if survivor == NO_CHAIN else names[survivor],
        absorbed=None if absorbed == NO_CHAIN else names[absorbed],
        price=0 if absorbed == NO_CHAIN else edition.price(absorbed, game.sizes[absorbed]),
        pending=tuple(name for at, name in enumerate(names) if game.pending >> at & 1),
    )


def _market_text(drawn: int) -> str:
    return TILE_NAMES[drawn] if drawn < TILES else str(drawn - TILES)
