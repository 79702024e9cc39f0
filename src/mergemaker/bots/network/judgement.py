"""A position as one chair sees it, judged by the network: what is hidden guessed, appraised, in numbers, in chances."""

from __future__ import annotations

from typing import Any

from mergemaker.bots.evaluation.chain_values import appraise, count_money
from mergemaker.bots.evaluation.outlook import Outlook, Weights
from mergemaker.bots.evaluation.unknown_holdings import assume_the_even
from mergemaker.bots.network.features import note_unknown, write_features
from mergemaker.bots.network.layers import think
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import HIDDEN_TILE, MAX_HAND, OVER, Rules, State

CONSOLATION = 0.01  # of a chance is the seat's share of the money, so that what can't be won is still played for
CONFIDENCE = 1.05  # the power that the network's chances are raised to: smoothed targets have made it a little timid


@rule
def describe(rules: Rules, seen: State, chair: int, judge: Weights, outlook: Outlook, features: Any) -> None:
    """Fills outlook and features from what a chair has seen; the record is spoilt where something has to be guessed."""
    note_unknown(rules, seen, chair, features)
    assume_the_even(rules, seen)
    appraise(rules, seen, judge, outlook)
    if outlook.exact == 0:
        write_features(rules, seen, chair, outlook, features)


@rule
def judge_by_network(rules: Rules, seen: State, chair: int, judge: Weights, mind: Any, outlook: Outlook) -> None:
    """Fills an outlook with each seat's chance to win as a chair sees it; the record is spoilt where it has to guess.

    When the end has been announced nothing needs to be learnt: then the money is counted, or where a part of it can't
    be known yet, the chances are the evaluation's.
    """
    describe(rules, seen, chair, judge, outlook, mind.features)
    players = int(seen.players)
    if outlook.certain:
        count_money(players, outlook, CONSOLATION)
    if outlook.exact:
        return
    think(mind, players, int(rules.chains))
    money = 0.0
    bold = 0.0
    for step in range(players):
        money += outlook.total[step]
        mind.logits[step] = mind.logits[step] ** CONFIDENCE
        bold += mind.logits[step]
    for step in range(players):
        seat = (chair + step) % players
        share = outlook.total[seat] / max(money, 1.0)
        outlook.chance[seat] = (1.0 - CONSOLATION) * mind.logits[step] / bold + CONSOLATION * share


@rule
def judge_played(rules: Rules, seen: State, chair: int, judge: Weights, mind: Any, outlook: Outlook) -> None:
    """The same for a game that was really played, or in a world where nothing is guessed: an end is always counted."""
    judge_by_network(rules, seen, chair, judge, mind, outlook)
    if seen.decision == OVER:
        count_money(int(seen.players), outlook, CONSOLATION)


@rule
def hide_tile(game: State, seat: int, tile: int) -> None:
    """Takes a tile of a hand out of sight."""
    for slot in range(MAX_HAND):
        if game.hands[seat, slot] == tile:
            game.hands[seat, slot] = HIDDEN_TILE


@door
def keep_position(
    rules: Any, games: Any, chair: int, hidden: bool, unseen: int, judge: Any, worlds: Any, outlook: Any, features: Any
) -> int:
    """Writes the numbers of a position as a chair sees it, a tile that it has just drawn (or -1) left out of sight.

    Returns 0 where nothing is left to judge because the end has been announced.
    """
    worlds[0] = games[0]
    seen = record_at(worlds, 0)
    blank(record_at(rules, 0), seen, chair, hidden)
    if unseen >= 0:
        hide_tile(seen, chair, unseen)
    describe(record_at(rules, 0), seen, chair, record_at(judge, 0), record_at(outlook, 0), features)
    return 1 - int(record_at(outlook, 0).exact)


@door
def judge_seen(rules: Any, games: Any, chair: int, judge: Any, mind: Any, outlook: Any) -> None:
    """Fills an outlook for what a chair has seen; the record is spoilt where it has to guess."""
    judge_played(
        record_at(rules, 0), record_at(games, 0), chair, record_at(judge, 0), record_at(mind, 0), record_at(outlook, 0)
    )
