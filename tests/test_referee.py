"""The naive referee against the worked examples and rulings of docs/look-up/rulings.md, named by their ids.

Boards are drawn: one line for each row from A on, a chain is its first letter, o a loose tile.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from referee import EDITIONS, LOOSE, TILES, Illegal, Referee, bonuses

Shares = list[dict[str, int]]


def some_deal(edition: str, players: int, rng: random.Random | None = None) -> Shares:
    rules = EDITIONS[edition]
    pile = [chain for chain, count in zip(rules["chains"], rules["dealt"], strict=True) for _ in range(count)]
    if rng:
        rng.shuffle(pile)
    return [dict(Counter(pile[seat::players])) for seat in range(players)]


def deck_of(*first: str) -> list[str]:
    """A deck that begins with the tiles given."""
    tiles = " ".join(first).split()
    return tiles + [tile for tile in TILES if tile not in tiles]


def new_game(edition: str, players: int, deck: list[str]) -> Referee:
    return Referee(edition, players, deck, some_deal(edition, players))


def position(
    edition: str,
    drawing: str,
    hands: list[str],
    shares: Shares | None = None,
    bag: str | None = None,
    market: list[str] | None = None,
    mover: int = 0,
) -> Referee:
    """A game with these hands, at the mover's `place`. The bag is all other tiles unless it is given."""
    players = len(hands)
    game = Referee(edition, players, TILES, some_deal(edition, players), market)
    names = {chain[0]: chain for chain in game.chains} | {"o": LOOSE}
    game.board = {
        f"{number}{row}": names[mark]
        for row, line in zip("ABCDEFGHI", drawing.split("\n")[1:], strict=False)
        for number, mark in enumerate(line.split(), 1)
        if mark != "."
    }
    game.sizes = {chain: n for chain, n in Counter(game.board.values()).items() if chain != LOOSE}
    game.hands = [hand.split() for hand in hands]
    gone = [*game.board, *(tile for hand in game.hands for tile in hand)]
    game.bag = [tile for tile in TILES if tile not in gone] if bag is None else bag.split()
    for chain in game.chains:
        game.bank[chain] += sum(held[chain] for held in game.shares)
        for seat, held in enumerate(game.shares):
            held[chain] = shares[seat].get(chain, 0) if shares else 0
            game.bank[chain] -= held[chain]
    game.mover = game.to_act = mover
    return game


def play(game: Referee, *actions: str) -> None:
    for action in actions:
        game.play(action)


def asked(game: Referee) -> tuple[int | None, str | None, set[str]]:
    return game.to_act, game.decision, game.legal()


def sells(most: int) -> set[str]:
    return {f"sell {n}" for n in range(most + 1)}


# Before play


@pytest.mark.parametrize(
    ("edition", "opening", "starter"),
    [
        ("1962", "2D 9B 5B", 2),
        ("1962", "9B 2D 10I", 0),
        ("1999", "1B 9A 12A", 1),
        ("2023-tycoon", "1B 9A 8A", 2),
        ("online", "9A 1B 1C", 1),
    ],
)
def test_g1_the_lowest_opening_tile_starts(edition: str, opening: str, starter: int) -> None:
    game = new_game(edition, 3, deck_of(opening))
    assert asked(game)[:2] == (starter, "place")
    assert game.mover == starter


def test_g5_in_1962_sixty_certificates_are_dealt_and_140_stay_in_the_bank() -> None:
    game = new_game("1962", 4, TILES)
    assert [sum(held.values()) for held in game.shares] == [15] * 4
    assert sum(game.bank.values()) == 140
    totals = [game.bank[chain] + sum(held[chain] for held in game.shares) for chain in game.chains]
    assert game.chains == ["Continental", "Tower", "Luxor", "American", "World-Wide", "Imperial", "Festival"]
    assert totals == [22, 24, 26, 29, 31, 33, 35]


@pytest.mark.parametrize(
    ("edition", "players", "deck", "deal"),
    [
        ("1962", 2, TILES, None),
        ("tournament", 2, TILES, None),
        ("2023-tycoon", 2, TILES, None),
        ("online", 7, TILES, None),
        ("1830", 3, TILES, None),
        ("1999", 3, TILES[1:], None),
        ("1999", 3, [*TILES[1:], "12I"], None),
        ("1962", 3, TILES, None),
        ("1962", 3, TILES, [{"Tower": 20}, {"Luxor": 20}, {"American": 20}]),
        ("1999", 3, TILES, [{"Zeta": 1}, {"Zeta": 1}, {"Zeta": 1}]),
    ],
)
def test_a_game_that_cannot_be_is_refused(edition: str, players: int, deck: list[str], deal: Any) -> None:
    with pytest.raises(Illegal):
        Referee(edition, players, deck, deal)


def test_r23_hands_are_taken_whole_from_the_starting_player_on() -> None:
    deck = deck_of("2D 5B 9B", "1I 2I 3I 4I 5I 6I", "1H 2H 3H 4H 5H 6H", "1G 2G 3G 4G 5G 6G", "12G")
    game = new_game("1999", 3, deck)
    assert game.snapshot()["hands"] == [
        ["1G", "2G", "3G", "4G", "5G", "6G"],
        ["1I", "2I", "3I", "4I", "5I", "6I"],
        ["1H", "2H", "3H", "4H", "5H", "6H"],
    ]
    assert game.board == {"2D": LOOSE, "5B": LOOSE, "9B": LOOSE}
    play(game, "place 1I")
    assert "12G" in game.hands[1]


def test_r23_in_1962_the_opening_tile_is_kept_and_five_are_drawn() -> None:
    game = new_game("1962", 3, deck_of("2D 5B 9B", "1I 2I 3I 4I 5I", "1H 2H 3H 4H 5H", "1G 2G 3G 4G 5G"))
    assert game.snapshot()["hands"] == [
        ["1G", "2D", "2G", "3G", "4G", "5G"],
        ["1I", "2I", "3I", "4I", "5B", "5I"],
        ["1H", "2H", "3H", "4H", "5H", "9B"],
    ]
    assert game.board == {}


# Charts


CHARTS = {  # size:price
    "low": "2:200 3:300 4:400 5:500 6:600 10:600 11:700 20:700 21:800 30:800 31:900 40:900 41:1000 50:1000",
    "mid": "2:300 3:400 4:500 5:600 6:700 10:700 11:800 20:800 21:900 30:900 31:1000 40:1000 41:1100",
    "high": "2:400 3:500 4:600 5:700 6:800 10:800 11:900 20:900 21:1000 30:1000 31:1100 40:1100 41:1200",
    "1962": "2:200 3:300 4:400 5:500 6:500 7:600 8:600 9:700 10:700 11:800 20:800 21:900 31:1000 41:1100",
}


@pytest.mark.parametrize(
    ("edition", "chain", "chart"),
    [
        ("1999", "Zeta", "low"),
        ("1999", "Fusion", "mid"),
        ("1999", "Quantum", "high"),
        ("tournament", "Luxor", "low"),
        ("online", "Festival", "mid"),
        ("2023-classic", "Sackson", "low"),
        ("2023-tycoon", "Continental", "high"),
        ("1962", "World-Wide", "1962"),
    ],
)
def test_a_share_costs_what_the_chart_says(edition: str, chain: str, chart: str) -> None:
    game = new_game(edition, 3, TILES)
    for size, price in [entry.split(":") for entry in CHARTS[chart].split()]:
        game.sizes[chain] = int(size)
        assert game._price(chain) == int(price)


# Founding and growing


def test_r1_r2_opening_tiles_that_touch_stay_loose_until_a_later_tile_founds_with_all_of_them() -> None:
    game = new_game("1999", 3, deck_of("1A 2A 3A", "4A"))
    assert game.sizes == {}
    play(game, "place 4A")
    assert game.decision == "found"
    assert game.board["4A"] == LOOSE
    play(game, "found Zeta")
    assert game.sizes == {"Zeta": 4}
    assert game.shares[0]["Zeta"] == 1
    assert game.decision == "buy"


def test_r3_a_tile_between_a_chain_and_loose_tiles_founds_nothing_and_takes_them_all() -> None:
    game = position("tournament", "\n T T . o o . .", ["3A", "", ""])
    play(game, "place 3A")
    assert game.sizes == {"Tower": 5}
    assert LOOSE not in game.board.values()


def test_g8_a_tile_beside_a_loose_tile_founds_and_a_diagonal_one_does_nothing() -> None:
    game = new_game("online", 3, deck_of("1A 7F 12I", "6F"))
    play(game, "place 6F", "found Tower")
    assert game.sizes == {"Tower": 2}
    game = position("online", "\n T T . L L \n . . . . . ", ["3B", "", ""])
    play(game, "place 3B")
    assert game.sizes == {"Tower": 2, "Luxor": 2}
    assert game.board["3B"] == LOOSE


def test_all_chains_off_the_board_may_be_founded_and_even_a_single_one_is_asked() -> None:
    drawing = """
        S S . T T . A A . F F .
        . . . . . . . . . . . .
        W W . I I . . . . . o .
    """
    game = position("2023-classic", drawing, ["12C", "", ""])
    play(game, "place 12C")
    assert asked(game) == (0, "found", {"found Continental"})


@pytest.mark.parametrize(
    ("edition", "chain", "tile", "cash"),
    [
        ("2023-classic", "Imperial", "2A", 400),
        ("2023-tycoon", "Imperial", "2C", 500),
        ("1999", "Phoenix", "2A", 0),
        ("tournament", "Imperial", "2A", 0),
        ("online", "Imperial", "2A", 0),
    ],
)
def test_r21_g9_a_founder_without_a_share_in_the_bank(edition: str, chain: str, tile: str, cash: int) -> None:
    shares = [{}, {chain: 25}, {}]
    game = position(edition, "\n o . . \n . . . \n o . o ", [tile, "", ""], shares)
    play(game, f"place {tile}", f"found {chain}")
    assert game.money[0] == 6000 + cash
    assert game.shares[0][chain] == 0
    assert game.bank[chain] == 0


def test_in_1962_the_founder_gets_no_share_and_buys_one_at_most_after_the_draw() -> None:
    game = position("1962", "\n o . ", ["2A", "", ""])
    play(game, "place 2A", "found Luxor")
    assert game.shares[0]["Luxor"] == 0
    assert len(game.hands[0]) == 1
    assert asked(game) == (0, "buy", {"buy Luxor", "done"})
    play(game, "buy Luxor")
    assert game.to_act == 1
    assert game.money[0] == 5800


def test_r18_the_founders_share_does_not_count_among_the_three_bought() -> None:
    game = position("1999", "\n o . ", ["2A", "", ""])
    play(game, "place 2A", "found Zeta", "buy Zeta", "buy Zeta", "buy Zeta")
    assert game.shares[0]["Zeta"] == 4
    assert game.to_act == 1


def test_only_what_can_be_paid_and_is_in_the_bank_may_be_bought() -> None:
    game = position("1999", "\n Z Z . P P . A A", ["1I", "", ""], [{}, {"Zeta": 25}, {}])
    game.money[0] = 600
    play(game, "place 1I")
    assert game.legal() == {"buy America", "buy Phoenix", "done"}
    play(game, "buy America")
    assert game.legal() == {"buy America", "done"}
    play(game, "buy America")
    assert game.to_act == 1


# Mergers


def test_g2_the_sample_game_of_1962() -> None:
    opening = "1A 2D 2F 2H"
    deck = deck_of(opening, "3B 4F 4C 1I 2I", "5C 5D 3I 4I 5I", "5E 3C 6I 7I 8I", "2B 5F 9I 10I 11I")
    game = new_game("1962", 4, deck)
    for seat, holding in enumerate([0, 1, 0, 3]):  # the test's own holdings
        game.bank["World-Wide"] += game.shares[seat]["World-Wide"] - holding
        game.shares[seat]["World-Wide"] = holding
        game.bank["Continental"] += game.shares[seat]["Continental"]
        game.shares[seat]["Continental"] = 0
    play(game, "place 3B", "place 5C", "place 5E")
    play(game, "place 2B", "found World-Wide", "buy World-Wide")
    play(game, "place 4F", "buy World-Wide")
    assert game.board["4F"] == LOOSE
    play(game, "place 5D", "found Continental")
    assert game.sizes == {"World-Wide": 2, "Continental": 3}
    play(game, "buy World-Wide")
    play(game, "place 3C", "buy Continental")
    play(game, "place 5F")
    assert game.sizes == {"World-Wide": 3, "Continental": 5}
    play(game, "buy Continental")
    assert game.money == [5800, 5800, 5700, 5300]
    assert [held["World-Wide"] for held in game.shares] == [1, 2, 0, 4]
    play(game, "place 4C")
    assert game.money == [5800, 5800 + 1500, 5700, 5300 + 3000]
    assert asked(game) == (0, "sell", {"sell 0", "sell 1"})
    play(game, "sell 1")
    assert asked(game) == (1, "trade", {"trade 0", "trade 2"})
    play(game, "trade 2")
    assert asked(game) == (3, "trade", {"trade 0", "trade 2", "trade 4"})
    play(game, "trade 0", "sell 2")
    assert game.money == [6100, 7300, 5700, 8900]
    assert game.sizes == {"Continental": 9}
    play(game, "buy Continental")
    assert game.money[0] == 6100 - 700


def test_g3_4500_between_two_is_2300_each() -> None:
    assert bonuses((3000, 1500), {0: 4, 1: 4, 2: 1}) == {0: 2300, 1: 2300, 2: 0}


def test_g4_in_1962_four_tower_sell_for_800_or_become_two_luxor_worth_1000() -> None:
    def merger() -> Referee:
        game = position("1962", "\n L L L . T T ", ["4A", "", ""], [{}, {"Tower": 4}, {}])
        play(game, "place 4A")
        assert game.money[1] == 6000 + 2000 + 1000
        return game

    game = merger()
    play(game, "trade 0", "sell 4")
    assert game.money[1] == 9800
    game = merger()
    play(game, "trade 4")
    assert game.shares[1] == dict.fromkeys(game.chains, 0) | {"Luxor": 2}
    assert game.sizes == {"Luxor": 6}
    assert 2 * game._price("Luxor") == 1000


FESTIVAL_TAKES_IMPERIAL = """
    F F F F F F F . I I I I
    . . . . . . . . . . . I
"""


@pytest.mark.parametrize(
    ("edition", "holdings", "paid"),
    [
        # G7
        ("2023-tycoon", [3, 2, 0], [7000, 5000, 0]),
        ("2023-tycoon", [3, 3, 1], [6000, 6000, 3500]),
        ("2023-tycoon", [3, 2, 2, 1], [7000, 4300, 4300, 0]),
        ("2023-tycoon", [4, 3, 1, 1], [7000, 5000, 1800, 1800]),
        # R13, R14
        ("2023-tycoon", [3, 3, 0], [6000, 6000, 0]),
        ("2023-tycoon", [3, 3, 1, 1], [6000, 6000, 1800, 1800]),
        ("2023-tycoon", [3, 2, 2, 2], [7000, 2900, 2900, 2900]),
        ("2023-tycoon", [2, 2, 2, 2], [3900, 3900, 3900, 3900]),
        # G9
        ("2023-tycoon", [3, 0, 0], [10500, 0, 0]),
        ("2023-tycoon", [2, 2, 2, 1], [5200, 5200, 5200, 0]),
        ("2023-classic", [3, 0, 0], [10500, 0, 0]),
        ("2023-classic", [3, 3, 1], [5300, 5300, 0]),
        ("2023-classic", [3, 1, 1], [7000, 1800, 1800]),
        # R12
        ("2023-classic", [3, 2, 1], [7000, 3500, 0]),
        ("2023-classic", [2, 2, 2], [3500, 3500, 3500]),
        ("online", [2, 2, 2, 2], [2700, 2700, 2700, 2700]),
        ("tournament", [0, 0, 0], [0, 0, 0]),
    ],
)
def test_g7_g9_r12_r13_r14_festival_7_takes_imperial_5(edition: str, holdings: list[int], paid: list[int]) -> None:
    shares = [{"Imperial": count} for count in holdings]
    game = position(edition, FESTIVAL_TAKES_IMPERIAL, ["8A", *[""] * (len(holdings) - 1)], shares)
    play(game, "place 8A")
    assert [money - 6000 for money in game.money] == paid


def test_the_tycoon_chart_as_it_is_printed() -> None:
    chart = EDITIONS["2023-tycoon"]["bonuses"]
    assert list(chart) == [200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200]
    primary, secondary, tertiary = zip(*chart.values(), strict=True)
    assert primary == (2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 11000, 12000)
    assert secondary == (1500, 2200, 3000, 3700, 4200, 5000, 5700, 6200, 7000, 7700, 8200)
    assert tertiary == (1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000)


def test_r4_the_merging_tile_and_loose_tiles_count_for_nobody_until_all_have_decided() -> None:
    drawing = """
        T T T . L L
        . . . o . .
    """
    game = position("tournament", drawing, ["4A", "", ""], [{"Luxor": 1}, {}, {}])
    play(game, "place 4A")
    assert game.money[0] == 6000 + 2000 + 1000
    assert game.sizes == {"Tower": 3, "Luxor": 2}
    assert game.board["4A"] == game.board["4B"] == LOOSE
    play(game, "sell 1")
    assert game.sizes == {"Tower": 7}
    assert game.money[0] == 9200
    assert set(game.board.values()) == {"Tower"}


FOUR_CHAINS_MEET = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . T . . . .
    . . . . T . . . .
    . W W W . I I I .
    . . . . S . . . .
    . . . . S . . . .
"""


def test_r15_equal_chains_are_chosen_by_the_mergemaker_when_their_turn_comes() -> None:
    shares = [{"Imperial": 1, "Sackson": 1, "Tower": 1}, {}, {}]
    game = position("2023-classic", FOUR_CHAINS_MEET, ["5E", "", ""], shares)
    play(game, "place 5E")
    assert asked(game) == (0, "survivor", {"survivor Worldwide", "survivor Imperial"})
    assert game.money[0] == 6000
    play(game, "survivor Worldwide")
    assert game.decision == "sell"
    assert game.sizes == {"Worldwide": 3, "Imperial": 3, "Tower": 2, "Sackson": 2}
    play(game, "sell 0")
    assert game.sizes == {"Worldwide": 6, "Tower": 2, "Sackson": 2}
    assert asked(game) == (0, "absorb", {"absorb Tower", "absorb Sackson"})
    assert game.money[0] == 6000 + 7500
    play(game, "absorb Sackson")
    assert game.money[0] == 6000 + 7500 + 3000
    play(game, "sell 0")
    assert game.sizes == {"Worldwide": 8, "Tower": 2}
    assert asked(game) == (0, "sell", sells(1))  # Tower is the last of the equals: not asked
    play(game, "sell 1")
    assert game.sizes == {"Worldwide": 11}


def test_r15_without_a_tie_and_without_holders_nothing_is_asked() -> None:
    game = position("2023-classic", "\n W W W . T T", ["4A", "", ""])
    play(game, "place 4A")
    assert asked(game)[:2] == (0, "buy")
    assert game.sizes == {"Worldwide": 6}


def test_r16_holders_decide_clockwise_from_the_mergemaker_trade_then_sell() -> None:
    shares = [{"Luxor": 2}, {"Luxor": 1}, {}, {"Luxor": 3}]
    game = position("online", "\n T T T . L L", ["", "", "", "4A"], shares, mover=3)
    play(game, "place 4A")
    assert asked(game) == (3, "trade", {"trade 0", "trade 2"})
    play(game, "trade 2")
    assert asked(game) == (3, "sell", sells(1))
    play(game, "sell 0")
    assert asked(game) == (0, "trade", {"trade 0", "trade 2"})
    play(game, "trade 2")
    assert asked(game) == (1, "sell", sells(1))
    play(game, "sell 1")
    assert asked(game)[:2] == (3, "buy")
    assert [held["Luxor"] for held in game.shares] == [0, 0, 0, 1]
    assert [held["Tower"] for held in game.shares] == [1, 0, 0, 1]


def test_r17_trades_end_when_the_bank_has_no_survivor_share_left() -> None:
    shares = [{"Luxor": 6}, {"Luxor": 4}, {"Tower": 24}]
    game = position("tournament", "\n T T T . L L", ["4A", "", ""], shares)
    play(game, "place 4A")
    assert game.legal() == {"trade 0", "trade 2"}
    play(game, "trade 2")
    assert game.bank["Tower"] == 0
    assert game.bank["Luxor"] == 25 - 8
    play(game, "sell 0")
    assert asked(game) == (1, "sell", sells(4))
    play(game, "sell 4")
    assert game.money[1] == 6000 + 1000 + 4 * 200
    assert game.bank["Luxor"] == 25 - 4


def test_a_safe_chain_may_absorb_a_small_one() -> None:
    game = position(
        "online",
        "\n T T T T T T T T T T T . \n . . . . . . . . . . . L\n. . . . . . . . . . . L",
        ["12A", "", ""],
    )
    play(game, "place 12A")
    assert game.sizes == {"Tower": 14}


# Tiles that cannot be placed


TWO_SAFE_CHAINS = """
    T T T T T T T T T T T T
    . . . . . . . . . . . .
    A A A A A A A A A A A A
"""


def test_r5_a_tile_between_two_safe_chains_is_dead_even_if_it_touches_a_small_one() -> None:
    drawing = """
        . . . . . W . . . . . .
        . . . . . W . . . . . .
        T T T T T . A A A A A A
        T T T T T . A A A A A A
        T . . . . . . . . . . .
    """
    game = position("2023-classic", drawing, ["6C 1I", "", ""])
    assert game.legal() == {"place 1I"}
    play(game, "place 1I", "done")
    assert asked(game) == (0, "exchange", {"exchange", "keep"})


SEVEN_CHAINS = """
    {0} {0} . {1} {1} . {2} {2} . {3} {3} .
    . . . . . . . . . . . .
    {4} {4} . {5} {5} . {6} {6} . . . .
    . . . . . . . . . o . .
"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_r5_a_tile_that_would_found_an_eighth_chain_is_held_and_not_exchanged(edition: str) -> None:
    drawing = SEVEN_CHAINS.format(*(chain[0] for chain in EDITIONS[edition]["chains"]))
    game = position(edition, drawing, ["9D 3A", "12I", "12H"])
    assert game.legal() == {"place 3A"}
    game.hands[0] = ["9D"]
    assert game.legal() == {"skip"}
    play(game, "skip", "done")
    assert game.to_act == 1
    assert game.hands[0] == ["9D"]
    assert game.set_aside == []


def test_r5_the_eighth_chain_tile_can_be_placed_once_a_merger_has_freed_a_chain() -> None:
    drawing = SEVEN_CHAINS.format(*"LTAWFIC")
    game = position("tournament", drawing, ["3A", "9D", ""])
    play(game, "place 3A", "survivor Tower", "done")
    assert game.legal() == {"place 9D"}
    play(game, "place 9D")
    assert game.legal() == {"found Luxor"}


def test_r6_in_1962_a_player_who_cannot_place_draws_nothing_and_may_buy() -> None:
    game = position("1962", TWO_SAFE_CHAINS, ["1B 2B", "12I", ""])
    bag = len(game.bag)
    play(game, "skip")
    assert game.decision == "buy"
    assert len(game.bag) == bag
    assert game.hands[0] == ["1B", "2B"]


def test_r7_in_1999_and_tournament_all_dead_tiles_are_replaced_once_the_one_just_drawn_included() -> None:
    game = position("tournament", TWO_SAFE_CHAINS, ["1B 12I", "1I", ""], bag="2B 3B 5I 6I")
    play(game, "place 12I", "done")
    assert game.to_act == 1
    assert game.hands[0] == ["3B", "5I"]  # 2B was drawn for 12I; 3B is dead too and waits
    assert game.snapshot()["set_aside"] == ["1B", "2B"]
    assert game.bag == ["6I"]


def test_r7_online_dead_tiles_are_replaced_until_none_is_left() -> None:
    game = position("online", TWO_SAFE_CHAINS, ["1B 12I", "1I", ""], bag="2B 3B 5I 6I 7I")
    play(game, "place 12I", "done")
    assert game.hands[0] == ["5I", "6I"]
    assert game.snapshot()["set_aside"] == ["1B", "2B", "3B"]
    assert game.bag == ["7I"]


def test_r7_dead_tiles_are_set_aside_even_when_the_bag_is_empty() -> None:
    for edition in ("tournament", "online"):
        game = position(edition, TWO_SAFE_CHAINS, ["1B 2B 12I", "1I", ""], bag="5I")
        play(game, "place 12I", "done")
        assert game.hands[0] == ["5I"]
        assert game.snapshot()["set_aside"] == ["1B", "2B"]


def test_r7_in_2023_the_player_may_keep_dead_tiles_or_exchange_them_all() -> None:
    def asked_game(bag: str) -> Referee:
        game = position("2023-tycoon", TWO_SAFE_CHAINS, ["1B 12I", "1I", ""], bag=bag)
        play(game, "place 12I", "done")
        assert asked(game) == (0, "exchange", {"exchange", "keep"})
        return game

    game = asked_game("2B 3B 5I")
    play(game, "keep")
    assert game.hands[0] == ["1B", "2B"]
    game = asked_game("2B 3B 5I")
    play(game, "exchange")
    assert game.to_act == 1
    assert game.hands[0] == ["3B", "5I"]
    game = asked_game("")
    play(game, "exchange")
    assert game.hands[0] == []
    assert game.set_aside == ["1B"]


def test_in_1962_dead_tiles_stay_in_hand() -> None:
    game = position("1962", SEVEN_CHAINS.format(*"CTLAWIF"), ["12I", "1H", ""], bag="2B 3B")
    game.sizes["Continental"] = game.sizes["World-Wide"] = 12
    play(game, "place 12I", "done")
    assert game.to_act == 1
    assert game.hands[0] == ["2B"]


# The end


def test_r8_a_seat_with_an_empty_hand_skips_and_may_buy() -> None:
    game = position("1999", "\n Z Z", ["", "5I", ""], bag="")
    assert asked(game) == (0, "place", {"skip"})
    play(game, "skip", "buy Zeta", "done")
    assert game.to_act == 1


def test_r9_the_game_ends_when_no_hand_holds_a_tile() -> None:
    game = position("1999", "\n Z Z", ["5I", "", ""], [{"Zeta": 2, "Phoenix": 3}, {"Zeta": 1}, {}], bag="")
    play(game, "place 5I")
    assert not game.over
    play(game, "done")
    assert game.over
    assert asked(game) == (None, None, set())
    assert game.result == {"money": [8400, 7200, 6000], "winners": [0], "end": "no tiles"}
    assert game.snapshot()["shares"] == [{"Phoenix": 3}, {}, {}]  # R20: worthless
    assert game.bank["Zeta"] == 25


def test_r9_setting_aside_the_last_dead_tile_leaves_no_tiles() -> None:
    game = position("2023-classic", TWO_SAFE_CHAINS, ["5B", "", ""], bag="")
    play(game, "skip", "done", "exchange")
    assert game.result is not None
    assert game.result["end"] == "no tiles"


@pytest.mark.parametrize("edition", EDITIONS)
def test_r9_the_game_ends_when_a_whole_round_is_skipped(edition: str) -> None:
    drawing = SEVEN_CHAINS.format(*(chain[0] for chain in EDITIONS[edition]["chains"]))
    game = position(edition, drawing, ["9D", "11D 12I", "10E"], bag="10C")
    play(game, "skip", "done", "place 12I", "done")
    for seat in (2, 0, 1):
        assert asked(game) == (seat, "place", {"skip"})
        play(game, "skip", "done")
    assert game.result == {"money": [6000] * 3, "winners": [0, 1, 2], "end": "no move"}


def test_r9_a_round_of_skips_ends_the_game_even_if_a_tile_drawn_since_could_be_placed() -> None:
    game = position("tournament", TWO_SAFE_CHAINS, ["5B", "6B", "7B"], bag="5I 6I 7I")
    play(game, "skip", "done", "skip", "done", "skip", "done")
    assert game.result is not None
    assert game.result["end"] == "no move"
    assert game.hands == [["5I"], ["6I"], ["7I"]]


ALL_SAFE = """
    T T T T T T T T T T T .
    . . . . . . . . . . . .
    . . o . . . . . . . . .
"""


def test_r10_announced_before_the_tile_the_end_stands_although_the_tile_breaks_the_condition() -> None:
    game = position("tournament", ALL_SAFE, ["4C", "1I", ""])
    assert game.legal() == {"place 4C", "end"}
    play(game, "end")
    assert asked(game) == (0, "place", {"place 4C"})
    assert game.announced
    play(game, "place 4C", "found Luxor")
    assert asked(game) == (0, "buy", {"buy Tower", "buy Luxor", "done"})
    play(game, "buy Tower", "done")
    assert game.result is not None
    assert game.result["end"] == "announced"
    assert game.hands == [[], ["1I"], []]  # nothing was drawn
    assert game.result["money"] == [6000 + 7000 + 3500 + 2000 + 1000 + 200, 6000, 6000]


def test_r10_an_unannounced_end_passes_when_the_tile_breaks_the_condition() -> None:
    game = position("tournament", ALL_SAFE, ["4C", "1I", ""])
    play(game, "place 4C", "found Luxor")
    assert "end" not in game.legal()


def test_r10_while_buying_the_end_may_be_announced_between_shares_and_after_the_last() -> None:
    game = position("online", ALL_SAFE, ["1I", "2I", ""])
    play(game, "place 1I")
    assert game.legal() == {"buy Tower", "done", "end"}
    play(game, "buy Tower", "buy Tower", "buy Tower")
    assert asked(game) == (0, "buy", {"done", "end"})
    play(game, "end")
    assert game.over
    game = position("online", ALL_SAFE, ["1I", "2I", ""])
    play(game, "place 1I", "end")
    assert asked(game) == (0, "buy", {"buy Tower", "done"})
    play(game, "buy Tower", "buy Tower", "buy Tower")
    assert game.over
    game = position("online", ALL_SAFE, ["1I", "2I", ""])
    play(game, "place 1I", "done")
    assert not game.over


def test_r10_without_money_the_end_may_still_be_announced() -> None:
    game = position("online", ALL_SAFE, ["1I", "2I", ""])
    game.money[0] = 0
    play(game, "place 1I")
    assert game.legal() == {"done", "end"}


def test_r10_a_seat_without_tiles_may_announce_and_then_skips() -> None:
    game = position("1999", ALL_SAFE.replace("T", "Z"), ["", "1I", ""])
    assert game.legal() == {"skip", "end"}
    play(game, "end")
    assert game.legal() == {"skip"}
    play(game, "skip", "done")
    assert game.result is not None
    assert game.result["end"] == "announced"


def test_r10_a_chain_of_41_may_end_the_game_beside_small_ones() -> None:
    drawing = "\n" + "T T T T T T T T T T\n" * 4 + "{} . . . . . . . . . . .\n" + ". . . . . L L" + "\n. . .\n"
    game = position("online", drawing.format("."), ["12I", "", ""])
    assert game.legal() == {"place 12I"}
    game = position("online", drawing.format("T"), ["12I", "", ""])
    assert game.legal() == {"place 12I", "end"}


def test_r10_in_1962_the_end_comes_by_itself_after_the_draw_and_the_buying_of_that_turn() -> None:
    game = position("1962", "\n T T T T T T T T T T . .", ["11A", "1I", ""])
    assert game.legal() == {"place 11A"}
    play(game, "place 11A")
    assert len(game.hands[0]) == 1
    assert asked(game) == (0, "buy", {"buy Tower", "done"})
    play(game, "done")
    assert game.result == {"money": [6000] * 3, "winners": [0, 1, 2], "end": "automatic"}
    assert not game.announced


def test_r11_with_no_chain_on_the_board_the_end_cannot_be_announced() -> None:
    game = new_game("1999", 3, TILES)
    assert "end" not in game.legal()


def test_r20_the_winner_has_the_most_money_after_bonuses_and_sales() -> None:
    shares = [{"Tower": 2}, {"Tower": 2}, {"Tower": 1, "Luxor": 9}]
    game = position("tournament", ALL_SAFE, ["1I", "", ""], shares)
    play(game, "end", "place 1I", "done")
    tied = 6000 + 5300 + 2 * 700
    assert game.result == {"money": [tied, tied, 6700], "winners": [0, 1], "end": "announced"}
    assert game.snapshot()["shares"] == [{}, {}, {"Luxor": 9}]


# Two players


@pytest.mark.parametrize(
    ("draw", "paid"),
    [
        ("9F", [3500, 0]),  # G6: nine for the market, then seat 0
        ("2B", [7000, 0]),  # two for the market: second, and its money stays in the bank
        ("3B", [5300, 0]),
        ("1B", [7000, 1800]),
    ],
)
def test_r19_g6_the_market_ranks_as_a_holder(draw: str, paid: list[int]) -> None:
    shares = [{"Imperial": 3}, {"Imperial": 1 if draw == "1B" else 0}]
    game = position("2023-classic", FESTIVAL_TAKES_IMPERIAL, ["8A", ""], shares, market=[draw])
    bag = len(game.bag)
    play(game, "place 8A")
    assert [money - 6000 for money in game.money] == paid
    assert len(game.bag) == bag
    game.check_market_used()


def test_r19_the_market_is_drawn_after_absorb_and_even_for_a_chain_that_nobody_holds() -> None:
    game = position("2023-classic", FOUR_CHAINS_MEET, ["5E", ""], market=["1I", "2I", "3I"])
    play(game, "place 5E")
    assert len(game.market) == 3
    play(game, "survivor Imperial")
    assert game.market == ["2I", "3I"]
    play(game, "absorb Tower")
    assert game.market == []


def test_r19_at_the_end_the_chains_are_drawn_for_in_table_order() -> None:
    drawing = """
        Q Q Q Q Q Q Q Q Q Q Q Q
        . . . . . . . . . . . .
        Z Z Z Z Z Z Z Z Z Z Z Z
    """
    shares = [{"Quantum": 1, "Zeta": 1}, {}]
    game = position("1999", drawing, ["", "1I"], shares, bag="12H 1H", market=["1H", "12H"])
    play(game, "end", "skip", "done")
    zeta, quantum = (7000 + 3500 + 100) // 2, 4500
    assert game.result is not None
    assert game.result["money"] == [6000 + zeta + 700 + quantum + 900, 6000]


@pytest.mark.parametrize("market", [[], ["1A"], ["7"], ["13A"]])
def test_r19_a_market_draw_must_be_a_tile_in_the_bag(market: list[str]) -> None:
    game = position("2023-classic", FESTIVAL_TAKES_IMPERIAL, ["8A", ""], market=market)
    with pytest.raises(Illegal, match="market"):
        play(game, "place 8A")
    assert game.legal() == set()


def test_r19_with_the_bag_empty_the_market_draw_is_a_bare_number() -> None:
    game = position("2023-classic", FESTIVAL_TAKES_IMPERIAL, ["8A", ""], [{"Imperial": 3}, {}], "", ["7"])
    play(game, "place 8A")
    assert game.money[0] == 6000 + 3500
    for wrong in ("9F", "0", "13"):
        game = position("2023-classic", FESTIVAL_TAKES_IMPERIAL, ["8A", ""], bag="", market=[wrong])
        with pytest.raises(Illegal, match="market"):
            play(game, "place 8A")


def test_r19_online_two_players_have_no_market_and_left_over_draws_are_an_error() -> None:
    game = position("online", FESTIVAL_TAKES_IMPERIAL, ["8A", ""], [{"Imperial": 3}, {}], market=["9F"])
    play(game, "place 8A")
    assert game.money[0] == 6000 + 10500
    with pytest.raises(Illegal, match="left over"):
        game.check_market_used()


# Whole games


class Roller(Referee):
    """A referee that rolls its own market draws and remembers them."""

    def __init__(self, *args: Any, rng: random.Random) -> None:
        super().__init__(*args)
        self.rng = rng
        self.rolled: list[str] = []

    def _market_holding(self, chain: str) -> int:
        self.market = [self.rng.choice(self.bag) if self.bag else str(self.rng.randint(1, 12))]
        self.rolled += self.market
        return super()._market_holding(chain)


def check_conservation(game: Referee) -> None:
    tiles = [*game.board, *game.bag, *game.set_aside, *(tile for hand in game.hands for tile in hand)]
    assert sorted(tiles) == sorted(TILES)
    for chain, banked, dealt in zip(game.chains, game.rules["bank"], game.rules["dealt"], strict=True):
        assert game.bank[chain] + sum(held[chain] for held in game.shares) == banked + dealt
    assert min(game.bank.values()) >= 0
    assert min(game.money) >= 0
    assert all(money % 100 == 0 for money in game.money)
    on_board = Counter(game.board.values())
    del on_board[LOOSE]
    assert game.sizes == on_board


TABLES = [
    (edition, players)
    for edition, rules in EDITIONS.items()
    for players in range(rules["players"][0], rules["players"][1] + 1)
]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_random_game_ends_loses_nothing_and_replays(edition: str, players: int, seed: int) -> None:
    rng = random.Random(f"{edition} {players} {seed}")
    deck = rng.sample(TILES, len(TILES))
    deal = some_deal(edition, players, rng)
    game = Roller(edition, players, deck, deal, rng=rng)
    never_announce = seed % 2 == 0
    actions: list[str] = []
    while not game.over:
        assert len(actions) < 2000
        options = sorted(game.legal())
        assert options
        assert game.decision in ("place", "found") or len(options) > 1
        if never_announce and "end" in options:
            options.remove("end")
        actions.append(rng.choice(options))
        game.play(actions[-1])
        check_conservation(game)
    assert game.result is not None
    assert game.result["money"] == game.money
    with pytest.raises(Illegal):
        game.play("done")

    again = Referee(edition, players, deck, deal, game.rolled)
    play(again, *actions)
    again.check_market_used()
    assert again.snapshot() == game.snapshot()
    assert again.result == game.result
