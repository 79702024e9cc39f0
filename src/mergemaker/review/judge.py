"""The judge of a review: the one place that says whose opinion a review is.

Two questions are asked. `look`: each seat's chance in positions that lie open, for the account along the game.
`try_out`: a seat's chance after an action, world by world, by what that seat had seen, for its decisions. A stronger
judge goes in here and nothing else changes but `name`, by which stored reviews are told apart.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from mergemaker.bots import compiled
from mergemaker.bots.compiled import new_worlds
from mergemaker.bots.evaluation.outlook import house_weights, judge_weights, new_outlook
from mergemaker.review.depths import TURNS
from mergemaker.review.playouts import judge_many, play_out
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import GAME, MAX_PLAYERS, NO_TILE, OVER, SELL, SURVIVOR, copied, fields

# What it is worth to have the turn before one, in the evaluation's dollars, by the number of players: with so much, the
# decisions of brokers cancel out on average (six games each of six editions; 1962, with one share a turn, needs more).
TEMPO = {2: 350.0, 3: 650.0, 4: 1100.0, 5: 1150.0, 6: 1150.0}
ONE_SHARE_A_TURN = 1.25


class Outlooks(msgspec.Struct, frozen=True):
    """Chances and expected money, a row for each position and a column for each seat."""

    chances: Any
    totals: Any


class Judge:
    """The evaluation fitted to each edition, after the broker has played on where a decision is judged."""

    name = "evaluation 2"

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._weights = judge_weights(edition)
        self._worlds = new_worlds()
        self._outlook = new_outlook()
        self._clerks = np.full(MAX_PLAYERS, compiled.CLERK)
        self._seat_weights = np.repeat(house_weights(), MAX_PLAYERS)
        self._keys, self._action = np.zeros(MAX_PLAYERS, np.int64), np.zeros(1, np.int64)

    def _judge(self, states: Any) -> Outlooks:
        players = int(states["players"][0])
        tempo = TEMPO[players] * (ONE_SHARE_A_TURN if self.edition.turn.buy == 1 else 1.0)
        chances, totals = np.zeros((len(states), MAX_PLAYERS)), np.zeros((len(states), MAX_PLAYERS))
        judge_many(self.edition.record, states, self._weights, tempo, self._outlook, chances, totals)
        return Outlooks(chances[:, :players], totals[:, :players])

    def look(self, states: Any) -> Outlooks:
        """Positions with everything but the bag's order laid open; of a finished game, its result."""
        found = self._judge(self._merged(states))
        for at in np.flatnonzero(states["decision"] == OVER):
            cash = states["cash"][at, : found.chances.shape[1]]
            won = cash == cash.max()
            found.chances[at] = won / won.sum()
            found.totals[at] = cash
        return found

    def _merged(self, states: Any) -> Any:
        """The same positions, but where a merger is under way what follows when the clerk decides the rest of it.

        In the middle of a merger shares and sizes stand for things that are half done, which the evaluation can't read.
        """
        halfway = np.flatnonzero((states["decision"] >= SURVIVOR) & (states["decision"] <= SELL))
        if not len(halfway):
            return states
        settled = copied(states)
        for at in halfway:
            one = settled[at : at + 1]
            one["market"][0, int(one["market_draws"][0]) :] = NO_TILE  # what is to come nobody knows
            while SURVIVOR <= one["decision"][0] <= SELL:
                compiled.play(
                    self.edition.record,
                    one,
                    1,
                    False,
                    self._clerks,
                    self._keys,
                    self._seat_weights,
                    self._worlds,
                    self._outlook,
                    self._action,
                )
        return settled

    def try_out(self, seen: Any, action: int, key: int, first: int, count: int) -> tuple[Any, Any]:
        """The deciding seat's chance after an action in so many worlds from number `first` on, and where they led."""
        ends = np.zeros(count, GAME)
        weights = house_weights()
        play_out(self.edition.record, seen, action, key, first, TURNS, weights, self._worlds, self._outlook, ends)
        return self._judge(ends).chances[:, int(fields(seen).actor)], ends
