"""Playing on from what a seat had seen: the compiled part of a review.

An action is tried in worlds that fit what the seat had seen, everybody plays on by the broker's policy for a few
turns, and where that leads is left to be judged. Each action meets the same worlds in the same order, so that luck
does not tell between them.
"""

from __future__ import annotations

from typing import Any

from mergemaker.bots.broker import broker_action
from mergemaker.bots.evaluation.best_basket import best_basket
from mergemaker.bots.evaluation.chain_values import appraise
from mergemaker.bots.evaluation.outlook import Outlook, Weights
from mergemaker.bots.evaluation.unknown_holdings import assume_the_even
from mergemaker.bots.look_ahead import FINISHED, buy_basket, finish_turn
from mergemaker.bots.network.judgement import judge_by_network, judge_played
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.engine import apply_action
from mergemaker.rules.random_words import key_at
from mergemaker.rules.redaction import blank, hide_future
from mergemaker.rules.state import BUY, OVER, Rules, State
from mergemaker.rules.turn_end import may_announce
from mergemaker.rules.worlds import fill_world

PLAYED, JUDGED = 0, 1  # the weights that are played by, and those that the network corrects
CHANCE, MONEY = 0, 1  # what is found of a seat


@rule
def buy_at_once(rules: Rules, game: State, worlds: Any, weights: Weights, outlook: Outlook) -> None:
    """Buys what looks best by what the mover has seen, which is in `worlds[0]`: a share at a time takes much longer."""
    seen = record_at(worlds, 0)
    assume_the_even(rules, seen)
    appraise(rules, seen, weights, outlook)
    buy_basket(rules, game, best_basket(rules, seen, int(seen.mover), False, weights, outlook))


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
        passed = 0
        mover = int(game.mover)
        apply_action(record_at(rules, 0), game, action, None)
        if game.mover != mover:  # the action was the last of its turn
            mover = int(game.mover)
            passed += 1
        while game.decision != OVER and passed <= turns:
            worlds[0] = ends[at]
            blank(record_at(rules, 0), record_at(worlds, 0), int(game.actor), False)
            if game.decision == BUY and not may_announce(record_at(rules, 0), game):
                buy_at_once(record_at(rules, 0), game, worlds, record_at(weights, PLAYED), paper)
            else:
                chosen = broker_action(record_at(rules, 0), worlds, record_at(weights, PLAYED), paper)
                apply_action(record_at(rules, 0), game, chosen, None)
            if game.mover != mover:
                mover = int(game.mover)
                passed += 1
        blank(record_at(rules, 0), game, me, False)


@door
def judge_seen_by(rules: Any, games: Any, chair: int, weights: Any, mind: Any, outlook: Any, found: Any) -> None:
    """What a chair has seen, many times over: each seat's chance and the money it is heading for, in `found`.

    Positions must be at the beginning of a turn, or over. Those in which something is guessed are spoilt.
    """
    paper = record_at(outlook, 0)
    for at in range(len(games)):
        game = record_at(games, at)
        judge_played(record_at(rules, 0), game, chair, record_at(weights, JUDGED), record_at(mind, 0), paper)
        for seat in range(game.players):
            found[at, seat, CHANCE] = paper.chance[seat]
            found[at, seat, MONEY] = paper.total[seat]


@door
def judge_open(rules: Any, games: Any, weights: Any, mind: Any, worlds: Any, outlook: Any, found: Any) -> None:
    """Positions with all but the future laid open: each seat's chance and the money it is heading for, in `found`.

    The network knows positions at the beginning of a turn, from one chair. So a turn that is under way is finished
    first, without knowing what will be drawn. Then each seat's chance is asked of its own chair, which sees its tiles,
    and together they are made to be one.
    """
    paper = record_at(outlook, 0)
    for at in range(len(games)):
        worlds[FINISHED] = games[at]
        finished = record_at(worlds, FINISHED)
        hide_future(finished)
        assume_the_even(record_at(rules, 0), finished)
        finish_turn(record_at(rules, 0), finished, record_at(weights, PLAYED), paper)
        whole = 0.0
        for seat in range(finished.players):
            worlds[0] = worlds[FINISHED]
            seen = record_at(worlds, 0)
            blank(record_at(rules, 0), seen, seat, False)
            judge_by_network(record_at(rules, 0), seen, seat, record_at(weights, JUDGED), record_at(mind, 0), paper)
            found[at, seat, CHANCE] = paper.chance[seat]
            found[at, seat, MONEY] = paper.total[seat]
            whole += paper.chance[seat]
        for seat in range(finished.players):
            found[at, seat, CHANCE] /= whole
