"""Answers that are put together: baskets, disposals, and the seats of a table."""

import msgspec
import pytest

from mergemaker.bots.registry import unique_names
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.terminal.panels.baskets import Basket, Disposal
from mergemaker.terminal.panels.chain_names import chain_meant
from mergemaker.terminal.plain_mode import fill_basket
from mergemaker.terminal.sessions.seat_choice import seat
from terminal.keyboard import ready, session_of


@pytest.fixture(scope="module")
def buying():
    return ready(session_of(seed=6), "buy", after=60).view(0)


@pytest.fixture(scope="module")
def trading():
    return ready(session_of(seed=2), "trade").view(0)


def test_a_basket_counts_its_price_and_stops_at_the_limit(buying):
    basket = Basket(buying)
    cheap = min(basket.chains, key=lambda chain: chain.price)
    assert [basket.add(cheap.name) for _ in range(3)] == ["", "", ""]
    assert basket.price == 3 * cheap.price
    assert "no more" in basket.add(cheap.name)
    assert basket.actions() == [f"buy {cheap.name}"] * 3 + ["done"]
    basket.remove(cheap.name)
    assert basket.size == 2
    assert f"2 shares of {cheap.name} for $" in basket.total()


def test_a_basket_never_costs_more_than_there_is(buying):
    basket = Basket(buying)
    dear = max(basket.chains, key=lambda chain: chain.price)
    basket.offer = msgspec.structs.replace(basket.offer, money=dear.price)
    assert basket.add(dear.name) == ""
    assert "you have $0 left" in basket.add(dear.name)


def test_a_basket_never_holds_more_than_the_bank(buying):
    first, *others = buying.buying.chains
    few = msgspec.structs.replace(first, most=1, bank_limit="The bank has one share, no more.")
    basket = Basket(
        msgspec.structs.replace(buying, buying=msgspec.structs.replace(buying.buying, chains=(few, *others)))
    )
    assert [basket.add(few.chain) for _ in range(2)] == ["", few.bank_limit]
    without = msgspec.structs.replace(buying, buying=msgspec.structs.replace(buying.buying, chains=()))
    assert Basket(without).add(few.chain) == f"The bank has no share of {few.chain}."


@pytest.mark.parametrize("text", ["2 {0}", "{0} 2", "{0} {0}", "buy 2 shares of {0}", "{0},{0}", "{0} + {0}"])
def test_ways_to_say_two_shares(buying, text):
    basket = Basket(buying)
    name = basket.chains[0].name
    assert fill_basket(buying, basket, text.format(name.lower())) == ""
    assert basket.counts[name] == 2


def test_a_chain_is_meant_by_its_sign_or_its_first_letters(buying):
    assert chain_meant(buying, "w") == "Worldwide"
    assert chain_meant(buying, "worldw") == "Worldwide"
    assert chain_meant(buying, "WORLD-WIDE") == "Worldwide"
    assert chain_meant(buying, "xyz") is None
    assert chain_meant(buying, "") is None


def test_trades_go_in_pairs_and_leave_the_rest_to_be_sold_or_kept(trading):
    disposal = Disposal(trading)
    disposal.set_sell(99)
    assert (disposal.trade, disposal.sell, disposal.kept) == (0, 6, 0)
    disposal.set_trade(3)
    assert (disposal.trade, disposal.sell, disposal.kept) == (2, 4, 0)
    disposal.set_sell(1)
    assert disposal.actions() == ["trade 2", "sell 1"]
    assert disposal.outcome().startswith("Trade 2 for one share of ")
    assert disposal.outcome().endswith("and keep 3.")


def test_after_trading_everything_the_game_does_not_ask_about_this_chain_again(trading):
    disposal = Disposal(trading)
    disposal.set_trade(99)
    assert disposal.actions() == ["trade 6"]


def test_a_trade_stops_at_what_the_bank_has(trading):
    disposal = Disposal(trading)
    disposal.offer = msgspec.structs.replace(disposal.offer, trades=disposal.offer.trades[:2])
    disposal.set_trade(99)
    assert disposal.trade == 2


def test_people_sit_first_and_bots_fill_the_table():
    box = Edition.named("2023-classic")
    assert seat(box, None, ["Ann"]).names == ("Ann", "broker", "clerk", "mogul")
    assert seat(box, 5, ["Ann", "Bob"], ["random"]).names == ("Ann", "Bob", "random", "random 2", "random 3")
    assert seat(box, None, ["Ann"], ["random", "clerk"]).who == ("person", "random", "clerk")
    assert seat(box, None, ["a", "b", "c", "d", "e"]).who == ("person",) * 5


@pytest.mark.parametrize(
    ("players", "people", "bots", "said"),
    [
        (9, ["Ann"], [], "is for 2 to 6 players"),
        (2, ["Ann"], ["random", "random"], "1 person and 2 bots are too many for 2 players"),
        (3, ["Ann"], ["brokr"], "Did you mean broker"),
        (3, ["A\nB"], ["random"], "printable"),
    ],
)
def test_a_table_that_can_not_be_is_refused_in_a_sentence(players, people, bots, said):
    with pytest.raises(MergemakerError, match=said):
        seat(Edition.named("2023-classic"), players, people, bots)


def test_nobody_is_called_like_another():
    assert unique_names(["Ann", "ann", "Ann"]) == ["Ann", "ann 2", "Ann 3"]
