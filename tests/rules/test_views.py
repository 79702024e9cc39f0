"""Views: the facts that players want to be told, and what a hidden table keeps to itself."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from boards import EDITIONS, chain_named, hand, play, position, to_choose
from mergemaker import Game, MergemakerError
from mergemaker.rules.board import TILE_NAMES
from mergemaker.rules.views import ChainView, View
from playstyles import played, playing, situations

CROSSROADS = """
    T T T . L L . . . . . .
    . . . o . . . . . . . .
    . . . . . . . . o . . .
    . . . . . . . . . . . .
    I I I I I I I I I I I .
    . . . . . . . . . . . .
    C C C C C C C C C C C .
"""


def chain(game: Game, name: str, seat: int | None = None) -> ChainView:
    return next(chain for chain in game.view(seat).chains if chain.name == name)


def as_json(game: Game, seat: int | None = None) -> dict[str, Any]:
    """A view as a browser gets it."""
    data: dict[str, Any] = json.loads(json.dumps(game.view(seat).to_dict()))
    return data


def effects(game: Game, seat: int = 0) -> dict[str, Any]:
    return {tile.tile: tile for tile in game.view(seat).hand}


# Chains


@pytest.mark.parametrize(
    ("size", "price", "after_one", "next_size", "next_price"),
    [
        (0, 0, 200, 2, 200),
        (2, 200, 300, 3, 300),
        (5, 500, 600, 6, 600),
        (6, 600, 600, 11, 700),
        (10, 600, 700, 11, 700),
        (11, 700, 700, 21, 800),
        (40, 900, 1000, 41, 1000),
        (41, 1000, 1000, None, None),
    ],
)
def test_a_chain_tells_its_price_now_after_one_more_tile_and_where_it_rises_next(
    size, price, after_one, next_size, next_price
):
    rows = "\n".join(" ".join("T" if 12 * row + column < size else "." for column in range(12)) for row in range(4))
    tower = chain(position("tournament", rows, ["1I", "", ""]), "Tower")
    assert (tower.size, tower.price, tower.price_after_one) == (size, price, after_one)
    assert (tower.next_size, tower.next_price) == (next_size, next_price)
    assert tower.safe == (size >= 11)


def test_a_chain_of_the_whole_board_has_no_next_price():
    rows = "\n".join([" ".join(["T"] * 12)] * 9)
    tower = chain(position("tournament", rows, ["", "", ""]), "Tower")
    assert (tower.size, tower.price, tower.price_after_one, tower.next_size) == (108, 1000, 1000, None)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_chain_tells_who_would_get_which_bonus_if_it_were_absorbed_now(edition):
    game = position(edition, "2 2 2", ["1I", "", ""], shares=[{"2": 1}, {"2": 3}, {"2": 1}], hidden=False)
    told = [(bonus.seat, bonus.place, bonus.money) for bonus in game.view().chains[1].bonuses]
    if edition == "2023-tycoon":  # secondary 2200 and tertiary 1500, shared: 1850
        assert told == [(0, "secondary", 1900), (1, "primary", 3000), (2, "secondary", 1900)]
    else:
        assert told == [(0, "minority", 800), (1, "majority", 3000), (2, "minority", 800)]
    assert game.view().chains[0].bonuses == ()


@pytest.mark.parametrize("edition", ["1999", "2023-classic"])
def test_with_the_market_nobody_can_tell_the_bonuses_beforehand(edition):
    game = position(edition, "2 2 2 . 1 1", ["4A", "1I"], shares=[{"1": 1}, {}])
    assert effects(game)["4A"].bonuses == ()
    assert "The market draws before the bonuses are paid." in effects(game)["4A"].text


def test_a_chain_tells_its_looks_the_bank_and_all_holdings_on_an_open_table():
    game = position("tournament", "T T", ["1I", "", ""], shares=[{"T": 2}, {}, {"T": 5}])
    for seat in (None, 0, 1, 2):
        tower = chain(game, "Tower", seat)
        assert (tower.bank, tower.holdings) == (18, (2, 0, 5))
        assert (tower.sign, tower.tier, tower.colour) == ("T", "low", "yellow")


# Players


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_player_is_worth_money_shares_and_the_bonuses_of_all_chains(edition):
    game = position(edition, "2 2 2", ["1I 3I", "", ""], shares=[{"2": 2, "1": 9}, {}, {}], hidden=False)
    worth = [player.worth for player in game.view().players]
    assert worth == [6000 + 2 * 300 + 3000 + 1500, 6000, 6000]
    assert [player.tiles for player in game.view().players] == [2, 0, 0]
    assert [player.name for player in game.view().players] == ["Ann", "Bob", "Cid"]


# What each tile would do


def test_each_tile_in_hand_tells_what_it_would_do():
    game = position("tournament", CROSSROADS, ["4A 12A 10C 12E 5F", "1I", ""], shares=[{"L": 1}, {"L": 3}, {}])
    told = effects(game)
    assert told["12A"].text == "Stays loose."
    assert (told["10C"].effect, told["10C"].size, told["10C"].text) == ("founds", 2, "Founds a chain of 2.")
    assert (told["12E"].effect, told["12E"].chain, told["12E"].size, told["12E"].price) == (
        "grows",
        "Imperial",
        12,
        900,
    )
    assert told["12E"].text == "Imperial grows from 11 to 12, $900 a share."
    assert (told["5F"].effect, told["5F"].playable) == ("dead", False)
    assert told["5F"].text == "Dead: it would join the safe chains Imperial and Continental."
    merges = told["4A"]
    assert (merges.effect, merges.chain, merges.size, merges.price) == ("merges", "Tower", 7, 600)
    assert (merges.survivors, merges.absorbed) == (("Tower",), ("Luxor",))
    assert [(bonus.seat, bonus.chain, bonus.money) for bonus in merges.bonuses] == [
        (0, "Luxor", 1000),
        (1, "Luxor", 2000),
    ]
    assert merges.text == "Absorbs Luxor (2) into Tower (3). Luxor pays you $1,000 and Bob $2,000."
    assert [tile.playable for tile in game.view(0).hand] == [tile.tile != "5F" for tile in game.view(0).hand]


def test_a_tile_that_would_found_an_eighth_chain_says_why_it_can_not_be_played_now():
    drawing = "L L . T T . A A . W W .\n.\nF F . I I . C C . . . .\n. . . . . . . . . o . ."
    tile = effects(position("tournament", drawing, ["9D", "", ""]))["9D"]
    assert (tile.effect, tile.playable) == ("eighth", False)
    assert tile.text == "Not now: it would found a chain, and all 7 are on the board."


def test_a_merger_of_equals_says_that_whoever_holds_the_tile_chooses():
    game = position("tournament", "T T . L L", ["3A", "1I", ""], shares=[{"L": 1}, {"T": 1}, {}])
    tile = effects(game)["3A"]
    assert (tile.survivors, tile.chain, tile.price, tile.size) == (("Luxor", "Tower"), None, 0, 5)
    assert tile.absorbed == ("Luxor", "Tower")
    assert tile.text == (
        "Merges Luxor (2) and Tower (2); you choose whether Luxor or Tower survives. "
        "Luxor would pay you $3,000. Tower would pay Bob $3,000."
    )


def test_a_founding_counts_all_loose_tiles_beforehand():
    game = position("tournament", "o o . o\n. . o", ["3A", "", ""])
    assert (effects(game)["3A"].size, effects(game)["3A"].text) == (5, "Founds a chain of 5.")


def test_the_hand_is_told_in_the_order_of_the_board():
    game = position("tournament", "", ["12I 1A 5C 2A", "", ""])
    assert [tile.tile for tile in game.view(0).hand] == ["1A", "2A", "5C", "12I"]


def check_tiles_do_what_they_say(game: Game) -> set[str]:
    """Places every tile of the mover's hand in a copy, and compares; the effects that were met."""
    met = set()
    for tile in game.view(game.to_act).hand:
        met.add(tile.effect)
        assert tile.playable == (f"place {tile.tile}" in game.legal_actions())
        if not tile.playable:
            continue
        twin = game.copy()
        happened = twin.play(f"place {tile.tile}")
        while twin.decision in ("found", "survivor", "absorb", "trade", "sell"):
            happened += twin.play(twin.legal_actions()[0])
        settled = [event for event in happened if event.kind in ("grew", "founded")]
        assert [event.count for event in settled] == ([tile.size] if tile.size else [])
        if tile.chain:
            assert settled[0].chain == tile.chain
            assert twin.edition.price(twin.edition.chain_index(tile.chain), tile.size) == tile.price
        gone = {str(event.chain) for event in happened if event.kind == "absorbed"}
        assert gone <= set(tile.absorbed)
        if tile.bonuses and len(tile.survivors) == 1:
            paid = [(event.seat, event.chain, event.money) for event in happened if event.kind == "bonus"]
            assert sorted(paid) == sorted((bonus.seat, bonus.chain, bonus.money) for bonus in tile.bonuses)
    return met


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_tile_is_said_to_do_is_what_it_does(edition):
    met = set()
    for seed in range(2):
        game = Game.new(edition, 3, seed=seed, hidden=False)
        for _ in playing(game, "to the last tile", random.Random(seed)):
            if game.decision == "place":
                met |= check_tiles_do_what_they_say(game)
    assert {"loose", "founds", "grows", "merges", "dead"} <= met


# Who sees what


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_seat_sees_its_own_tiles_and_nobody_elses_and_a_spectator_none(edition):
    game = Game.new(edition, 3, seed=2)
    views = [as_json(game, seat) for seat in range(3)]
    for seat, view in enumerate(views):
        assert {tile["tile"] for tile in view["hand"]} == hand(game, seat)
        assert (view["actions"] != []) == (seat == game.to_act)
    spectator = as_json(game)
    assert (spectator["seat"], spectator["hand"], spectator["actions"]) == (None, [], [])
    text = json.dumps(spectator)
    for seat in range(3):
        assert not any(f'"{tile}"' in text for tile in hand(game, seat))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hidden_table_hides_money_and_shares_of_others_but_not_ones_own(edition):
    game = position(
        edition, "2 2 2", ["1I", "", ""], shares=[{"2": 4}, {"2": 3}, {}], cash=[5100, 5200, 5300], hidden=True
    )
    view = as_json(game, 1)
    assert view["hidden"]
    assert [player["money"] for player in view["players"]] == [None, 5200, None]
    # One's own shares at their price can be counted; who would get a bonus nobody knows.
    assert [player["worth"] for player in view["players"]] == [None, 5200 + 3 * 300, None]
    assert view["chains"][1]["holdings"] == [None, 3, None]
    assert view["chains"][1]["bonuses"] == []
    assert view["chains"][1]["bank"] == game.edition.chains[1].certificates - 7
    spectator = as_json(game)
    assert [player["money"] for player in spectator["players"]] == [None] * 3
    assert [player["worth"] for player in spectator["players"]] == [None] * 3
    assert spectator["chains"][1]["holdings"] == [None] * 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_on_a_hidden_table_no_tile_tells_who_would_be_paid(edition):
    game = position(edition, "2 2 2 . 1 1", ["4A", "1I", ""], shares=[{}, {"1": 3}, {}], hidden=True)
    tile = effects(game)["4A"]
    assert (tile.effect, tile.bonuses) == ("merges", ())
    assert "Bob" not in tile.text


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_open_table_shows_everybodys_money(edition):
    game = position(edition, "2 2 2", ["1I", "", ""], cash=[5100, 5200, 5300], hidden=False)
    for seat in (None, 0, 1, 2):
        assert [player.money for player in game.view(seat).players] == [5100, 5200, 5300]


@pytest.mark.parametrize("edition", EDITIONS)
def test_tables_are_open_by_custom_and_hidden_in_1962(edition):
    assert Game.new(edition, 3, seed=1).view().hidden == (edition == "1962")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_finished_game_shows_all_money_and_who_has_won(edition):
    game = played(edition, 3, 5, hidden=True)
    assert game.result is not None
    for seat in (None, 0, 2):
        view = game.view(seat)
        assert [player.money for player in view.players] == game.result["money"]
        assert (list(view.winners), view.ending) == (game.result["winners"], game.result["end"])
        assert None not in view.chains[0].holdings
        assert (view.decision, view.to_act, view.actions) == (None, None, ())


# The turn


def test_a_view_tells_what_is_asked_and_what_has_been_bought():
    game = position("tournament", "T T", ["1I", "3I", ""])
    play(game, "place 1I", "buy Tower")
    view = game.view(0)
    assert (view.decision, view.to_act, view.mover, view.placed) == ("buy", 0, 0, "1I")
    assert (view.bought, view.buy_limit, view.version) == (1, 3, 2)
    assert view.actions == ("buy Tower", "done")
    assert game.view(1).actions == ()


def test_a_view_tells_how_many_shares_can_be_bought_of_what():
    game = position("tournament", "T T . L L L", ["1I", "3I", ""], cash=[700, 6000, 6000], shares=[{}, {"T": 24}, {}])
    assert game.view(0).buying is None
    play(game, "place 1I")
    buying = game.view(0).buying
    assert buying is not None
    assert (buying.left, buying.money) == (3, 700)
    assert {one.chain: (one.price, one.most) for one in buying.chains} == {"Tower": (200, 1), "Luxor": (300, 2)}
    play(game, "buy Luxor")
    buying = game.view(0).buying
    assert buying is not None
    assert (buying.left, buying.money) == (2, 400)
    assert {one.chain: one.most for one in buying.chains} == {"Tower": 1, "Luxor": 1}
    assert [game.view(seat).buying for seat in (None, 1, 2)] == [None] * 3


def test_a_view_tells_what_can_become_of_shares_of_an_absorbed_chain():
    holdings = [{"L": 5, "T": 1}, {"T": 23}, {"L": 2}]
    game = position("tournament", "T T T . L L", ["4A", "1I", ""], shares=holdings, cash=[1000, 0, 0])
    play(game, "place 4A")
    disposal = game.view(0).disposal
    assert disposal is not None
    assert (disposal.chain, disposal.survivor, disposal.held, disposal.owned) == ("Luxor", "Tower", 5, 1)
    assert (disposal.price, disposal.money) == (200, 1000 + 2000)  # the bonus is paid
    assert [(trade.shares, trade.gets) for trade in disposal.trades] == [(0, 0), (2, 1)]
    assert disposal.limit == "The bank has one share of Tower, so at most 2 of Luxor can be traded."
    assert [game.view(seat).disposal for seat in (None, 1, 2)] == [None] * 3
    play(game, "trade 2")
    disposal = game.view(0).disposal
    assert disposal is not None
    assert (disposal.held, disposal.owned, disposal.trades, disposal.limit) == (3, 2, (), "")


def test_a_view_tells_of_a_merger_in_progress():
    game = position("tournament", "T T T . L L\n. . . A\n. . . A", ["4A", "1I", ""], shares=[{}, {"L": 1, "A": 1}, {}])
    assert game.view().merger is None
    play(game, "place 4A")
    assert to_choose(game) == (0, "absorb")
    merger = game.view(1).merger
    assert merger is not None
    assert (merger.tile, merger.survivor, merger.absorbed) == ("4A", "Tower", None)
    assert set(merger.pending) == {"Luxor", "American"}
    play(game, "absorb American")
    merger = game.view().merger
    assert merger is not None
    assert (merger.absorbed, merger.price, merger.pending) == ("American", 300, ("Luxor",))


def test_a_view_is_plain_data_that_json_can_carry():
    for edition in EDITIONS:
        for point in (0, 30, 90, 150, 1000):
            for seat in (None, 0):
                game = played(edition, 3, 1, most=point)
                view = game.view(seat)
                assert msgspec.json.decode(msgspec.json.encode(view.to_dict())) == as_json(game, seat)
                assert set(view.to_dict()) == set(View.__struct_fields__)


def test_the_board_names_every_square_that_is_covered():
    game = position("tournament", CROSSROADS, ["1I", "", ""])
    board = game.view().board
    assert board["1A"] == "Tower"
    assert board["4B"] == "loose"
    assert "12I" not in board
    assert set(board) <= set(TILE_NAMES)
    assert len(board) == 29


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_is_no_view_for_a_seat_that_nobody_has(seat):
    with pytest.raises(MergemakerError, match=f"There is no seat {seat} at this table."):
        Game.new("1999", 3, seed=1).view(seat)


def test_a_view_counts_the_bag_and_names_the_starter():
    game = Game.new("1999", 3, seed=1)
    assert game.view().bag == 108 - 3 - 18
    assert game.view().starter == game.mover
    assert chain_named("1999", "1") == game.view().chains[0].name


def test_while_a_founding_or_a_merger_waits_the_tiles_beside_it_do_not_claim_to_know():
    game = position("tournament", "T T T . L L . o", hands=["4A 4B 8B 9H", "", ""], shares=[{"L": 2}, {}, {}])
    assert effects(game)["4B"].effect == "loose"
    game.play("place 4A")
    assert game.decision == "trade"
    told = effects(game)
    assert {tile: told[tile].effect for tile in told} == {"4B": "waits", "8B": "founds", "9H": "loose"}
    assert told["4B"].text == "Depends on what becomes of 4A."
    assert not told["4B"].playable
    play(game, "trade 0", "sell 0")
    assert effects(game)["4B"].effect == "grows"


def test_a_founder_is_told_the_price_at_the_size_that_the_chain_will_have():
    game = position("tournament", "o o . o", hands=["3A", "", ""])
    assert chain(game, "Tower", 0).price_after_one == 200
    game.play("place 3A")
    assert game.decision == "found"
    assert chain(game, "Tower", 0).price_after_one == 400
    assert chain(game, "Imperial", 0).price_after_one == 600


@pytest.mark.parametrize("edition", ["1962", "2023-tycoon"])
def test_everybody_hears_what_is_decided_and_only_who_decides_is_asked(edition):
    for games in situations(edition, 3).values():
        for game in games:
            assert game.to_act is not None
            for seat in (None, 0, 1, 2):
                view = game.view(seat)
                assert view.doing.startswith(f"{game.names[game.to_act]} is ")
                assert bool(view.question) == (seat == game.to_act)
    over = played(edition, 3, 1)
    assert (over.view(0).doing, over.view(0).question) == ("The game is over.", "")


def test_a_question_is_said_to_whoever_is_asked():
    game = position("tournament", "T T . L L", ["3A", "5I", "7I"], shares=[{"L": 3}, {"L": 1}, {}], cash=0)
    play(game, "place 3A", "survivor Tower")
    assert game.view(0).question == "You merged Luxor into Tower. What about your 3 shares of Luxor?"
    play(game, "trade 0", "sell 3")
    assert game.view(1).question.endswith("merged Luxor into Tower. What about your one share of Luxor?")
    assert game.view(2).doing.endswith("is deciding about Luxor shares.")


def test_the_end_is_remarked_on_when_it_may_be_announced_is_announced_and_has_come():
    safe = "\n".join(["T T T . I I I"] * 4)
    game = position("tournament", safe, ["12I", "1I", "2I"])
    for seat in (None, 0, 1):
        assert game.view(seat).remark.startswith("The end may be announced: ")
    play(game, "end")
    assert game.view(1).remark == "The end is announced: the game is over after this turn."
    play(game, "place 12I", "done")
    assert game.view(1).remark == "The game is over: its end was announced."
    assert position("tournament", f"{safe}\n.\nL L", ["12I", "1I", "2I"]).view().remark == ""


def test_where_the_end_comes_by_itself_it_is_remarked_on_once_reached():
    safe = "\n".join(["T T T . I I I"] * 4)
    game = position("1962", safe, ["12I", "1I", "2I"])
    assert game.view().remark == ""
    play(game, "place 12I")
    assert game.view().remark == "The end is reached: the game is over after this turn."


def test_what_the_market_drew_last_is_said_where_there_is_one():
    game = position("2023-classic", "2 2 2 . 1 1", ["4A", "1I"], shares=[{"1": 1}, {}], market="9F")
    assert game.view().market_said == "The market has drawn nothing yet."
    play(game, "place 4A")
    assert game.view().market_said == "The market last drew 9F and held 9 shares."
    assert position("tournament", "T T", ["1I", "", ""]).view().market_said == ""


def test_a_basket_is_told_why_no_more_goes_into_it():
    game = position("tournament", "T T . L L", ["1I", "", ""], shares=[{}, {"T": 24}, {}], cash=500)
    play(game, "place 1I")
    buying = game.view(0).buying
    assert buying is not None
    assert (buying.share_limit, buying.money_limit) == ("3 shares can be bought, no more.", "You have $500.")
    assert [chain.bank_limit for chain in buying.chains] == [
        "The bank has 25 shares of Luxor, no more.",
        "The bank has one share of Tower, no more.",
    ]


def test_whoever_can_place_nothing_is_told_what_is_left_to_do():
    safe = "\n".join(["T T T . I I I"] * 4) + "\n.\nL L"
    game = position("tournament", safe, ["4A 4B", "", ""])
    assert game.view(0).question == "None of your tiles can be placed now; you may still buy."
