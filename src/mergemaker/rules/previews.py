"""Looking at a position from Python: what tiles would do, and what each chain would pay now."""

from __future__ import annotations

from typing import Any

from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.bag import effect_of
from mergemaker.rules.board import CHAIN_BITS, join_loose, square_of, touching
from mergemaker.rules.money import bonus_for
from mergemaker.rules.state import BORDERED, MAX_CHAINS, MAX_PLAYERS, Rules, State


@rule
def chain_to_join(rules: Rules, game: State, touched: int) -> int:
    """A chain that a tile could join: one that it touches, or else one that it could found."""
    for chain in range(rules.chains):
        if (touched >> chain) & 1:
            return chain
    for chain in range(rules.chains):
        if game.sizes[chain] == 0:
            return chain
    return 0


@door
def look_at(rules: Any, games: Any, tiles: Any, kept: Any, out: Any) -> None:
    """Fills `out[at]` for each of some tiles with its effect, the chains that it touches, as bits, and how many squares
    would join: the tile and the loose tiles connected to it. `kept` has room for all squares."""
    game = record_at(games, 0)
    for square in range(BORDERED):
        kept[square] = game.squares[square]
    for at in range(len(tiles)):
        square = square_of(tiles[at])
        touched = touching(game, square) & CHAIN_BITS
        out[at, 0] = effect_of(record_at(rules, 0), game, tiles[at])
        out[at, 1] = touched
        out[at, 2] = join_loose(game, square, chain_to_join(record_at(rules, 0), game, touched))
        for spoilt in range(BORDERED):
            game.squares[spoilt] = kept[spoilt]


@door
def bonuses_now(rules: Any, games: Any, out: Any) -> None:
    """Fills `out[chain, seat]` with what a seat would get if the chain were absorbed now, without a market."""
    game = record_at(games, 0)
    for chain in range(MAX_CHAINS):
        for seat in range(MAX_PLAYERS):
            out[chain, seat] = 0
            if game.sizes[chain] > 0 and seat < game.players:
                out[chain, seat] = bonus_for(
                    record_at(rules, 0), game, chain, game.sizes[chain], game.shares[seat, chain], 0
                )
