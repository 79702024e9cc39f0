"""The evaluation as a call: each seat's chance to win, and what it is made of."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

import msgspec
import numpy as np

from mergemaker.bots.evaluation.chain_values import appraise
from mergemaker.bots.evaluation.outlook import judge_weights, new_outlook
from mergemaker.bots.evaluation.unknown_holdings import assume_the_even
from mergemaker.bots.network.judgement import judge_seen
from mergemaker.bots.network.network_file import new_mind
from mergemaker.compiler import door, record_at
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import fields


class ChainOutlook(msgspec.Struct, frozen=True):
    """What a chain is heading for, and what it is worth to each seat."""

    name: str
    absorbed: float  # the chance
    price: float  # what a share is worth, later money and all
    value: tuple[float, ...]  # by seat


class Evaluation(msgspec.Struct, frozen=True):
    """A position as the evaluation sees it. Money is in dollars, by seat."""

    chances: tuple[float, ...]
    totals: tuple[float, ...]
    cash: tuple[int, ...]
    hands: tuple[float, ...]  # what tiles in hand are good for; nothing where they are hidden
    chains: tuple[ChainOutlook, ...]
    left: float  # of the game, from 1 down to 0


@door
def assess(rules: Any, games: Any, weights: Any, outlook: Any) -> None:
    """Fills an outlook for what a seat has seen; the record is spoilt where it has to guess."""
    assume_the_even(record_at(rules, 0), record_at(games, 0))
    appraise(record_at(rules, 0), record_at(games, 0), record_at(weights, 0), record_at(outlook, 0))


@cache
def _mind() -> Any:
    return threading.local()


def chair_of(seen: Any) -> int:
    """Whose eyes a position is seen with: the first seat whose tiles lie open, or where none does, whoever moves."""
    game = fields(seen)
    for seat in range(int(game.players)):
        if max(game.hands[seat]) >= 0:
            return seat
    return int(game.mover)


def evaluate(edition: Edition, seen: Any, weights: Any | None = None) -> Evaluation:
    """The evaluation of what a seat has seen: chances by the network, what they are made of by the edition's judge.

    With weights of one's own the chances are theirs, without the network.
    """
    outlook = new_outlook()
    game = seen.copy()
    if weights is None:
        here = _mind()
        if not hasattr(here, "mind"):
            here.mind = new_mind()  # scratch paper as well, so that each thread needs its own
        judge_seen(edition.record, game, chair_of(seen), judge_weights(edition), here.mind, outlook)
    else:
        assess(edition.record, game, weights, outlook)
    told = fields(outlook)
    players = int(fields(seen).players)

    def by_seat(values: Any) -> tuple[float, ...]:
        return tuple(float(value) for value in np.asarray(values)[:players])

    return Evaluation(
        chances=by_seat(told.chance),
        totals=by_seat(told.total),
        cash=tuple(int(cash) for cash in fields(seen).cash[:players]),
        hands=by_seat(told.hand),
        chains=tuple(
            ChainOutlook(name, float(told.absorbed[at]), float(told.price[at]), by_seat(told.value[at]))
            for at, name in enumerate(edition.chain_names)
        ),
        left=float(told.left),
    )
