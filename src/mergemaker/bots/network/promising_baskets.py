"""Which handfuls of shares a network is asked about: those that promise most by the evaluation, one after the other."""

from __future__ import annotations

from typing import Any

from mergemaker.bots.evaluation.best_basket import HOPELESS, UP_TO, basket_gain, try_chains
from mergemaker.bots.evaluation.chain_values import appraise
from mergemaker.bots.evaluation.outlook import MOST_BOUGHT, Outlook, Weights
from mergemaker.compiler import rule
from mergemaker.rules.state import Rules, State


@rule
def weigh_baskets(rules: Rules, game: State, seat: int, play: Weights, mind: Any, outlook: Outlook) -> int:
    """Notes in `mind.gains` what each basket promises a seat that buys. Returns how many there are.

    They are noted there because the outlook is written over as soon as one of them is judged.
    """
    appraise(rules, game, play, outlook)
    slots = min(int(rules.buy_limit) - int(game.bought), MOST_BOUGHT)
    try_chains(rules, game, seat, slots, outlook)
    count = int(UP_TO[slots])
    for at in range(count):
        mind.gains[at] = basket_gain(at, int(game.cash[seat]), play, outlook)
    return count


@rule
def next_basket(mind: Any, count: int) -> int:
    """Takes out the basket that promises most, buying nothing (0) among them. Returns -1 when none is left."""
    best = -1
    for at in range(count):
        if mind.gains[at] > HOPELESS / 2 and (best < 0 or mind.gains[at] > mind.gains[best]):
            best = at
    if best >= 0:
        mind.gains[best] = HOPELESS
    return best
