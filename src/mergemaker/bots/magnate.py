"""The magnate: a network that it taught itself judges positions, and a search looks where that judgement leads.

With a budget of descents and a seed it always decides alike, on however many threads it runs; by the clock it does
what it can. With a single descent it does not search at all: it plays by one look at the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mergemaker.bots.bot import SeenBot
from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.evaluation.outlook import judge_weights, new_outlook
from mergemaker.bots.network.network_file import new_mind
from mergemaker.bots.network.one_look import SEATED, new_look_worlds, play_by_looks
from mergemaker.bots.search.magnate_search import descend, new_workbench
from mergemaker.bots.search.search_bot import KEY_BITS, Budget, SearchBot
from mergemaker.rules.actions import action_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import MAX_PLAYERS, TILES, fields

DEFAULTS: dict[str, float] = {"turns": 0, "trust": 5, "curiosity": 0.4}


class LookBot(SeenBot):
    """A magnate that does not search: the best choice by one look at the network, or with a temper any good one."""

    def __init__(self, seed: int, weights: Any, layers: Mapping[str, Any] | None = None, temper: float = 0.0) -> None:
        self.weights = weights
        self._mind = new_mind(layers)
        self._worlds = new_look_worlds()
        self._outlook = new_outlook()
        self._seats = np.zeros(MAX_PLAYERS, SEATED)
        self._seats["key"] = seed & KEY_BITS
        self._seats["temper"] = temper
        self._seats["until"] = TILES

    def decide(self, edition: Edition, seen: Any) -> int:
        """The action that looks best."""
        weights = np.concatenate([self.weights, judge_weights(edition)])
        return int(
            play_by_looks(edition.record, seen, 0, False, self._seats, weights, self._mind, self._worlds, self._outlook)
        )

    def ratings(self, edition: Edition, seen: Any) -> dict[int, float]:
        """The deciding seat's chance after each action that was looked at; there must be a choice."""
        self.decide(edition, seen)
        paper = fields(self._outlook)
        rated = int(paper.rated)
        return {
            int(action_of(fields(seen), option)): float(paper.rating[option])
            for option in range(rated.bit_length())
            if rated >> option & 1
        }


class MagnateBot(SearchBot):
    """A bot that plays its choices on by looks at the network, and chooses what that turns out to be worth."""

    first_descents = 1  # each takes milliseconds

    def __init__(
        self,
        seed: int,
        weights: Any,
        budget: Budget,
        *,
        layers: Mapping[str, Any] | None = None,
        settings: Mapping[str, float] = DEFAULTS,
    ) -> None:
        benches = [new_workbench(settings, layers) for _ in range(budget.threads)]
        super().__init__(seed, budget, benches, settings["trust"])
        self.weights = weights

    def weights_for(self, edition: Edition) -> Any:
        """The house's weights to choose by, and the edition's that the network corrects."""
        return np.concatenate([self.weights, judge_weights(edition)])

    def chances(self, edition: Edition, seen: Any) -> tuple[float, ...]:
        """Each seat's chance by the network."""
        return evaluate(edition, seen).chances

    def descend(self, edition: Edition, weights: Any, key: int, count: int, bench: Any) -> None:
        """Makes so many descents more."""
        descend(edition.record, key, count, weights, bench)
