"""The mogul's search: worlds sampled from what its seat has seen, one tree over all of them, a value for each seat.

Each descent fills in a world, goes down the tree choosing for every seat what is best for that seat (max^n), adds
one node, plays on by the broker's policy for a few turns, and lets the broker's evaluation judge where that leads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.bots.appraisal import appraise
from mergemaker.bots.broker import best_rated, has_no_choice, rate_options
from mergemaker.bots.tree import child_after, grow, pick
from mergemaker.compiling import door, record_at
from mergemaker.rules.actions import action_of, nth_option
from mergemaker.rules.chance import key_at
from mergemaker.rules.engine import apply_action, legal_options
from mergemaker.rules.sight import blank
from mergemaker.rules.state import OVER
from mergemaker.rules.worlds import fill_world

LONGEST_PATH = 256

# A descent's path is bounded by the levels of the tree, plus the root and the node that it adds.
SETTINGS = np.dtype(
    [
        ("turns", np.int64),  # how many turns after this one are played before the evaluation judges
        ("levels", np.int64),  # how many decisions deep the tree may grow
        ("trust", np.float64),  # how many visits a rating is worth
        ("curiosity", np.float64),
        ("sharpness", np.float64),  # difference in rating that makes an option e times as likely to be tried
        ("paranoid", np.int64),  # 1: rivals in the tree choose what is worst for this seat
    ],
    align=True,
)


@door
def search(
    rules: Any,
    seen: Any,
    key: int,
    first: int,
    count: int,
    settings: Any,
    weights: Any,
    tree: Any,
    used: Any,
    games: Any,
    worlds: Any,
    outlook: Any,
    path: Any,
) -> None:
    """Makes so many descents from what a seat has seen, numbered from `first`; the tree keeps what they found."""
    options = record_at(settings, 0)
    me = int(record_at(seen, 0).actor)
    game = record_at(games, 0)
    paper = record_at(outlook, 0)
    for number in range(first, first + count):
        games[0] = seen[0]
        fill_world(record_at(rules, 0), game, key_at(key, number))
        node = 0
        length = 1
        path[0] = 0
        inside = True
        turns = 0
        mover = int(game.mover)
        while game.decision != OVER and turns <= options.turns:
            if has_no_choice(record_at(rules, 0), game):
                action = action_of(game, nth_option(legal_options(record_at(rules, 0), game), 0))
            else:
                seat = int(game.actor)
                worlds[0] = games[0]
                sight = record_at(worlds, 0)
                blank(record_at(rules, 0), sight, seat, False)
                rate_options(record_at(rules, 0), worlds, record_at(weights, 0), paper)
                option = best_rated(paper)
                if inside:
                    option = pick(sight, tree, node, seat, me, options, paper)
                action = action_of(sight, option)
                if inside:
                    child = child_after(tree, node, action)
                    if child == 0:
                        child = grow(tree, used, node, action, paper.rating[option])
                        inside = False
                    if child != 0:
                        path[length] = child
                        length += 1
                        node = child
                    inside = inside and length <= options.levels
            apply_action(record_at(rules, 0), game, action, None)
            if game.mover != mover:
                mover = int(game.mover)
                turns += 1
        worlds[0] = games[0]
        blank(record_at(rules, 0), record_at(worlds, 0), me, False)
        appraise(record_at(rules, 0), record_at(worlds, 0), record_at(weights, 0), paper)
        for at in range(length):
            visited = record_at(tree, path[at])
            visited.visits += 1
            for seat in range(game.players):
                visited.value[seat] += paper.chance[seat]
