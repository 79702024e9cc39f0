"""The doors to the compiled bots: one decision, and whole games between them.

A bot that decides in compiled code has a number here. Whole games run without Python in between, which is what tuning
is made of; decision by decision the same bots give the same game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.bots.broker import broker_action
from mergemaker.bots.clerk import clerk_action
from mergemaker.bots.evaluation.outlook import new_outlook
from mergemaker.bots.keys import key_of
from mergemaker.bots.look_ahead import LEVELS
from mergemaker.compiler import door, record_at
from mergemaker.rules.engine import apply_action, deal_randomly, random_action
from mergemaker.rules.random_words import key_at
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import GAME, OVER

RANDOM, CLERK, BROKER = range(3)
MOST_ACTIONS = 4096  # far beyond the longest game


@door
def play(
    rules: Any,
    games: Any,
    limit: int,
    hidden: bool,
    policies: Any,
    keys: Any,
    weights: Any,
    worlds: Any,
    outlook: Any,
    actions: Any,
) -> int:
    """Plays a game on, to its end or for so many decisions, and writes the actions down; how many they were.

    `policies`, `keys` and `weights` have an entry for each seat. Every decision is made on what its seat has seen.
    With a limit of 0 the record itself is what a seat has seen: one action is found and not played.
    """
    game = record_at(games, 0)
    at = 0
    while game.decision != OVER and at < max(limit, 1):
        worlds[0] = games[0]
        seen = record_at(worlds, 0)
        seat = int(game.actor)
        if limit > 0:
            blank(record_at(rules, 0), seen, seat, hidden)
        if policies[seat] == BROKER:
            action = broker_action(record_at(rules, 0), worlds, record_at(weights, seat), record_at(outlook, 0))
        elif policies[seat] == CLERK:
            action = clerk_action(record_at(rules, 0), seen)
        else:
            action = random_action(record_at(rules, 0), seen, key_of(record_at(rules, 0), seen, keys[seat]), 0)
        actions[at] = action
        at += 1
        if limit > 0:
            apply_action(record_at(rules, 0), game, action, None)
    return at


@door
def deal(rules: Any, games: Any, key: int) -> None:
    """Deals a game for the players that the record names, from a key."""
    deal_randomly(record_at(rules, 0), record_at(games, 0), key_at(key, 0))


def new_scratch() -> tuple[Any, Any]:
    """All the scratch paper that a compiled bot needs: worlds and an outlook."""
    return np.zeros(LEVELS, GAME), new_outlook()
