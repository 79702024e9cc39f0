"""Prices and bonuses: what the chart says, how ties split it, and when it is paid (R12–R14, R16, R19)."""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.bag import draw_market, market_plays
from mergemaker.rules.events import BONUS, SHOWN, Events, note, note_shares
from mergemaker.rules.state import NO_TILE, NOBODY, Rules, State

HUNDRED = 100


@rule
def price_at(rules: Rules, chain: int, chain_size: int) -> int:
    """A share's price in a chain of that size; 0 for a chain that is not on the board."""
    return int(rules.price[rules.row[chain, chain_size]])


@rule
def price_of(rules: Rules, game: State, chain: int) -> int:
    """A share's price now; 0 for a chain that is not on the board."""
    return int(rules.price[rules.row[chain, game.sizes[chain]]])


@rule
def ahead_of(game: State, chain: int, holding: int, market: int) -> int:
    """How many hold more of a chain, the market included."""
    ahead = 1 if market > holding else 0
    for seat in range(game.players):
        if game.shares[seat, chain] > holding:
            ahead += 1
    return ahead


@rule
def level_with(game: State, chain: int, holding: int, market: int) -> int:
    """How many hold exactly as much of a chain, the market included."""
    level = 1 if market == holding else 0
    for seat in range(game.players):
        if game.shares[seat, chain] == holding:
            level += 1
    return level


@rule
def holders_of(game: State, chain: int, market: int) -> int:
    """How many hold a share of a chain, the market included."""
    holders = 1 if market > 0 else 0
    for seat in range(game.players):
        if game.shares[seat, chain] > 0:
            holders += 1
    return holders


@rule
def bonus_for(rules: Rules, game: State, chain: int, chain_size: int, holding: int, market: int) -> int:
    """The bonus of a holder of `holding` shares in a chain of that size.

    Each place has a bonus; holders who are level over several places pool those places' bonuses and split them,
    rounded up to the next hundred. Only a sole holder is special. `market` is the market's holding, 0 without one.
    """
    if holding <= 0:
        return 0
    row = rules.row[chain, chain_size]
    if holders_of(game, chain, market) == 1:
        total = 0
        for place in range(rules.places):
            if (int(rules.sole) >> place) & 1:
                total += int(rules.bonus[row, place])
        return total
    first = ahead_of(game, chain, holding, market)
    if first >= rules.places:
        return 0
    level = level_with(game, chain, holding, market)
    pool = 0
    for place in range(first, min(first + level, int(rules.places))):
        pool += int(rules.bonus[row, place])
    return (pool + level * HUNDRED - 1) // (level * HUNDRED) * HUNDRED


@rule
def pay_bonuses(rules: Rules, game: State, chain: int, events: Events | None) -> None:
    """Everybody shows what they hold of a chain, the market draws where it competes, and the places are paid."""
    game.revealed |= 1 << chain
    for seat in range(game.players):
        if game.shares[seat, chain] > 0:
            note_shares(events, SHOWN, seat, chain, game.shares[seat, chain], 0)
    market = 0
    if market_plays(rules, game.players):
        market = draw_market(game, chain, events)
    chain_size = game.sizes[chain]
    for seat in range(game.players):
        holding = int(game.shares[seat, chain])
        bonus = bonus_for(rules, game, chain, chain_size, holding, market)
        if bonus > 0:
            game.cash[seat] += bonus
            place = ahead_of(game, chain, holding, market) + 1
            note(events, BONUS, seat, NO_TILE, chain, place, level_with(game, chain, holding, market), bonus)
    if market > 0:
        bonus = bonus_for(rules, game, chain, chain_size, market, market)
        if bonus > 0:
            place = ahead_of(game, chain, market, market) + 1
            note(events, BONUS, NOBODY, NO_TILE, chain, place, level_with(game, chain, market, market), bonus)
