"""Rulings R4 and R12 to R17: mergers, bonuses, and what holders do with absorbed shares."""

from __future__ import annotations

import random

import pytest

from boards import (
    EDITIONS,
    asked,
    bank,
    chain_named,
    kinds,
    only,
    paid,
    play,
    position,
    shares,
    sizes,
    squares,
    to_choose,
)
from mergemaker import Game, IllegalAction
from mergemaker.rules.state import fields
from mergemaker.rules.words.sentences import for_seat
from playstyles import playing

CLASSIC = [edition for edition in EDITIONS if edition != "2023-tycoon"]
TIERED = [edition for edition in EDITIONS if edition != "1962"]

SEVEN_TAKES_FIVE = """
    3 3 3 3 3 3 3 . 6 6 6 6
    . . . . . . . . . . . 6
"""  # 8A merges them; chain 6 at five tiles costs 700, in 1962 500

THREE_TAKES_TWO = """
    2 2 2 . 1 1
    . . . o . .
"""  # 4A merges them and brings a loose tile

FOUR_MEET = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . 1 . . . .
    . . . . 1 . . . .
    . 5 5 5 . 6 6 6 .
    . . . . 2 . . . .
    . . . . 2 . . . .
"""  # 5E merges all four


def sells(most: int) -> set[str]:
    return {f"sell {count}" for count in range(most + 1)}


def trades(most: int) -> set[str]:
    return {f"trade {count}" for count in range(0, most + 1, 2)}


def bonuses(edition: str, holdings: list[int]) -> list[int]:
    """What each seat is paid when chain 6, five tiles large, is absorbed."""
    game = position(
        edition,
        SEVEN_TAKES_FIVE,
        ["8A", *[""] * (len(holdings) - 1)],
        shares=[{"6": count} for count in holdings],
        bag="1I",
    )
    happened = play(game, "place 8A")
    assert [money - 6000 for money in game.money] == paid(happened, len(holdings))
    return paid(happened, len(holdings))


# R4: what counts in a merger


@pytest.mark.parametrize("edition", EDITIONS)
def test_r4_the_merging_tile_and_loose_tiles_count_for_nobody_until_all_have_decided(edition):
    game = position(edition, THREE_TAKES_TWO, ["4A", "1I", ""], shares=[{"1": 1}, {"1": 2}, {}])
    survivor, absorbed = chain_named(edition, "2"), chain_named(edition, "1")
    happened = play(game, "place 4A")
    places = [2000, 1500] if edition == "2023-tycoon" else [2000, 1000]  # chain 1 pays for two tiles, not four
    assert [event.money for event in only(happened, "bonus")] == [places[1], places[0]]
    for _ in range(2):  # before the first holder decides and before the last
        assert sizes(game) == {survivor: 3, absorbed: 2}
        assert squares(game)["4A"] == squares(game)["4B"] == "loose"
        if game.to_act == 0:
            play(game, "sell 1")
    happened = play(game, "trade 2")
    assert sizes(game) == {survivor: 7}
    assert set(squares(game).values()) == {survivor}
    grown = only(happened, "grew")[0]
    assert (grown.chain, grown.before, grown.count) == (survivor, 5, 7)
    assert kinds(happened)[:3] == ["traded", "absorbed", "grew"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_r4_loose_tiles_do_not_decide_which_chain_survives(edition):
    drawing = """
        2 2 2 . 1 1
        . . . o . .
        . . . o . .
        . . . o . .
    """
    game = position(edition, drawing, ["4A", "1I", ""])
    play(game, "place 4A")
    assert sizes(game) == {chain_named(edition, "2"): 9}


# R12, R13, R14: bonuses and ties


@pytest.mark.parametrize("edition", CLASSIC)
@pytest.mark.parametrize(
    ("holdings", "of_700", "of_500"),
    [
        ([3, 2, 1], [7000, 3500, 0], [5000, 2500, 0]),
        ([3, 3, 1], [5300, 5300, 0], [3800, 3800, 0]),  # tied for most: both bonuses, and the next gets nothing
        ([2, 2, 2], [3500, 3500, 3500], [2500, 2500, 2500]),
        ([2, 2, 2, 2], [2700, 2700, 2700, 2700], [1900, 1900, 1900, 1900]),
        ([2, 2, 2, 2, 1], [2700, 2700, 2700, 2700, 0], [1900, 1900, 1900, 1900, 0]),
        ([3, 1, 1], [7000, 1800, 1800], [5000, 1300, 1300]),  # tied for second: the minority bonus
        ([1, 4, 1, 1], [1200, 7000, 1200, 1200], [900, 5000, 900, 900]),
        ([3, 0, 0], [10500, 0, 0], [7500, 0, 0]),  # a sole holder takes both
        ([0, 1, 0], [0, 10500, 0], [0, 7500, 0]),
        ([0, 0, 0], [0, 0, 0], [0, 0, 0]),  # only holders are paid
        ([5, 1, 0, 0], [7000, 3500, 0, 0], [5000, 2500, 0, 0]),
    ],
)
def test_r12_classic_bonuses(edition, holdings, of_700, of_500):
    assert bonuses(edition, holdings) == (of_500 if edition == "1962" else of_700)


@pytest.mark.parametrize(
    ("holdings", "expected"),
    [
        ([3, 2, 1], [7000, 5000, 3500]),
        ([4, 3, 2, 1], [7000, 5000, 3500, 0]),
        ([3, 3, 1], [6000, 6000, 3500]),  # two tied for most: primary + secondary; the next the tertiary
        ([3, 3, 1, 1], [6000, 6000, 1800, 1800]),  # … or those tied for next
        ([3, 2, 2], [7000, 4300, 4300]),  # two tied for second: secondary + tertiary
        ([3, 2, 2, 1], [7000, 4300, 4300, 0]),
        ([4, 3, 1, 1], [7000, 5000, 1800, 1800]),  # tied for third: the tertiary
        ([4, 3, 1, 1, 1], [7000, 5000, 1200, 1200, 1200]),
        ([2, 2, 2], [5200, 5200, 5200]),  # three or more tied for most pool all three
        ([2, 2, 2, 1], [5200, 5200, 5200, 0]),
        ([2, 2, 2, 2], [3900, 3900, 3900, 3900]),
        ([3, 2, 2, 2], [7000, 2900, 2900, 2900]),  # three or more tied for second pool secondary + tertiary
        ([3, 2, 2, 2, 2, 1], [7000, 2200, 2200, 2200, 2200, 0]),
    ],
)
def test_r13_tycoon_ties(holdings, expected):
    assert bonuses("2023-tycoon", holdings) == expected


@pytest.mark.parametrize(
    ("holdings", "expected"),
    [
        ([3, 2, 0], [7000, 5000, 0]),  # two holders: no tertiary
        ([1, 0, 4, 0], [5000, 0, 7000, 0]),
        ([3, 3, 0], [6000, 6000, 0]),  # tied: primary + secondary
        ([3, 0, 0], [10500, 0, 0]),  # sole holder: primary + tertiary
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_r14_tycoon_with_two_holders_or_one(holdings, expected):
    assert bonuses("2023-tycoon", holdings) == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_r12_r13_every_bonus_event_names_its_place_and_how_many_share_it(edition):
    game = position(edition, SEVEN_TAKES_FIVE, ["8A", "", ""], shares=[{"6": 1}, {"6": 3}, {"6": 1}], bag="1I")
    told = [(event.seat, event.place, event.tied) for event in only(play(game, "place 8A"), "bonus")]
    first, second = ("primary", "secondary") if edition == "2023-tycoon" else ("majority", "minority")
    assert told == [(0, second, 2), (1, first, 1), (2, second, 2)]


# R15: who survives, who is absorbed next


@pytest.mark.parametrize("edition", EDITIONS)
def test_r15_the_largest_chain_survives_and_nobody_is_asked(edition):
    game = position(edition, "2 2 2 . 1 1", ["4A", "1I", ""])
    happened = play(game, "place 4A")
    merged = only(happened, "merged")[0]
    assert (merged.survivor, merged.chains) == (chain_named(edition, "2"), (chain_named(edition, "1"),))
    assert to_choose(game) == (0, "buy")
    assert sizes(game) == {chain_named(edition, "2"): 6}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("chosen", ["1", "2"])
def test_r15_tied_for_largest_the_mergemaker_chooses(edition, chosen):
    game = position(edition, "2 2 . 1 1", ["1I", "3A", ""], mover=1)
    play(game, "place 3A")
    both = {f"survivor {chain_named(edition, name)}" for name in "12"}
    assert asked(game) == (1, "survivor", both)
    play(game, f"survivor {chain_named(edition, chosen)}")
    assert sizes(game) == {chain_named(edition, chosen): 5}


@pytest.mark.parametrize("edition", EDITIONS)
def test_r15_chains_tied_below_the_largest_do_not_stand_for_survivor(edition):
    game = position(edition, FOUR_MEET.replace("6 6 6", ". . ."), ["5E", "1I", ""])
    play(game, "place 5E")
    assert asked(game) == (0, "absorb", {f"absorb {chain_named(edition, name)}" for name in "12"})


@pytest.mark.parametrize("edition", EDITIONS)
def test_r15_the_others_are_absorbed_one_at_a_time_largest_first_and_equals_as_the_mergemaker_says(edition):
    held = [{"6": 1, "1": 1, "2": 1}, {}, {}]
    game = position(edition, FOUR_MEET, ["5E", "1I", ""], shares=held)
    one, two, five, six = (chain_named(edition, name) for name in "1256")
    assert play(game, "place 5E")[-1].kind == "placed"  # nothing is paid before the survivor is named
    assert asked(game) == (0, "survivor", {f"survivor {five}", f"survivor {six}"})
    play(game, f"survivor {five}")
    assert to_choose(game) == (0, "sell")
    view = game.view().merger
    assert view is not None
    assert (view.absorbed, set(view.pending)) == (six, {one, two})
    play(game, "sell 0")
    assert sizes(game) == {five: 6, one: 2, two: 2}
    assert asked(game) == (0, "absorb", {f"absorb {one}", f"absorb {two}"})
    happened = play(game, f"absorb {two}")
    assert {event.chain for event in only(happened, "bonus")} == {two}
    play(game, "sell 0")
    assert sizes(game) == {five: 8, one: 2}
    assert to_choose(game) == (0, "sell")  # the last of the equals is not asked about
    play(game, "sell 1")
    assert sizes(game) == {five: 11}


@pytest.mark.parametrize("edition", EDITIONS)
def test_r15_absorb_is_asked_of_the_mergemaker_although_another_decided_last(edition):
    game = position(edition, FOUR_MEET, ["1I", "", "5E"], shares=[{}, {"6": 1}, {}], mover=2)
    play(game, "place 5E", f"survivor {chain_named(edition, '5')}")
    assert to_choose(game) == (1, "sell")
    play(game, "sell 1")
    assert to_choose(game) == (2, "absorb")


# R16: all show what they hold, are paid, then decide


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_r16_every_holding_is_revealed_to_all_then_bonuses_are_paid_then_holders_decide(edition, hidden):
    held = [{"1": 2}, {"1": 1}, {}, {"1": 3}]
    game = position(edition, THREE_TAKES_TWO, ["4A", "1I", "", ""], shares=held, hidden=hidden)
    happened = play(game, "place 4A")
    for listener in (None, 0, 1, 2, 3):
        heard = for_seat(happened, listener, opening_kept=edition == "1962")
        assert [(event.seat, event.count) for event in only(heard, "shown")] == [(0, 2), (1, 1), (3, 3)]
    told = kinds(happened)
    assert told.index("merged") < told.index("shown") < told.index("bonus")
    assert max(at for at, kind in enumerate(told) if kind == "shown") < told.index("bonus")
    assert to_choose(game) == (0, "trade")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r16_in_1962_certificates_dealt_in_secret_are_known_to_all_once_their_chain_was_absorbed(players):
    game = Game.new("1962", players, seed=4)
    revealed: set[str] = set()
    for _, happened in playing(game, "merger", random.Random(4)):
        revealed |= {str(event.chain) for event in only(happened, "shown")}
        if game.over:
            break
        truth = fields(game.state)
        for onlooker in range(players):
            seen = fields(game.view(onlooker).seen)
            for chain, name in enumerate(game.edition.chain_names):
                known = (seen.dealt[:players, chain] >= 0).sum()
                if name in revealed:
                    assert known == players
                    assert (seen.shares[:, chain] == truth.shares[:, chain]).all()
                else:
                    assert known == 1  # the onlooker's own
    assert revealed


@pytest.mark.parametrize("edition", EDITIONS)
def test_r16_holders_decide_clockwise_from_the_mergemaker_and_only_holders(edition):
    held = [{"1": 2}, {"1": 1}, {}, {"1": 3}]
    game = position(edition, THREE_TAKES_TWO, ["", "1I", "", "4A"], shares=held, mover=3)
    play(game, "place 4A")
    assert asked(game) == (3, "trade", trades(2))
    play(game, "trade 2")
    assert asked(game) == (3, "sell", sells(1))
    play(game, "sell 0")
    assert asked(game) == (0, "trade", trades(2))
    play(game, "trade 2")
    assert asked(game) == (1, "sell", sells(1))  # seat 0 has nothing left to sell; seat 1 no pair
    play(game, "sell 1")
    assert to_choose(game) == (3, "buy")
    assert (shares(game, "1"), shares(game, "2")) == ([0, 0, 0, 1], [1, 0, 0, 1])


@pytest.mark.parametrize("edition", EDITIONS)
def test_r16_the_mergemaker_without_a_share_is_not_asked(edition):
    game = position(edition, THREE_TAKES_TWO, ["4A", "1I", ""], shares=[{}, {}, {"1": 1}])
    play(game, "place 4A")
    assert to_choose(game) == (2, "sell")


@pytest.mark.parametrize("edition", EDITIONS)
def test_r16_a_decision_once_made_stands(edition):
    game = position(edition, THREE_TAKES_TWO, ["4A", "1I", ""], shares=[{"1": 4}, {"1": 2}, {}])
    play(game, "place 4A", "trade 2")
    for again in ("trade 0", "trade 2"):
        with pytest.raises(IllegalAction):
            game.play(again)
    play(game, "sell 1")
    assert to_choose(game) == (1, "trade")
    assert shares(game, "1") == [1, 2, 0]
    play(game, "trade 0", "sell 0")
    assert to_choose(game) == (0, "buy")  # nobody is asked a second time


@pytest.mark.parametrize("edition", EDITIONS)
def test_r16_what_is_left_is_held_for_as_long_as_the_player_likes(edition):
    game = position(edition, THREE_TAKES_TWO, ["4A", "1I", ""], shares=[{"1": 3}, {}, {}])
    happened = play(game, "place 4A", "trade 0", "sell 1")
    held = only(happened, "held")[0]
    assert (held.seat, held.count) == (0, 2)
    assert shares(game, "1") == [2, 0, 0]
    assert game.view().chains[0].size == 0


# R17, shares that are given up


@pytest.mark.parametrize("edition", EDITIONS)
def test_r17_trades_are_in_pairs_of_what_is_held(edition):
    game = position(edition, THREE_TAKES_TWO, ["4A", "1I", ""], shares=[{"1": 5}, {}, {}])
    play(game, "place 4A")
    assert asked(game) == (0, "trade", trades(4))
    before = bank(game, "1"), bank(game, "2")
    play(game, "trade 4")
    assert (bank(game, "1"), bank(game, "2")) == (before[0] + 4, before[1] - 2)  # at once
    assert (shares(game, "1"), shares(game, "2")) == ([1, 0, 0], [2, 0, 0])
    assert asked(game) == (0, "sell", sells(1))


@pytest.mark.parametrize("edition", EDITIONS)
def test_r17_trades_are_limited_by_what_the_bank_holds_of_the_survivor_at_that_moment(edition):
    total = position(edition, "", ["", "", ""]).edition.chains[1].certificates
    held = [{"1": 6}, {"1": 4}, {"2": total - 1}]
    game = position(edition, THREE_TAKES_TWO, ["4A", "1I", ""], shares=held)
    play(game, "place 4A")
    assert asked(game) == (0, "trade", trades(2))
    play(game, "trade 2", "sell 0")
    assert bank(game, "2") == 0
    assert asked(game) == (1, "sell", sells(4))  # nothing left to trade for
    play(game, "sell 0")
    assert shares(game, "1") == [4, 4, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_r17_absorbed_shares_given_back_are_no_shares_of_the_survivor(edition):
    total = position(edition, "", ["", "", ""]).edition.chains[1].certificates
    game = position(edition, THREE_TAKES_TWO, ["4A", "1I", ""], shares=[{"1": 2}, {"1": 2}, {"2": total - 1}])
    play(game, "place 4A", "trade 2")
    assert asked(game) == (1, "sell", sells(2))


@pytest.mark.parametrize("edition", EDITIONS)
def test_r17_sold_shares_go_back_at_once_at_the_price_of_the_size_before_the_merger(edition):
    game = position(edition, SEVEN_TAKES_FIVE, ["8A", "1I", ""], shares=[{"6": 3}, {"6": 3}, {}])
    price = 500 if edition == "1962" else 700
    play(game, "place 8A", "trade 0")
    for seat in (0, 1):  # the last holder sells at the same price as the first
        before = game.money[seat], bank(game, "6")
        if game.decision == "trade":
            play(game, "trade 0")
        merger = game.view().merger
        assert merger is not None
        assert merger.price == price
        sold = only(play(game, "sell 3"), "sold")[0]
        assert (sold.seat, sold.count, sold.money) == (seat, 3, 3 * price)
        assert (game.money[seat], bank(game, "6")) == (before[0] + 3 * price, before[1] + 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r17_one_tile_that_absorbs_two_chains_asks_the_holders_of_both(edition):
    drawing = """
        2 2 2 2 . 3 3 3
        . . . . 1 . . .
        . . . . 1 . . .
    """
    held = [{"1": 1}, {"3": 1, "1": 2}, {"3": 2}]
    game = position(edition, drawing, ["5A", "1I", ""], shares=held)
    play(game, "place 5A")
    order = []
    while game.decision in ("trade", "sell"):
        merger = game.view().merger
        assert merger is not None
        order.append((merger.absorbed, game.to_act, game.decision))
        play(game, game.legal_actions()[0])
    one, three = chain_named(edition, "1"), chain_named(edition, "3")
    assert order == [
        (three, 1, "sell"),
        (three, 2, "trade"),
        (three, 2, "sell"),
        (one, 0, "sell"),
        (one, 1, "trade"),
        (one, 1, "sell"),
    ]


@pytest.mark.parametrize("edition", TIERED)
def test_r17_a_later_absorbed_chain_keeps_its_own_price_although_the_survivor_has_grown(edition):
    drawing = """
        2 2 2 2 . 3 3 3
        . . . . 1 . . .
        . . . . 1 . . .
    """
    game = position(edition, drawing, ["5A", "1I", ""], shares=[{"1": 1, "3": 1}, {}, {}])
    happened = play(game, "place 5A", "sell 1", "sell 1")
    assert [event.money for event in only(happened, "sold")] == [400, 200]  # chain 3 at three, chain 1 at two
