"""The judge of a review: the one place that says whose opinion a review is.

Two questions are asked. `look`: each seat's chance in positions that lie open, for the account along the game.
`try_out`: a seat's chance after an action, world by world, by what that seat had seen, for its decisions. A stronger
judge goes in here and nothing else changes but `judge_name`, by which stored reviews are told apart.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from mergemaker.bots.evaluation.outlook import house_weights, judge_weights, new_outlook
from mergemaker.bots.network.network_file import new_mind
from mergemaker.bots.network.one_look import new_look_worlds
from mergemaker.review.depths import TURNS
from mergemaker.review.digest import judge_name
from mergemaker.review.playouts import CHANCE, MONEY, judge_open, judge_seen_by, play_out
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import EXCHANGE, GAME, OVER, copied, fields


class Outlooks(msgspec.Struct, frozen=True):
    """Chances and expected money, a row for each position and a column for each seat."""

    chances: Any
    totals: Any


class Judge:
    """The magnate's network, after the broker has played on where a decision is judged."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.name = judge_name()
        self._weights = np.concatenate([house_weights(), judge_weights(edition)])
        self._mind = new_mind()
        self._worlds = new_look_worlds()
        self._outlook = new_outlook()

    def look(self, states: Any) -> Outlooks:
        """Judges positions in which everything but the bag's order lies open; a finished game by its result."""
        found = np.zeros((len(states), int(states["players"][0]), 2))
        rules = self.edition.record
        judge_open(rules, states, self._weights, self._mind, self._worlds, self._outlook, found)
        for at in np.flatnonzero(states["decision"] == OVER):
            cash = states["cash"][at, : found.shape[1]]
            won = cash == cash.max()
            found[at, :, CHANCE] = won / won.sum()
            found[at, :, MONEY] = cash
        return Outlooks(found[:, :, CHANCE], found[:, :, MONEY])

    def try_out(self, seen: Any, action: int, key: int, first: int, count: int) -> tuple[Any, Any]:
        """The deciding seat's chance after an action in so many worlds from number `first` on, and where they led."""
        rules, seat = self.edition.record, int(fields(seen).actor)
        # Dead tiles are all but the same either way: what is played on would tell chance, and nothing of the choice.
        turns = 0 if int(fields(seen).decision) == EXCHANGE else TURNS
        ends = np.zeros(count, GAME)
        play_out(rules, seen, action, key, first, turns, self._weights, self._worlds, self._outlook, ends)
        found = np.zeros((count, int(fields(seen).players), 2))
        judge_seen_by(rules, copied(ends), seat, self._weights, self._mind, self._outlook, found)
        return found[:, seat, CHANCE], ends
