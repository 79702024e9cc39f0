"""Placing a tile, and founding a chain with it (R1–R6, R21)."""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.actions import END_OPTION_PLACING, SKIP_OPTION
from mergemaker.rules.bag import EIGHTH, FOUNDS, GROWS, MERGES, effect_of
from mergemaker.rules.board import CHAIN_BITS, join_loose, join_tile, square_of, touching
from mergemaker.rules.events import (
    FOUNDED,
    FOUNDER_CASH,
    FOUNDER_SHARE,
    PLACED,
    SKIPPED,
    Events,
    note_seat,
    note_shares,
    note_tile,
)
from mergemaker.rules.mergers import begin_merger, only_one
from mergemaker.rules.money import price_of
from mergemaker.rules.state import FOUND, LOOSE, NO_TILE, SETTLING, Rules, State
from mergemaker.rules.turn_end import may_announce


@rule
def placing_options(rules: Rules, game: State) -> int:
    """Each tile of the hand that can be placed, or to skip if there is none; and to announce the end."""
    options = 0
    for slot in range(rules.hand):
        tile = game.hands[game.mover, slot]
        if tile >= 0 and effect_of(rules, game, tile) < EIGHTH:
            options |= 1 << slot
    if options == 0:
        options = 1 << SKIP_OPTION
    if may_announce(rules, game):
        options |= 1 << END_OPTION_PLACING
    return options


@rule
def apply_skip(game: State, events: Events | None) -> None:
    """No tile can be placed: the turn goes on with the buying."""
    game.skips += 1
    note_seat(events, SKIPPED, game.mover, 0)
    game.decision = SETTLING


@rule
def apply_place(rules: Rules, game: State, tile: int, events: Events | None) -> None:
    """A tile goes from the hand to its square and does what it does there."""
    mover = game.mover
    for slot in range(rules.hand):
        if game.hands[mover, slot] == tile:
            game.hands[mover, slot] = NO_TILE
    effect = effect_of(rules, game, tile)
    square = square_of(tile)
    touched = touching(game, square)
    game.squares[square] = LOOSE
    game.placed = tile
    game.skips = 0
    note_tile(events, PLACED, mover, tile)
    if effect == FOUNDS:
        game.decision = FOUND
    elif effect == MERGES:
        begin_merger(rules, game, events)
    else:
        if effect == GROWS:
            join_tile(game, only_one(touched & CHAIN_BITS), events)
        game.decision = SETTLING


@rule
def found_options(rules: Rules, game: State) -> int:
    """Any chain off the board."""
    options = 0
    for chain in range(rules.chains):
        if game.sizes[chain] == 0:
            options |= 1 << chain
    return options


@rule
def apply_found(rules: Rules, game: State, chain: int, events: Events | None) -> None:
    """The placed tile and all loose tiles connected to it become a chain, and the founder is rewarded."""
    mover = game.mover
    game.sizes[chain] = join_loose(game, square_of(game.placed), chain)
    note_shares(events, FOUNDED, mover, chain, game.sizes[chain], 0)
    taken = min(int(rules.founder_shares), int(game.bank[chain]))
    if taken > 0:
        game.bank[chain] -= taken
        game.shares[mover, chain] += taken
        note_shares(events, FOUNDER_SHARE, mover, chain, taken, 0)
    if rules.founder_cash and taken < rules.founder_shares:
        money = (int(rules.founder_shares) - taken) * price_of(rules, game, chain)
        game.cash[mover] += money
        note_shares(events, FOUNDER_CASH, mover, chain, 0, money)
    game.decision = SETTLING
