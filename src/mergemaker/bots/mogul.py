"""The mogul: a search whose leaves are judged by weights that were fitted to who won.

With a budget of descents and a seed it always decides alike, on however many threads it runs; by the clock it does
what it can.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mergemaker.bots.compiled import new_worlds
from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.evaluation.outlook import judge_weights, new_outlook
from mergemaker.bots.search.descents import LONGEST_PATH, SETTINGS, search
from mergemaker.bots.search.search_bot import Budget, Considered, SearchBot
from mergemaker.bots.search.tree import new_tree
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import new_state

DEFAULTS: dict[str, float] = {
    "turns": 8,
    "levels": 8,
    "trust": 8,
    "curiosity": 0.25,
    "sharpness": 0.03,
    "paranoid": 0,
}


class _Workbench:
    """What one thread works with."""

    def __init__(self) -> None:
        self.tree, self.used = new_tree()
        self.seen = new_state()
        self.games = new_state()
        self.worlds = new_worlds()
        self.outlook = new_outlook(2)
        self.path = np.zeros(LONGEST_PATH, np.int64)

    def begin(self, seen: Any) -> None:
        """Forgets the last search, and takes what a seat has seen for the next one."""
        self.tree[0] = np.zeros(1, self.tree.dtype)[0]
        self.used[0] = 1
        self.seen = seen


class MogulBot(SearchBot):
    """`weights` is what it and its rivals choose by, in the tree and on; `judge` what positions are judged by, and
    where it is not given, the edition's.
    """

    def __init__(
        self,
        seed: int,
        weights: Any,
        budget: Budget,
        *,
        judge: Any | None = None,
        settings: Mapping[str, float] = DEFAULTS,
    ) -> None:
        super().__init__(seed, budget, [_Workbench() for _ in range(budget.threads)])
        self.weights = weights
        self.judge = judge
        self.settings = np.zeros(1, SETTINGS)
        for name, value in settings.items():
            self.settings[name] = value
        self.settings["levels"] = np.minimum(self.settings["levels"], LONGEST_PATH - 2)

    def weights_for(self, edition: Edition) -> Any:
        """The weights it chooses by, and the judge's."""
        return np.concatenate([self.weights, judge_weights(edition) if self.judge is None else self.judge])

    def chances(self, edition: Edition, seen: Any) -> tuple[float, ...]:
        """Each seat's chance by the weights that judge."""
        return evaluate(edition, seen, self.weights_for(edition)[1:]).chances

    def descend(self, edition: Edition, weights: Any, key: int, count: int, bench: Any) -> None:
        """Makes so many descents more."""
        search(
            edition.record,
            bench.seen,
            key,
            count,
            self.settings,
            weights,
            bench.tree,
            bench.used,
            bench.games,
            bench.worlds,
            bench.outlook,
            bench.path,
        )


__all__ = ["DEFAULTS", "Budget", "Considered", "MogulBot"]
