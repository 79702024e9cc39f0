"""What certificates the rivals may have been dealt out of sight: told by what they place, found and buy.

Where certificates are dealt before play and lie hidden, who holds many of a chain behaves like it: it buys where one
share more makes it first or second, and leaves what it has won or lost already. So each decision is weighed: how likely
would the policy be to make it, had the rival been dealt none of a chain, one, two …? Each chain is weighed by itself,
the others being taken as they are believed to be, so that what is known of a rival is one small table.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import Any

import numpy as np

from mergemaker.bots.evaluation.best_basket import BASKETS
from mergemaker.bots.evaluation.outlook import MOST_BOUGHT, house_weights, judge_weights, new_outlook
from mergemaker.bots.network.one_look import new_look_worlds
from mergemaker.bots.policy.policy_choice import score_choices, see_choices
from mergemaker.bots.policy.policy_file import new_policy
from mergemaker.bots.policy.policy_layers import HOPELESS
from mergemaker.bots.policy.proposals import SIGHT
from mergemaker.bots.search.believed_deals import COUNTS, likeliest_deal
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.actions import BUY_SHARE, DONE_BUYING, PLACE_TILE, action_of
from mergemaker.rules.bag import tiles_in_hand
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.engine import legal_options
from mergemaker.rules.random_words import below
from mergemaker.rules.redaction import UNKNOWN, blank_hand
from mergemaker.rules.state import (
    BUY,
    FOUND,
    MAX_CHAINS,
    MAX_PLAYERS,
    PLACE,
    SURVIVOR,
    TILES,
    Rules,
    State,
    fields,
)
from mergemaker.rules.worlds import in_sight

TELLING = (PLACE, FOUND, SURVIVOR, BUY)
TEMPER = 4.0  # the difference in the policy's scores that makes a choice e times as likely
AT_RANDOM = 0.3  # of all choices are taken to have other reasons
HANDS = 2  # at random, that a tile may have been placed from
TRIES = 64  # to find a tile that is out of sight


@rule
def part_of_basket(basket: int, action: int) -> float:
    """Which part of a basket is the share that an action buys; of the empty one, that nothing is bought."""
    if basket == 0:
        return 1.0 if action == DONE_BUYING else 0.0
    shares = 0
    such = 0
    for part in range(MOST_BOUGHT):
        count = int(BASKETS[basket, part, 1])
        shares += count
        if action == BUY_SHARE + int(BASKETS[basket, part, 0]):
            such += count
    return such / shares


@rule
def chance_of(rules: Rules, game: State, action: int, policy: Any, count: int) -> float:
    """How likely an action is by the policy's scores, of which there are so many; 0 where it has none.

    A share is as likely as the baskets with it are, each by its part of the basket.
    """
    options = legal_options(rules, game)
    buying = game.decision == BUY
    top = HOPELESS
    for choice in range(count):
        if (buying or (options >> choice) & 1) and policy.scores[choice] > top:
            top = policy.scores[choice]
    whole = 0.0
    such = 0.0
    choices = 0
    for choice in range(count):
        if (buying or (options >> choice) & 1) and policy.scores[choice] > HOPELESS / 2:
            pull = exp((policy.scores[choice] - top) / TEMPER)
            whole += pull
            choices += 1
            if buying:
                such += pull * part_of_basket(choice, action)
            elif action_of(game, choice) == action:
                such += pull
    if such <= 0.0:
        return 0.0
    return float((1.0 - AT_RANDOM) * such / whole + AT_RANDOM / choices)


@rule
def give_hand(game: State, seat: int, tile: int, key: int) -> None:
    """Gives a seat that holds tiles out of sight a certain one, and else any that nobody has seen."""
    held = int(tiles_in_hand(game, seat))
    game.hands[seat, 0] = tile
    word = 0
    for slot in range(1, held):
        tries = 0
        other = below(key, word, TILES)
        while tries < TRIES and in_sight(game, other):
            tries += 1
            word += 1
            other = below(key, word, TILES)
        if tries < TRIES:
            game.hands[seat, slot] = other


@rule
def see_as(rules: Rules, seen: State, actor: int, likeliest: Any) -> None:
    """Makes what another has seen what a seat sees: its certificates as believed, and nothing of who watched."""
    for seat in range(seen.players):
        if seat != actor:
            blank_hand(seen, seat)
        for chain in range(rules.chains):
            if seen.dealt[actor, chain] == UNKNOWN and seat != actor and seen.dealt[seat, chain] > UNKNOWN:
                seen.shares[seat, chain] -= seen.dealt[seat, chain]
                seen.dealt[seat, chain] = UNKNOWN
    for chain in range(rules.chains):
        if seen.dealt[actor, chain] == UNKNOWN:
            seen.dealt[actor, chain] = likeliest[actor, chain]
            seen.shares[actor, chain] += likeliest[actor, chain]


@door
def weigh_counts(
    rules: Any,
    games: Any,
    action: int,
    likeliest: Any,
    weights: Any,
    policies: Any,
    worlds: Any,
    outlooks: Any,
    told: Any,
) -> None:
    """Adds to a table what a decision tells of how many certificates of each chain its seat was dealt.

    `games[0]` is what another seat had seen before it.
    """
    box = record_at(rules, 0)
    policy = record_at(policies, 0)
    outlook = record_at(outlooks, 0)
    seen = record_at(games, 0)
    actor = int(seen.actor)
    hands = HANDS if seen.decision == PLACE else 1
    for hand in range(hands):
        worlds[SIGHT] = games[0]
        believed = record_at(worlds, SIGHT)
        if seen.decision == PLACE:
            give_hand(believed, actor, action - PLACE_TILE, HANDS * int(seen.drawn) + hand)
        see_as(box, believed, actor, likeliest)
        for chain in range(box.chains):
            if seen.dealt[actor, chain] != UNKNOWN:
                continue
            for count in range(min(COUNTS, int(box.dealt[chain]) + 1)):
                worlds[0] = worlds[SIGHT]
                sight = record_at(worlds, 0)
                sight.shares[actor, chain] += count - sight.dealt[actor, chain]
                sight.dealt[actor, chain] = count
                if not see_choices(box, worlds, record_at(weights, 1), policy, outlook):
                    return
                scores = int(score_choices(box, sight, policy, outlook))
                likely = chance_of(box, sight, action, policy, scores)
                if likely > 0.0:
                    told[actor, chain, count] += log(likely) / hands


class DealBeliefs:
    """What is believed of the certificates that rivals were dealt out of sight, by their decisions in one game."""

    def __init__(self, policy: Mapping[str, Any] | None = None) -> None:
        self._policy = new_policy(policy)
        self._worlds = new_look_worlds()
        self._outlook = new_outlook()
        self.forget()

    def forget(self) -> None:
        """Another game begins."""
        self.told = np.zeros((MAX_PLAYERS, MAX_CHAINS, COUNTS))

    def witness(self, edition: Edition, seen: Any, action: int) -> None:
        """Takes note of a decision: what was seen before it, and what was done."""
        game = fields(seen)
        decision = int(game.decision)
        if decision not in TELLING or not (game.dealt[int(game.actor)] == UNKNOWN).any():
            return
        if decision == PLACE and not 0 <= action - PLACE_TILE < TILES:
            return
        weights = np.concatenate([house_weights(), judge_weights(edition)])
        scratch = self._policy, self._worlds, self._outlook
        weigh_counts(edition.record, seen, action, self.likeliest(edition, seen), weights, *scratch, self.told)

    def likeliest(self, edition: Edition, seen: Any) -> Any:
        """For each seat and chain, how many certificates that were not seen it was dealt, on average."""
        return likeliest_deal(edition.record, seen, self.told, self._worlds)
