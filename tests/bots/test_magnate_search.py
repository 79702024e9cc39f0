"""The magnate's search: which choices it plays on, and that what it keeps in mind changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mergemaker import Game
from mergemaker.bots import make_bot
from mergemaker.bots.evaluation.outlook import house_weights, judge_weights
from mergemaker.bots.magnate import DEFAULTS, LookBot
from mergemaker.bots.search.magnate_search import FAR_BEHIND, MOST_CHOICES, descend, new_workbench
from mergemaker.bots.search.search_bot import CLOSE, SearchBot
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import BUY, fields


def magnate(settings: str) -> SearchBot:
    bot = make_bot(f"magnate:{settings}", 1)
    assert isinstance(bot, SearchBot)
    return bot


def decisions(edition: str, players: int, count: int) -> list[tuple[Edition, Any]]:
    """What the deciding seat has seen at some decisions of a game of brokers."""
    game = Game.new(edition, players, seed=8)
    broker = make_bot("broker", 1)
    found: list[tuple[Edition, Any]] = []
    while game.to_act is not None and len(found) < count:
        if game.version % 9 == 5 and len(game.legal_actions()) > 1 and game.decision != "exchange":
            found.append((game.edition, seen_by(game.edition.record, game.state, game.to_act, game.hidden)))
        game.play(broker.choose(game.view(game.to_act)))
    return found


def test_the_choices_that_one_look_rates_best_are_played_on_and_the_best_of_them_most():
    search, looker = magnate("iterations=400:turns=1"), LookBot(1, house_weights())
    several = 0
    for edition, seen in decisions("tournament", 4, 12):
        rated = looker.ratings(edition, seen.copy())
        best = sorted(rated, key=lambda action: -rated[action])[:MOST_CHOICES]
        worth = {action for action in best if rated[action] >= max(rated.values()) - FAR_BEHIND}
        considered = search.consider(edition, seen)
        assert {one.action for one in considered} == worth
        assert sum(one.visits for one in considered) == 400
        assert min(one.visits for one in considered) > 0
        assert considered[0].visits >= CLOSE * max(one.visits for one in considered)
        several += len(worth) > 2
    assert several > 4


def test_a_chance_is_partly_the_look_s_and_partly_what_playing_on_found():
    edition, seen = decisions("tournament", 4, 3)[-1]
    seat = int(fields(seen).actor)
    rated = LookBot(1, house_weights()).ratings(edition, seen.copy())
    found = {}
    for faith in (0, 0.5, 1000):
        considered = magnate(f"iterations=400:trust=0:faith={faith}").consider(edition, seen)
        assert all(sum(one.chances) == pytest.approx(1.0) for one in considered)
        found[faith] = {one.action: one.chances[seat] for one in considered}
    common = found[0].keys() & found[0.5].keys() & found[1000].keys()
    assert len(common) > 1
    offsets = [found[1000][one] - rated[one] for one in common]
    assert max(offsets) - min(offsets) < 1e-3  # the look's own order and distances, nearly
    spread = [found[0][one] - rated[one] for one in common]
    assert max(spread) - min(spread) > 2e-3  # which playing on changes


@pytest.mark.parametrize("edition", ["tournament", "1962"])  # holdings open and hidden
def test_the_rest_of_a_turn_is_planned_by_what_the_seat_has_seen(edition):
    looker = LookBot(1, house_weights())
    mask = np.zeros(ACTIONS, np.int8)
    checked = 0
    for rules, seen in decisions(edition, 3, 30):
        weights = np.concatenate([house_weights(), judge_weights(rules)])
        plans = []
        for key in (5, 6):  # in other worlds
            bench = new_workbench(DEFAULTS | {"turns": 1}, None)
            bench.begin(seen)
            descend(rules.record, key, 2, weights, bench)
            plans.append([plan["step"][: plan["steps"]].tolist() for plan in bench.plans])
        assert plans[0] == plans[1]
        choice = looker.decide(rules, seen.copy())
        assert int(bench.tree[1]["action"]) == choice  # what one look likes best is played on first
        after = seen.copy()
        engine.apply(rules.record, after, choice, None)
        before, now = fields(seen), fields(after)
        goes_on = now.actor == before.actor and now.mover == before.mover
        if goes_on and now.decision != BUY and engine.legal(rules.record, after, mask) > 1:
            assert looker.decide(rules, after) in [step for plan in plans[0] for step in plan]
            checked += 1
    assert checked > 0


def test_a_search_by_the_clock_says_something_however_short_its_time():
    for edition, seen in decisions("online", 2, 3):
        considered = magnate("ms=1").consider(edition, seen)
        assert considered[0].visits > 0
        assert sum(considered[0].chances) == pytest.approx(1.0)
        assert len(considered[0].chances) == int(fields(seen).players)
