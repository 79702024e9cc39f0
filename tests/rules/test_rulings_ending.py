"""Rulings R9 to R11 and R20: how a game ends, and who has won."""

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
    play,
    position,
    shares,
    sizes,
    to_choose,
)
from mergemaker import Game

ANNOUNCED = [edition for edition in EDITIONS if edition != "1962"]
REPLACED = ["1999", "tournament", "online"]
MAY_REPLACE = ["2023-classic", "2023-tycoon"]

ALL_SAFE = """
    2 2 2 2 2 2 2 2 2 2 2 .
    . . . . . . . . . . . .
    . . o . . . . . . . . .
"""  # 4C founds a small chain

TEN_AND_ONE_MORE = """
    2 2 2 2 2 2 2 2 2 2 . .
"""  # 11A makes it safe


def ended(game: Game) -> str | None:
    return game.result["end"] if game.result else None


# R9: the end that comes for want of tiles


@pytest.mark.parametrize("edition", EDITIONS)
def test_r9_the_game_ends_when_no_hand_holds_a_tile_but_only_after_the_buying(edition):
    game = position(edition, "2 2", ["5I", "", ""], bag="")
    name = chain_named(edition, "2")
    play(game, "place 5I")
    assert to_choose(game) == (0, "buy")
    play(game, f"buy {name}")
    if not game.over:
        play(game, "done")
    assert ended(game) == "no tiles"
    assert asked(game) == (None, None, set())


@pytest.mark.parametrize("edition", EDITIONS)
def test_r9_a_tile_that_is_drawn_at_the_end_of_the_turn_keeps_the_game_going(edition):
    game = position(edition, "2 2", ["5I", "", ""], bag="7I")
    play(game, "place 5I", "done")
    assert to_choose(game) == (1, "place")
    assert hand(game, 0) == {"7I"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_r9_other_hands_without_tiles_do_not_end_the_game(edition):
    game = position(edition, "2 2", ["5I 7I", "", ""], bag="")
    play(game, "place 5I", "done", "skip", "done", "skip", "done")
    assert asked(game) == (0, "place", {"place 7I"})


@pytest.mark.parametrize("edition", [*REPLACED, *MAY_REPLACE])
def test_r9_setting_aside_the_last_tile_ends_the_game(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["5B", "", ""], bag="")
    play(game, "skip", "done")
    if edition in MAY_REPLACE:
        assert to_choose(game) == (0, "exchange")  # looked at only after the exchange
        play(game, "exchange")
    assert ended(game) == "no tiles"


@pytest.mark.parametrize("edition", [*REPLACED, *MAY_REPLACE])
def test_r9_an_exchange_that_brings_a_tile_keeps_the_game_going(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["5B", "", ""], bag="7I")
    play(game, "skip", "done")
    if edition in MAY_REPLACE:
        play(game, "exchange")
    assert (ended(game), hand(game, 0)) == (None, {"7I"})


@pytest.mark.parametrize("edition", EDITIONS)
def test_r9_the_game_ends_when_as_many_turns_in_a_row_as_there_are_players_were_skipped(edition):
    game = position(edition, SEVEN_CHAINS, ["9D", "11D 12I", "10E"], bag="10C")
    play(game, "skip", "done", "place 12I", "done")  # a tile placed begins the count again
    for seat in (2, 0, 1):
        assert asked(game) == (seat, "place", {"skip"})
        play(game, "skip")
        assert to_choose(game) == (seat, "buy")  # only at the end of the turn
        play(game, "done")
    assert game.result == {"money": [6000] * 3, "winners": [0, 1, 2], "end": "no move"}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("edition", EDITIONS)
def test_r9_it_takes_as_many_skips_as_there_are_players(edition, players):
    held = ["9D", "11D", "10E", "", "", ""][:players]
    game = position(edition, SEVEN_CHAINS, held, bag="10C")
    turns = 0
    while not game.over:
        play(game, "skip", "done")
        turns += 1
    assert (turns, ended(game)) == (players, "no move")


@pytest.mark.parametrize("edition", ["1999", "2023-classic", "online"])
def test_r9_with_two_players_two_skips_end_the_game(edition):
    game = position(edition, SEVEN_CHAINS, ["9D", "11D"], bag="10C")
    play(game, "skip", "done", "skip", "done")
    assert ended(game) == "no move"


@pytest.mark.parametrize("edition", [*REPLACED, *MAY_REPLACE])
def test_r9_a_round_of_skips_ends_the_game_even_if_a_tile_drawn_since_could_be_placed(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["5B", "6B", "7B"], bag="5I 7I 9I")
    for _ in range(3):
        assert not game.over
        play(game, "skip", "done")
        if edition in MAY_REPLACE:
            play(game, "exchange")
    assert ended(game) == "no move"
    assert [hand(game, seat) for seat in range(3)] == [{"5I"}, {"7I"}, {"9I"}]


@pytest.mark.parametrize("edition", MAY_REPLACE)
def test_r9_a_round_of_skips_with_all_dead_tiles_kept_ends_the_game(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["5B", "6B", "7B"], bag="5I 7I 9I")
    for _ in range(3):
        play(game, "skip", "done", "keep")
    assert ended(game) == "no move"


@pytest.mark.parametrize("edition", EDITIONS)
def test_r9_of_no_tiles_and_no_move_the_first_is_told(edition):
    game = position(edition, SEVEN_CHAINS, ["", "", ""], bag="", skips=2)
    play(game, "skip", "done")
    assert ended(game) == "no tiles"


# R10: the announced end


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_the_end_may_be_announced_before_the_tile_while_all_chains_are_safe(edition):
    game = position(edition, ALL_SAFE, ["4C", "1I", ""])
    assert asked(game) == (0, "place", {"place 4C", "end"})
    assert game.view(0).end_in_sight
    happened = play(game, "end")
    assert kinds(happened) == ["announced"]
    assert asked(game) == (0, "place", {"place 4C"})  # asked again, without it
    assert game.view(1).announced


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_the_tile_and_the_buying_still_follow_and_the_announcement_stands_if_they_break_it(edition):
    two, one = chain_named(edition, "2"), chain_named(edition, "1")
    game = position(edition, ALL_SAFE, ["4C", "1I", ""])
    play(game, "end", "place 4C", f"found {one}")
    assert sizes(game) == {two: 11, one: 2}
    assert asked(game) == (0, "buy", {f"buy {two}", f"buy {one}", "done"})
    happened = play(game, f"buy {two}", "done")
    assert ended(game) == "announced"
    assert not only(happened, "drew")
    assert hand(game, 0) == set()  # nothing is drawn any more


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_after_an_announcement_no_dead_tile_is_exchanged(edition):
    drawing = "\n".join(TWO_SAFE_CHAINS.split("\n")[:4])
    game = position(edition, drawing, ["5B 12I", "6B", ""])
    aside = game.view().set_aside
    happened = play(game, "end", "place 12I", "done")
    assert ended(game) == "announced"
    assert (hand(game, 0), game.view().set_aside) == ({"5B"}, aside)
    assert not {"drew", "set aside", "kept"} & set(kinds(happened))


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_an_end_that_was_not_announced_passes_when_the_tile_breaks_the_condition(edition):
    game = position(edition, ALL_SAFE, ["4C", "1I", ""])
    play(game, "place 4C", f"found {chain_named(edition, '1')}")
    assert "end" not in game.legal_actions()


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_the_end_may_be_announced_while_buying_before_between_and_after_the_shares(edition):
    buy = f"buy {chain_named(edition, '2')}"

    def buying() -> Game:
        game = position(edition, ALL_SAFE, ["1I", "3I", ""])
        play(game, "place 1I")
        return game

    game = buying()
    assert asked(game) == (0, "buy", {buy, "done", "end"})
    play(game, "end")
    assert asked(game) == (0, "buy", {buy, "done"})
    play(game, buy, buy, buy)
    assert ended(game) == "announced"

    game = buying()
    happened = play(game, buy, "end", buy, "done")
    assert (ended(game), only(happened, "cashed in")[0].count) == ("announced", 2)

    game = buying()
    play(game, buy, buy, buy)
    assert asked(game) == (0, "buy", {"done", "end"})
    play(game, "end")  # no choice remains: the game is over at once
    assert ended(game) == "announced"

    game = buying()
    play(game, "done")
    assert to_choose(game) == (1, "place")


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_a_player_without_money_may_still_announce(edition):
    game = position(edition, ALL_SAFE, ["1I", "3I", ""], cash=[0, 6000, 6000])
    play(game, "place 1I")
    assert asked(game) == (0, "buy", {"done", "end"})


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_a_seat_without_tiles_may_announce_and_then_skips(edition):
    game = position(edition, ALL_SAFE, ["", "1I", ""])
    assert asked(game) == (0, "place", {"skip", "end"})
    play(game, "end")
    assert asked(game) == (0, "place", {"skip"})
    play(game, "skip", "done")
    assert ended(game) == "announced"


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_every_player_may_announce_in_their_own_turn_and_nobody_else_is_asked(edition):
    game = position(edition, ALL_SAFE, ["1I", "3I", "5I"])
    for seat in range(3):
        assert to_choose(game) == (seat, "place")
        assert "end" in game.legal_actions()
        assert game.view((seat + 1) % 3).actions == ()
        play(game, next(action for action in game.legal_actions() if action.startswith("place")), "done")


@pytest.mark.parametrize("edition", EDITIONS)
def test_r10_a_chain_of_41_may_end_the_game_beside_small_ones(edition):
    forty = "2 2 2 2 2 2 2 2 2 2\n" * 4 + "{} . . . . . . . . . . .\n. . . . . 1 1"
    assert not position(edition, forty.format("."), ["12I", "", ""]).view().end_in_sight
    game = position(edition, forty.format("2"), ["12I", "", ""])
    assert game.view().end_in_sight
    assert ("end" in game.legal_actions()) == (edition != "1962")


@pytest.mark.parametrize("edition", EDITIONS)
def test_r10_one_chain_that_is_not_safe_keeps_the_game_going(edition):
    game = position(edition, TWO_SAFE_CHAINS, ["12I", "1I", ""])
    assert not game.view().end_in_sight
    assert asked(game)[2] == {"place 12I"}


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_the_end_is_not_offered_while_founding_or_merging(edition):
    """A chain of 41 holds throughout, but those are no moments at which the end is announced."""
    drawing = (
        "2 2 2 2 2 2 2 2 2 2 2 2\n" * 3 + "2 2 2 2 2 . . 1 1 . 3 3\n. . . . . . . . . . . .\no . . . . . . . . . . ."
    )
    game = position(edition, drawing, ["2F 10D", "1I", ""], shares=[{"1": 2, "3": 2}, {}, {}])
    play(game, "place 2F")
    assert game.decision == "found"
    assert "end" not in game.legal_actions()
    game = position(edition, drawing, ["2F 6E", "1I", ""])
    assert "end" in game.legal_actions()

    equal = "1 1 . 3 3\n. . . . .\n" + "2 2 2 2 2 2 2 2 2 2 2 2\n" * 3 + "2 2 2 2 2"
    game = position(edition, equal, ["3A", "1I", ""], shares=[{"1": 2, "3": 2}, {"1": 1}, {}])
    seen = set()
    play(game, "place 3A")
    while game.decision != "buy":
        seen.add(game.decision)
        assert "end" not in game.legal_actions()
        play(game, game.legal_actions()[0])
    assert seen == {"survivor", "trade", "sell"}
    assert "end" in game.legal_actions()


@pytest.mark.parametrize("edition", MAY_REPLACE)
def test_r10_the_end_is_not_offered_at_the_exchange(edition):
    drawing = "\n".join(TWO_SAFE_CHAINS.split("\n")[:4])
    game = position(edition, drawing, ["5B 12I", "6B", ""])
    play(game, "place 12I", "done")
    assert asked(game) == (0, "exchange", {"exchange", "keep"})


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_an_end_in_sight_does_not_end_the_game_by_itself(edition):
    game = position(edition, TEN_AND_ONE_MORE, ["11A", "1I", ""])
    play(game, "place 11A", "done")
    assert to_choose(game) == (1, "place")


def test_r10_in_1962_the_end_comes_by_itself_after_the_draw_and_the_buying_of_that_turn():
    game = position("1962", TEN_AND_ONE_MORE, ["11A", "1I", ""], bag="9I")
    assert asked(game)[2] == {"place 11A"}
    happened = play(game, "place 11A")
    assert kinds(happened) == ["placed", "grew", "end reached", "drew"]
    assert hand(game, 0) == {"9I"}
    assert asked(game) == (0, "buy", {"buy Tower", "done"})
    play(game, "buy Tower")
    assert ended(game) == "automatic"
    assert game.money[0] == 6000 + 8000 + 4000


def test_r10_in_1962_the_end_is_looked_at_when_a_merger_is_settled():
    eight_and_two = "2 2 2 2 2 2 2 2 . 1 1"
    game = position("1962", eight_and_two, ["9A", "1I", ""], shares=[{"1": 1}, {}, {}])
    assert "end reached" not in kinds(play(game, "place 9A"))
    assert kinds(play(game, "sell 1")) == ["sold", "absorbed", "grew", "end reached", "drew"]
    play(game, "done")
    assert ended(game) == "automatic"


def test_r10_in_1962_a_chain_of_41_ends_the_game_beside_small_ones():
    drawing = "2 2 2 2 2 2 2 2 2 2\n" * 4 + ". . . . . . . . . . . .\n. . . . . 1 1"
    game = position("1962", drawing, ["1E", "1I", ""])
    play(game, "place 1E", "done")
    assert ended(game) == "automatic"


@pytest.mark.parametrize("edition", ANNOUNCED)
def test_r10_an_announced_end_is_told_before_an_empty_table(edition):
    game = position(edition, ALL_SAFE, ["1I", "", ""], bag="")
    play(game, "end", "place 1I", "done")
    assert ended(game) == "announced"


def test_r10_in_1962_the_automatic_end_is_told_before_an_empty_table():
    game = position("1962", TEN_AND_ONE_MORE, ["11A", "", ""], bag="")
    play(game, "place 11A", "done")
    assert ended(game) == "automatic"


# R11


@pytest.mark.parametrize("edition", EDITIONS)
def test_r11_with_no_chain_on_the_board_the_end_is_not_near(edition):
    game = position(edition, "o . o", ["1I", "3I", ""])
    assert not game.view().end_in_sight
    assert asked(game)[2] == {"place 1I"}
    play(game, "place 1I")
    assert to_choose(game) == (1, "place")


# R20


@pytest.mark.parametrize("edition", EDITIONS)
def test_r20_every_chain_pays_its_bonuses_and_buys_back_its_shares_and_the_rest_is_worth_nothing(edition):
    held = [{"2": 2, "1": 9}, {"2": 1}, {}]
    game = position(edition, "2 2", ["5I", "", ""], shares=held, bag="")
    happened = play(game, "place 5I", "done")
    first, second = (2000, 1500) if edition == "2023-tycoon" else (2000, 1000)
    money = [6000 + first + 400, 6000 + second + 200, 6000]
    assert game.result == {"money": money, "winners": [0], "end": "no tiles"}
    assert [(event.seat, event.count, event.money) for event in only(happened, "cashed in")] == [
        (0, 2, 400),
        (1, 1, 200),
    ]
    assert [(event.seat, event.money) for event in only(happened, "finished")] == list(enumerate(money))
    assert [event.seat for event in only(happened, "won")] == [0]
    assert (shares(game, "2"), shares(game, "1")) == ([0, 0, 0], [9, 0, 0])
    assert bank(game, "2") == game.edition.chains[1].certificates


@pytest.mark.parametrize("edition", EDITIONS)
def test_r20_all_chains_on_the_board_pay_at_their_own_size(edition):
    game = position(edition, SEVEN_CHAINS, ["9D", "", ""], shares=[{"1": 1, "7": 1}, {}, {}], bag="", skips=2)
    play(game, "skip", "done")
    low, high = (200, 200) if edition == "1962" else (200, 400)
    sole_holder = 15  # times the price, in every edition
    assert game.money[0] == 6000 + (1 + sole_holder) * (low + high)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r20_equal_money_is_a_shared_win(edition):
    game = position(edition, "2 2", ["5I", "", ""], shares=[{"2": 1}, {"2": 1}, {}], bag="")
    happened = play(game, "place 5I", "done")
    assert game.result is not None
    assert game.result["winners"] == [0, 1]
    assert game.money[0] == game.money[1] > game.money[2]
    assert [event.seat for event in only(happened, "won")] == [0, 1]
    assert game.view().winners == (0, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_r20_cash_alone_wins_where_nobody_holds_a_share(edition):
    game = position(edition, "2 2", ["5I", "", ""], cash=[100, 300, 200], bag="")
    play(game, "place 5I")  # and can't afford a share
    assert game.result == {"money": [100, 300, 200], "winners": [1], "end": "no tiles"}
