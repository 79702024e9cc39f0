"""The traps that public engines fall into, each with a game that would spring it."""

from __future__ import annotations

import pytest

from boards import (
    EDITIONS,
    asked,
    bank,
    chain_named,
    hand,
    only,
    opening,
    paid,
    play,
    position,
    shares,
    sizes,
    to_choose,
)
from mergemaker import Edition

ANNOUNCED = [edition for edition in EDITIONS if edition != "1962"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_of_six_players_sells_at_the_absorbed_chains_price(edition):
    game = position(edition, "2 2 2 . 1 1", ["4A", "", "", "", "", "1I"], shares=[{"1": 1}] * 6)
    happened = play(game, "place 4A", *["sell 1"] * 6)
    assert [(event.seat, event.money) for event in only(happened, "sold")] == [(seat, 200) for seat in range(6)]


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_the_end_can_be_announced_without_a_tile_and_without_money(edition):
    game = position(edition, "2 " * 11, ["", "9I", ""], bag="", cash=[0, 6000, 6000])
    assert asked(game) == (0, "place", {"skip", "end"})
    play(game, "end", "skip")
    assert game.result is not None
    assert game.result["end"] == "announced"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_with_empty_hands_and_an_empty_bag_does_not_hang(edition):
    game = position(edition, "2 2", ["9I", "", ""], bag="")
    play(game, "place 9I", "done")
    assert game.over


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_eighth_chain_tile_is_never_discarded_however_long_it_is_held(edition):
    drawing = """
        1 1 . 2 2 . 3 3 . 4 4 .
        . . . . . . . . . . . .
        5 5 . 6 6 . 7 7 . . . .
        . . . . . . . . . o . .
    """
    game = position(edition, drawing, ["9D 12F", "12G", "12H"], bag="1G 1I 3I 5I 7I 9I 11I")
    turns = 0
    while not game.over and turns < 9:
        if game.decision == "place":
            assert "9D" in hand(game, 0)
            turns += 1
        options = [action for action in game.legal_actions() if not action.startswith(("buy", "end"))]
        game.play(options[-1])
    assert turns == 9
    assert "9D" not in game.view().set_aside


@pytest.mark.parametrize(
    ("edition", "held", "expected"),
    [
        ("1962", [1, 1, 1], [1500, 1500, 1500]),  # 4500 / 3 is exact: nothing to round
        ("1999", [1, 1, 0], [2300, 2300, 0]),  # 2250
        ("tournament", [2, 1, 1], [3000, 800, 800]),  # 750
        ("online", [2, 1, 1, 1], [3000, 500, 500, 500]),
        ("2023-classic", [1, 1, 1, 1], [1200, 1200, 1200, 1200]),  # 1125: up, not to the nearest hundred
        ("2023-tycoon", [1, 1, 1], [2300, 2300, 2300]),  # 6700 / 3 = 2233
    ],
)
def test_split_bonuses_are_rounded_up_to_the_next_hundred(edition, held, expected):
    hands = ["5A", *[""] * (len(held) - 2), "1I"]
    game = position(edition, "2 2 2 2 . 1 1 1", hands, shares=[{"1": count} for count in held])
    assert paid(play(game, "place 5A"), len(held)) == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bank_never_goes_below_zero_when_pairs_are_traded_for_its_last_share(edition):
    total = Edition.named(edition).chains[1].certificates
    game = position(edition, "2 2 2 . 1 1", ["4A", "", "1I"], shares=[{"1": 8}, {"1": 8}, {"2": total - 3}])
    play(game, "place 4A", "trade 4", "sell 0")
    assert (to_choose(game), bank(game, "2")) == ((1, "trade"), 1)
    assert asked(game)[2] == {"trade 0", "trade 2"}
    play(game, "trade 2")
    assert bank(game, "2") == 0
    assert to_choose(game) == (1, "sell")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_merging_tile_is_counted_in_no_bonus_and_in_no_price(edition):
    game = position(edition, "2 2 2 2 . 1 1 1 1 1", ["5A", "1I", ""], shares=[{}, {"2": 2}, {}])
    happened = play(game, "place 5A", "trade 0", "sell 1")  # chain 2 had four: 400 a share, not 500
    assert paid(happened, 3) == [0, 6000, 0]
    assert only(happened, "sold")[0].money == 400


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_two_opening_tiles_side_by_side_are_no_chain(edition):
    game = opening(edition, 3, "5E 6E 9A")
    assert sizes(game) == {}
    assert set(game.view().board.values()) == {"loose"}
    assert all(price == 0 for price in (chain.price for chain in game.view().chains))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tile_that_absorbs_two_chains_asks_every_holder_of_each(edition):
    drawing = """
        2 2 2 2 . 3 3 3
        . . . . 1 . . .
        . . . . 1 . . .
    """
    game = position(edition, drawing, ["5A", "", "1I"], shares=[{"1": 1, "3": 1}] * 3)
    play(game, "place 5A")
    order = []
    while game.decision == "sell":
        merger = game.view().merger
        assert merger is not None
        order.append((merger.absorbed, game.to_act))
        play(game, "sell 1")
    one, three = chain_named(edition, "1"), chain_named(edition, "3")
    assert order == [(three, 0), (three, 1), (three, 2), (one, 0), (one, 1), (one, 2)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_founders_share_is_minted_from_an_empty_bank(edition):
    total = Edition.named(edition).chains[0].certificates
    game = position(edition, "o", ["2A", "1I", ""], shares=[{}, {"1": total}, {}])
    play(game, "place 2A", f"found {chain_named(edition, '1')}")
    assert (sum(shares(game, "1")), bank(game, "1")) == (total, 0)
