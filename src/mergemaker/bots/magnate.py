"""The magnate: a network that it taught itself judges positions, and a search looks where that judgement leads.

With a budget of descents and a seed it always decides alike after the same game, on however many threads it runs; by
the clock it does what it can. With a single descent it does not search at all: it plays by one look at the network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from mergemaker.bots.bot import SeenBot
from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.evaluation.best_basket import BASKETS
from mergemaker.bots.evaluation.outlook import judge_weights, new_outlook
from mergemaker.bots.network.network_file import new_mind
from mergemaker.bots.network.one_look import SEATED, new_look_worlds, play_by_looks
from mergemaker.bots.policy.policy_choice import policy_action
from mergemaker.bots.policy.policy_file import new_policy
from mergemaker.bots.policy.proposals import proposed_action
from mergemaker.bots.search.broker_likeness import BrokerLikeness
from mergemaker.bots.search.deal_beliefs import DealBeliefs
from mergemaker.bots.search.magnate_search import descend, new_workbench
from mergemaker.bots.search.search_bot import KEY_BITS, Budget, Considered, SearchBot
from mergemaker.rules.actions import BUY_SHARE, DONE_BUYING, action_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.redaction import UNKNOWN
from mergemaker.rules.state import MAX_PLAYERS, TILES, fields

DEFAULTS: dict[str, float] = {
    "turns": 0,
    "trust": 16,
    "faith": 0.5,
    "curiosity": 0.4,
    "glances": 1000,
    "careful": 8,
}


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


class GlanceBot(SeenBot):
    """A magnate that does not search: what its policy says at a glance, or the best of its proposals."""

    def __init__(
        self,
        weights: Any,
        policy: Mapping[str, Any] | None = None,
        layers: Mapping[str, Any] | None = None,
        proposals: int = 1,
    ) -> None:
        self.weights = weights
        self.proposals = proposals
        self._policy = new_policy(policy)
        self._mind = new_mind(layers)
        self._worlds = new_look_worlds()
        self._outlook = new_outlook()

    def decide(self, edition: Edition, seen: Any) -> int:
        """The action that the policy scores best, or that the network finds best among its proposals."""
        weights = np.concatenate([self.weights, judge_weights(edition)])
        if self.proposals == 1:
            return int(policy_action(edition.record, seen, weights, self._policy, self._worlds, self._outlook))
        minds = (self._policy, self._mind, self._worlds, self._outlook)
        return int(proposed_action(edition.record, seen, self.proposals, weights, *minds))


def shares_of(step: int) -> list[int]:
    """The actions that a step may begin with: an action itself, or of a basket (-1 less its number) each share."""
    if step >= 0:
        return [step]
    return [BUY_SHARE + int(chain) for chain, count in BASKETS[-1 - step] if count] or [DONE_BUYING]


def by_first_shares(found: Sequence[Considered]) -> list[Considered]:
    """The same by actions where baskets were considered: each share has what the best basket with it is worth."""
    actions: dict[int, Considered] = {}
    for one in found:
        for action in shares_of(one.action):
            actions.setdefault(action, msgspec.structs.replace(one, action=action))
    return list(actions.values())


class MagnateBot(SearchBot):
    """A bot that plays its choices on by the policy, and chooses what that turns out to be worth."""

    def __init__(
        self,
        seed: int,
        weights: Any,
        budget: Budget,
        *,
        layers: Mapping[str, Any] | None = None,
        policy: Mapping[str, Any] | None = None,
        settings: Mapping[str, float] = DEFAULTS,
    ) -> None:
        benches = [new_workbench(settings, layers, policy) for _ in range(budget.threads)]
        super().__init__(seed, budget, benches, settings["trust"], settings["faith"])
        self.weights = weights
        self.slower_after = int(settings["glances"]) if settings["careful"] else 0
        self.rivals = BrokerLikeness()
        self.deals = DealBeliefs(policy)

    def begin(self, edition: Edition, names: Sequence[str], seat: int) -> None:
        """A game begins: nothing is known of its rivals."""
        self.rivals.forget()
        self.deals.forget()

    def witness(self, edition: Edition, seen: Any, action: int) -> None:
        """A rival decided; that may tell what kind of player it is, and what it was dealt."""
        self.rivals.witness(edition, seen, action)
        self.deals.witness(edition, seen, action)

    def consider(self, edition: Edition, seen: Any) -> list[Considered]:
        """What the search looked at, the best first: of baskets the shares that they begin with."""
        return by_first_shares(self.search(edition, seen))

    def search(self, edition: Edition, seen: Any) -> list[Considered]:
        """What the search looked at, a basket being -1 less its number, the best first.

        Rivals are taken to be what they have shown themselves to be, and to hold what their decisions tell.
        """
        believed = (fields(seen).dealt == UNKNOWN).any() and self.deals.told.any()
        likeliest = self.deals.likeliest(edition, seen) if believed else 0
        for bench in self._benches:
            bench.searches["believed"] = believed
            bench.searches["told"] = self.deals.told
            bench.searches["likeliest"] = likeliest
            bench.searches["brokers"] = self.rivals.chances()
        return super().consider(edition, seen)

    def weights_for(self, edition: Edition) -> Any:
        """The house's weights to choose by, and the edition's that the network corrects."""
        return np.concatenate([self.weights, judge_weights(edition)])

    def chances(self, edition: Edition, seen: Any) -> tuple[float, ...]:
        """Each seat's chance by the network."""
        return evaluate(edition, seen).chances

    def descend(self, edition: Edition, weights: Any, key: int, count: int, bench: Any) -> None:
        """Makes so many descents more."""
        descend(edition.record, key, count, weights, bench)
