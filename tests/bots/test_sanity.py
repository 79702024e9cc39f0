"""Positions that any good player gets right, as drawn boards.

Each is marked with the bot that must solve it. The chains are tournament's: Luxor and Tower cheap, American, Worldwide
and Festival in between, Imperial and Continental dear.
"""

import pytest

from boards import play, position
from mergemaker.bots import make_bot

BROKER = "broker"
MOGUL = "mogul:iterations=200"
LOOK = "magnate:iterations=1"
MAGNATE = "magnate:iterations=1000"


def choice(game, bot):
    return make_bot(bot, 1).choose(game.view(game.to_act))


def turn(game, bot):
    """All that a bot does until its turn is over."""
    mover, done = game.to_act, []
    while not game.over and game.mover == mover:
        action = choice(game, bot)
        if game.to_act == mover:
            done.append(action)
        game.play(action)
    return done


SAFE_TWO = """
    I I I I I I . T T T T .
    I I I I I I . T T T T .
    . . . . . . . T T T . .
"""


def at_the_end(shares, cash, hand="1I", announced=True):
    """Imperial 12 at $900 and Tower 11 at $700, both safe, and the end announced."""
    return position("tournament", SAFE_TWO, [hand, "3I", "5I"], shares=shares, cash=cash, announced=announced)


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_announces_the_end_when_ahead(bot):
    game = at_the_end([{"I": 9}, {"I": 5}, {"T": 4}], 3000, announced=False)
    assert "end" in turn(game, bot)  # whether it places and buys before that is all the same


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_does_not_announce_the_end_when_behind(bot):
    game = at_the_end([{"I": 4}, {"I": 9, "T": 3}, {"T": 9}], 3000, announced=False)
    assert choice(game, bot) != "end"


# What Bob has in cash where Ann has a share more than he, and no cash, so that the two would end with the same.
EVEN_CASH = {"tournament": 5400, "1999": 5400, "2023-classic": 5400, "2023-tycoon": 3700}


def end_by_100(edition, more):
    """Ann has the majority and no cash; Bob could take it from her, and has so much more than it takes to be even."""
    board = SAFE_TWO.replace("I", "6").replace("T", "2")
    cash = [0, EVEN_CASH[edition] + more, 0]
    return position(edition, board, ["1I", "3I", "5I"], shares=[{"6": 6}, {"6": 5}, {}], cash=cash)


@pytest.mark.parametrize("edition", EVEN_CASH)
@pytest.mark.parametrize("bot", [BROKER, MOGUL, LOOK, MAGNATE])
def test_an_end_that_wins_by_100_is_announced(bot, edition):
    game = end_by_100(edition, -100)
    assert "end" in turn(game, bot)
    assert game.result["winners"] == [0]


@pytest.mark.parametrize("edition", EVEN_CASH)
@pytest.mark.parametrize("bot", [BROKER, MOGUL, LOOK, MAGNATE])
def test_an_end_that_loses_by_100_is_not_announced(bot, edition):
    assert "end" not in turn(end_by_100(edition, 100), bot)


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_announces_while_buying_when_a_purchase_has_put_it_ahead(bot):
    game = at_the_end([{"I": 5}, {"I": 5}, {}], [900, 2500, 0], announced=False)
    done = turn(game, bot)
    assert "end" in done
    assert game.over
    assert game.result["winners"] == [0]


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_takes_the_share_that_breaks_a_tie_for_the_majority(bot):
    game = at_the_end([{"I": 6}, {"I": 6}, {"T": 3}], [900, 4600, 0])
    assert "buy Imperial" in turn(game, bot)
    assert game.result["winners"] == [0]


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_takes_the_last_share_that_wins_a_majority(bot):
    game = at_the_end([{"I": 9}, {"I": 9, "T": 1}, {"I": 6, "T": 6}], [1000, 0, 0])
    assert turn(game, bot)[1] == "buy Imperial"
    assert game.result["winners"] == [0]


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_buys_two_shares_where_one_would_only_tie(bot):
    game = at_the_end([{"T": 4, "I": 3}, {"T": 5, "I": 3}, {}], [1500, 2600, 2000])
    assert turn(game, bot).count("buy Tower") == 2
    assert game.result["winners"] == [0]


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_takes_the_larger_of_two_bonuses_when_the_cash_is_for_one(bot):
    game = at_the_end([{"T": 5, "I": 5}, {"T": 5, "I": 5}, {}], [900, 1000, 0])
    assert "buy Imperial" in turn(game, bot)
    assert game.result["winners"] == [0]


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_takes_second_place_when_the_first_is_out_of_reach(bot):
    game = at_the_end([{"T": 9, "I": 2}, {"T": 8, "I": 2}, {"I": 9}], [900, 2000, 0])
    assert "buy Imperial" in turn(game, bot)


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_tycoon_takes_the_second_place_from_a_rival(bot):
    game = position(
        "2023-tycoon",
        SAFE_TWO.replace("T", "2"),
        ["1I", "3I", "5I"],
        shares=[{"I": 2, "2": 1}, {"I": 3, "2": 6}, {"I": 9, "2": 9}],
        cash=[1800, 2500, 0],
        announced=True,
    )
    assert turn(game, bot).count("buy Imperial") == 2


MERGER = """
    L L L . I I I I . . . .
    L L . . I I I . . . . .
    . . . . . . . . . . . .
"""


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_makes_the_merger_that_pays_it(bot):
    game = position(
        "tournament", MERGER, ["4A 12I", "3I", "5I"], shares=[{"L": 5}, {"L": 1, "I": 2}, {"I": 3}], cash=500
    )
    assert choice(game, bot) == "place 4A"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_does_not_make_the_merger_that_pays_a_rival_only(bot):
    game = position(
        "tournament", MERGER, ["4A 12I", "3I", "5I"], shares=[{"I": 1}, {"L": 7, "I": 4}, {"L": 3, "I": 3}], cash=500
    )
    assert choice(game, bot) == "place 12I"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_trades_rather_than_sells_when_that_takes_the_majority(bot):
    game = position(
        "tournament",
        MERGER,
        ["3I", "4A", "5I"],
        shares=[{"L": 6, "I": 4}, {"I": 6}, {"I": 2}],
        cash=[0, 800, 0],
        mover=1,
        announced=True,
    )
    play(game, "place 4A")
    assert (game.to_act, game.decision) == (0, "trade")
    assert choice(game, bot) == "trade 6"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_sells_what_will_be_worth_nothing_when_the_game_ends(bot):
    game = position(
        "tournament",
        MERGER,
        ["4A", "3I", "5I"],
        shares=[{"L": 1, "I": 4}, {"L": 4, "I": 4}, {}],
        cash=[3000, 1000, 0],
        announced=True,
    )
    play(game, "place 4A")
    assert (game.to_act, game.decision) == (0, "sell")
    assert choice(game, bot) == "sell 1"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_trades_at_the_end_when_the_survivor_is_worth_more_than_two(bot):
    """Luxor 2 at $200 into Imperial 14 at $900: two shares for one, though no place changes."""
    game = position(
        "tournament",
        """
        L L . I I I I I I I .
        . . . I I I I I I I .
        """,
        ["3A", "5I", "7I"],
        shares=[{"L": 4, "I": 9}, {"L": 2, "I": 5, "T": 1}, {}],
        cash=[0, 7000, 0],
        announced=True,
    )
    play(game, "place 3A")
    assert choice(game, bot) == "trade 4"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_does_not_trade_at_the_end_for_less_than_the_two_would_sell_for(bot):
    """Continental 6 at $800 into Tower 8 at $700."""
    game = position(
        "tournament",
        """
        C C C . T T T T .
        C C C . T T T T .
        """,
        ["4A", "5I", "7I"],
        shares=[{"C": 4, "T": 1}, {"T": 9}, {"C": 9}],
        cash=[2200, 0, 0],
        announced=True,
    )
    play(game, "place 4A")
    assert choice(game, bot) == "trade 0"


FOUNDING = """
    . . . . . . . . . . . .
    . o . . I I I . . . . .
    . . . . . . . . . . . .
"""


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_does_not_found_the_chain_in_which_a_rival_holds_a_hoard(bot):
    game = position(
        "tournament",
        FOUNDING,
        ["1B", "3I", "5I"],
        shares=[{}, {"L": 9}, {"T": 1}],
        cash=2000,
        bag="9E 9F 9G 9H 10E 11E",
    )
    play(game, "place 1B")
    assert choice(game, bot) != "found Luxor"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_founds_the_chain_in_which_it_holds_a_hoard_while_there_is_time(bot):
    """Luxor or Tower, both cheap, and the bag is nearly empty."""
    game = position(
        "tournament",
        """
        . . . . . . . . . . . .
        . o . A A . W W . F F .
        . . . . . . . . . . . .
        . . . I I . C C . . . .
        """,
        ["1B", "3I", "5I"],
        shares=[{"L": 9}, {"T": 2, "A": 3, "W": 3}, {"T": 1, "F": 3, "I": 2, "C": 2}],
        cash=600,
        bag="7G 9G 11G",
    )
    play(game, "place 1B")
    assert choice(game, bot) == "found Luxor"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_founds_at_the_start_rather_than_leave_a_tile_loose(bot):
    game = position(
        "tournament",
        """
        . . . . . . . . . . . .
        . o . . . . . . . . . .
        . . . . . . o . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . o . .
        . . . . o . . . . . . .
        """,
        ["1B 12I 9F 4D 6G 8B", "3I", "5I", "7I"],
    )
    assert choice(game, bot) == "place 1B"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_grows_its_own_chain_rather_than_a_rivals_on_the_last_turn(bot):
    game = position(
        "tournament",
        """
        . A A A . . . . F F F .
        . . . . . . . . . . . .
        """,
        ["5A 8A", "3I", "5I"],
        shares=[{"A": 6}, {"F": 6}, {"F": 3}],
        cash=0,
        announced=True,  # else both tiles would be placed sooner or later, in either order
    )
    assert choice(game, bot) == "place 5A"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_lets_its_own_chain_survive_when_the_game_ends(bot):
    game = position(
        "tournament",
        """
        A A . F F
        A . . . F
        """,
        ["3A", "5I", "7I"],
        shares=[{"A": 6, "F": 2}, {"F": 6, "A": 2}, {}],
        cash=[1000, 1000, 0],
        announced=True,
    )
    play(game, "place 3A")
    assert choice(game, bot) == "survivor American"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_buys_into_the_chain_whose_merger_it_holds_the_tile_for(bot):
    """One more share of Luxor is the majority, and 4A absorbs it next turn."""
    game = position(
        "tournament",
        MERGER,
        ["4A 12I", "3I", "5I"],
        shares=[{"L": 3}, {"L": 3, "I": 2}, {"I": 3}],
        cash=[700, 0, 0],
        bag="9E 9F 9G 9H 10E 11E 11F 11G",
    )
    play(game, "place 12I")
    assert choice(game, bot) == "buy Luxor"


def last_dollars(bag):
    """American, where Ann and Eve are level, and Festival, where Bob is far ahead; Ann has the only $400 left."""
    game = position(
        "tournament",
        """
        A A A . . . . F F F
        """,
        ["12I", "3I", "5I"],
        shares=[{"A": 3}, {"F": 12}, {"A": 3, "F": 5}],
        cash=[400, 0, 0],
        bag=bag,
    )
    play(game, "place 12I")
    return game


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_buys_where_it_leads_rather_than_where_it_can_not_catch_up(bot):
    assert choice(last_dollars("5E 7E 9E 11E 5G 7G 9G 11G"), bot) == "buy American"


@pytest.mark.parametrize("bot", [BROKER, MOGUL, MAGNATE])
def test_exchanges_dead_tiles_where_that_is_a_choice(bot):
    game = position("2023-classic", SAFE_TWO.replace("T", "2"), ["7A 1I", "3I", "5I"], shares=[{}, {"I": 3}, {"I": 5}])
    play(game, "place 1I")
    while game.decision == "buy":
        game.play("done")
    assert game.decision == "exchange"
    assert choice(game, bot) == "exchange"


@pytest.mark.parametrize("bot", [MOGUL, MAGNATE])
def test_keeps_cash_for_the_chain_that_will_surely_be_founded(bot):
    """What is left in the bag founds again and again, at $200 a share, and nobody else has a dollar."""
    assert choice(last_dollars("9E 9F 9G 9H 10E 11E 11F 11G"), bot) == "done"
