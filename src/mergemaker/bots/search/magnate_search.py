"""The magnate's search: worlds sampled from what its seat has seen, one tree, and the network at its leaves.

Each descent fills in a world, goes down the tree choosing for every seat what is best for that seat (max^n), adds one
node, plays on by the broker's policy for a few turns, and asks the network where that leads. Until this turn ends
nothing of a position depends on what is hidden, so its choices are rated once, by one look at the network each, and
those ratings are kept with the node; in later turns, where hands differ from world to world, the broker's look-ahead
rates them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from mergemaker.bots.broker import best_rated, has_no_choice, rate_options
from mergemaker.bots.evaluation.best_basket import best_basket
from mergemaker.bots.evaluation.chain_values import appraise
from mergemaker.bots.evaluation.outlook import RATED, new_outlook
from mergemaker.bots.look_ahead import buy_basket
from mergemaker.bots.network.judgement import judge_played
from mergemaker.bots.network.network_file import new_mind
from mergemaker.bots.network.one_look import WORLDS as LOOK_WORLDS
from mergemaker.bots.network.one_look import look
from mergemaker.bots.search.tree import child_after, clear_tree, grow, new_tree, pick
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.actions import action_of, nth_option
from mergemaker.rules.engine import apply_action, legal_options
from mergemaker.rules.random_words import key_at
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import BUY, GAME, OVER
from mergemaker.rules.turn_end import may_announce
from mergemaker.rules.worlds import fill_world

LONGEST_PATH = 256
MOST_NOTES = 1024  # nodes of the present turn whose ratings are kept; 0 means "none"

# Beside the worlds that a look needs: the game of a descent, and what the seat has seen.
PLAYED = LOOK_WORLDS
SEEN = LOOK_WORLDS + 1

NOTE = np.dtype([("rated", np.int64), ("rating", np.float64, (RATED,))], align=True)

# How a search goes, and how far it has come.
SEARCH = np.dtype(
    [
        # Not in the order of the mogul's settings: Numba would take this record for a kind of that one, and warn.
        ("levels", np.int64),  # how many decisions deep the tree may grow
        ("turns", np.int64),  # how many turns after this one are played before the network judges
        ("trust", np.float64),  # how many visits a rating is worth
        ("curiosity", np.float64),
        ("sharpness", np.float64),  # difference in rating that makes an option e times as likely to be tried
        ("paranoid", np.int64),  # 1: rivals in the tree choose what is worst for this seat
        ("looks", np.int64),  # 1: choices of later turns inside the tree are rated by the network too
        ("notes", np.int64),  # how many are kept
        ("path", np.int64, (LONGEST_PATH,)),
    ],
    align=True,
)


class Workbench(NamedTuple):
    """What one thread of the magnate's search works with; compiled code takes it whole."""

    searches: Any
    notes: Any
    minds: Any
    tree: Any
    used: Any
    worlds: Any
    outlook: Any

    def begin(self, seen: Any) -> None:
        """Forgets the last search, and takes what a seat has seen for the next one."""
        clear_tree(self.tree, self.used)
        self.searches["notes"] = 0
        self.worlds[SEEN] = seen[0]


def new_workbench(settings: Mapping[str, float], layers: Mapping[str, Any] | None) -> Workbench:
    """A bench for searches that go by these settings, with a network or the house's."""
    search = np.zeros(1, SEARCH)
    for name, value in settings.items():
        search[name] = value
    search["levels"] = np.minimum(search["levels"], LONGEST_PATH - 2)
    worlds = np.zeros(SEEN + 1, GAME)
    return Workbench(search, np.zeros(MOST_NOTES, NOTE), new_mind(layers), *new_tree(), worlds, new_outlook())


@rule
def rate(rules: Any, worlds: Any, looked: bool, weights: Any, mind: Any, outlook: Any) -> None:
    """Rates the choices of the decision in `worlds[0]`, by a look at the network or as the broker does."""
    if looked:
        look(rules, worlds, weights, mind, outlook)
    else:
        rate_options(rules, worlds, record_at(weights, 0), outlook)


@rule
def keep_ratings(tree: Any, node: int, notes: Any, search: Any, outlook: Any) -> None:
    """Keeps the ratings of a node's options, if there is room."""
    if search.notes < MOST_NOTES - 1:
        search.notes += 1
        record_at(tree, node).note = search.notes
        note = record_at(notes, search.notes)
        note.rated = outlook.rated
        for option in range(RATED):
            note.rating[option] = outlook.rating[option]


@rule
def buy_at_once(rules: Any, game: Any, weights: Any, outlook: Any) -> None:
    """Beyond the tree a mover buys the best basket at one go, unless the end may be announced instead."""
    if game.decision == BUY and not may_announce(rules, game):
        appraise(rules, game, weights, outlook)
        buy_basket(rules, game, best_basket(rules, game, int(game.mover), False, weights, outlook))


@rule
def step_down(tree: Any, used: Any, node: int, action: int, search: Any, length: int) -> int:
    """The node after a node, new or not, put on the path; 0 when the tree is full."""
    child = child_after(tree, node, action)
    if child == 0:
        child = grow(tree, used, node, action)
    if child != 0:
        search.path[length] = child
    return child


@door
def descend(rules: Any, key: int, count: int, weights: Any, bench: Workbench) -> None:
    """Makes so many descents from what a seat has seen; the tree keeps what they found.

    `weights` has two records: what everybody chooses by, and what the network's evaluation is made with.
    """
    searches, notes, minds, tree, used, worlds, outlook = bench
    box = record_at(rules, 0)
    search = record_at(searches, 0)
    mind = record_at(minds, 0)
    paper = record_at(outlook, 0)
    seen = record_at(worlds, SEEN)
    game = record_at(worlds, PLAYED)
    sight = record_at(worlds, 0)
    me = int(seen.actor)
    if search.notes == 0:
        worlds[0] = worlds[SEEN]
        look(box, worlds, weights, mind, paper)
        keep_ratings(tree, 0, notes, search, paper)
    for _ in range(count):
        option = pick(seen, tree, 0, me, me, search, record_at(notes, 1))
        action = action_of(seen, option)
        fresh = child_after(tree, 0, action) == 0
        node = step_down(tree, used, 0, action, search, 1)
        if node != 0:
            record_at(tree, node).rating = record_at(notes, 1).rating[option]
        inside = node != 0 and not fresh
        length = 2 if node else 1
        search.path[0] = 0
        worlds[PLAYED] = worlds[SEEN]
        # Each action meets the same worlds in the same order, so that luck does not tell between them.
        fill_world(box, game, key_at(key, record_at(tree, node).visits))
        turns = 0
        mover = int(game.mover)
        while True:
            apply_action(box, game, action, None)
            if not inside:
                buy_at_once(box, game, record_at(weights, 0), paper)
            if game.mover != mover:
                mover = int(game.mover)
                turns += 1
            if game.decision == OVER or turns > search.turns:
                break
            if has_no_choice(box, game):
                action = action_of(game, nth_option(legal_options(box, game), 0))
                continue
            seat = int(game.actor)
            note = int(record_at(tree, node).note) if inside and turns == 0 else 0
            worlds[0] = worlds[PLAYED]
            blank(box, sight, seat, False)
            if note == 0:
                rate(box, worlds, inside and (turns == 0 or search.looks != 0), weights, mind, paper)
                if inside and turns == 0:
                    keep_ratings(tree, node, notes, search, paper)
                worlds[0] = worlds[PLAYED]
                blank(box, sight, seat, False)
            if not inside:
                action = action_of(sight, best_rated(paper))
                continue
            if note == 0:
                option = pick(sight, tree, node, seat, me, search, paper)
            else:
                option = pick(sight, tree, node, seat, me, search, record_at(notes, note))
            action = action_of(sight, option)
            fresh = child_after(tree, node, action) == 0
            child = step_down(tree, used, node, action, search, length)
            if child != 0:
                length += 1
                node = child
            inside = child != 0 and not fresh and length <= search.levels
        worlds[0] = worlds[PLAYED]
        blank(box, sight, me, False)
        judge_played(box, sight, me, record_at(weights, 1), mind, paper)
        for at in range(length):
            visited = record_at(tree, search.path[at])
            visited.visits += 1
            for seat in range(game.players):
                visited.value[seat] += paper.chance[seat]
