"""The magnate's search: which choices it plays on, and that what it keeps in mind changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mergemaker import Game
from mergemaker.bots import make_bot
from mergemaker.bots.evaluation.outlook import house_weights, judge_weights
from mergemaker.bots.magnate import DEFAULTS, GlanceBot, LookBot, MagnateBot, shares_of
from mergemaker.bots.search.magnate_search import FAR_BEHIND, MOST_CHOICES, descend, new_workbench
from mergemaker.bots.search.search_bot import CLOSE
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import BUY, PLACE, fields

ROOT = -1_000  # among the numbers of choices


def magnate(settings: str) -> MagnateBot:
    bot = make_bot(f"magnate:{settings}", 1)
    assert isinstance(bot, MagnateBot)
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


def choices_of(search: MagnateBot) -> dict[int, float]:
    """What the last search played on, each with what it was worth before."""
    kept = search._benches[0].searches[0]
    count = int(kept["choices"])
    return dict(zip(kept["step"][:count].tolist(), kept["rating"][:count].tolist(), strict=True))


def test_the_best_few_choices_are_played_on_and_the_best_of_them_most():
    search, looker = magnate("iterations=400:turns=1"), LookBot(1, house_weights())
    proposer = GlanceBot(house_weights(), proposals=MOST_CHOICES)
    kinds: dict[int, int] = {}
    for edition, seen in decisions("tournament", 4, 16):
        considered = search.search(edition, seen)
        choices = choices_of(search)
        ratings = list(choices.values())
        assert ratings == sorted(ratings, reverse=True)
        assert len(ratings) <= MOST_CHOICES
        assert ratings[-1] >= ratings[0] - FAR_BEHIND
        assert {one.action for one in considered} == choices.keys()
        assert sum(one.visits for one in considered) == 400
        assert min(one.visits for one in considered) > 0
        assert considered[0].visits >= CLOSE * max(one.visits for one in considered)
        kind = int(fields(seen).decision)
        if kind in (PLACE, BUY):
            first = next(iter(choices))
            assert proposer.decide(edition, seen) in (first, *shares_of(first))
        else:
            rated = looker.ratings(edition, seen.copy())
            best = sorted(rated, key=lambda action: -rated[action])[:MOST_CHOICES]
            assert choices.keys() == {one for one in best if rated[one] >= max(rated.values()) - FAR_BEHIND}
        kinds[kind] = max(kinds.get(kind, 0), len(choices))
    assert kinds[PLACE] > 2
    assert kinds[BUY] > 4
    assert len(kinds) > 2


def test_a_basket_speaks_for_each_share_that_it_may_begin_with():
    search = magnate("iterations=100")
    edition, seen = next(one for one in decisions("tournament", 4, 30) if int(fields(one[1]).decision) == BUY)
    baskets, shares = search.search(edition, seen), search.consider(edition, seen)
    for one in shares:
        best = next(basket for basket in baskets if one.action in (basket.action, *shares_of(basket.action)))
        assert (one.visits, one.chances) == (best.visits, best.chances)
    assert {one.action for one in shares} == {action for basket in baskets for action in shares_of(basket.action)}
    mask = np.zeros(ACTIONS, np.int8)
    engine.legal(edition.record, seen, mask)
    assert all(mask[one.action] for one in shares)


def test_a_chance_is_partly_the_network_s_at_once_and_partly_what_playing_on_found():
    edition, seen = next(one for one in decisions("tournament", 4, 30) if int(fields(one[1]).decision) == BUY)
    seat = int(fields(seen).actor)
    found = {}
    for faith in (0, 0.5, 1000):
        search = magnate(f"iterations=400:trust=0:faith={faith}")
        considered = search.search(edition, seen)
        assert all(sum(one.chances) == pytest.approx(1.0) for one in considered)
        found[faith] = {one.action: one.chances[seat] for one in considered}
    rated = choices_of(search)
    common = found[0].keys() & found[0.5].keys() & found[1000].keys()
    assert len(common) > 1
    offsets = [found[1000][one] - rated[one] for one in common]
    assert max(offsets) - min(offsets) < 1e-3  # the ratings' own order and distances, nearly
    spread = [found[0][one] - rated[one] for one in common]
    assert max(spread) - min(spread) > 2e-3  # which playing on changes


@pytest.mark.parametrize("edition", ["tournament", "1962"])  # holdings open and hidden
def test_the_rest_of_a_turn_is_planned_by_what_the_seat_has_seen(edition):
    proposer = GlanceBot(house_weights(), proposals=MOST_CHOICES)
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
        choice = int(bench.searches[0]["step"][0])
        assert int(bench.tree[1]["action"]) == choice  # what is rated best is played on first
        if choice < 0:  # a basket ends the turn
            continue
        after = seen.copy()
        engine.apply(rules.record, after, choice, None)
        before, now = fields(seen), fields(after)
        goes_on = now.actor == before.actor and now.mover == before.mover
        if goes_on and now.decision != BUY and engine.legal(rules.record, after, mask) > 1:
            assert proposer.decide(rules, after) in [step for plan in plans[0] for step in plan]
            checked += 1
    assert checked > 0


def found_in(search: MagnateBot) -> dict[int, tuple[int, Any]]:
    """What the last search found, the root among it: visits, and each seat's sum of chances."""
    tree = search._benches[0].tree
    nodes = range(int(search._benches[0].used[0]))
    return {
        int(tree[at]["action"]) if at else ROOT: (int(tree[at]["visits"]), tree[at]["value"].copy()) for at in nodes
    }


def test_what_glances_found_counts_a_quarter_once_everybody_plays_on_with_care():
    edition, seen = next(one for one in decisions("tournament", 4, 30) if int(fields(one[1]).decision) == BUY)
    searches = [magnate(f"iterations={count}:glances=60:careful=3") for count in (60, 61)]
    for search in searches:
        search.search(edition, seen)
    before, after = map(found_in, searches)
    root_visits, root_value = after.pop(ROOT)
    before.pop(ROOT)
    assert len(before) > 1
    more = 0
    for choice, (visits, value) in before.items():
        kept = -(-visits // 4)
        now, worth = after[choice]
        assert now - kept in (0, 1)
        more += now - kept
        if now == kept:
            assert np.allclose(worth / now, value / visits)
    assert more == 1, "one more descent"
    assert root_visits == sum(visits for visits, _ in after.values())
    assert np.allclose(root_value, sum(value for _, value in after.values()))


def test_play_is_looked_at_with_care_only_after_the_glances_and_alike_with_the_same_seed():
    edition, seen = next(one for one in decisions("tournament", 4, 30) if int(fields(one[1]).decision) == PLACE)
    told = {}
    for settings in ("careful=0", "glances=100", "glances=10", "glances=10:careful=0", "glances=10:threads=1"):
        search = magnate(f"iterations=100:{settings}")
        told[settings] = search.search(edition, seen)
    assert told["careful=0"] == told["glances=100"] == told["glances=10:careful=0"]
    assert told["glances=10"] != told["careful=0"]
    assert told["glances=10"] == told["glances=10:threads=1"]


@pytest.mark.parametrize("ms", [3, 90, 104, 300, 1000])
def test_the_clock_is_met_though_careful_descents_take_longer(ms, monkeypatch):
    now = [0.0]
    made: list[float] = []

    def descend(edition: Any, weights: Any, key: int, count: int, bench: Any) -> None:
        for _ in range(count):
            now[0] += 0.0001 if len(made) < 1000 else 0.0007
            made.append(now[0])

    search = magnate(f"ms={ms}")
    monkeypatch.setattr(search, "descend", descend)
    monkeypatch.setattr("mergemaker.bots.search.search_bot.time.perf_counter", lambda: now[0])
    edition, seen = decisions("tournament", 4, 1)[0]
    search._think(edition, seen, None, 1, search._benches[0], ms / 1000)
    assert ms / 1000 - 0.0008 < now[0] <= ms / 1000 + 0.0007


def test_brokers_are_foretold_for_two_rounds_and_anybody_else_for_one():
    """As those many turns would be if they were asked for."""
    rules, seen = decisions("tournament", 4, 8)[-1]
    weights = np.concatenate([house_weights(), judge_weights(rules)])
    me = int(fields(seen).actor)

    def found(brokers: list[float], turns: int) -> Any:
        bench = new_workbench(DEFAULTS | {"turns": turns}, None)
        bench.searches["brokers"][0, :4] = brokers
        bench.begin(seen)
        descend(rules.record, 1, 40, weights, bench)
        return bench.tree[0]["value"].tolist()

    known = [1.0] * 4
    known[me] = 0.0  # nobody asks what the searcher itself is like
    doubted = [0.2 if seat == (me + 1) % 4 else chance for seat, chance in enumerate(known)]
    assert found(known, 0) == found(known, 8) != found(known, 4)
    assert found(doubted, 0) == found(doubted, 4) != found(doubted, 8)


def test_a_search_by_the_clock_says_something_however_short_its_time():
    for edition, seen in decisions("online", 2, 3):
        considered = magnate("ms=1").consider(edition, seen)
        assert considered[0].visits > 0
        assert sum(considered[0].chances) == pytest.approx(1.0)
        assert len(considered[0].chances) == int(fields(seen).players)
