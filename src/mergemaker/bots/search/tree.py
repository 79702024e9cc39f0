"""The mogul's tree: a node for each action after another, with each seat's value.

Worlds differ from one descent to the next, and so do the actions that are possible at a node: a node's children are
those actions that were tried there in any world. Nodes live in one array; 0 is the root and also means "none".
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from mergemaker.bots.evaluation.outlook import Outlook
from mergemaker.compiler import record_at, rule
from mergemaker.rules.actions import action_of
from mergemaker.rules.state import MAX_PLAYERS, State

NODE = np.dtype(
    [
        ("action", np.int64),
        ("child", np.int64),  # the first
        ("sibling", np.int64),  # the next
        ("visits", np.int64),
        ("note", np.int64),  # where ratings of its options are kept, if a search keeps them
        ("rating", np.float64),  # by which the action was first tried, if a search keeps that
        ("value", np.float64, (MAX_PLAYERS,)),  # sum over visits of each seat's chance
    ],
    align=True,
)
NODES = 1 << 14


def new_tree() -> tuple[Any, Any]:
    """An empty tree, and how many nodes of it are used: the root."""
    return np.zeros(NODES, NODE), np.ones(1, np.int64)


def clear_tree(tree: Any, used: Any) -> None:
    """Empties a tree: only its root is looked at before it is grown again."""
    tree[0] = np.zeros(1, NODE)[0]
    used[0] = 1


@rule
def child_after(tree: Any, node: int, action: int) -> int:
    """The node that follows a node by an action; 0 if there is none yet."""
    child = int(record_at(tree, node).child)
    while child != 0 and record_at(tree, child).action != action:
        child = int(record_at(tree, child).sibling)
    return child


@rule
def grow(tree: Any, used: Any, node: int, action: int) -> int:
    """A new node after a node; 0 when the array is full."""
    child = int(used[0])
    if child >= len(tree):
        return 0
    used[0] += 1
    new = record_at(tree, child)
    new.action = action
    new.child = 0
    new.sibling = record_at(tree, node).child
    new.visits = 0
    new.note = 0
    new.rating = 0.0
    for seat in range(MAX_PLAYERS):
        new.value[seat] = 0.0
    record_at(tree, node).child = child
    return child


@rule
def judged(tree: Any, child: int, seat: int, guess: float, trust: float) -> float:
    """A seat's chance after an action: a guess that is worth so many visits, and the visits themselves."""
    if child == 0:
        return guess
    at = record_at(tree, child)
    return float((guess * trust + at.value[seat]) / (trust + at.visits))


@rule
def pick(game: State, tree: Any, node: int, seat: int, me: int, settings: Any, outlook: Outlook) -> int:
    """The option to try at a node: what looks best for the seat, and what has been tried too little for its rating.

    Before an option is tried, it is taken to be as good as the node, less what the look-ahead rates it below the best:
    ratings and judged positions come by different weights, so that only differences of ratings mean anything here.
    `me` is whose search it is: a paranoid one takes rivals to want what is worst for it.
    """
    sharpness = settings.sharpness
    against = settings.paranoid != 0 and seat != me
    top = -1.0
    option = 0
    while outlook.rated >> option:
        if (outlook.rated >> option) & 1:
            top = max(top, outlook.rating[option])
        option += 1
    whole = 0.0
    option = 0
    while outlook.rated >> option:
        if (outlook.rated >> option) & 1:
            whole += exp((outlook.rating[option] - top) / sharpness)
        option += 1
    whose = me if against else seat
    here = record_at(tree, node)
    usual = here.value[whose] / here.visits if here.visits else top
    eager = settings.curiosity * sqrt(here.visits + 1.0)
    best = -10.0
    chosen = -1
    option = 0
    while outlook.rated >> option:
        if (outlook.rated >> option) & 1:
            worse = top - outlook.rating[option]
            child = child_after(tree, node, action_of(game, option))
            visits = record_at(tree, child).visits if child else 0
            if against:
                score = -judged(tree, child, whose, usual + worse, settings.trust)
            else:
                score = judged(tree, child, whose, usual - worse, settings.trust)
            score += eager * exp(-worse / sharpness) / whole / (1.0 + visits)
            if score > best:
                best = score
                chosen = option
        option += 1
    return chosen
