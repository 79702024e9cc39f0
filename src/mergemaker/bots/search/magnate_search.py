"""The magnate's search: each choice is played on for a round by the policy, in worlds that fit the sight.

Where the searcher places or buys, the policy proposes what is played on, whole baskets of shares among it; elsewhere
one look does. What the network says of a choice at the end of this turn errs by some points. So each descent fills in a
world, makes one of the choices, lets every seat play on until all others and then the searcher itself have had a turn,
and asks the network there. What it says then errs as much, but not alike, so that its first word keeps counting beside
it. All choices meet the same worlds. What the searcher does in the rest of its turn, as long as nobody else decides, is
planned once for each choice, by what it has really seen. Rivals play on by the policy, or as brokers where they have
been seen to be some. Where all of them have, a second round is played on: nothing in it is guessed but tiles.

After a thousand descents there is little noise left to be averaged out, and what errs is how everybody played on. So
later ones are played on with more care, six times as slowly, and count four times as much.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from mergemaker.bots.evaluation.outlook import new_outlook
from mergemaker.bots.evaluation.unknown_holdings import assume_dealt, assume_the_even, has_unknown
from mergemaker.bots.network.judgement import CONSOLATION
from mergemaker.bots.network.network_file import new_mind
from mergemaker.bots.network.one_look import look
from mergemaker.bots.policy.policy_file import new_policy
from mergemaker.bots.policy.proposals import UNRATED, pass_over, proposed_step, rate_proposals, take_step
from mergemaker.bots.search.believed_deals import COUNTS, deal_as_believed
from mergemaker.bots.search.broker_likeness import BrokerLikeness
from mergemaker.bots.search.rollouts import PLAYED, SEEN, judge_later, play_on
from mergemaker.bots.search.tree import child_after, clear_tree, grow, judged, new_tree
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.actions import END_OPTION_BUYING, END_OPTION_PLACING, action_of
from mergemaker.rules.random_words import key_at, word_at
from mergemaker.rules.state import BUY, GAME, MAX_CHAINS, MAX_PLAYERS, OVER, PLACE
from mergemaker.rules.worlds import fill_world

MOST_CHOICES = 8  # that are played on
FAR_BEHIND = 0.12  # the best rating, in chance, are choices that are not played on
LONGEST_PLAN = 16
CARE_COUNTS = 4  # times as much as a glance
KNOWN = 0.9  # so likely to be brokers are rivals who are counted on to be some
BROKERS_AT = 1000  # of the random words of a world: those that say which rivals are brokers

# Of the worlds: what the searcher has seen, with the certificates out of sight as believed; the rest of its turn.
BELIEVED = SEEN + 1
PLANNED = SEEN + 2

# What the searcher does after a choice until somebody else decides: each step an action, or a basket as -1 less its
# number, and the cash that it was decided with.
PLAN = np.dtype(
    [("steps", np.int64), ("step", np.int64, (LONGEST_PLAN,)), ("cash", np.int64, (LONGEST_PLAN,))], align=True
)

# How a search goes, and the choices that it plays on.
SEARCH = np.dtype(
    [
        ("turns", np.int64),  # that are played on after this one before the network judges; 0: a round or two
        ("trust", np.float64),  # how many visits a rating is worth at first
        ("faith", np.float64),  # and how much of a visit more with each visit
        ("curiosity", np.float64),  # how much better than it seems a choice may be before its first visit
        ("glances", np.int64),  # descents in which those who play on do so at a glance; in later ones
        ("careful", np.int64),  # they take the best of so many proposals; 0: at a glance always
        ("descents", np.int64),  # so far
        ("brokers", np.float64, (MAX_PLAYERS,)),  # each seat's chance to be a broker
        ("believed", np.int64),  # 1: decisions have told of certificates out of sight
        ("told", np.float64, (MAX_PLAYERS, MAX_CHAINS, COUNTS)),  # how likely each seat was dealt so many: logarithms
        ("likeliest", np.int64, (MAX_PLAYERS, MAX_CHAINS)),  # of those deals
        ("begun", np.int64),
        ("choices", np.int64),  # how many are played on, the best rated first:
        ("step", np.int64, (MOST_CHOICES,)),  # each an action, or a basket as -1 less its number
        ("rating", np.float64, (MOST_CHOICES,)),  # and what it is worth before it is played on
    ],
    align=True,
)


class Workbench(NamedTuple):
    """What one thread of the magnate's search works with; compiled code takes it whole."""

    searches: Any
    plans: Any
    minds: Any
    policies: Any
    tree: Any
    used: Any
    worlds: Any
    outlook: Any

    def begin(self, seen: Any) -> None:
        """Forgets the last search, and takes what a seat has seen for the next one."""
        clear_tree(self.tree, self.used)
        self.searches["begun"] = 0
        self.searches["descents"] = 0
        self.worlds[SEEN] = seen[0]


def new_workbench(
    settings: Mapping[str, float], layers: Mapping[str, Any] | None, policy: Mapping[str, Any] | None = None
) -> Workbench:
    """A bench for searches that go by these settings, with a network and a policy or the house's."""
    search = np.zeros(1, SEARCH)
    search["brokers"] = BrokerLikeness().chances()
    for name, value in settings.items():
        search[name] = value
    worlds = np.zeros(PLANNED + 1, GAME)
    plans = np.zeros(MOST_CHOICES, PLAN)
    return Workbench(search, plans, new_mind(layers), new_policy(policy), *new_tree(), worlds, new_outlook())


@rule
def note_choice(search: Any, step: int, rating: float) -> None:
    """Keeps a choice among those that are played on, in the order of their ratings, if it is good enough."""
    at = int(search.choices)
    if at < MOST_CHOICES:
        search.choices += 1
    elif rating > search.rating[at - 1]:
        at -= 1
    else:
        return
    while at > 0 and rating > search.rating[at - 1]:
        search.step[at] = search.step[at - 1]
        search.rating[at] = search.rating[at - 1]
        at -= 1
    search.step[at] = step
    search.rating[at] = rating


@rule
def note_proposals(rules: Any, worlds: Any, search: Any, weights: Any, policy: Any, mind: Any, outlook: Any) -> bool:
    """Keeps what the policy proposes where the searcher places or buys. Returns whether it proposes anything."""
    seen = record_at(worlds, SEEN)
    if seen.decision != PLACE and seen.decision != BUY:
        return False
    worlds[0] = worlds[BELIEVED]
    if not rate_proposals(rules, worlds, MOST_CHOICES, weights, policy, mind, outlook):
        return False
    for choice in range(len(mind.after)):
        if mind.after[choice] > UNRATED:
            step = -1 - choice if seen.decision == BUY else int(action_of(seen, choice))
            note_choice(search, step, mind.after[choice])
    return int(search.choices) > 0


@rule
def note_choices(rules: Any, worlds: Any, search: Any, weights: Any, policy: Any, mind: Any, outlook: Any) -> None:
    """Keeps the choices that are worth playing on: proposals, or the best few by one look; none of them far behind.

    To announce an end that loses is none of them, even if a rival is sure to announce it next.
    """
    seen = record_at(worlds, SEEN)
    search.choices = 0
    proposed = note_proposals(rules, worlds, search, weights, policy, mind, outlook)
    worlds[0] = worlds[BELIEVED]
    look(rules, worlds, weights, mind, outlook)
    end = -1
    if seen.decision == PLACE:
        end = END_OPTION_PLACING
    elif seen.decision == BUY:
        end = END_OPTION_BUYING
    option = 0
    while outlook.rated >> option:
        if (outlook.rated >> option) & 1:
            rating = outlook.rating[option]
            ends_well = option == end and (rating >= CONSOLATION or outlook.rated == 1 << end)
            if ends_well or (option != end and not proposed):
                note_choice(search, int(action_of(seen, option)), rating)
        option += 1
    while search.rating[search.choices - 1] < search.rating[0] - FAR_BEHIND:
        search.choices -= 1


@rule
def try_next(seen: Any, tree: Any, search: Any) -> int:
    """The choice to play on next: the best by visits and rating, or one that was visited too little to tell."""
    me = int(seen.actor)
    ahead = 0.0  # by how much visits came out better than ratings, whichever choice it was
    for choice in range(search.choices):
        child = child_after(tree, 0, search.step[choice])
        if child:
            ahead += record_at(tree, child).value[me] - record_at(tree, child).visits * search.rating[choice]
    ahead /= max(int(record_at(tree, 0).visits), 1)
    best = -10.0
    chosen = -1
    for choice in range(search.choices):
        child = child_after(tree, 0, search.step[choice])
        visits = int(record_at(tree, child).visits) if child else 0
        trust = search.trust + search.faith * visits
        score = judged(tree, child, me, search.rating[choice] + ahead, trust)
        score += search.curiosity / sqrt(1.0 + visits)
        if score > best:
            best = score
            chosen = choice
    return chosen


@rule
def plan_turn(
    rules: Any, choice: int, worlds: Any, weights: Any, policy: Any, mind: Any, outlook: Any, plan: Any
) -> None:
    """Plans what the searcher does after a choice, by its sight, until its turn ends or somebody else decides."""
    worlds[PLANNED] = worlds[BELIEVED]
    game = record_at(worlds, PLANNED)
    me = int(game.actor)
    mover = int(game.mover)
    assume_the_even(rules, game)
    take_step(rules, game, choice)
    plan.steps = 0
    while game.decision != OVER and game.mover == mover and game.actor == me and plan.steps < LONGEST_PLAN:
        if not pass_over(rules, game):
            worlds[0] = worlds[PLANNED]
            step = int(proposed_step(rules, worlds, MOST_CHOICES, weights, policy, mind, outlook))
            plan.cash[plan.steps] = game.cash[me]
            plan.step[plan.steps] = step
            plan.steps += 1
            take_step(rules, game, step)


@rule
def draw_brokers(search: Any, players: int, me: int, key: int) -> int:
    """The rivals who play as brokers in a world, as bits: each as likely as it is thought to be one."""
    brokers = 0
    for seat in range(players):
        if seat != me and word_at(key, BROKERS_AT + seat) < search.brokers[seat] * 4294967296.0:
            brokers |= 1 << seat
    return brokers


@rule
def rounds_ahead(search: Any, players: int, me: int) -> int:
    """How many rounds are worth playing on: what brokers will do is known for longer than what others will."""
    for seat in range(players):
        if seat != me and search.brokers[seat] < KNOWN:
            return 1
    return 2


@rule
def make_glances_count_less(tree: Any, players: int) -> None:
    """Takes visits away from all choices, and leaves what they were found to be worth."""
    root = record_at(tree, 0)
    root.visits = 0
    for seat in range(players):
        root.value[seat] = 0.0
    child = int(root.child)
    while child != 0:
        node = record_at(tree, child)
        kept = (int(node.visits) + CARE_COUNTS - 1) // CARE_COUNTS
        for seat in range(players):
            node.value[seat] *= kept / node.visits
            root.value[seat] += node.value[seat]
        node.visits = kept
        root.visits += kept
        child = int(node.sibling)


@door
def descend(rules: Any, key: int, count: int, weights: Any, bench: Workbench) -> None:
    """Makes so many descents from what a seat has seen; the tree keeps what they found.

    `weights` has two records: what everybody chooses by, and what the network's evaluation is made with.
    """
    searches, plans, minds, policies, tree, used, worlds, outlook = bench
    box = record_at(rules, 0)
    search = record_at(searches, 0)
    mind = record_at(minds, 0)
    policy = record_at(policies, 0)
    paper = record_at(outlook, 0)
    seen = record_at(worlds, SEEN)
    game = record_at(worlds, PLAYED)
    me = int(seen.actor)
    mover = int(seen.mover)
    dark = bool(has_unknown(box, seen))
    turns = 1 + (int(search.turns) if search.turns else rounds_ahead(search, int(seen.players), me) * int(seen.players))
    if search.begun == 0:
        search.begun = 1
        worlds[BELIEVED] = worlds[SEEN]
        if search.believed:
            assume_dealt(box, record_at(worlds, BELIEVED), search.likeliest)
        note_choices(box, worlds, search, weights, policy, mind, paper)
    for _ in range(count):
        if search.careful > 0 and search.descents == search.glances:
            make_glances_count_less(tree, int(seen.players))
        proposals = int(search.careful) if search.descents >= search.glances else 0
        search.descents += 1
        at = try_next(seen, tree, search)
        choice = int(search.step[at])
        plan = record_at(plans, at)
        node = child_after(tree, 0, choice)
        if node == 0:
            node = grow(tree, used, 0, choice)
            record_at(tree, node).rating = search.rating[at]
            plan_turn(box, choice, worlds, weights, policy, mind, paper, plan)
        worlds[PLAYED] = worlds[SEEN]
        # Each choice meets the same worlds in the same order, so that luck does not tell between them. With care they
        # are other worlds, begun at the visits that are left, so that what was visited more has passed over some.
        world = key_at(key + (1 if proposals > 0 else 0), record_at(tree, node).visits)
        fill_world(box, game, world)
        if search.believed:
            deal_as_believed(box, seen, game, search.told, world)
        brokers = draw_brokers(search, int(game.players), me, world)
        take_step(box, game, choice)
        taken = 0  # steps of the plan
        while game.decision != OVER and game.mover == mover:
            if pass_over(box, game):
                continue
            # A bonus may depend on what is hidden: a plan that reckoned with other cash is no longer of use.
            if game.actor != me or taken == plan.steps or plan.cash[taken] != game.cash[me]:
                break
            take_step(box, game, int(plan.step[taken]))
            taken += 1
        play_on(box, worlds, mover, turns, brokers, dark, proposals, weights, policy, mind, paper)
        judge_later(box, worlds, me, dark and not search.believed, weights, mind, paper)
        for level in range(2):
            visited = record_at(tree, level * node)
            visited.visits += 1
            for seat in range(game.players):
                visited.value[seat] += paper.chance[seat]
