"""The mogul: a search whose leaves are judged by weights that were fitted to who won.

With a budget of descents and a seed it always decides alike, on however many threads it runs; by the clock it does
what it can.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.evaluation.outlook import judge_weights
from mergemaker.bots.search.descents import LONGEST_PATH, SETTINGS, new_bench, search
from mergemaker.bots.search.search_bot import Budget, Considered, SearchBot
from mergemaker.rules.editions.edition import Edition

DEFAULTS: dict[str, float] = {
    "turns": 8,
    "levels": 8,
    "trust": 8,
    "curiosity": 0.25,
    "sharpness": 0.03,
    "paranoid": 0,
}


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
        self.weights = weights
        self.judge = judge
        self.settings = np.zeros(1, SETTINGS)
        for name, value in settings.items():
            self.settings[name] = value
        self.settings["levels"] = np.minimum(self.settings["levels"], LONGEST_PATH - 2)
        super().__init__(seed, budget, [new_bench(self.settings) for _ in range(budget.threads)])

    def weights_for(self, edition: Edition) -> Any:
        """The weights it chooses by, and the judge's."""
        return np.concatenate([self.weights, judge_weights(edition) if self.judge is None else self.judge])

    def chances(self, edition: Edition, seen: Any) -> tuple[float, ...]:
        """Each seat's chance by the weights that judge."""
        return evaluate(edition, seen, self.weights_for(edition)[1:]).chances

    def descend(self, edition: Edition, weights: Any, key: int, count: int, bench: Any) -> None:
        """Makes so many descents more."""
        search(edition.record, key, count, weights, bench)


__all__ = ["DEFAULTS", "Budget", "Considered", "MogulBot"]
