"""Advice: the best actions with everybody's chance to win, and reasons in words."""

import numpy as np
import pytest

from boards import play, position
from mergemaker import Game
from mergemaker.bots import BotError, SeenBot, advice, advise, make_bot
from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.mogul import Considered
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS
from mergemaker.rules.words.plans import action_text, advice_text, plan_text

MERGER = """
    L L L . I I I I . . . .
    L L . . I I I . . . . .
"""


def merger():
    return position(
        "tournament", MERGER, ["4A 12I", "3I", "5I"], shares=[{"L": 5}, {"L": 1, "I": 2}, {"I": 3}], cash=500
    )


@pytest.mark.parametrize("bot", ["mogul:iterations=40", "broker", "clerk"])
def test_advice_has_the_best_action_first_with_chances_and_reasons(bot):
    found = advise(merger().view(0), bot, most=2)
    assert [one.action for one in found.actions] == ["place 4A", "place 12I"]
    for one in found.actions:
        assert sum(one.chances) == pytest.approx(1.0)
    best, other = found.actions
    assert best.chances[0] > other.chances[0]
    assert any("cash" in reason for reason in best.reasons), best.reasons
    assert (best.instead_of, other.instead_of) == ("place 12I", "place 4A")
    assert best.reasons != other.reasons, "the reasons say what differs"
    assert best.line[0] == "place 4A"


def test_the_line_is_the_bots_own_and_its_reasons_speak_of_it():
    game = Game.new("tournament", 3, seed=4)
    while game.decision != "buy" or game.version < 30:
        game.play(make_bot("broker", 0).choose(game.view(game.to_act)))
    seat = game.to_act
    best, other = advise(game.view(seat), "broker", most=2).actions
    for action in best.line:
        assert make_bot("broker", 0).choose(game.view(seat)) == action
        game.play(action)
    assert game.to_act != seat, "the line goes on to the end of the turn"
    assert best.line[0] == best.action != other.action
    bought = {action.partition(" ")[2] for one in (best, other) for action in one.line}
    spoken = {
        chain for chain in game.edition.chain_names for reason in best.reasons if f"your stake in {chain}" in reason
    }
    assert spoken <= bought, "a stake of one's own changes by what is bought"


class Searcher(SeenBot):
    """Looks at everything and likes the last action best."""

    def decide(self, edition, seen):
        return self.consider(edition, seen)[0].action

    def consider(self, edition, seen):
        mask = np.zeros(ACTIONS, np.int8)
        engine.legal(edition.record, seen, mask)
        legal = [int(number) for number in np.flatnonzero(mask)]
        return [Considered(number, 1, (0.5, 0.25, 0.25)) for number in reversed(legal)]


def test_any_bot_that_searches_is_asked_what_it_considered(monkeypatch):
    monkeypatch.setattr(advice, "make_bot", lambda name, seed: Searcher())
    found = advise(merger().view(0), "searcher", most=2)
    assert [one.action for one in found.actions] == ["place 12I", "place 4A"]
    assert found.actions[0].chances == (0.5, 0.25, 0.25)


def test_a_plan_is_said_in_a_sentence():
    said = plan_text(["place 5C", "found Tower", "buy Tower", "buy Luxor", "buy Tower"])
    assert said == "place 5C, found Tower and buy 2 shares of Tower and one share of Luxor"
    assert plan_text(["trade 2", "sell 0"]) == "trade 2 shares and sell nothing"
    assert plan_text(["place 5C", "trade 0", "sell 0"]) == "place 5C and keep all shares"
    assert plan_text(["place 5C", "done"]) == "place 5C and buy nothing"
    assert plan_text(["done"]) == "buy no more"
    assert [action_text("done", bought=bought) for bought in (0, 2)] == ["Buy nothing", "Buy no more"]
    assert action_text("buy Tower") == "Buy one share of Tower"
    told = advice_text("broker", ["place 5C"], ["you have $300 more cash"], "place 1A")
    assert told == "The broker would place 5C. Rather than place 1A: you have $300 more cash."


def test_advice_has_the_rest_of_the_turn():
    game = merger()
    best = advise(game.view(0), "broker", most=1).actions[0]
    assert best.line[0] == best.action
    assert len(best.line) > 1
    for action in best.line:
        while game.to_act != 0:
            game.play(make_bot("broker", 0).choose(game.view(game.to_act)))
        assert action in game.legal_actions()
        game.play(action)


def test_advice_is_what_the_bot_would_do():
    game = Game.new("2023-tycoon", 4, seed=5)
    while not game.over and game.version < 80:
        view = game.view(game.to_act)
        action = make_bot("broker", 0).choose(view)
        if game.version % 16 == 0:
            assert advise(view, "broker", most=1).actions[0].action == action
        game.play(action)


def test_advice_is_for_the_seat_that_decides():
    with pytest.raises(BotError, match="the seat that must decide"):
        advise(merger().view(1))


def test_an_evaluation_at_the_end_is_the_result():
    game = merger()
    play(game, "place 12I")
    while not game.over:
        game.play(make_bot("random", 1).choose(game.view(game.to_act)))
    told = evaluate(game.edition, game.view(0).seen)
    assert [round(total) for total in told.totals] == game.money
    assert max(told.chances) > 0.97
