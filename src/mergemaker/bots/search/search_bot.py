"""A bot that searches: its budget of time or of descents, its threads, and what its trees found.

Each thread grows a tree of its own on worlds of its own, and the roots are added up. What a descent is, a bot says.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np

from mergemaker.bots.bot import SeenBot
from mergemaker.bots.keys import key_of
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS, EXCHANGE_DEAD
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.random_words import key_at
from mergemaker.rules.state import EXCHANGE, MAX_PLAYERS, fields

KEY_BITS = (1 << 62) - 1
CLOSE = 0.3  # of the most visits


class Considered(msgspec.Struct, frozen=True):
    """An action that a search looked at: how often, and each seat's chance to win after it."""

    action: int
    visits: int
    chances: tuple[float, ...]


class Budget(msgspec.Struct, frozen=True):
    """What a decision may cost: milliseconds, or descents for each thread."""

    ms: int | None = None
    iterations: int | None = None
    threads: int = 1


class SearchBot(SeenBot):
    """A bot that searches on workbenches, one for each thread: things with `tree`, and `begin(seen)`."""

    first_descents = 8  # before the clock is looked at, so that even the shortest budget has something to say
    slower_after = 0  # so many descents each takes longer: the pace must be found anew; 0: they are all alike

    def __init__(
        self, seed: int, budget: Budget, benches: Sequence[Any], trust: float = 0.0, faith: float = 0.0
    ) -> None:
        self.key = seed & KEY_BITS
        self.ms = budget.ms
        self.iterations = budget.iterations
        self.trust = trust  # how many visits the rating of an action is worth in the end,
        self.faith = faith  # and how much of a visit more with each visit
        self._benches = benches
        self._pool = ThreadPoolExecutor(budget.threads) if budget.threads > 1 else None
        self._mask = np.zeros(ACTIONS, np.int8)

    def weights_for(self, edition: Edition) -> Any:
        """Two records of weights: what is chosen by, and what is judged by."""
        raise NotImplementedError

    def descend(self, edition: Edition, weights: Any, key: int, count: int, bench: Any) -> None:
        """Makes so many descents more."""
        raise NotImplementedError

    def chances(self, edition: Edition, seen: Any) -> tuple[float, ...]:
        """Each seat's chance without a search."""
        raise NotImplementedError

    def close(self) -> None:
        """Lets the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def decide(self, edition: Edition, seen: Any) -> int:
        """The action that the search found best."""
        if engine.legal(edition.record, seen, self._mask) == 1:
            return int(np.flatnonzero(self._mask)[0])
        if int(fields(seen).decision) == EXCHANGE:
            return EXCHANGE_DEAD
        return self.consider(edition, seen)[0].action

    def consider(self, edition: Edition, seen: Any) -> list[Considered]:
        """What the search looked at, the best first. Dead tiles are exchanged without a search."""
        weights = self.weights_for(edition)
        if int(fields(seen).decision) == EXCHANGE:
            return [Considered(EXCHANGE_DEAD, 0, self.chances(edition, seen))]
        deadline = time.perf_counter() + (self.ms or 0) / 1000
        key = int(key_of(fields(edition.record), fields(seen), self.key))
        if self._pool is None:
            self._think(edition, seen, weights, key, self._benches[0], deadline)
        else:
            for done in [
                self._pool.submit(self._think, edition, seen, weights, key_at(key, at), bench, deadline)
                for at, bench in enumerate(self._benches)
            ]:
                done.result()
        return self._found(int(fields(seen).players), int(fields(seen).actor))

    def _think(self, edition: Edition, seen: Any, weights: Any, key: int, bench: Any, deadline: float) -> None:
        bench.begin(seen)
        count = self.iterations or self.first_descents
        made = 0
        while count > 0:
            began = time.perf_counter()
            self.descend(edition, weights, key, count, bench)
            if self.iterations is not None:
                return
            made += count
            now = time.perf_counter()
            # Half of what the clock still allows at the pace so far, so that the end is met closely.
            pace = (now - began) / count
            count = min(int((deadline - now) / pace / 2) + 1, 4 * count) if now + pace < deadline else 0
            if count and made == self.slower_after:
                count = 1
            elif made < self.slower_after:
                count = min(count, self.slower_after - made)

    def _found(self, players: int, me: int) -> list[Considered]:
        visits: dict[int, int] = {}
        values: dict[int, Any] = {}
        ratings: dict[int, float] = {}
        for bench in self._benches:
            child = int(bench.tree[0]["child"])
            while child:
                node = bench.tree[child]
                action = int(node["action"])
                visits[action] = visits.get(action, 0) + int(node["visits"])
                values[action] = values.get(action, np.zeros(MAX_PLAYERS)) + node["value"]
                ratings[action] = float(node["rating"])
                child = int(node["sibling"])
        # What was visited little was found bad; among the rest the value decides, and the rating as far as trusted.
        enough = CLOSE * max(visits.values())
        ahead = sum(float(values[one][me]) - count * ratings[one] for one, count in visits.items())
        ahead /= max(sum(visits.values()), 1)

        def considered(action: int, count: int) -> Considered:
            means = values[action][:players] / max(count, 1)
            trust = self.trust + self.faith * count
            guess = min(max(ratings[action] + ahead, 0.0), 1.0)
            mine = (trust * guess + count * float(means[me])) / max(trust + count, 1)
            rest = (1.0 - mine) / max(1.0 - float(means[me]), 1e-9)
            return Considered(action, count, tuple(mine if at == me else float(v) * rest for at, v in enumerate(means)))

        found = [considered(action, count) for action, count in visits.items()]
        return sorted(
            found, key=lambda one: (one.visits < enough, -one.chances[me] if one.visits >= enough else -one.visits)
        )
