"""What may be taken back, and the account at the end: one truth for the terminal and for tables."""

import random

import pytest

from mergemaker.record.moment_records import moment_record
from mergemaker.rules.final_account import final_account
from mergemaker.rules.game import Game
from mergemaker.rules.state import NOBODY
from mergemaker.rules.undo import why_no_undo
from mergemaker.rules.words.sentences import Event

PLACED = [Event("placed", seat=1, tile="5C")]


def code(seat, last_seat, last, hidden=False):
    refusal = why_no_undo(seat, last_seat, last, hidden=hidden)
    return refusal.code if refusal else ""


def test_only_ones_own_last_action_is_taken_back():
    assert code(1, 1, PLACED) == ""
    assert code(0, 1, PLACED) == "undo-other"
    assert code(1, NOBODY, PLACED) == "undo-other", "a clock or a bot played it"
    assert code(1, None, []) == "undo-nothing"


@pytest.mark.parametrize("kind", ["drew", "market", "opened"])
def test_what_came_to_light_stays(kind):
    assert code(1, 1, [*PLACED, Event(kind, seat=1, tile="1A")]) == "undo-hidden"


@pytest.mark.parametrize("kind", ["shown", "bonus"])
def test_holdings_are_news_on_a_hidden_table_only(kind):
    merged = [*PLACED, Event(kind, seat=0, chain="Tower", count=3)]
    assert code(1, 1, merged) == ""
    assert code(1, 1, merged, hidden=True) == "undo-hidden"


def test_the_account_tells_cash_from_what_each_chain_paid_at_the_end():
    last = [
        Event("bonus", seat=0, chain="Tower", money=9000),  # of a merger before the end
        Event("ended", how="announced"),
        Event("bonus", seat=0, chain="Tower", money=2000),
        Event("cashed in", seat=0, chain="Tower", count=3, money=600),
        Event("cashed in", seat=1, chain="Luxor", count=1, money=300),
    ]
    ann, bob = final_account(["Bob", "Ann"], [5000, 7000], last)
    assert (ann.name, ann.place, ann.cash, ann.total) == ("Ann", 1, 6700, 7000)
    assert (bob.cash, [(c.chain, c.bonus, c.shares, c.sale) for c in bob.chains]) == (2400, [("Tower", 2000, 3, 600)])


def two_player_game(seed: int) -> Game:
    """A whole game in which the market has competed for bonuses."""
    game = Game.new("1999", 2, seed=seed)
    chooser = random.Random(seed)
    while not game.over:
        game.play(chooser.choice([one for one in game.legal_actions() if one != "end"] or ["end"]))
    assert len(game.market) > 3
    return game


def test_the_market_draws_what_it_drew_when_a_game_is_played_again_from_the_deal():
    """Of a game that goes on from a moment no seed tells the draws before it."""
    whole = two_player_game(1)
    game = Game.from_record(moment_record(whole, whole.version - 5, whole.names, seed=9))
    again = game.from_the_deal()
    assert (again.version, again.market) == (0, [])
    for action in game.actions:
        again.play(action)
    assert again.market == game.market
    assert again.money == game.money


def test_a_seat_has_witnessed_what_others_decided_and_nothing_that_it_could_not_see():
    game = two_player_game(2)
    walk = game.from_the_deal()
    witnessed = iter(game.witnessed(1))
    for action in game.action_ids:
        if walk.to_act != 1:
            seen, decided = next(witnessed)
            assert decided == action
            assert seen.tobytes() == walk.view(1).seen.tobytes()
        walk.play(action)
    assert next(witnessed, None) is None
