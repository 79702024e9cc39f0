"""Playing on from what a seat had seen: the compiled part of a review.

An action is tried in worlds that fit what the seat had seen, everybody plays on by the broker's policy for a few
turns, and where that leads is left to be judged. Each action meets the same worlds in the same order, so that luck
does not tell between them.
"""

from __future__ import annotations

from typing import Any

from mergemaker.bots.broker import broker_action
from mergemaker.bots.evaluation.chain_values import appraise, count_chances
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.engine import apply_action
from mergemaker.rules.random_words import key_at
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import BUY, EXCHANGE, OVER, Rules, State
from mergemaker.rules.worlds import fill_world


@door
def play_out(
    rules: Any,
    seen: Any,
    action: int,
    key: int,
    first: int,
    turns: int,
    weights: Any,
    worlds: Any,
    outlook: Any,
    ends: Any,
) -> None:
    """Plays on after an action, once for each of `ends`, in worlds from number `first` on.

    An end is what the deciding seat has seen by then, `turns` turns after this one.
    """
    paper = record_at(outlook, 0)
    me = int(record_at(seen, 0).actor)
    for at in range(len(ends)):
        ends[at] = seen[0]
        game = record_at(ends, at)
        fill_world(record_at(rules, 0), game, key_at(key, first + at))
        apply_action(record_at(rules, 0), game, action, None)
        passed = 0
        mover = int(game.mover)
        while game.decision != OVER and passed <= turns:
            worlds[0] = ends[at]
            blank(record_at(rules, 0), record_at(worlds, 0), int(game.actor), False)
            chosen = broker_action(record_at(rules, 0), worlds, record_at(weights, 0), paper)
            apply_action(record_at(rules, 0), game, chosen, None)
            if game.mover != mover:
                mover = int(game.mover)
                passed += 1
        blank(record_at(rules, 0), game, me, False)


@rule
def turn_left(rules: Rules, game: State) -> float:
    """How much of the mover's turn is still to come, from 1 down to 0; most of it is what can still be bought."""
    if game.decision == BUY:
        return 1.0 - game.bought / rules.buy_limit
    return 0.0 if game.decision == EXCHANGE else 1.0


@door
def judge_many(rules: Any, games: Any, weights: Any, tempo: float, outlook: Any, chances: Any, totals: Any) -> None:
    """Each seat's chance to win, and the money it is heading for, in every one of many positions.

    `tempo` is what having the move is worth, in dollars: the evaluation itself does not ask whose turn it is.
    """
    paper = record_at(outlook, 0)
    for at in range(len(games)):
        game = record_at(games, at)
        appraise(record_at(rules, 0), game, record_at(weights, 0), paper)
        if not paper.exact:
            paper.total[game.mover] += tempo * turn_left(record_at(rules, 0), game)
            count_chances(int(game.players), paper)
        for seat in range(game.players):
            chances[at, seat] = paper.chance[seat]
            totals[at, seat] = paper.total[seat]
