"""Advice: the best actions with everybody's chance to win, and reasons in words."""

import pytest

from boards import play, position
from mergemaker import Game
from mergemaker.bots import BotError, advise, make_bot
from mergemaker.bots.evaluation.assessment import evaluate

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
    advice = advise(merger().view(0), bot, most=2)
    assert [one.action for one in advice.actions] == ["place 4A", "place 12I"]
    for one in advice.actions:
        assert sum(one.chances) == pytest.approx(1.0)
    best, other = advice.actions
    assert best.chances[0] > other.chances[0]
    assert any("cash" in reason for reason in best.reasons), best.reasons


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
