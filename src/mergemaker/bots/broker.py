"""The broker: an evaluation of the position for every seat, and a look ahead over its whole turn.

A tile is tried with each chain it could found or let survive, and with the best purchases after it; a disposal with
every sensible split of trading, selling and holding. The end is announced when that wins. It uses what its seat has
seen and nothing else; where holdings or the market are hidden it reckons with the most even ones.
"""

from __future__ import annotations

from typing import Any

from mergemaker.bots.evaluation.best_basket import HOPELESS, best_basket, first_of
from mergemaker.bots.evaluation.chain_values import appraise
from mergemaker.bots.evaluation.outlook import Outlook, Weights
from mergemaker.bots.evaluation.unknown_holdings import assume_the_even
from mergemaker.bots.look_ahead import chance_here, look_ahead
from mergemaker.compiler import record_at, rule
from mergemaker.rules.actions import DONE_OPTION, END_OPTION_BUYING, action_of, nth_option
from mergemaker.rules.engine import legal_options
from mergemaker.rules.state import BUY, EXCHANGE, NO_CHAIN, Rules, State
from mergemaker.rules.turn_end import may_announce

TINY = 1e-9  # what puts the first of a basket before the rest of it


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
    """Rates the choices of the seat that must decide, whose sight is in `worlds[0]`, by its chance after its turn."""
    game = record_at(worlds, 0)
    assume_the_even(rules, game)
    if game.decision == BUY:
        rate_purchases(rules, game, int(game.actor), weights, outlook)
    else:
        look_ahead(rules, worlds, weights, weights, None, outlook)


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
