"""Rulings R18, R19, R21 and R22: buying, the market of two players, the founder's share, the bank."""

from __future__ import annotations

import pytest

from boards import (
    EDITIONS,
    asked,
    bank,
    chain_named,
    hand,
    kinds,
    only,
    paid,
    play,
    position,
    shares,
    sizes,
    to_choose,
)
from mergemaker import Edition, IllegalAction
from mergemaker.rules.actions import action_texts

THREE_A_TURN = [edition for edition in EDITIONS if edition != "1962"]
MARKET = ["1999", "2023-classic"]
FOUNDER_SHARE_OR_CASH = ["2023-classic", "2023-tycoon"]
FOUNDER_SHARE_ONLY = ["1999", "tournament", "online"]

SEVEN_TAKES_FIVE = """
    3 3 3 3 3 3 3 . 6 6 6 6
    . . . . . . . . . . . 6
"""  # 8A merges them; chain 6 pays 7000 and 3500


def names(edition: str, numbers: str) -> list[str]:
    return [chain_named(edition, number) for number in numbers]


# R18: what may be bought


@pytest.mark.parametrize("edition", EDITIONS)
def test_r18_a_chain_just_grown_is_bought_at_its_size_after_the_tile(edition):
    game = position(edition, "2 2 . o", ["3A", "1I", ""])
    bought = only(play(game, "place 3A", f"buy {chain_named(edition, '2')}"), "bought")[0]
    assert (bought.seat, bought.money) == (0, 400)  # four tiles, 200 before
    assert game.money[0] == 5600


@pytest.mark.parametrize("edition", EDITIONS)
def test_r18_a_chain_just_founded_may_be_bought(edition):
    game = position(edition, "o", ["2A", "1I", ""])
    name = chain_named(edition, "1")
    play(game, "place 2A", f"found {name}")
    assert asked(game) == (0, "buy", {f"buy {name}", "done"})
    assert only(play(game, f"buy {name}"), "bought")[0].money == 200


@pytest.mark.parametrize("edition", EDITIONS)
def test_r18_after_a_merger_the_survivor_is_bought_at_its_new_size(edition):
    game = position(edition, "2 2 . 1 1", ["3A", "1I", ""])
    play(game, "place 3A", f"survivor {chain_named(edition, '2')}")
    assert only(play(game, f"buy {chain_named(edition, '2')}"), "bought")[0].money == 500


@pytest.mark.parametrize("edition", EDITIONS)
def test_r18_any_chain_on_the_board_may_be_bought_and_none_that_is_off_it(edition):
    game = position(edition, "1 1 . 4 4 . 7 7", ["1I", "3I", ""])
    play(game, "place 1I")
    assert asked(game) == (0, "buy", {*(f"buy {name}" for name in names(edition, "147")), "done"})


@pytest.mark.parametrize("edition", THREE_A_TURN)
def test_r18_three_shares_a_turn_of_any_chains_and_the_founders_share_on_top(edition):
    game = position(edition, "o . . 7 7", ["2A", "1I", ""])
    one, seven = names(edition, "17")
    play(game, "place 2A", f"found {one}", f"buy {one}", f"buy {seven}", f"buy {one}")
    assert to_choose(game) == (1, "place")  # after the third nothing is asked
    assert (shares(game, one), shares(game, seven)) == ([3, 0, 0], [1, 0, 0])
    assert game.money[0] == 6000 - 200 - 400 - 200


def test_r18_in_1962_one_share_a_turn_and_no_founders_share():
    game = position("1962", "o", ["2A", "1I", ""])
    happened = play(game, "place 2A", "found Luxor")
    assert not only(happened, "founder share")
    assert shares(game, "Luxor") == [0, 0, 0]
    play(game, "buy Luxor")
    assert to_choose(game) == (1, "place")
    assert shares(game, "Luxor") == [1, 0, 0]


def test_r18_in_1962_the_draw_comes_after_the_tile_and_before_the_buying():
    game = position("1962", "2 2", ["1I", "3I", ""], bag="9I")
    play(game, "place 1I")
    assert (game.decision, hand(game, 0)) == ("buy", {"9I"})


@pytest.mark.parametrize("edition", THREE_A_TURN)
def test_r18_elsewhere_the_draw_comes_at_the_end_of_the_turn(edition):
    game = position(edition, "2 2", ["1I", "3I", ""], bag="9I")
    play(game, "place 1I")
    assert (game.decision, hand(game, 0)) == ("buy", set())
    play(game, "done")
    assert hand(game, 0) == {"9I"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_r18_a_player_may_stop_buying_at_any_time(edition):
    game = position(edition, "2 2", ["1I", "3I", ""])
    play(game, "place 1I", "done")
    assert to_choose(game) == (1, "place")
    assert game.money == [6000] * 3


@pytest.mark.parametrize("edition", THREE_A_TURN)
def test_r18_only_what_can_be_paid_and_is_in_the_bank_may_be_bought(edition):
    three, six = names(edition, "36")
    game = position(edition, "2 2 . 3 3 . 6 6", ["1I", "3I", ""], shares=[{}, {"2": 25}, {}], cash=[600, 6000, 6000])
    play(game, "place 1I")
    assert asked(game)[2] == {f"buy {three}", f"buy {six}", "done"}
    play(game, f"buy {three}")
    assert asked(game)[2] == {f"buy {three}", "done"}
    play(game, f"buy {three}")
    assert game.money[0] == 0
    assert to_choose(game) == (1, "place")


@pytest.mark.parametrize("edition", EDITIONS)
def test_r18_with_nothing_to_buy_nobody_is_asked(edition):
    game = position(edition, "2 2", ["1I", "3I", ""], cash=100)
    play(game, "place 1I")
    assert to_choose(game) == (1, "place")


# R19: two players and the market


@pytest.mark.parametrize("edition", MARKET)
@pytest.mark.parametrize(
    ("draw", "holdings", "expected"),
    [
        ("9F", (3, 0), [3500, 0]),  # the market has the majority
        ("2B", (3, 0), [7000, 0]),  # the market is second, and its money stays in the bank
        ("3B", (3, 0), [5300, 0]),  # a tie with the market splits as usual
        ("1B", (3, 1), [7000, 1800]),
        ("1B", (3, 2), [7000, 3500]),  # the market comes third
        ("12B", (3, 2), [3500, 0]),
        ("3B", (3, 3), [3500, 3500]),
        ("9F", (0, 0), [0, 0]),
    ],
)
def test_r19_the_market_ranks_as_a_holder(edition, draw, holdings, expected):
    held = [{"6": count} for count in holdings]
    game = position(edition, SEVEN_TAKES_FIVE, ["8A", ""], shares=held, market=draw)
    before = game.view().bag
    happened = play(game, "place 8A")
    assert paid(happened, 2) == expected
    assert [money - 6000 for money in game.money] == expected
    assert game.view().bag == before  # it goes back
    assert game.view().market == (draw,)


@pytest.mark.parametrize("edition", MARKET)
def test_r19_no_player_is_a_sole_holder_beside_the_market(edition):
    game = position(edition, SEVEN_TAKES_FIVE, ["8A", ""], shares=[{"6": 3}, {}], market="1I")
    assert paid(play(game, "place 8A"), 2) == [7000, 0]


@pytest.mark.parametrize("edition", MARKET)
def test_r19_the_market_draws_after_absorb_for_each_chain_and_before_the_bonuses(edition):
    drawing = """
        . . . . 1 . . . .
        . . . . 1 . . . .
        . 5 5 5 . 6 6 6 .
        . . . . 2 . . . .
        . . . . 2 . . . .
    """
    game = position(edition, drawing, ["5C", ""], market="1I 2I 3I")
    one, two, five, six = names(edition, "1256")
    assert not only(play(game, "place 5C"), "market")
    happened = play(game, f"survivor {six}")
    assert [(event.chain, event.tile, event.count) for event in only(happened, "market")] == [(five, "1I", 1)]
    assert kinds(happened).index("market") < kinds(happened).index("bonus")
    happened = play(game, f"absorb {two}")
    assert [(event.chain, event.tile) for event in only(happened, "market")] == [(two, "2I"), (one, "3I")]


@pytest.mark.parametrize("edition", MARKET)
def test_r19_the_markets_holding_is_told_after_the_players_have_shown_theirs(edition):
    game = position(edition, SEVEN_TAKES_FIVE, ["8A", ""], shares=[{"6": 3}, {}], market="9F")
    happened = play(game, "place 8A")
    assert kinds(happened) == ["placed", "merged", "shown", "market", "bonus", "bonus"]
    assert (happened[-1].seat, happened[-1].money) == (None, 7000)


@pytest.mark.parametrize("edition", MARKET)
def test_r19_at_the_end_active_chains_are_drawn_for_in_the_order_of_the_table(edition):
    drawing = """
        7 7 7 7 7 7 7 7 7 7 7 7
        . . . . . . . . . . . .
        2 2 2 2 2 2 2 2 2 2 2 2
    """
    held = [{"7": 1, "2": 1}, {}]
    game = position(edition, drawing, ["", "1I"], shares=held, bag="12H 1H", market="1H 12H")
    happened = play(game, "end", "skip", "done")
    two, seven = names(edition, "27")
    assert [(event.chain, event.tile) for event in only(happened, "market")] == [(two, "1H"), (seven, "12H")]
    assert game.money == [6000 + 5300 + 700 + 4500 + 900, 6000]


@pytest.mark.parametrize("edition", MARKET)
@pytest.mark.parametrize("seed", range(20))
def test_r19_a_market_draw_of_its_own_is_a_tile_still_in_the_bag(edition, seed):
    game = position(edition, SEVEN_TAKES_FIVE, ["8A", ""], shares=[{"6": 3}, {}], bag="4C 9I 11I")
    game.state["market_key"] = seed
    drawn = only(play(game, "place 8A"), "market")[0]
    assert drawn.tile in ("4C", "9I", "11I")
    assert drawn.count == int(drawn.tile[:-1])


@pytest.mark.parametrize("edition", MARKET)
def test_r19_every_tile_of_the_bag_is_drawn_by_some_key_and_every_number_without_a_bag(edition):
    tiles_drawn, numbers = set(), set()
    for key in range(200):
        for bag in ("4C 9I 11I", ""):
            game = position(edition, SEVEN_TAKES_FIVE, ["8A", "1I"], bag=bag)
            game.state["market_key"] = key
            drawn = only(play(game, "place 8A"), "market")[0]
            if bag:
                tiles_drawn.add(drawn.tile)
            else:
                assert drawn.tile is None
                numbers.add(drawn.count)
    assert tiles_drawn == {"4C", "9I", "11I"}
    assert numbers == set(range(1, 13))


@pytest.mark.parametrize("edition", MARKET)
def test_r19_with_the_bag_empty_a_given_draw_is_a_bare_number(edition):
    game = position(edition, SEVEN_TAKES_FIVE, ["8A", "1I"], shares=[{"6": 3}, {}], bag="", market="7")
    assert paid(play(game, "place 8A"), 2) == [3500, 0]
    assert game.market == ["7"]


def test_r19_online_two_players_play_without_a_market():
    game = position("online", SEVEN_TAKES_FIVE, ["8A", ""], shares=[{"6": 3}, {}])
    happened = play(game, "place 8A")
    assert not only(happened, "market")
    assert paid(happened, 2) == [10500, 0]


@pytest.mark.parametrize("edition", MARKET)
def test_r19_with_three_players_there_is_no_market(edition):
    game = position(edition, SEVEN_TAKES_FIVE, ["8A", "", ""], shares=[{"6": 3}, {}, {}])
    happened = play(game, "place 8A")
    assert not only(happened, "market")
    assert paid(happened, 3) == [10500, 0, 0]


# R21: the founder


@pytest.mark.parametrize("edition", THREE_A_TURN)
def test_r21_the_founder_gets_one_share_from_the_bank(edition):
    game = position(edition, "o", ["2A", "1I", ""])
    name = chain_named(edition, "6")
    happened = play(game, "place 2A", f"found {name}")
    assert kinds(happened) == ["placed", "founded", "founder share"]
    assert (shares(game, name), bank(game, name), game.money[0]) == ([1, 0, 0], 24, 6000)


@pytest.mark.parametrize("edition", THREE_A_TURN)
def test_r21_the_founder_may_take_the_banks_last_share(edition):
    game = position(edition, "o", ["2A", "1I", ""], shares=[{}, {"6": 24}, {}])
    name = chain_named(edition, "6")
    play(game, "place 2A", f"found {name}")
    assert (shares(game, name), bank(game, name)) == ([1, 24, 0], 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r21_a_chain_may_be_founded_with_no_certificate_in_the_bank(edition):
    total = Edition.named(edition).chains[5].certificates
    game = position(edition, "o", ["2A", "1I", ""], shares=[{}, {"6": total}, {}])
    name = chain_named(edition, "6")
    play(game, "place 2A")
    assert f"found {name}" in game.legal_actions()
    play(game, f"found {name}")
    assert sizes(game) == {name: 2}
    assert (shares(game, name), bank(game, name)) == ([0, total, 0], 0)
    assert to_choose(game) == (1, "place")  # and nothing can be bought


@pytest.mark.parametrize("edition", FOUNDER_SHARE_OR_CASH)
@pytest.mark.parametrize(
    ("drawing", "chain", "cash"),
    [
        ("o", "6", 400),
        ("o . o", "6", 500),
        ("o . o", "1", 300),
        (". o\no . o\n. o", "3", 600),
    ],
)
def test_r21_in_2023_a_founder_without_a_share_gets_its_price_at_the_founded_size(edition, drawing, chain, cash):
    tile = "2B" if "\n" in drawing else "2A"
    game = position(edition, drawing, [tile, "1I", ""], shares=[{}, {chain: 25}, {}])
    happened = play(game, f"place {tile}", f"found {chain_named(edition, chain)}")
    assert only(happened, "founder cash")[0].money == cash
    assert game.money == [6000 + cash, 6000, 6000]


@pytest.mark.parametrize("edition", FOUNDER_SHARE_ONLY)
def test_r21_elsewhere_a_founder_without_a_share_gets_nothing(edition):
    game = position(edition, "o", ["2A", "1I", ""], shares=[{}, {"6": 25}, {}])
    happened = play(game, "place 2A", f"found {chain_named(edition, '6')}")
    assert kinds(happened) == ["placed", "founded", "drew"]  # the turn is over: nothing can be bought
    assert game.money == [6000] * 3


# R22: the bank


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_r22_anybody_may_ask_what_the_bank_holds_at_any_time(edition, hidden):
    game = position(edition, SEVEN_TAKES_FIVE, ["8A", "1I", ""], shares=[{"6": 3}, {"6": 2}, {}], hidden=hidden)
    total = game.edition.chains[5].certificates
    for expected in (total - 5, total - 5, total - 4):
        for seat in (None, 0, 1, 2):
            assert game.view(seat).chains[5].bank == expected
        play(game, {"place": "place 8A", "trade": "trade 0", "sell": "sell 1"}[str(game.decision)])
        if game.decision == "sell":
            play(game, "sell 1")


@pytest.mark.parametrize("edition", EDITIONS)
def test_r22_there_are_no_loans(edition):
    game = position(edition, "1 1 . 2 2 2", ["1I", "3I", ""], cash=[200, 6000, 6000])
    play(game, "place 1I")
    one, two = names(edition, "12")
    assert asked(game)[2] == {f"buy {one}", "done"}
    with pytest.raises(IllegalAction) as refused:
        game.play(f"buy {two}")
    assert refused.value.code == "cannot-afford"
    play(game, f"buy {one}")
    assert game.money[0] == 0


def test_r22_no_action_moves_money_or_shares_between_players():
    for edition in EDITIONS:
        verbs = {text.split()[0] for text in action_texts(Edition.named(edition).chain_names)}
        assert verbs == {
            "place", "skip", "end", "found", "survivor", "absorb", "trade", "sell", "buy", "done", "exchange", "keep",
        }  # fmt: skip
