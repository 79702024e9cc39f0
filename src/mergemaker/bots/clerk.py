"""The clerk: a few sensible rules of thumb, instant.

It takes mergers that pay it, founds when it can, feeds the chains that it leads, buys where a share changes who is
paid, and sells what is absorbed unless the survivor is worth twice as much. The stronger bots use its disposals
where they need a quick answer inside a look-ahead.
"""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.actions import (
    ABSORB_CHAIN,
    ANNOUNCE_END,
    BUY_SHARE,
    DONE_BUYING,
    EXCHANGE_DEAD,
    FOUND_CHAIN,
    KEEP_SURVIVOR,
    PLACE_TILE,
    SELL_SHARES,
    SKIP_TURN,
    TRADE_PAIRS,
    nth_option,
)
from mergemaker.rules.bag import EIGHTH, FOUNDS, GROWS, MERGES, effect_of
from mergemaker.rules.board import CHAIN_BITS, square_of, touching
from mergemaker.rules.mergers import absorb_options, largest_of, only_one, survivor_options
from mergemaker.rules.money import bonus_for, price_at, price_of
from mergemaker.rules.placement import found_options
from mergemaker.rules.purchase import purchases
from mergemaker.rules.state import (
    ABSORB,
    BUY,
    FOUND,
    PLACE,
    SELL,
    SURVIVOR,
    TRADE,
    Rules,
    State,
)
from mergemaker.rules.turn_end import may_announce

NONE = -1_000_000_000  # below any score
FOUNDING = 2500
LOOSE_TILE = 100


@rule
def worth_now(rules: Rules, game: State, seat: int) -> int:
    """What a seat would have if the game ended now, without a market."""
    worth = int(game.cash[seat])
    for chain in range(rules.chains):
        held = int(game.shares[seat, chain])
        if game.sizes[chain] > 0 and held > 0:
            worth += held * price_of(rules, game, chain)
            worth += bonus_for(rules, game, chain, game.sizes[chain], held, 0)
    return worth


@rule
def is_ahead(rules: Rules, game: State, seat: int) -> bool:
    """Whether a seat would win if the game ended now."""
    mine = worth_now(rules, game, seat)
    for other in range(game.players):
        if other != seat and worth_now(rules, game, other) >= mine:
            return False
    return True


@rule
def most_of_others(game: State, chain: int, seat: int) -> int:
    """The largest holding of a chain among the other seats."""
    most = 0
    for other in range(game.players):
        if other != seat:
            most = max(most, int(game.shares[other, chain]))
    return most


@rule
def gain_if_absorbed(rules: Rules, game: State, chain: int, seat: int) -> int:
    """How much better than the best-paid rival a seat does from a chain's bonuses, its own counted twice."""
    mine = 0
    others = 0
    for other in range(game.players):
        bonus = bonus_for(rules, game, chain, game.sizes[chain], game.shares[other, chain], 0)
        if other == seat:
            mine = bonus
        else:
            others = max(others, bonus)
    return 2 * mine - others


@rule
def tile_score(rules: Rules, game: State, tile: int, seat: int) -> int:
    """How much the clerk likes a tile."""
    effect = effect_of(rules, game, tile)
    chains = touching(game, square_of(tile)) & CHAIN_BITS
    if effect >= EIGHTH:
        return NONE
    if effect == FOUNDS:
        return FOUNDING
    if effect == GROWS:
        chain = only_one(chains)
        return 150 * (2 * int(game.shares[seat, chain]) - most_of_others(game, chain, seat))
    if effect == MERGES:
        survivor = nth_option(largest_of(rules, game, chains), 0)
        score = 0
        for chain in range(rules.chains):
            if (chains >> chain) & 1 and chain != survivor:
                score += gain_if_absorbed(rules, game, chain, seat)
        return score
    return LOOSE_TILE


@rule
def clerk_place(rules: Rules, game: State, seat: int) -> int:
    """The tile that it likes best; the end as soon as that wins."""
    if may_announce(rules, game) and is_ahead(rules, game, seat):
        return ANNOUNCE_END
    best = NONE
    action = SKIP_TURN
    for slot in range(rules.hand):
        tile = int(game.hands[seat, slot])
        if tile >= 0:
            score = tile_score(rules, game, tile, seat)
            if score > best:
                best = score
                action = PLACE_TILE + tile
    return action


@rule
def clerk_chain(rules: Rules, game: State, seat: int, options: int, founding: bool) -> int:
    """The chain that it likes best: to found, a dear one in which it holds much and its rivals little; to survive
    among equals, the one whose bonuses it would miss least."""
    best = NONE
    chosen = 0
    for chain in range(rules.chains):
        if (options >> chain) & 1:
            score = 300 * int(game.shares[seat, chain])
            if founding:
                score += price_at(rules, chain, 3) - 200 * most_of_others(game, chain, seat)
            else:
                score -= gain_if_absorbed(rules, game, chain, seat)
            if score > best:
                best = score
                chosen = chain
    return chosen


@rule
def clerk_trade(rules: Rules, game: State, seat: int) -> int:
    """All that can be traded if a share of the survivor is worth the two it costs, else none."""
    pairs = min(int(game.shares[seat, game.absorbed]) // 2, int(game.bank[game.survivor]))
    merged = min(int(game.sizes[game.survivor]) + int(game.sizes[game.absorbed]) + 1, 108)
    if price_at(rules, game.survivor, merged) < 2 * price_of(rules, game, game.absorbed):
        pairs = 0
    return TRADE_PAIRS + pairs


@rule
def clerk_buy(rules: Rules, game: State, seat: int) -> int:
    """The share that changes most who is paid, then one of a chain it holds, then the cheapest; while cash lasts."""
    if may_announce(rules, game) and is_ahead(rules, game, seat):
        return ANNOUNCE_END
    options = purchases(rules, game)
    best = NONE
    action = DONE_BUYING
    for chain in range(rules.chains):
        if (options >> chain) & 1:
            chain_size = int(game.sizes[chain])
            held = int(game.shares[seat, chain])
            score = -bonus_for(rules, game, chain, chain_size, held, 0)
            game.shares[seat, chain] += 1
            score += bonus_for(rules, game, chain, chain_size, held + 1, 0)
            game.shares[seat, chain] -= 1
            if held > 0:
                score += 300
            score -= price_of(rules, game, chain)
            if score > best:
                best = score
                action = BUY_SHARE + chain
    return action


@rule
def clerk_action(rules: Rules, game: State) -> int:
    """What the clerk does with what the seat that must decide has seen. The record is as before afterwards."""
    seat = int(game.actor)
    decision = game.decision
    if decision == PLACE:
        return clerk_place(rules, game, seat)
    if decision == BUY:
        return clerk_buy(rules, game, seat)
    if decision == FOUND:
        return FOUND_CHAIN + clerk_chain(rules, game, seat, found_options(rules, game), True)
    if decision == SURVIVOR:
        return KEEP_SURVIVOR + clerk_chain(rules, game, seat, survivor_options(rules, game), False)
    if decision == ABSORB:
        return ABSORB_CHAIN + nth_option(absorb_options(rules, game), 0)
    if decision == TRADE:
        return clerk_trade(rules, game, seat)
    if decision == SELL:
        return SELL_SHARES + int(game.shares[seat, game.absorbed])
    return EXCHANGE_DEAD
