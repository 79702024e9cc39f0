"""The mogul: search under a budget of time or of descents.

With a budget of descents and a seed it always decides alike, on however many threads it runs; by the clock it does
what it can. Each thread grows a tree of its own on worlds of its own, and the roots are added up.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np

from mergemaker.bots.bot import SeenBot
from mergemaker.bots.compiled import new_worlds
from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.evaluation.outlook import judge_weights, new_outlook
from mergemaker.bots.keys import key_of
from mergemaker.bots.search.descents import LONGEST_PATH, SETTINGS, search
from mergemaker.bots.search.tree import new_tree
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS, EXCHANGE_DEAD
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.random_words import key_at
from mergemaker.rules.state import EXCHANGE, MAX_PLAYERS, fields, new_state

KEY_BITS = (1 << 62) - 1
CLOSE = 0.3  # of the most visits
FIRST_DESCENTS = 8  # before the clock is looked at, so that even the shortest budget has something to say

DEFAULTS: dict[str, float] = {
    "turns": 8,
    "levels": 8,
    "trust": 8,
    "curiosity": 0.25,
    "sharpness": 0.03,
    "paranoid": 0,
}


class Considered(msgspec.Struct, frozen=True):
    """An action that a search looked at: how often, and each seat's chance to win after it."""

    action: int
    visits: int
    chances: tuple[float, ...]


class _Workbench:
    """What one thread works with."""

    def __init__(self) -> None:
        self.tree, self.used = new_tree()
        self.games = new_state()
        self.worlds = new_worlds()
        self.outlook = new_outlook(2)
        self.path = np.zeros(LONGEST_PATH, np.int64)

    def clear(self) -> None:
        self.tree[0] = np.zeros(1, self.tree.dtype)[0]
        self.used[0] = 1


class MogulBot(SeenBot):
    """A bot that searches. `ms` or `iterations` is its budget for a decision; iterations count for each thread.

    `weights` is what it and its rivals choose by, in the tree and on; `judge` what positions are judged by, and where
    it is not given, the edition's.
    """

    def __init__(
        self,
        seed: int,
        weights: Any,
        *,
        judge: Any | None = None,
        ms: int | None,
        iterations: int | None,
        threads: int = 1,
        settings: Mapping[str, float] = DEFAULTS,
    ) -> None:
        self.key = seed & KEY_BITS
        self.weights = weights
        self.judge = judge
        self.ms = ms
        self.iterations = iterations
        self.settings = np.zeros(1, SETTINGS)
        for name, value in settings.items():
            self.settings[name] = value
        self.settings["levels"] = np.minimum(self.settings["levels"], LONGEST_PATH - 2)
        self._workbenches = [_Workbench() for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._mask = np.zeros(ACTIONS, np.int8)

    def close(self) -> None:
        """Lets the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def decide(self, edition: Edition, seen: Any) -> int:
        """The action that the search found best."""
        if engine.legal(edition.record, seen, self._mask) == 1:
            return int(np.flatnonzero(self._mask)[0])
        return self.consider(edition, seen)[0].action

    def consider(self, edition: Edition, seen: Any) -> list[Considered]:
        """What the search looked at, the best first. Dead tiles are exchanged without a search."""
        if int(fields(seen).decision) == EXCHANGE:
            return [Considered(EXCHANGE_DEAD, 0, evaluate(edition, seen, self.judge).chances)]
        judge = judge_weights(edition) if self.judge is None else self.judge
        weights = np.concatenate([self.weights, judge])
        deadline = time.perf_counter() + (self.ms or 0) / 1000
        key = int(key_of(fields(edition.record), fields(seen), self.key))
        if self._pool is None:
            self._think(edition, seen, weights, key, self._workbenches[0], deadline)
        else:
            for done in [
                self._pool.submit(self._think, edition, seen, weights, key_at(key, at), bench, deadline)
                for at, bench in enumerate(self._workbenches)
            ]:
                done.result()
        return self._found(int(fields(seen).players), int(fields(seen).actor))

    def _think(self, edition: Edition, seen: Any, weights: Any, key: int, bench: _Workbench, deadline: float) -> None:
        bench.clear()
        count = self.iterations or FIRST_DESCENTS
        while count > 0:
            began = time.perf_counter()
            search(
                edition.record,
                seen,
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
            if self.iterations is not None:
                return
            now = time.perf_counter()
            # Half of what the clock still allows at the pace so far, so that the end is met closely.
            pace = (now - began) / count
            count = min(int((deadline - now) / pace / 2) + 1, 4 * count) if now + pace < deadline else 0

    def _found(self, players: int, me: int) -> list[Considered]:
        visits: dict[int, int] = {}
        values: dict[int, Any] = {}
        for bench in self._workbenches:
            child = int(bench.tree[0]["child"])
            while child:
                node = bench.tree[child]
                action = int(node["action"])
                visits[action] = visits.get(action, 0) + int(node["visits"])
                values[action] = values.get(action, np.zeros(MAX_PLAYERS)) + node["value"]
                child = int(node["sibling"])
        found = [
            Considered(action, count, tuple(float(v) for v in values[action][:players] / max(count, 1)))
            for action, count in visits.items()
        ]
        # What was visited little was found bad; among the rest the value decides.
        enough = CLOSE * max(one.visits for one in found)
        return sorted(
            found, key=lambda one: (one.visits < enough, -one.chances[me] if one.visits >= enough else -one.visits)
        )
