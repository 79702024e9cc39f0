"""The compiled bots as opponents inside a batch's own call: named once, then asked without Python in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mergemaker.bots.broker import broker_action
from mergemaker.bots.clerk import clerk_action
from mergemaker.bots.compiled import BROKER, CLERK, RANDOM, new_scratch
from mergemaker.bots.evaluation.outlook import house_weights
from mergemaker.compiler import record_at, rule
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import MAX_PLAYERS, Rules, State
from mergemaker.rules.words.phrases import counted

POLICIES = {"random": RANDOM, "clerk": CLERK, "broker": BROKER}


@rule
def opponent_action(rules: Rules, game: State, learner: int, at_random: int, others: Any) -> int:
    """What the opponent whose decision it is does, from what its seat has seen."""
    policies, hidden, weights, worlds, outlook = others
    actor = int(game.actor)
    policy = policies[actor - 1 if actor > learner else actor]
    if policy == RANDOM:
        return at_random
    worlds[0] = game
    seen = record_at(worlds, 0)
    blank(rules, seen, actor, hidden)
    if policy == BROKER:
        return int(broker_action(rules, worlds, record_at(weights, 0), record_at(outlook, 0)))
    return int(clerk_action(rules, seen))


def opponents_of(opponents: str | Sequence[str], players: int | None) -> list[str]:
    """One name for each opponent, in the order of their seats. A single name stands for all, of four players if not
    said otherwise."""
    count = players or (4 if isinstance(opponents, str) else len(opponents) + 1)
    names = [opponents] * (count - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != count - 1:
        raise MergemakerError(f"{count} players need {counted(count - 1, 'opponent')}; there are {len(names)}.")
    return names


def check_compiled(names: Sequence[str]) -> None:
    """Refuses opponents that can't play inside a batch's call."""
    for name in names:
        if name not in POLICIES:
            known = ", ".join(POLICIES)
            raise MergemakerError(
                f"The vector environment’s opponents are compiled: {known}; not {name!r}. Any bot plays in "
                "gymnasium.make, and in gymnasium.make_vec with vectorization_mode=“sync”."
            )


def opponents_named(names: Sequence[str], players: int, hidden: bool) -> tuple[Any, ...]:
    """What the compiled call needs of its opponents: who they are, the broker's weights, and paper to think on."""
    policies = np.zeros(MAX_PLAYERS, np.int64)
    policies[: players - 1] = [POLICIES[name] for name in names]
    worlds, outlook = new_scratch()
    return policies, hidden, house_weights(), worlds, outlook
