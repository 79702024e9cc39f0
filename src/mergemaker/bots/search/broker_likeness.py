"""Which rivals play as brokers do: told by what they have been seen to decide.

The search plays its rivals on by the policy, which plays as the network does. A rival who has decided like a broker
again and again is better foretold as one. Tiles are chosen from a hand that is not seen; purchases, trades and sales
hardly depend on it, so that each of them tells something.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

import numpy as np

from mergemaker.bots.compiled import BROKER
from mergemaker.bots.compiled_bot import PolicyBot
from mergemaker.bots.evaluation.outlook import house_weights
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.redaction import UNKNOWN
from mergemaker.rules.state import BUY, FOUND, HIDDEN_TILE, MAX_PLAYERS, SELL, SURVIVOR, TRADE, fields

TELLING = (FOUND, SURVIVOR, TRADE, SELL, BUY)
AT_FIRST = log(0.2 / 0.8)  # of five rivals one is taken to be a broker before anything is seen
LIKE, UNLIKE = log(0.98 / 0.58), log(0.02 / 0.42)  # brokers are foretold always, other good players so often;
LIKE_DARK, UNLIKE_DARK = log(0.69 / 0.5), log(0.31 / 0.5)  # and where their certificates are not known, so often
SURE = 5.0  # no more is believed in favour, so that a rival who was like a broker so far is found out,
NEVER = -12.0  # and no more against it: late in a game everybody may decide alike for long


class BrokerLikeness:
    """How likely each rival is to be a broker, by its decisions in one game."""

    def __init__(self) -> None:
        self._broker = PolicyBot("broker", BROKER, 0, house_weights())
        self._mask = np.zeros(ACTIONS, np.int8)
        self.forget()

    def forget(self) -> None:
        """Another game begins."""
        self._odds = np.full(MAX_PLAYERS, AT_FIRST)

    def witness(self, edition: Edition, seen: Any, action: int) -> None:
        """Takes note of a decision: what was seen before it, and what was done."""
        game = fields(seen)
        if int(game.decision) not in TELLING or engine.legal(edition.record, seen, self._mask) < 2:
            return
        actor = int(game.actor)
        sight = seen.copy()
        hands = fields(sight).hands
        hands[hands >= 0] = HIDDEN_TILE  # who decides does not know the searcher's hand either
        like = self._broker.decide(edition, sight) == action
        if (game.dealt[actor] == UNKNOWN).any():
            told = LIKE_DARK if like else UNLIKE_DARK
        else:
            told = LIKE if like else UNLIKE
        self._odds[actor] = min(max(self._odds[actor] + told, NEVER), SURE)

    def chances(self) -> Any:
        """The chance of each seat to be a broker."""
        return np.array([1 / (1 + exp(-odds)) for odds in self._odds])
