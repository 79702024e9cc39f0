"""A bot that decides by one of the compiled policies: random, clerk or broker."""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.bots import compiled
from mergemaker.bots.bot import SeenBot
from mergemaker.bots.search.search_bot import KEY_BITS
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import MAX_PLAYERS


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
