"""The mogul's search: worlds sampled from what its seat has seen, one tree over all of them, a value for each seat.

Each descent fills in a world, goes down the tree choosing for every seat what is best for that seat (max^n), adds
one node, plays on by the broker's policy for a few turns, and lets the evaluation judge where that leads, by weights
that were fitted to foretell who wins.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mergemaker.bots.broker import best_rated, has_no_choice, rate_options
from mergemaker.bots.evaluation.chain_values import CONSOLATION, appraise, count_money
from mergemaker.bots.evaluation.outlook import new_outlook
from mergemaker.bots.look_ahead import LEVELS
from mergemaker.bots.search.tree import child_after, clear_tree, grow, new_tree, pick
from mergemaker.compiler import door, record_at
from mergemaker.rules.actions import action_of, nth_option
from mergemaker.rules.engine import apply_action, legal_options
from mergemaker.rules.random_words import key_at
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import GAME, OVER, new_state
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


class Bench(NamedTuple):
    """What one thread of the mogul's search works with; compiled code takes it whole.

    `outlook` has one record for the root, which is rated once, and one for all that follows.
    """

    settings: Any
    tree: Any
    used: Any
    seen: Any
    games: Any
    worlds: Any
    outlook: Any
    path: Any

    def begin(self, seen: Any) -> None:
        """Forgets the last search, and takes what a seat has seen for the next one."""
        clear_tree(self.tree, self.used)
        self.seen[0] = seen[0]


def new_bench(settings: Any) -> Bench:
    """A bench for searches that go by these settings."""
    path = np.zeros(LONGEST_PATH, np.int64)
    return Bench(settings, *new_tree(), new_state(), new_state(), np.zeros(LEVELS, GAME), new_outlook(2), path)


@door
def search(rules: Any, key: int, count: int, weights: Any, bench: Bench) -> None:
    """Makes so many descents from what a seat has seen; the tree keeps what they found.

    `weights` has two records: what everybody chooses by, and what positions are judged by.
    """
    settings, tree, used, seen, games, worlds, outlook, path = bench
    options = record_at(settings, 0)
    me = int(record_at(seen, 0).actor)
    game = record_at(games, 0)
    root = record_at(outlook, 0)
    paper = record_at(outlook, 1)
    worlds[0] = seen[0]
    rate_options(record_at(rules, 0), worlds, record_at(weights, 0), root)
    for _ in range(count):
        option = pick(record_at(seen, 0), tree, 0, me, me, options, root)
        action = action_of(record_at(seen, 0), option)
        node = child_after(tree, 0, action)
        inside = node != 0
        if node == 0:
            node = grow(tree, used, 0, action)
        path[0] = 0
        path[1] = node
        length = 2 if node else 1  # the array is full, and this action never made it into the tree
        games[0] = seen[0]
        # Each action meets the same worlds in the same order, so that luck does not tell between them.
        fill_world(record_at(rules, 0), game, key_at(key, record_at(tree, node).visits))
        turns = 0
        mover = int(game.mover)
        while True:
            apply_action(record_at(rules, 0), game, action, None)
            if game.mover != mover:
                mover = int(game.mover)
                turns += 1
            if game.decision == OVER or turns > options.turns:
                break
            if has_no_choice(record_at(rules, 0), game):
                action = action_of(game, nth_option(legal_options(record_at(rules, 0), game), 0))
                continue
            seat = int(game.actor)
            worlds[0] = games[0]
            sight = record_at(worlds, 0)
            blank(record_at(rules, 0), sight, seat, False)
            rate_options(record_at(rules, 0), worlds, record_at(weights, 0), paper)
            if not inside:
                action = action_of(sight, best_rated(paper))
                continue
            action = action_of(sight, pick(sight, tree, node, seat, me, options, paper))
            child = child_after(tree, node, action)
            if child == 0:
                child = grow(tree, used, node, action)
                inside = False
            if child != 0:
                path[length] = child
                length += 1
                node = child
            inside = inside and length <= options.levels
        worlds[0] = games[0]
        blank(record_at(rules, 0), record_at(worlds, 0), me, False)
        appraise(record_at(rules, 0), record_at(worlds, 0), record_at(weights, 1), paper)
        if game.decision == OVER:
            count_money(int(game.players), paper, CONSOLATION)
        for at in range(length):
            visited = record_at(tree, path[at])
            visited.visits += 1
            for seat in range(game.players):
                visited.value[seat] += paper.chance[seat]
