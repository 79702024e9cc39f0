"""The policy proposes, the network decides: the few choices that are best at a glance, each tried to the turn's end.

A look tries whatever the evaluation thinks of, and takes what the network flatters most among it. The policy has seen
many looks and searches and keeps what they had in common, so that its few proposals leave out most of those errors, and
what it thinks of a proposal counts beside what the network says. That is stronger than a look, and quicker.
"""

from __future__ import annotations

from typing import Any

from mergemaker.bots.broker import broker_action, has_no_choice
from mergemaker.bots.clerk import clerk_action
from mergemaker.bots.evaluation.outlook import Outlook
from mergemaker.bots.look_ahead import buy_basket
from mergemaker.bots.network.judgement import judge_played
from mergemaker.bots.policy.policy_choice import announces, first_of_step, policy_step, score_choices, see_choices
from mergemaker.bots.policy.policy_layers import HOPELESS
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.actions import ANNOUNCE_END, SKIP_TURN, action_of, nth_option
from mergemaker.rules.engine import apply_action, legal_options
from mergemaker.rules.state import BUY, OVER, PLACE, Rules, State

SCORED = 0.006  # the difference in chance that a policy learns to score one more
FAR_BEHIND = 6.0  # the best score are choices that are not proposed
UNRATED = -1.0  # what was not proposed
SIGHT = 2  # of the worlds: what the seat has seen, while proposals are tried
TRIED = 3


@rule
def take_step(rules: Rules, game: State, step: int) -> None:
    """Does what was decided: an action, or a basket as -1 less its number."""
    if step < 0:
        buy_basket(rules, game, -1 - step)
    else:
        apply_action(rules, game, step, None)


@rule
def pass_over(rules: Rules, game: State) -> bool:
    """Makes a decision that needs no thought. Returns whether it was one."""
    if not has_no_choice(rules, game):
        return False
    apply_action(rules, game, action_of(game, nth_option(legal_options(rules, game), 0)), None)
    return True


@rule
def finish_at_a_glance(rules: Rules, worlds: Any, seat: int, weights: Any, policy: Any, outlook: Outlook) -> None:
    """Plays `worlds[TRIED]` to the turn's end: a seat at a glance, what others decide meanwhile by rule of thumb."""
    game = record_at(worlds, TRIED)
    mover = int(game.mover)
    while game.decision != OVER and game.mover == mover and game.decision != PLACE:
        if pass_over(rules, game):
            continue
        if game.actor != seat:
            apply_action(rules, game, clerk_action(rules, game), None)
        else:
            worlds[0] = worlds[TRIED]
            take_step(rules, game, policy_step(rules, worlds, weights, policy, outlook))


@rule
def best_left(scores: Any, count: int) -> int:
    """The choice with the best score; -1 where none is left."""
    best = -1
    for choice in range(count):
        if scores[choice] > HOPELESS / 2 and (best < 0 or scores[choice] > scores[best]):
            best = choice
    return best


@rule
def rate_proposals(
    rules: Rules, worlds: Any, most: int, weights: Any, policy: Any, mind: Any, outlook: Outlook
) -> bool:
    """Rates what the policy proposes where a seat places or buys, at most so many choices; its sight is in `worlds[0]`.

    `mind.after` has the ratings, by hand slots or by baskets: the chance at the turn's end by the network, less what
    the policy thinks it worse than its first proposal. Returns whether there are any: nothing is estimated when the
    game ends after this turn.
    """
    for choice in range(len(mind.after)):
        mind.after[choice] = UNRATED
    if not see_choices(rules, worlds, record_at(weights, 1), policy, outlook):
        return False
    game = record_at(worlds, 0)
    seat = int(game.actor)
    buying = game.decision == BUY
    count = score_choices(rules, game, policy, outlook)
    options = legal_options(rules, game)
    for choice in range(count):  # kept, because the scores are written over as soon as a proposal is tried
        mind.gains[choice] = policy.scores[choice] if buying or (options >> choice) & 1 else HOPELESS
    worlds[SIGHT] = worlds[0]
    top = 0.0
    for proposed in range(most):
        choice = best_left(mind.gains, count)
        if choice < 0:
            break
        score = mind.gains[choice]
        mind.gains[choice] = HOPELESS
        if proposed == 0:
            top = score
        elif score < top - FAR_BEHIND:
            break
        worlds[TRIED] = worlds[SIGHT]
        tried = record_at(worlds, TRIED)
        take_step(rules, tried, -1 - choice if buying else action_of(tried, choice))
        finish_at_a_glance(rules, worlds, seat, weights, policy, outlook)
        judge_played(rules, tried, seat, record_at(weights, 1), mind, outlook)
        mind.after[choice] = max(outlook.chance[seat] + SCORED * (score - top), 0.0)
    return True


@rule
def proposed_step(rules: Rules, worlds: Any, most: int, weights: Any, policy: Any, mind: Any, outlook: Outlook) -> int:
    """What the deciding seat does, whose sight is in `worlds[0]`: an action, or a basket as -1 less its number.

    Where it neither places nor buys, what the policy says is done at once.
    """
    game = record_at(worlds, 0)
    decision = int(game.decision)
    if decision != PLACE and decision != BUY:
        return int(policy_step(rules, worlds, weights, policy, outlook))
    if decision == BUY and announces(rules, game, record_at(weights, 1), outlook):
        return ANNOUNCE_END
    if not rate_proposals(rules, worlds, most, weights, policy, mind, outlook):
        return int(broker_action(rules, worlds, record_at(weights, 0), outlook))
    best = best_left(mind.after, len(mind.after))
    if mind.after[best] <= UNRATED:
        return SKIP_TURN
    return -1 - best if decision == BUY else int(action_of(record_at(worlds, SIGHT), best))


@door
def proposed_action(
    rules: Any, games: Any, most: int, weights: Any, policies: Any, minds: Any, worlds: Any, outlook: Any
) -> int:
    """What a seat does by proposals, by what it has seen; of a basket the first share."""
    worlds[0] = games[0]
    box, policy, mind, paper = record_at(rules, 0), record_at(policies, 0), record_at(minds, 0), record_at(outlook, 0)
    return first_of_step(proposed_step(box, worlds, most, weights, policy, mind, paper))
