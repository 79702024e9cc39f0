"""Rulings R1 to R8 and R23: opening, placing, founding, growing, tiles that can't be placed, drawing."""

from __future__ import annotations

import pytest

from boards import (
    EDITIONS,
    SEVEN_CHAINS,
    TWO_SAFE_CHAINS,
    asked,
    bank,
    chain_named,
    hand,
    kinds,
    only,
    opening,
    play,
    position,
    shares,
    sizes,
    squares,
    to_choose,
)

OPENED_ON_BOARD = [edition for edition in EDITIONS if edition != "1962"]
REPLACED_ONCE = ["1999", "tournament"]
MAY_REPLACE = ["2023-classic", "2023-tycoon"]


# R1, R2, R3: what a tile joins


@pytest.mark.parametrize("edition", OPENED_ON_BOARD)
def test_r1_opening_tiles_that_touch_stay_loose_and_a_later_tile_founds_with_all_of_them(edition):
    game = opening(edition, 3, "1A 2A 3A", "4A")
    assert squares(game) == {"1A": "loose", "2A": "loose", "3A": "loose"}
    assert sizes(game) == {}
    play(game, "place 4A")
    assert to_choose(game) == (0, "found")
    assert squares(game)["4A"] == "loose"
    name = chain_named(edition, "2")
    play(game, f"found {name}")
    assert sizes(game) == {name: 4}
    assert set(squares(game).values()) == {name}


def test_r1_in_1962_opening_tiles_lie_in_hands_and_not_on_the_board():
    game = opening("1962", 3, "1A 2A 3A", "4A")
    assert squares(game) == {}
    assert {"1A", "4A"} <= hand(game, 0)
    play(game, "place 4A")
    assert game.decision == "place"  # nothing lies beside 4A


@pytest.mark.parametrize("edition", EDITIONS)
def test_r2_a_founding_counts_every_loose_tile_connected_to_the_placed_one(edition):
    drawing = """
        o o o . o o .
        . . o . . o .
        o o o . . o o
        . . . . . . .
        o . . . . . .
    """
    game = position(edition, drawing, ["4A", "1I", "2I"])
    name = chain_named(edition, "1")
    happened = play(game, "place 4A", f"found {name}")
    assert only(happened, "founded")[0].count == 13
    assert sizes(game) == {name: 13}
    assert squares(game)["1E"] == "loose"  # connected to nothing


@pytest.mark.parametrize("edition", EDITIONS)
def test_r2_any_chain_off_the_board_may_be_founded_and_none_that_is_on_it(edition):
    game = position(edition, ". . . 2 2\no", ["2B", "1I", ""])
    play(game, "place 2B")
    on_board = chain_named(edition, "2")
    names = [name for name in game.edition.chain_names if name != on_board]
    assert asked(game) == (0, "found", {f"found {name}" for name in names})


@pytest.mark.parametrize("edition", EDITIONS)
def test_r3_a_tile_beside_a_chain_and_loose_tiles_takes_them_all_and_founds_nothing(edition):
    game = position(edition, "2 2 . o o o\n. . o . . .", ["3A", "1I", ""])
    happened = play(game, "place 3A")
    name = chain_named(edition, "2")
    assert sizes(game) == {name: 7}
    assert "loose" not in squares(game).values()
    assert shares(game, name) == [0, 0, 0]
    grown = only(happened, "grew")[0]
    assert (grown.chain, grown.before, grown.count) == (name, 2, 7)
    assert to_choose(game) == (0, "buy")


@pytest.mark.parametrize("edition", EDITIONS)
def test_r3_loose_tiles_further_off_stay_loose(edition):
    game = position(edition, "2 2 . . o", ["3A", "1I", ""])
    play(game, "place 3A")
    assert squares(game)["5A"] == "loose"
    assert sizes(game) == {chain_named(edition, "2"): 3}


# R5: dead tiles and eighth chains


@pytest.mark.parametrize("edition", EDITIONS)
def test_r5_a_tile_touching_two_safe_chains_is_dead(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["5B 1I", "2I", ""])
    assert asked(game)[2] == {"place 1I"}
    by_tile = {tile.tile: tile for tile in game.view(0).hand}
    assert (by_tile["5B"].effect, by_tile["5B"].playable) == ("dead", False)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r5_a_tile_touching_two_safe_chains_is_dead_even_if_it_touches_a_small_one_too(edition):
    drawing = """
        . . . . . 4 . . . . . .
        . . . . . 4 . . . . . .
        2 2 2 2 2 . 3 3 3 3 3 3
        2 2 2 2 2 . 3 3 3 3 3 3
        2 . . . . . . . . . . .
    """
    game = position(edition, drawing, ["6C 1I", "2I", ""])
    assert asked(game)[2] == {"place 1I"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_r5_a_tile_touching_three_safe_chains_is_dead(edition):
    drawing = """
        4 4 4 4 4 4 4 4 . . . .
        . . . . . 4 . . . . . .
        . . . . . 4 . . . . . .
        . . . . . 4 . . . . . .
        2 2 2 2 2 . 3 3 3 3 3 3
        2 2 2 2 2 . 3 3 3 3 3 .
        2 . . . . . . . . . . .
    """
    game = position(edition, drawing, ["6E", "2I", ""])
    assert "place 6E" not in game.legal_actions()
    assert game.view(0).hand[0].effect == "dead"


@pytest.mark.parametrize("edition", EDITIONS)
def test_r5_a_chain_is_safe_from_eleven_on_and_ten_may_be_absorbed(edition):
    eleven_and_ten = """
        2 2 2 2 2 2 2 2 2 2 2 .
        . . . . . . . . . . . .
        3 3 3 3 3 3 3 3 3 3 . .
    """
    game = position(edition, eleven_and_ten, ["5B", "2I", ""])
    assert asked(game)[2] == {"place 5B"}
    play(game, "place 5B")
    assert sizes(game) == {chain_named(edition, "2"): 22}


@pytest.mark.parametrize("edition", EDITIONS)
def test_r5_a_safe_chain_absorbs_small_ones_and_two_small_ones_beside_it(edition):
    drawing = """
        2 2 2 2 2 2 2 2 2 2 2 .
        . . . . . . . . . . . 3
        . . . . . . . . . . . 3
    """
    game = position(edition, drawing, ["12A", "2I", ""])
    play(game, "place 12A")
    assert sizes(game) == {chain_named(edition, "2"): 14}


def test_r5_a_dead_tile_is_dead_for_good():
    game = position("1962", TWO_SAFE_CHAINS, ["5B 1I", "3I", "6B 5I"], bag="7I 9I 11I")
    for tile in ("1I", "3I", "5I"):
        play(game, f"place {tile}", "done")
    assert asked(game)[2] == {"place 7I"}
    assert hand(game, 0) == {"5B", "7I"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_r5_a_tile_that_would_found_an_eighth_chain_is_held_and_never_exchanged(edition):
    game = position(edition, SEVEN_CHAINS, ["9D", "12I", "12H"])
    assert asked(game)[2] == {"skip"}
    assert game.view(0).hand[0].effect == "eighth"
    play(game, "skip", "done")
    assert to_choose(game) == (1, "place")
    assert hand(game, 0) == {"9D"}
    assert game.view().set_aside == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_r5_the_eighth_chain_tile_is_playable_once_a_merger_has_freed_a_chain(edition):
    game = position(edition, SEVEN_CHAINS, ["3A", "9D", "12I"])
    freed = chain_named(edition, "1")
    play(game, "place 3A", f"survivor {chain_named(edition, '2')}", "done")
    assert asked(game)[2] == {"place 9D"}
    play(game, "place 9D")
    assert asked(game)[2] == {f"found {freed}"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_r5_with_seven_chains_a_tile_beside_a_chain_and_loose_tiles_is_playable(edition):
    game = position(edition, SEVEN_CHAINS, ["9C 10C", "12I", "12H"])
    assert asked(game)[2] == {"place 9C"}  # 9C grows chain 7; 10C lies beside loose 10D only


# R6: no playable tile


@pytest.mark.parametrize("edition", EDITIONS)
def test_r6_with_no_playable_tile_a_player_skips_and_may_still_buy(edition):
    game = position(edition, SEVEN_CHAINS, ["9D 11D 10E", "12I", "12H"])
    assert asked(game) == (0, "place", {"skip"})
    happened = play(game, "skip")
    assert kinds(happened) == ["skipped"]
    assert to_choose(game) == (0, "buy")
    name = chain_named(edition, "7")
    play(game, f"buy {name}")
    assert shares(game, name) == [1, 0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_r6_a_player_with_a_playable_tile_must_not_skip(edition):
    game = position(edition, SEVEN_CHAINS, ["9D 12I", "12H", ""])
    assert "skip" not in game.legal_actions()


@pytest.mark.parametrize("edition", EDITIONS)
def test_r6_after_a_skip_no_replacement_is_drawn(edition):
    game = position(edition, SEVEN_CHAINS, ["9D 11D 10E", "12I", "12H"])
    before = game.view().bag
    happened = play(game, "skip", "done")
    assert only(happened, "drew") == []
    assert game.view().bag == before
    assert hand(game, 0) == {"9D", "11D", "10E"}


def test_r6_in_1962_a_player_with_only_dead_tiles_draws_nothing_and_keeps_them():
    game = position("1962", TWO_SAFE_CHAINS, ["1B 2B", "12I", ""])
    before = game.view().bag
    play(game, "skip")
    assert to_choose(game) == (0, "buy")
    play(game, "done")
    assert to_choose(game) == (1, "place")
    assert (hand(game, 0), game.view().bag) == ({"1B", "2B"}, before)


@pytest.mark.parametrize("edition", [*REPLACED_ONCE, "online"])
def test_r6_after_a_skip_dead_tiles_are_exchanged_as_the_edition_says(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["1B 2B", "12I", ""], bag="5I 6I 7I")
    play(game, "skip", "done")
    assert to_choose(game) == (1, "place")
    assert hand(game, 0) == {"5I", "6I"}


@pytest.mark.parametrize("edition", MAY_REPLACE)
def test_r6_after_a_skip_the_player_is_asked_about_dead_tiles_in_2023(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["1B 2B", "12I", ""], bag="5I 6I 7I")
    play(game, "skip", "done")
    assert asked(game) == (0, "exchange", {"exchange", "keep"})


# R7: exchanging dead tiles


@pytest.mark.parametrize("edition", REPLACED_ONCE)
def test_r7_dead_tiles_are_all_replaced_after_the_draw_once_the_tile_just_drawn_included(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["1B 12I", "1I", "3I"], bag="2B 3B 5I 7I")
    happened = play(game, "place 12I", "done")
    assert [(event.kind, event.tile) for event in happened if event.kind in ("drew", "set aside")] == [
        ("drew", "2B"),  # for 12I
        ("set aside", "1B"),
        ("set aside", "2B"),
        ("drew", "3B"),
        ("drew", "5I"),
    ]
    assert to_choose(game) == (1, "place")
    assert hand(game, 0) == {"3B", "5I"}  # 3B is dead too and waits for the next turn
    play(game, "place 1I", "done", "place 3I", "done", "place 5I", "done")
    assert "3B" in game.view().set_aside


def test_r7_online_dead_tiles_are_replaced_until_none_is_dead():
    game = position("online", TWO_SAFE_CHAINS, ["1B 12I", "1I", ""], bag="2B 3B 5I 6I 7I")
    happened = play(game, "place 12I", "done")
    assert [event.tile for event in only(happened, "set aside")] == ["1B", "2B", "3B"]
    assert hand(game, 0) == {"5I", "6I"}
    assert game.view().bag == 1


@pytest.mark.parametrize("edition", MAY_REPLACE)
def test_r7_in_2023_the_player_exchanges_all_dead_tiles_once_or_keeps_them(edition):
    def at_exchange():
        game = position(edition, TWO_SAFE_CHAINS, ["1B 12I", "1I", ""], bag="2B 3B 5I")
        play(game, "place 12I", "done")
        assert asked(game) == (0, "exchange", {"exchange", "keep"})
        assert hand(game, 0) == {"1B", "2B"}
        return game

    game = at_exchange()
    assert kinds(play(game, "keep")) == ["kept"]
    assert (to_choose(game), hand(game, 0)) == ((1, "place"), {"1B", "2B"})
    assert not {"1B", "2B"} & set(game.view().set_aside)

    game = at_exchange()
    assert kinds(play(game, "exchange")) == ["set aside", "set aside", "drew", "drew"]
    assert (to_choose(game), hand(game, 0)) == ((1, "place"), {"3B", "5I"})  # 3B waits: once


@pytest.mark.parametrize("edition", MAY_REPLACE)
def test_r7_in_2023_the_player_is_not_asked_without_a_dead_tile(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["12I", "1I", ""], bag="5I 2B")
    play(game, "place 12I", "done")
    assert to_choose(game) == (1, "place")


def test_r7_in_1962_dead_tiles_stay_in_the_hand():
    game = position("1962", TWO_SAFE_CHAINS, ["1B 12I", "1I", ""], bag="2B 3B")
    play(game, "place 12I", "done")
    assert (to_choose(game), hand(game, 0)) == ((1, "place"), {"1B", "2B"})


@pytest.mark.parametrize(("bag", "left"), [("5I", {"5I"}), ("5I 6I", {"5I", "6I"}), ("", set())])
@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition != "1962"])
def test_r7_all_dead_tiles_are_set_aside_even_if_the_bag_holds_fewer_or_none(edition, bag, left):
    game = position(edition, TWO_SAFE_CHAINS, ["1B 2B 3B 12I", "1I", ""], bag=bag)
    play(game, "place 12I", "done")
    if edition in MAY_REPLACE:
        assert asked(game)[2] == {"exchange", "keep"}
        play(game, "exchange")
    assert hand(game, 0) == left
    assert {"1B", "2B", "3B"} <= set(game.view().set_aside)
    assert game.view().bag == 0


@pytest.mark.parametrize("edition", REPLACED_ONCE)
def test_r7_set_aside_tiles_are_public_and_their_squares_stay_empty_for_ever(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["1B 12I", "1I", "3I"], bag="5I 7I 9I 11G 9G 7G 5G 3G 2B 3B")
    assert "1B" not in game.view().set_aside
    happened = play(game, "place 12I", "done")
    assert [event.tile for event in only(happened, "set aside")] == ["1B"]
    for seat in (None, 0, 1, 2):
        assert "1B" in game.view(seat).set_aside
    while not game.over:  # nobody ever draws it again, and no chain ever grows over it
        assert "1B" not in squares(game)
        assert all("1B" not in hand(game, seat) for seat in range(3))
        game.play(next(action for action in game.legal_actions() if action != "end"))
    assert "1B" in game.view().set_aside


@pytest.mark.parametrize("edition", EDITIONS)
def test_r7_only_the_movers_dead_tiles_are_looked_at(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["12I", "1B 1I", "2B"])
    play(game, "place 12I", "done")
    if game.decision == "exchange":  # the tile drawn for 12I is dead: row B comes first in this bag
        play(game, "keep")
    assert (hand(game, 1), hand(game, 2)) == ({"1B", "1I"}, {"2B"})


# R8: the empty bag


@pytest.mark.parametrize("edition", EDITIONS)
def test_r8_with_the_bag_empty_nobody_draws_and_play_goes_on(edition):
    game = position(edition, "2 2", ["5I 7I", "9I 11I", "5G"], bag="")
    happened = play(game, "place 5I", "done")
    assert only(happened, "drew") == []
    assert hand(game, 0) == {"7I"}
    assert asked(game) == (1, "place", {"place 9I", "place 11I"})


@pytest.mark.parametrize("edition", EDITIONS)
def test_r8_a_seat_with_an_empty_hand_still_has_its_turn_skips_and_may_buy(edition):
    game = position(edition, "2 2", ["", "5I 7I", "9I"], bag="")
    assert asked(game) == (0, "place", {"skip"})
    name = chain_named(edition, "2")
    play(game, "skip", f"buy {name}")
    assert shares(game, name) == [1, 0, 0]
    if game.decision == "buy":
        play(game, "done")
    assert to_choose(game) == (1, "place")


@pytest.mark.parametrize("edition", EDITIONS)
def test_r8_a_seat_with_an_empty_hand_and_nothing_to_buy_only_skips(edition):
    game = position(edition, "o", ["", "5I 7I", "9I"], bag="")
    play(game, "skip")
    assert to_choose(game) == (1, "place")


# R23: the order of the draws


@pytest.mark.parametrize("edition", OPENED_ON_BOARD)
def test_r23_opening_tiles_by_seat_then_hands_of_six_from_the_starter_on_clockwise(edition):
    game = opening(edition, 3, "9D 1B 3D", "1I 2I 3I 4I 5I 6I", "1H 2H 3H 4H 5H 6H", "1G 2G 3G 4G 5G 6G", "12G")
    assert game.opening[0].tile == "9D"
    assert [(event.seat, event.tile) for event in game.opening[:3]] == [(0, "9D"), (1, "1B"), (2, "3D")]
    assert squares(game) == {"9D": "loose", "1B": "loose", "3D": "loose"}
    assert game.view().starter == 1
    assert hand(game, 1) == {"1I", "2I", "3I", "4I", "5I", "6I"}
    assert hand(game, 2) == {"1H", "2H", "3H", "4H", "5H", "6H"}
    assert hand(game, 0) == {"1G", "2G", "3G", "4G", "5G", "6G"}
    play(game, "place 1I")
    assert "12G" in hand(game, 1)


def test_r23_in_1962_the_opening_tile_is_kept_and_five_more_are_taken_at_once():
    game = opening("1962", 3, "9D 1B 3D", "1I 2I 3I 4I 5I", "1H 2H 3H 4H 5H", "1G 2G 3G 4G 5G", "12G")
    assert squares(game) == {}
    assert hand(game, 1) == {"1B", "1I", "2I", "3I", "4I", "5I"}
    assert hand(game, 2) == {"3D", "1H", "2H", "3H", "4H", "5H"}
    assert hand(game, 0) == {"9D", "1G", "2G", "3G", "4G", "5G"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_r23_turns_go_clockwise_by_rising_seat_number(edition):
    game = opening(edition, 4, "5E 7E 1A 9E")
    movers = []
    for _ in range(6):
        movers.append(game.mover)
        play(game, next(action for action in game.legal_actions() if action.startswith("place")))
        while game.mover == movers[-1]:
            play(game, next(a for a in game.legal_actions() if a == "done" or not a.startswith("buy")))
    assert movers == [2, 3, 0, 1, 2, 3]


def test_r23_the_bank_loses_nothing_before_play_but_the_deal_of_1962():
    for edition in OPENED_ON_BOARD:
        assert [bank(opening(edition, 3), name) for name in "1234567"] == [25] * 7
    assert [bank(opening("1962", 3), name) for name in "1234567"] == [14, 16, 18, 20, 22, 24, 26]
