"""The worked examples G1 to G9 of docs/look-up/rulings.md, exactly, in every edition that they concern."""

from __future__ import annotations

import pytest

from boards import (
    EDITIONS,
    asked,
    bank,
    chain_named,
    only,
    opening,
    paid,
    play,
    position,
    shares,
    sizes,
    squares,
    to_choose,
)
from mergemaker import Game

CLASSIC_TIERED = ["1999", "tournament", "2023-classic", "online"]

FESTIVAL_7_TAKES_IMPERIAL_5 = """
    F F F F F F F . I I I I
    . . . . . . . . . . . I
"""


@pytest.mark.parametrize(
    ("edition", "tiles", "starter"),
    [
        ("1962", "2D 9B 5B", 2),
        ("1962", "9B 5B 2D", 1),
        ("1962", "9B 2D 10I", 0),
        ("1999", "1B 9A 12A", 1),
        ("1999", "9A 1B 12A", 0),
        ("tournament", "1B 12A 9A", 2),
        ("2023-classic", "1B 9A 12I", 1),
        ("2023-tycoon", "2B 12A 1B", 1),
        ("online", "9A 1B 1C", 1),  # the lowest number first, then the letter
        ("online", "2A 1I 12A", 1),
    ],
)
def test_g1_who_starts(edition, tiles, starter):
    game = opening(edition, 3, tiles)
    assert (game.view().starter, game.mover, game.to_act, game.decision) == (starter, starter, starter, "place")


def sample_game() -> Game:
    """Four players of 1962; P1 is seat 0. Tiles as in the sample, the certificates dealt by this test."""
    return opening(
        "1962",
        4,
        "1A 2D 2F 2H",  # P1 starts
        "3B 4F 4C 1I 2I",
        "5C 5D 3I 4I 5I",
        "5E 3C 6I 7I 8I",
        "2B 5F 9I 10I 11I",
        deal=[
            {"World-Wide": 1, "Continental": 8, "Tower": 6},
            {"World-Wide": 2, "Tower": 2, "Luxor": 8, "American": 3},
            {"American": 6, "Imperial": 9},
            {"World-Wide": 6, "Festival": 9},
        ],
    )


def test_g2_the_sample_game_of_1962():
    game = sample_game()
    play(game, "place 3B", "place 5C", "place 5E")
    assert set(squares(game).values()) == {"loose"}
    assert to_choose(game) == (3, "place")

    play(game, "place 2B", "found World-Wide", "buy World-Wide")
    assert sizes(game) == {"World-Wide": 2}
    assert game.money == [6000, 6000, 6000, 5800]

    play(game, "place 4F", "buy World-Wide")
    assert squares(game)["4F"] == "loose"
    assert game.money == [5800, 6000, 6000, 5800]

    play(game, "place 5D", "found Continental", "buy World-Wide")
    assert {square for square, what in squares(game).items() if what == "Continental"} == {"5C", "5D", "5E"}
    assert game.money == [5800, 5800, 6000, 5800]

    play(game, "place 3C", "buy Continental")
    assert sizes(game) == {"World-Wide": 3, "Continental": 3}
    assert game.money == [5800, 5800, 5700, 5800]

    play(game, "place 5F", "buy Continental")
    assert {square for square, what in squares(game).items() if what == "Continental"} == {
        "5C", "5D", "5E", "5F", "4F",
    }  # fmt: skip
    assert game.money == [5800, 5800, 5700, 5300]
    assert shares(game, "World-Wide") == [2, 3, 0, 7]

    happened = play(game, "place 4C")
    assert only(happened, "merged")[0].survivor == "Continental"
    assert paid(happened, 4) == [0, 1500, 0, 3000]
    assert asked(game) == (0, "trade", {"trade 0", "trade 2"})
    play(game, "trade 0", "sell 2")  # at 300, for three hotels
    assert game.money == [6400, 7300, 5700, 8300]
    assert asked(game) == (1, "trade", {"trade 0", "trade 2"})
    play(game, "trade 2", "sell 0")
    assert asked(game) == (3, "trade", {"trade 0", "trade 2", "trade 4", "trade 6"})
    play(game, "trade 6", "sell 0")
    assert sizes(game) == {"Continental": 9}
    assert shares(game, "World-Wide") == [0, 1, 0, 1]
    assert shares(game, "Continental") == [8, 1, 1, 1 + 3]
    assert to_choose(game) == (0, "buy")
    assert game.view().chains[0].price == 700
    play(game, "buy Continental")
    assert game.money == [5700, 7300, 5700, 8300]
    assert to_choose(game) == (1, "place")


@pytest.mark.parametrize("edition", ["1962", *CLASSIC_TIERED])
def test_g3_4500_between_two_is_paid_2300_each(edition):
    game = position(
        edition, "2 2 2 2 . 1 1 1", ["5A", "1I", ""], shares=[{"1": 1}, {"1": 1}, {}]
    )  # chain 1 at three: 3000 and 1500
    assert paid(play(game, "place 5A"), 3) == [2300, 2300, 0]


def luxor_3_takes_tower_2() -> Game:
    game = position("1962", "L L L . T T", ["4A", "1I", ""], shares=[{}, {"Tower": 4}, {}])
    play(game, "place 4A")
    assert asked(game) == (1, "trade", {"trade 0", "trade 2", "trade 4"})
    return game


def test_g4_in_1962_four_tower_sell_for_800():
    game = luxor_3_takes_tower_2()
    before = game.money[1]
    play(game, "trade 0", "sell 4")
    assert game.money[1] == before + 800
    assert sizes(game) == {"Luxor": 6}


def test_g4_in_1962_four_tower_are_traded_for_two_luxor_worth_1000():
    game = luxor_3_takes_tower_2()
    play(game, "trade 4")
    assert (shares(game, "Luxor"), shares(game, "Tower")) == ([0, 2, 0], [0, 0, 0])
    assert sizes(game) == {"Luxor": 6}
    assert 2 * game.view().chains[2].price == 1000


@pytest.mark.parametrize(("players", "each"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_g5_in_1962_sixty_certificates_are_dealt_and_140_stay_in_the_bank(players, each):
    for seed in range(5):
        game = Game.new("1962", players, seed=seed)
        names = game.edition.chain_names
        assert [sum(shares(game, name)[seat] for name in names) for seat in range(players)] == [each] * players
        assert [sum(shares(game, name)) for name in names] == [8, 8, 8, 9, 9, 9, 9]
        assert [bank(game, name) for name in names] == [14, 16, 18, 20, 22, 24, 26]
        assert sum(bank(game, name) + sum(shares(game, name)) for name in names) == 200


@pytest.mark.parametrize("edition", ["1999", "2023-classic"])
@pytest.mark.parametrize(("draw", "holding"), [("9F", 9), ("2B", 2)])
def test_g6_the_number_of_the_markets_tile_is_its_holding(edition, draw, holding):
    drawing = FESTIVAL_7_TAKES_IMPERIAL_5.replace("F", "3").replace("I", "6")
    game = position(edition, drawing, ["8A", ""], market=draw)
    event = only(play(game, "place 8A"), "market")[0]
    assert (event.tile, event.count) == (draw, holding)


@pytest.mark.parametrize(
    ("holdings", "expected"),
    [
        ([3, 2, 0], [7000, 5000, 0]),
        ([3, 3, 1], [6000, 6000, 3500]),
        ([3, 2, 2], [7000, 4300, 4300]),
        ([3, 2, 2, 1], [7000, 4300, 4300, 0]),
        ([4, 3, 1, 1], [7000, 5000, 1800, 1800]),
    ],
)
def test_g7_tycoon_festival_7_takes_imperial_5(holdings, expected):
    held = [{"Imperial": count} for count in holdings]
    game = position("2023-tycoon", FESTIVAL_7_TAKES_IMPERIAL_5, ["8A", *[""] * (len(held) - 1)], shares=held, bag="1I")
    assert paid(play(game, "place 8A"), len(held)) == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_g8_6f_beside_a_loose_7f_founds(edition):
    game = position(edition, ".\n.\n.\n.\n.\n. . . . . . o", ["6F", "1I", ""])
    name = chain_named(edition, "1")
    play(game, "place 6F", f"found {name}")
    assert {square for square, what in squares(game).items() if what == name} == {"6F", "7F"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_g8_a_tile_diagonal_to_chains_neither_grows_nor_merges_them(edition):
    game = position(edition, "2 2 . 1 1", ["3B", "1I", ""])
    play(game, "place 3B")
    assert sizes(game) == {chain_named(edition, "2"): 2, chain_named(edition, "1"): 2}
    assert squares(game)["3B"] == "loose"


@pytest.mark.parametrize("edition", EDITIONS)
def test_g8_a_tile_diagonal_to_a_loose_one_founds_nothing_and_rows_do_not_wrap(edition):
    game = position(edition, "o . . . . . . . . . . o", ["2B 1B 12B", "1I", ""])
    assert {tile.tile: tile.effect for tile in game.view(0).hand} == {
        "2B": "loose",
        "1B": "founds",
        "12B": "founds",
    }
    game = position(edition, ". . . . . . . . . . . o", ["1B", "1I", ""])
    play(game, "place 1B")
    assert squares(game) == {"12A": "loose", "1B": "loose"}


@pytest.mark.parametrize(
    ("edition", "holdings", "expected"),
    [
        *((edition, [3, 0, 0], [7000 + 3500, 0, 0]) for edition in [*CLASSIC_TIERED, "2023-tycoon"]),
        *((edition, [3, 3, 1], [5300, 5300, 0]) for edition in CLASSIC_TIERED),
        *((edition, [3, 1, 1], [7000, 1800, 1800]) for edition in CLASSIC_TIERED),
        ("2023-tycoon", [2, 2, 2, 1], [5200, 5200, 5200, 0]),  # 15500 / 3
    ],
)
def test_g9_imperial_with_five_tiles(edition, holdings, expected):
    drawing = FESTIVAL_7_TAKES_IMPERIAL_5.replace("F", "3").replace("I", "6")
    held = [{"6": count} for count in holdings]
    game = position(edition, drawing, ["8A", *[""] * (len(held) - 1)], shares=held, bag="1I")
    assert paid(play(game, "place 8A"), len(held)) == expected


@pytest.mark.parametrize("edition", ["2023-classic", "2023-tycoon"])
def test_g9_imperial_founded_at_two_with_no_share_left_pays_400_in_cash(edition):
    game = position(edition, "o", ["2A", "1I", ""], shares=[{}, {"Imperial": 25}, {}])
    play(game, "place 2A", "found Imperial")
    assert game.money == [6400, 6000, 6000]
