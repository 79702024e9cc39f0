"""Playing on from a position in which nothing is hidden: every seat by the policy, on what it may see.

What the network says a round later, on average of worlds that fit what a chair has seen, errs about as much as what it
says at once, but elsewhere: the search has both.
"""

from __future__ import annotations

from typing import Any

from mergemaker.bots.broker import broker_action
from mergemaker.bots.network.judgement import judge_played
from mergemaker.bots.network.one_look import WORLDS as LOOK_WORLDS
from mergemaker.bots.policy.policy_choice import policy_step
from mergemaker.bots.policy.proposals import pass_over, proposed_step, take_step
from mergemaker.compiler import record_at, rule
from mergemaker.rules.engine import apply_action
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import OVER

# Beside the worlds that a look needs: the game that is played on, and what a seat has seen.
PLAYED = LOOK_WORLDS
SEEN = LOOK_WORLDS + 1


@rule
def play_on(
    rules: Any,
    worlds: Any,
    mover: int,
    turns: int,
    brokers: int,
    dark: bool,
    proposals: int,
    weights: Any,
    policy: Any,
    mind: Any,
    outlook: Any,
) -> None:
    """Plays `worlds[PLAYED]` on until the turn has passed on so many times, counted from a mover, or the game ends.

    `brokers` are the seats, as bits, that play as brokers do; the others play by the policy, or by the best of so many
    of its proposals. In the dark nobody sees what certificates others were dealt.
    """
    game = record_at(worlds, PLAYED)
    while True:
        if game.mover != mover:
            mover = int(game.mover)
            turns -= 1
        if game.decision == OVER or turns <= 0:
            return
        if not pass_over(rules, game):
            worlds[0] = worlds[PLAYED]
            blank(rules, record_at(worlds, 0), int(game.actor), dark)
            if (brokers >> int(game.actor)) & 1:
                apply_action(rules, game, broker_action(rules, worlds, record_at(weights, 0), outlook), None)
            elif proposals > 1:
                take_step(rules, game, proposed_step(rules, worlds, proposals, weights, policy, mind, outlook))
            else:
                take_step(rules, game, policy_step(rules, worlds, weights, policy, outlook))


@rule
def judge_later(rules: Any, worlds: Any, chair: int, dark: bool, weights: Any, mind: Any, outlook: Any) -> None:
    """Fills an outlook with what the network says of `worlds[PLAYED]`, as a chair sees it.

    In the dark that is without the certificates that this world gives the others: the network has learnt what people
    hold who play like that, and a world only guesses, unless it was dealt by what they have been seen to do.
    """
    worlds[0] = worlds[PLAYED]
    sight = record_at(worlds, 0)
    blank(rules, sight, chair, dark)
    judge_played(rules, sight, chair, record_at(weights, 1), mind, outlook)
