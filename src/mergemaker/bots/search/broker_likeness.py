"""Which rivals play as brokers do: told by what they have been seen to decide.

The search plays its rivals on by the policy, which plays as the network does. A rival who has decided like a broker
again and again is better foretold as one. Tiles are chosen from a hand that is not seen; purchases, trades and sales
hardly depend on it, so that each of them tells something. Rivals are often of one kind, three bots of one name, so that
what one of them decides tells of the others as well.
"""

from __future__ import annotations

from math import log
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
AT_FIRST = 0.2  # of rivals are taken to be brokers before anything is seen;
OF_ONE_KIND = 0.5  # so likely they all are some, or none of them is, and else each for itself
LIKE, UNLIKE = log(0.98 / 0.58), log(0.02 / 0.42)  # brokers are foretold always, other good players so often;
LIKE_DARK, UNLIKE_DARK = log(0.69 / 0.5), log(0.31 / 0.5)  # and where their certificates are not known, so often
SURE = 6.4  # no more is believed in favour, so that a rival who was like a broker so far is found out,
NEVER = -10.6  # and no more against it: late in a game everybody may decide alike for long


class BrokerLikeness:
    """How likely each rival is to be a broker, by its decisions in one game."""

    def __init__(self) -> None:
        self._broker = PolicyBot("broker", BROKER, 0, house_weights())
        self._mask = np.zeros(ACTIONS, np.int8)
        self.forget()

    def forget(self) -> None:
        """Another game begins."""
        self._told = np.zeros(MAX_PLAYERS)  # how much likelier its decisions are for a broker: logarithms

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
        self._told[actor] = min(max(self._told[actor] + told, NEVER), SURE)

    def chances(self) -> Any:
        """The chance of each seat to be a broker; of one that has decided nothing yet, what the others tell."""
        likelier = np.exp(self._told)
        by_itself = AT_FIRST * likelier / (AT_FIRST * likelier + 1 - AT_FIRST)
        all_alike = AT_FIRST * likelier.prod() / (AT_FIRST * likelier.prod() + 1 - AT_FIRST)
        # How well either way of thinking foretold all that was seen.
        apart = (1 - OF_ONE_KIND) * (AT_FIRST * likelier + 1 - AT_FIRST).prod()
        alike = OF_ONE_KIND * (AT_FIRST * likelier.prod() + 1 - AT_FIRST)
        return (alike * all_alike + apart * by_itself) / (alike + apart)
