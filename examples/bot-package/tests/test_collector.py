"""The collector plays by the rules. `mergemaker check-bot collector` asks for much more."""

import pytest
from collector_bot import collector

from mergemaker import Game
from mergemaker.bots import BotError


def test_it_answers_every_decision_of_a_game_with_a_legal_action():
    game = Game.new("tournament", 3, seed=1)
    bot = collector({}, seed=1)
    while not game.over:
        game.play(bot.choose(game.view(game.to_act)))
    assert game.result["winners"]


def test_it_buys_nothing_where_it_is_further_behind_than_its_greed():
    game = Game.new("tournament", 3, seed=1)
    bots = [collector({"greed": "0"}, seed=1), collector({}, seed=1), collector({}, seed=1)]
    while not game.over:
        seat, view = game.to_act, game.view(game.to_act)
        action = bots[seat].choose(view)
        if seat == 0 and action.startswith("buy "):
            held = next(chain.holdings for chain in view.chains if action == f"buy {chain.name}")
            assert held[0] >= max(held[1:])
        game.play(action)


def test_an_option_that_it_does_not_know_is_refused():
    with pytest.raises(BotError, match="no option"):
        collector({"speed": "1"}, seed=1)
