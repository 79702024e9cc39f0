"""Decisions to learn a policy from: games by looks, each decision kept with what was thought of every choice.

The first policy learns what a look thought. A later one learns what a search by the policy before found, which has
played the best choices on; of the others it still learns what the look thought.

As with positions, every game has a number of its own from which everything in it follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mergemaker.bots.evaluation.best_basket import BASKETS
from mergemaker.bots.evaluation.outlook import house_weights
from mergemaker.bots.magnate import MagnateBot
from mergemaker.bots.network.one_look import play_by_looks
from mergemaker.bots.policy.policy_choice import see_decision
from mergemaker.bots.policy.policy_layers import POLICY, SCORES
from mergemaker.bots.search.search_bot import Budget
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS, BUY_SHARE, DONE_BUYING, action_of
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import (
    ABSORB,
    BUY,
    EXCHANGE,
    FOUND,
    MAX_CHAINS,
    MAX_HAND,
    OVER,
    PLACE,
    SELL,
    SURVIVOR,
    TRADE,
    fields,
)
from mergemaker.training.self_play import Table, settings

KINDS = {"place": (PLACE,), "buy": (BUY,), "chain": (FOUND, SURVIVOR, ABSORB), "split": (TRADE, SELL)}
MOST_LEARNT = 26  # options of a trade or a sale that are learnt from
KEPT = {"place": 0.5, "buy": 0.5, "chain": 1.0, "split": 0.3}  # of all decisions
SEARCHED = {"place": 0.25, "buy": 0.25, "chain": 0.6, "split": 0.15}  # the same where each is searched
DESCENTS = 128  # of such a search
UNTRIED = -1.0  # the rating of what was not looked at

Decisions = dict[str, dict[str, Any]]  # for each kind the arrays that its decisions are kept in


class ChoiceTable(Table):
    """A table at which every decision by a look can be kept; with a policy, it is searched besides."""

    def __init__(self, layers: Mapping[str, Any], policy: Mapping[str, Any] | None = None) -> None:
        super().__init__(layers)
        self._eyes = np.zeros(1, POLICY)  # a policy without weights, for what it sees
        self._searcher = None
        if policy is not None:
            budget = Budget(iterations=DESCENTS)
            self._searcher = MagnateBot(0, house_weights(), budget, layers=layers, policy=policy)
        self._mask = np.zeros(ACTIONS, np.int8)

    def decide(self, rng: np.random.Generator) -> tuple[str, dict[str, Any]] | None:
        """Plays one decision. Returns its kind and what is kept of it, if it had a choice and was made by a look."""
        game = self.game
        seat = int(game.actor)
        dark = self.hidden and rng.random() < 0.5
        seen = seen_by(self.edition.record, self.state, seat, dark)
        weights = np.concatenate([house_weights(), self.judge])
        choice = engine.legal(self.edition.record, self.state, self._mask) > 1
        action = int(
            play_by_looks(
                self.edition.record, seen.copy(), 0, dark, self._seats, weights, self._mind, self._looks, self._outlook
            )
        )
        found = None
        looked = choice and not self._seats["broker"][seat] and int(game.decision) not in (EXCHANGE, OVER)
        if looked:
            kind = next(kind for kind, decisions in KINDS.items() if int(game.decision) in decisions)
            if rng.random() < (KEPT if self._searcher is None else SEARCHED)[kind]:
                found = self._noted(kind, seen)
        self._play(action, looked)
        return found

    def _play(self, action: int, looked: bool) -> None:
        """Plays an action, and the rest of the basket that a look chose with it."""
        share = action - BUY_SHARE
        if not (looked and int(self.game.decision) == BUY and 0 <= share < MAX_CHAINS):
            engine.apply(self.edition.record, self.state, action, None)
            return
        for chain, count in BASKETS[int(self._mind["baskets"][0, share])]:
            for _ in range(count):
                engine.apply(self.edition.record, self.state, BUY_SHARE + int(chain), None)
        if int(self.game.decision) == BUY:
            engine.apply(self.edition.record, self.state, DONE_BUYING, None)

    def _noted(self, kind: str, seen: Any) -> tuple[str, dict[str, Any]] | None:
        """What is kept of a decision, a look having rated its choices; None where nothing is estimated any more."""
        paper, mind, policy = fields(self._outlook), self._mind[0], self._eyes[0]
        rated = int(paper.rated)
        ratings = np.full(SCORES, UNTRIED)
        if kind == "buy":
            ratings[:120] = mind["after"][:120]
        else:
            most = MAX_HAND if kind == "place" else 62
            for option in range(min(rated.bit_length(), most)):
                if rated >> option & 1:
                    ratings[option] = paper.rating[option]
        if (ratings > UNTRIED).sum() < 2:
            return None
        if self._searcher is not None:
            self._search(self._searcher, kind, seen, ratings)
        prices = self._outlook["cost"]
        self._eyes["splits"] = 0  # of an earlier decision, with more of them
        if not see_decision(self.edition.record, seen, self.judge, self._eyes, self._looks, self._outlook):
            return None
        game = fields(seen)
        kept: dict[str, Any] = {"features": policy["features"].astype(np.float16), "decision": int(game.decision)}
        if kind == "place":
            kept |= {"tiles": policy["tiles"].astype(np.float16), "roles": policy["roles"].astype(np.uint8)}
            kept["ratings"] = ratings[:MAX_HAND].astype(np.float32)
        elif kind == "buy":
            kept["purchases"] = policy["purchases"].astype(np.float16)
            kept["costs"] = prices[0].astype(np.float32)
            kept["cash"] = np.float32(game.cash[int(game.actor)])
            kept["ratings"] = ratings[:120].astype(np.float32)
        elif kind == "chain":
            kept["ratings"] = ratings[:MAX_CHAINS].astype(np.float32)
        else:
            kept["splits"] = policy["splits"][:MOST_LEARNT].astype(np.float16)
            kept |= {"survivor": int(game.survivor), "absorbed": int(game.absorbed)}
            kept["ratings"] = ratings[:MOST_LEARNT].astype(np.float32)
        return kind, kept

    def _search(self, searcher: MagnateBot, kind: str, seen: Any, ratings: Any) -> None:
        """Rates the best choices by a search, and the others as the look did, as far as the search thinks alike."""
        seat = int(self.game.actor)
        worth = {}
        for one in searcher.search(self.edition, seen):
            choice = choice_of(kind, fields(seen), one.action)
            if choice is not None:
                worth[choice] = one.chances[seat]
        tried = ratings > UNTRIED
        ahead = [chance - ratings[choice] for choice, chance in worth.items() if tried[choice]]
        ratings[tried] = np.clip(ratings[tried] + (sum(ahead) / len(ahead) if ahead else 0.0), 0.0, 1.0)
        for choice, chance in worth.items():
            ratings[choice] = chance


def choice_of(kind: str, seen: Any, step: int) -> int | None:
    """The number of a choice among those of its decision; None where it is not learnt, as announcing the end."""
    if kind == "buy":
        return -1 - step if step < 0 else None
    most = MAX_HAND if kind == "place" else SCORES
    return next((option for option in range(most) if action_of(seen, option) == step), None)


def play_choices(
    seed: int, first: int, count: int, layers: Mapping[str, Any], policy: Mapping[str, Any] | None = None
) -> Decisions:
    """Decisions of games `first` to `first + count - 1` of a series between players who look at a network.

    With a policy they are searched, too.
    """
    table = ChoiceTable(layers, policy)
    kept: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for number in range(first, first + count):
        rng = np.random.default_rng((seed, number))
        kinds = settings()
        table.deal(kinds[int(rng.choice(len(kinds), p=[kind.share for kind in kinds]))], rng)
        while int(table.game.decision) != OVER:
            if (found := table.decide(rng)) is not None:
                kept[found[0]].append(found[1])
    return {
        kind: {name: np.array([one[name] for one in decisions]) for name in decisions[0]}
        for kind, decisions in kept.items()
        if decisions
    }
