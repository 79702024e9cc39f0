"""The broker: an evaluation of the position for every seat, and a look ahead over its whole turn.

A tile is tried with each chain it could found or let survive, and with the best purchases after it; a disposal with
every sensible split of trading, selling and holding. The end is announced when that wins. It uses what its seat has
seen and nothing else; where holdings or the market are hidden it reckons with the most even ones.
"""

from __future__ import annotations

from typing import Any

from mergemaker.bots.clerk import clerk_action
from mergemaker.bots.evaluation.best_basket import HOPELESS, best_basket, first_of
from mergemaker.bots.evaluation.chain_values import MARKET_HOLDING, appraise
from mergemaker.bots.evaluation.outlook import Outlook, Weights
from mergemaker.compiler import record_at, rule
from mergemaker.rules.actions import (
    DONE_OPTION,
    END_OPTION_BUYING,
    END_OPTION_PLACING,
    action_of,
    count_bits,
    nth_option,
)
from mergemaker.rules.bag import market_plays
from mergemaker.rules.engine import apply_action, legal_options
from mergemaker.rules.redaction import UNKNOWN
from mergemaker.rules.state import (
    BUY,
    EXCHANGE,
    FOUND,
    MAX_MARKET,
    NO_CHAIN,
    PLACE,
    SELL,
    SURVIVOR,
    TRADE,
    Rules,
    State,
)
from mergemaker.rules.turn_end import may_announce

WORLDS = 4  # games on the scratch paper: the position, a tile placed, a chain chosen, a disposal tried
PURCHASES = 1.5  # how much better than any before the purchases after a tile may turn out
TINY = 1e-9  # what puts the first of a basket before the rest of it
FIRST_PURCHASES = 0.02  # what they are taken to be worth before the first have been worked out


@rule
def assume_the_even(rules: Rules, game: State) -> None:
    """Where a seat can't know certificates or market draws, takes the most even ones for granted."""
    for chain in range(rules.chains):
        hidden = int(rules.dealt[chain])
        seats = 0
        for seat in range(game.players):
            if game.dealt[seat, chain] == UNKNOWN:
                seats += 1
            else:
                hidden -= int(game.dealt[seat, chain])
        at = chain
        for seat in range(game.players):
            if game.dealt[seat, chain] == UNKNOWN:
                dealt = (hidden + at % seats) // seats
                at += 1
                game.dealt[seat, chain] = dealt
                game.shares[seat, chain] += dealt
    if market_plays(rules, game.players):
        for at in range(game.market_draws, MAX_MARKET):
            game.market[at] = MARKET_HOLDING - 1


@rule
def disposals(count: int) -> int:
    """Numbers of shares worth trying when so many can go, as bits: all of few, a spread of many."""
    step = 1 if count <= 4 else (count + 2) // 4
    tried = 1
    while count > 0:
        tried |= 1 << count
        count -= step
    return tried


@rule
def worth_trying(rules: Rules, game: State) -> int:
    """The options that a look-ahead tries."""
    options = legal_options(rules, game)
    if game.decision == TRADE or game.decision == SELL:
        return disposals(count_bits(options) - 1)
    if game.decision == PLACE:
        return options & ~(1 << END_OPTION_PLACING)
    return options


@rule
def branches(game: State, seat: int) -> bool:
    """Whether a look-ahead tries every choice of this decision; others are answered by rule of thumb."""
    if game.decision == FOUND or game.decision == SURVIVOR:
        return True
    return bool(game.decision == SELL and game.actor == seat)


@rule
def chance_here(rules: Rules, game: State, seat: int, weights: Weights, outlook: Outlook) -> float:
    """A seat's chance to win from here, its purchases of this turn made."""
    appraise(rules, game, weights, outlook)
    if game.decision == BUY and game.mover == seat:
        best_basket(rules, game, seat, False, weights, outlook)
    return float(outlook.chance[seat])


@rule
def chance_above(rules: Rules, game: State, seat: int, best: float, weights: Weights, outlook: Outlook) -> float:
    """The same, or less where it is not above the best so far: then the purchases are not worked out."""
    appraise(rules, game, weights, outlook)
    chance = outlook.chance[seat]
    if game.decision == BUY and game.mover == seat and chance + PURCHASES * outlook.bought > best:
        best_basket(rules, game, seat, False, weights, outlook)
        outlook.bought = max(outlook.bought, outlook.chance[seat] - chance)
    return float(outlook.chance[seat])


@rule
def rate_purchases(rules: Rules, game: State, seat: int, weights: Weights, outlook: Outlook) -> None:
    """Rates the next share to buy, being done, and the announcement of the end."""
    outlook.rated = 1 << DONE_OPTION
    if may_announce(rules, game):
        game.announced = 1
        outlook.rating[END_OPTION_BUYING] = chance_here(rules, game, seat, weights, outlook)
        outlook.rated |= 1 << END_OPTION_BUYING
        game.announced = 0
    appraise(rules, game, weights, outlook)
    chance = outlook.chance[seat]
    outlook.rating[DONE_OPTION] = chance
    slope = chance * (1.0 - chance) / outlook.doubt
    first = first_of(best_basket(rules, game, seat, True, weights, outlook))
    for chain in range(rules.chains):
        if outlook.with_chain[chain] > HOPELESS:
            # By the best basket with that share: in proportion for the others, exactly for the best of all.
            outlook.rating[chain] = chance + slope * outlook.with_chain[chain]
            outlook.rated |= 1 << chain
    if first != NO_CHAIN:
        for chain in range(rules.chains):
            if outlook.with_chain[chain] > HOPELESS:
                outlook.rating[chain] = min(outlook.rating[chain], outlook.chance[seat])
        outlook.rating[first] = outlook.chance[seat] + TINY


@rule
def best_rated(outlook: Outlook) -> int:
    """The option with the best rating."""
    best = -1
    option = 0
    while outlook.rated >> option:
        if (outlook.rated >> option) & 1 and (best < 0 or outlook.rating[option] > outlook.rating[best]):
            best = option
        option += 1
    return best


@rule
def rate_options(rules: Rules, worlds: Any, weights: Weights, outlook: Outlook) -> None:
    """Rates the choices of the seat that must decide, by its chance to win after its turn.

    What the seat has seen is in `worlds[0]`. A look-ahead goes down from there through the seat's own choices, a
    world for each, with `outlook.untried` for what is left to try at each level. It stands in one function on
    purpose: each function that calls the rules is compiled together with all of them.
    """
    game = record_at(worlds, 0)
    assume_the_even(rules, game)
    seat = int(game.actor)
    if game.decision == BUY:
        rate_purchases(rules, game, seat, weights, outlook)
        return
    options = worth_trying(rules, game)
    outlook.rated = options
    outlook.bought = FIRST_PURCHASES
    announcing = game.decision == PLACE and may_announce(rules, game)
    best = -1.0
    tried = 0
    level = 0
    game.announced |= announcing
    outlook.untried[0] = options
    while level >= 0:
        untried = outlook.untried[level]
        if untried == 0:
            level -= 1
            if level < 0 and announcing:
                # That was with the end announced; now the same again without.
                outlook.rated |= 1 << END_OPTION_PLACING
                outlook.rating[END_OPTION_PLACING] = best
                announcing = False
                game.announced = 0
                best = -1.0
                level = 0
                outlook.untried[0] = options
            continue
        outlook.untried[level] = untried & (untried - 1)
        option = nth_option(untried, 0)
        if level == 0:
            tried = option
            outlook.rating[tried] = -1.0
        worlds[level + 1] = worlds[level]
        world = record_at(worlds, level + 1)
        apply_action(rules, world, action_of(world, option), None)
        while SURVIVOR <= world.decision <= SELL and not (level + 2 < WORLDS and branches(world, seat)):
            apply_action(rules, world, clerk_action(rules, world), None)
        if level + 2 < WORLDS and branches(world, seat):
            level += 1
            outlook.untried[level] = worth_trying(rules, world)
            continue
        chance = chance_above(rules, world, seat, best, weights, outlook)
        outlook.rating[tried] = max(outlook.rating[tried], chance)
        best = max(best, chance)


@rule
def has_no_choice(rules: Rules, game: State) -> bool:
    """Whether a decision needs no thought: one option only, or dead tiles, which are always exchanged."""
    options = legal_options(rules, game)
    return bool(game.decision == EXCHANGE or options & (options - 1) == 0)


@rule
def broker_action(rules: Rules, worlds: Any, weights: Weights, outlook: Outlook) -> int:
    """What the broker does with what the seat that must decide has seen, which is in `worlds[0]`."""
    game = record_at(worlds, 0)
    if has_no_choice(rules, game):
        return action_of(game, nth_option(legal_options(rules, game), 0))
    rate_options(rules, worlds, weights, outlook)
    return action_of(game, best_rated(outlook))
