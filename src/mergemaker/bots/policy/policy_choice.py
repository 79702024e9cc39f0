"""What a seat does by the policy: one glance at a decision, without trying any of its choices.

It takes some microseconds where a look takes hundreds, which is what a search plays on by. Ends are announced when
that wins, and the last turn of a game is played by the evaluation, which counts it exactly.
"""

from __future__ import annotations

from typing import Any

from mergemaker.bots.broker import broker_action
from mergemaker.bots.evaluation.best_basket import BASKETS
from mergemaker.bots.evaluation.outlook import MOST_BOUGHT, Outlook
from mergemaker.bots.look_ahead import chance_ending
from mergemaker.bots.network.judgement import describe
from mergemaker.bots.policy.choice_features import describe_choices
from mergemaker.bots.policy.policy_layers import (
    score_baskets,
    score_chains,
    score_splits,
    score_tiles,
    view_chains,
)
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.actions import (
    ANNOUNCE_END,
    BUY_SHARE,
    DONE_BUYING,
    EXCHANGE_OPTION,
    SKIP_TURN,
    action_of,
    count_bits,
)
from mergemaker.rules.engine import legal_options
from mergemaker.rules.state import (
    ABSORB,
    BUY,
    EXCHANGE,
    FOUND,
    MAX_HAND,
    PLACE,
    SURVIVOR,
    TRADE,
    Rules,
    State,
)
from mergemaker.rules.turn_end import may_announce

WINNING = 0.5  # the chance from which an end is announced: it is counted, so it is nearly one or nearly none


@rule
def see_choices(rules: Rules, worlds: Any, judge: Any, policy: Any, outlook: Outlook) -> bool:
    """Writes what the policy sees of a decision; what its seat has seen is in `worlds[0]`, and is spoilt by guesses.

    Returns whether there is anything to see: nothing is estimated when the game ends after this turn.
    """
    game = record_at(worlds, 0)
    describe(rules, game, int(game.actor), judge, outlook, policy.features)
    if outlook.exact:
        return False
    describe_choices(rules, worlds, judge, outlook, policy)
    return True


@rule
def score_choices(rules: Rules, game: State, policy: Any, outlook: Outlook) -> int:
    """Scores the choices that were seen: baskets where a seat buys, options elsewhere. Returns how many, gaps in."""
    chains = int(rules.chains)
    view_chains(policy, int(game.players), chains)
    if game.decision == BUY:
        slots = min(int(rules.buy_limit) - int(game.bought), MOST_BOUGHT)
        return score_baskets(slots, int(game.cash[game.actor]), outlook.cost, chains, policy)
    options = legal_options(rules, game)
    if game.decision == PLACE:
        score_tiles(options, policy)
        return MAX_HAND
    if game.decision == FOUND:
        score_chains(policy.found, options, policy)
        return chains
    if game.decision == SURVIVOR:
        score_chains(policy.survivor, options, policy)
        return chains
    if game.decision == ABSORB:
        score_chains(policy.absorb, options, policy)
        return chains
    score_splits(game.decision == TRADE, count_bits(options), int(game.survivor), int(game.absorbed), policy)
    return count_bits(options)


@rule
def announces(rules: Rules, game: State, judge: Any, outlook: Outlook) -> bool:
    """Whether a seat that buys announces the end: if it may, and that wins."""
    if not may_announce(rules, game):
        return False
    game.announced = 1
    chance = chance_ending(rules, game, int(game.actor), judge, outlook)
    game.announced = 0
    return bool(chance > WINNING)


@rule
def policy_step(rules: Rules, worlds: Any, weights: Any, policy: Any, outlook: Outlook) -> int:
    """What the deciding seat does, whose sight is in `worlds[0]`: an action, or a basket as -1 less its number."""
    game = record_at(worlds, 0)
    if game.decision == EXCHANGE:
        return int(action_of(game, EXCHANGE_OPTION))
    judge = record_at(weights, 1)
    if game.decision == BUY and announces(rules, game, judge, outlook):
        return ANNOUNCE_END
    if not see_choices(rules, worlds, judge, policy, outlook):
        return int(broker_action(rules, worlds, record_at(weights, 0), outlook))
    count = score_choices(rules, game, policy, outlook)
    options = legal_options(rules, game)
    best = -1
    for option in range(count):
        if game.decision != BUY and (options >> option) & 1 == 0:
            continue
        if best < 0 or policy.scores[option] > policy.scores[best]:
            best = option
    if game.decision == BUY:
        return -1 - best
    if best < 0:
        return SKIP_TURN
    return int(action_of(game, best))


@rule
def first_of_step(step: int) -> int:
    """The action that begins a step: of a basket its first share, or that nothing is bought."""
    if step >= 0:
        return step
    basket = -1 - step
    return BUY_SHARE + int(BASKETS[basket, 0, 0]) if basket > 0 else DONE_BUYING


@door
def see_decision(rules: Any, games: Any, judge: Any, policies: Any, worlds: Any, outlook: Any) -> int:
    """Writes what the policy sees of a decision, and its scores. Returns how many there are; 0 where nothing is seen.

    The record is what a seat has seen.
    """
    worlds[0] = games[0]
    box = record_at(rules, 0)
    policy = record_at(policies, 0)
    paper = record_at(outlook, 0)
    if not see_choices(box, worlds, record_at(judge, 0), policy, paper):
        return 0
    return int(score_choices(box, record_at(worlds, 0), policy, paper))


@door
def policy_action(rules: Any, games: Any, weights: Any, policies: Any, worlds: Any, outlook: Any) -> int:
    """What a seat does by the policy, by what it has seen; of a basket the first share."""
    worlds[0] = games[0]
    return first_of_step(
        policy_step(record_at(rules, 0), worlds, weights, record_at(policies, 0), record_at(outlook, 0))
    )
