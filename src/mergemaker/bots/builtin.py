"""The built-in ladder of bots, as the registry finds them: random, clerk, broker, mogul."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mergemaker.bots import compiled
from mergemaker.bots.bot import Bot, BotError, SeenBot
from mergemaker.bots.evaluation.outlook import house_weights, read_weights
from mergemaker.bots.mogul import DEFAULTS, KEY_BITS, MogulBot
from mergemaker.bots.registry import number, only, whole_number
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import MAX_PLAYERS

USUAL_MS = 100


class PolicyBot(SeenBot):
    """A bot that decides by a compiled policy, in microseconds."""

    def __init__(self, name: str, policy: int, seed: int, weights: Any) -> None:
        self.name = name
        self.policy = policy
        self.key = seed & KEY_BITS
        self.weights = weights
        self._worlds, self._outlook = compiled.new_scratch()
        self._policies = np.full(MAX_PLAYERS, policy)
        self._keys = np.full(MAX_PLAYERS, self.key)
        self._weights = np.repeat(weights, MAX_PLAYERS)
        self._action = np.zeros(1, np.int64)

    def decide(self, edition: Edition, seen: Any) -> int:
        """The policy's action."""
        compiled.play(
            edition.record,
            seen,
            0,
            False,
            self._policies,
            self._keys,
            self._weights,
            self._worlds,
            self._outlook,
            self._action,
        )
        return int(self._action[0])


def random_bot(options: Mapping[str, str], seed: int) -> Bot:
    """Any legal action, each as likely as the others."""
    only("random", options)
    return PolicyBot("random", compiled.RANDOM, seed, house_weights())


def clerk_bot(options: Mapping[str, str], seed: int) -> Bot:
    """A few rules of thumb."""
    only("clerk", options)
    return PolicyBot("clerk", compiled.CLERK, seed, house_weights())


def broker_bot(options: Mapping[str, str], seed: int) -> Bot:
    """An evaluation and a look ahead over one turn; `weights=FILE` for weights of your own."""
    only("broker", options, "weights")
    weights = read_weights(options["weights"]) if "weights" in options else house_weights()
    return PolicyBot("broker", compiled.BROKER, seed, weights)


def mogul_bot(options: Mapping[str, str], seed: int) -> Bot:
    """Search, by the clock (`ms=100`) or for so many descents (`iterations=400`), on `threads` cores."""
    only("mogul", options, "ms", "iterations", "threads", "weights", "judge", *DEFAULTS)
    if "ms" in options and "iterations" in options:
        raise BotError("mogul has a budget of ms or of iterations, not both.")
    settings = {name: number("mogul", options, name, default) for name, default in DEFAULTS.items()}
    return MogulBot(
        seed,
        read_weights(options["weights"]) if "weights" in options else house_weights(),
        judge=read_weights(options["judge"]) if "judge" in options else None,
        ms=None if "iterations" in options else whole_number("mogul", options, "ms", USUAL_MS, least=1),
        iterations=whole_number("mogul", options, "iterations", 0, least=1) or None,
        threads=whole_number("mogul", options, "threads", 1, least=1),
        settings=settings,
    )
