"""A position as people look at it: everything that a view of it says, worked out from what a seat has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter, mul
from typing import Any, TypeVar

import msgspec
import numpy as np

from mergemaker.rules.bag import MERGES, market_plays
from mergemaker.rules.board import SQUARES, STRIDE, TILE_NAMES
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.previews import bonuses_now
from mergemaker.rules.record_format import draw_name
from mergemaker.rules.state import (
    ABSORB,
    BUY,
    DECISIONS,
    EMPTY,
    ENDINGS,
    FOUND,
    LOOSE,
    MAX_CHAINS,
    MAX_HAND,
    MAX_PLAYERS,
    NO_CHAIN,
    NO_TILE,
    OVER,
    PLACE,
    SELL,
    SET_ASIDE,
    SURVIVOR,
    TILES,
    TRADE,
    plain,
)
from mergemaker.rules.turn_end import end_in_sight, may_announce
from mergemaker.rules.views import ChainView, MergerView, PlayerView, SeenView
from mergemaker.rules.words.aid_moments import moments_now
from mergemaker.rules.words.offers import Buying, Disposal, buying_of, disposal_of
from mergemaker.rules.words.questions import doing, market_said, question, remark
from mergemaker.rules.words.tile_effects import (
    TileEffect,
    look_at_tiles,
    names_for,
    payments_of,
    tile_effect,
    waiting_effect,
)

T = TypeVar("T")

_ON_BOARD = itemgetter(*SQUARES)  # what lies on each tile's square


class Kept:
    """Parts of a game's views, each with what it was made from, so that only what has changed is made again."""

    def __init__(self) -> None:
        self._parts: dict[object, tuple[object, Any]] = {}

    def part(self, which: object, made_from: object, make: Callable[..., T], *given: Any) -> T:
        """A part as it is kept, or made now if it was made from something else."""
        found = self._parts.get(which)
        if found is not None and found[0] == made_from:
            part: T = found[1]
            return part
        part = make(*given)
        self._parts[which] = made_from, part
        return part


class Position:
    """What somebody has seen of a game, and what can be told of it. `kept` is for the next position of this game."""

    def __init__(
        self, edition: Edition, seen: Any, hidden: bool, names: Sequence[str], kept: Kept | None = None
    ) -> None:
        self.edition = edition
        self.seen = seen
        self.hidden = hidden
        self.names = tuple(names)
        self._kept = kept or Kept()
        self._game = game = plain(seen)
        self._covered = hidden and game.decision != OVER
        paid = np.zeros((MAX_CHAINS, MAX_PLAYERS), np.int64)
        bonuses_now(edition.record, seen, paid)
        self._bonuses: list[list[int]] = paid.tolist()
        self._shown_bonuses = None if self._covered else self._bonuses
        self._unsettled = _unsettled(game)
        self._founding = len(self._unsettled) if game.decision == FOUND else 0
        # Of tiles: what looking at them found, and what of it holds as long as the board stays as it is.
        board = game.squares, game.sizes, game.placed if self._unsettled else None
        self._looked, self._settled = self._kept.part("tiles", board, _nothing)

    def view(self, seat: int | None, actions: Sequence[str], version: int) -> SeenView:
        """The view of the seat, or watcher, that has seen this."""
        edition, game, names, kept = self.edition, self._game, self.names, self._kept
        over = game.decision == OVER
        players = game.players
        mine = [tile for tile in game.hands[seat] if tile >= 0] if seat is not None else []  # in order, as seen
        money = game.cash[:players]
        in_sight = tuple([not self._covered or other == seat for other in range(players)])
        board, set_aside = kept.part("board", game.squares, _board, edition, game.squares)
        merger = _merger(edition, game)
        market = tuple(draw_name(drawn) for drawn in game.market[: game.market_draws])
        hand, chains = self.hand(mine, seat), self._chains(in_sight)
        decision = None if over else DECISIONS[game.decision]
        announced, soon = bool(game.announced), end_in_sight(edition.rules, game)
        told = SeenView(
            edition_name=edition.name,
            seat=seat,
            version=version,
            hidden=self.hidden,
            names=names,
            decision=decision,
            to_act=None if over else game.actor,
            mover=game.mover,
            starter=game.starter,
            announced=announced,
            end_in_sight=soon,
            bought=game.bought,
            buy_limit=edition.turn.buy,
            board=board,
            set_aside=set_aside,
            placed=None if game.placed == NO_TILE else TILE_NAMES[game.placed],
            founding=self._founding,
            bag=TILES - game.drawn,
            hand=hand,
            chains=chains,
            players=self._players(money, in_sight),
            merger=merger,
            market=market,
            actions=tuple(actions),
            buying=self.buying(seat, actions),
            disposal=self.disposal(seat, actions),
            doing="The game is over." if over else self._doing(merger),
            question="",
            remark=self._remark(),
            market_said=market_said(market) if market_plays(edition.rules, players) else "",
            ending=ENDINGS[game.ending] if over else None,
            winners=tuple(s for s in range(players) if money[s] == max(money)) if over else (),
            moments=moments_now(decision, hand, chains, merging=merger is not None, ending=soon or announced),
            seen=self.seen,
            edition=edition,
        )
        return msgspec.structs.replace(told, question=question(told)) if actions else told

    def _doing(self, merger: MergerView | None) -> str:
        game = self._game
        return doing(self.names[game.actor], DECISIONS[game.decision], merger.absorbed if merger else None)

    def _remark(self) -> str:
        game = self._game
        return remark(
            ENDINGS[game.ending] if game.decision == OVER else None,
            announced=bool(game.announced),
            reached=bool(game.automatic),
            may_announce=game.decision in (PLACE, BUY) and may_announce(self.edition.rules, game),
        )

    def buying(self, seat: int | None, actions: Sequence[str]) -> Buying | None:
        """What a seat may buy, if it is asked to."""
        return buying_of(self.edition, self._game, seat, actions)

    def disposal(self, seat: int | None, actions: Sequence[str]) -> Disposal | None:
        """What a seat may do with shares of an absorbed chain, if it is asked to."""
        return disposal_of(self.edition, self._game, seat, actions)

    def hand(self, tiles: Sequence[int], seat: int | None) -> tuple[TileEffect, ...]:
        """What a seat's tiles would do, said to it. It follows from what everybody sees."""
        settled, looked = self._settled, self._looked
        fresh = [tile for tile in tiles if tile not in settled and tile not in looked]
        if fresh:
            looked.update(zip(fresh, look_at_tiles(self.edition, self.seen, fresh), strict=True))
        return tuple([settled.get(tile) or self._effect(tile, seat) for tile in tiles])

    def _effect(self, tile: int, seat: int | None) -> TileEffect:
        """What a tile would do. All but what a merger pays stays as it is while the board does."""
        game, settled, looked = self._game, self._settled, self._looked[tile]
        kind, touched, _ = looked
        if self._unsettled and _touches(tile, self._unsettled):
            effect = settled[tile] = waiting_effect(tile, game.placed)
            return effect
        made_from: list[object] = [looked]
        if touched:
            made_from += [size for chain, size in enumerate(game.sizes) if touched >> chain & 1]
        if kind == MERGES:
            made_from += [game.shares, self._shown_bonuses, seat]
        given = self.edition, looked, game, tile, names_for(self.names, seat), self._shown_bonuses
        effect = self._kept.part(tile, made_from, tile_effect, *given)
        if kind != MERGES:
            settled[tile] = effect
        return effect

    def _chains(self, in_sight: tuple[bool, ...]) -> tuple[ChainView, ...]:
        game, edition, shown = self._game, self.edition, self._shown_bonuses
        founded_with = self._founding or 2
        chains = []
        for chain, holdings in enumerate(zip(*game.shares[: game.players], strict=True)):
            if chain == len(edition.chains):
                break
            size, paid = game.sizes[chain], shown[chain] if shown else None
            made_from = size, game.bank[chain], holdings, paid, founded_with
            chains.append(self._kept.part((chain, in_sight), made_from, _chain, edition, chain, in_sight, *made_from))
        return tuple(chains)

    def _players(self, money: Sequence[int], in_sight: tuple[bool, ...]) -> tuple[PlayerView, ...]:
        game = self._game
        prices = [self.edition.price(chain, game.sizes[chain]) for chain in range(len(self.edition.chains))]
        return tuple(
            [
                PlayerView(
                    seat,
                    self.names[seat],
                    MAX_HAND - game.hands[seat].count(NO_TILE),
                    money[seat] if in_sight[seat] else None,
                    money[seat] + self._worth(seat, prices) if in_sight[seat] else None,
                )
                for seat in range(game.players)
            ]
        )

    def _worth(self, seat: int, prices: Sequence[int]) -> int:
        """What a seat's shares and bonuses would bring now; no bonuses where nobody can tell who would get them."""
        shares: int = sum(map(mul, self._game.shares[seat], prices))
        return shares + sum([paid[seat] for paid in self._shown_bonuses or ()])


def _nothing() -> tuple[dict[int, list[int]], dict[int, TileEffect]]:
    return {}, {}


def _board(edition: Edition, squares: Sequence[int]) -> tuple[dict[str, str], tuple[str, ...]]:
    """What lies on the board, and what was set aside."""
    labels = (*edition.chain_names, *("",) * (LOOSE - len(edition.chain_names)), "loose")
    lying = list(zip(TILE_NAMES, _ON_BOARD(squares), strict=True))
    board = {tile: labels[what] for tile, what in lying if what < EMPTY}
    return board, tuple([tile for tile, what in lying if what == SET_ASIDE])


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


def _chain(
    edition: Edition,
    chain: int,
    in_sight: Sequence[bool],
    size: int,
    bank: int,
    holdings: Sequence[int],
    paid: Sequence[int] | None,
    founded_with: int,
) -> ChainView:
    next_size = edition.next_rise(chain, size)
    of_box = edition.chains[chain]
    return ChainView(
        name=of_box.name,
        sign=of_box.sign,
        colour=of_box.colour,
        hex=of_box.hex,
        tier=of_box.tier,
        size=size,
        safe=size >= edition.mergers.safe,
        price=edition.price(chain, size),
        price_after_one=edition.price(chain, min(size + 1, TILES) if size else founded_with),
        next_size=next_size,
        next_price=None if next_size is None else edition.price(chain, next_size),
        bank=bank,
        holdings=tuple(holding if seen else None for holding, seen in zip(holdings, in_sight, strict=True)),
        bonuses=() if paid is None else tuple(payments_of(edition, chain, holdings, paid)),
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
