"""Every reason to refuse an action: its code for programs, its sentence for players; and the game stays as it was."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from boards import bytes_of, opening, play, position
from mergemaker import Game, IllegalAction
from mergemaker.rules import game as game_module
from mergemaker.rules.words import illegal_actions, notation

SEVEN_CHAINS = """
    L L . T T . A A . W W .
    . . . . . . . . . . . .
    F F . I I . C C . . . .
    . . . . . . . . . o . .
"""
TWO_SAFE_CHAINS = """
    T T T T T T T T T T T T
    . . . . . . . . . . . .
    A A A A A A A A A A A A
    . . . . . . . . . . . .
    L L . . . . . . . . . .
"""
ALL_SAFE = "T T T T T T T T T T T"


def at_start() -> Game:
    return position("tournament", "T T . o", ["3A 5C", "1I 3I", "5I"])


def with_dead_tile() -> Game:
    return position("tournament", TWO_SAFE_CHAINS, ["5B 1I", "", "3I"])


def with_eighth_chain_tile() -> Game:
    return position("tournament", SEVEN_CHAINS, ["9D 1I", "", "3I"])


def stuck() -> Game:
    return position("tournament", SEVEN_CHAINS, ["9D", "1I", "3I"])


def founding() -> Game:
    game = position("tournament", "T T . . o", ["5B", "1I", "3I"])
    play(game, "place 5B")
    return game


def choosing_survivor() -> Game:
    game = position("tournament", "T T T . L L L\n. . . A\n. . . A", ["4A", "1I", "3I"])
    play(game, "place 4A")
    return game


def four_meet() -> Game:
    drawing = """
        . . . T . . .
        . . . T . . .
        I I I . W W W
        . . . L . . .
        . . . L . . .
    """
    game = position("tournament", drawing, ["4C", "1I", "3I"])
    play(game, "place 4C", "survivor Imperial")
    assert game.decision == "absorb"
    return game


def trading() -> Game:
    game = position("tournament", "T T T . L L", ["4A", "1I", "3I"], shares=[{"L": 5}, {}, {"T": 24}])
    play(game, "place 4A")
    return game


def selling() -> Game:
    game = trading()
    play(game, "trade 2")
    return game


def buying() -> Game:
    game = position(
        "tournament",
        "T T . C C C C C C . L L",
        ["1I", "3I", "5I"],
        shares=[{}, {"L": 25}, {}],
        cash=[700, 6000, 6000],
    )
    play(game, "place 1I")
    return game


def buying_in_1962() -> Game:
    game = position("1962", "T T T T T T T T T T", ["1I", "3I", "5I"])
    play(game, "place 1I")
    return game


def bought_three_with_the_end_in_sight() -> Game:
    game = position("tournament", ALL_SAFE, ["1I", "3I", "5I"])
    play(game, "place 1I", "buy Tower", "buy Tower", "buy Tower")
    return game


def announced() -> Game:
    game = position("tournament", ALL_SAFE, ["1I", "3I", "5I"])
    play(game, "end")
    return game


def selling_with_the_end_in_sight() -> Game:
    drawing = "L L . A A A\n.\n" + "T T T T T T T T T T T .\n" * 4
    game = position("tournament", drawing, ["3A", "1I", "3I"], shares=[{"L": 1}, {}, {}])
    play(game, "place 3A")
    assert game.decision == "sell"
    assert game.view().end_in_sight
    return game


def exchanging() -> Game:
    game = position("2023-classic", TWO_SAFE_CHAINS.replace("L", "S"), ["5B 1I", "", "3I"], bag="7I")
    play(game, "place 1I", "done")
    return game


def over() -> Game:
    game = position("tournament", "T T", ["1I", "", ""], bag="")
    play(game, "place 1I", "done")
    return game


REFUSALS: list[tuple[Callable[[], Game], str | int, str, str]] = [
    # What can't be read.
    (at_start, "jump 5C", "unknown-action", "There is no action “jump 5C”."),
    (at_start, "plase 5C", "unknown-action", "There is no action “plase 5C”. Did you mean place?"),
    (at_start, "BYE Tower", "unknown-action", "There is no action “BYE Tower”. Did you mean buy?"),
    (at_start, "", "unknown-action", "There is no action “”."),
    (at_start, "done 5", "unknown-action", "“done” stands alone, without “5”."),
    (at_start, "trade two", "unknown-action", "“trade” takes a number of shares, such as “trade 2”."),
    (at_start, "sell -1", "unknown-action", "“sell” takes a number of shares, such as “sell 2”."),
    (at_start, "sell 51", "unknown-action", "“sell” takes a number of shares, such as “sell 2”."),
    (at_start, "x" * 100, "unknown-action", "An action is a short text such as “place 5C”."),
    (at_start, "place \x1b[2J", "unknown-action", "An action is a short text such as “place 5C”."),
    (at_start, 100_000, "unknown-action", "There is no action number 100000."),
    (at_start, -1, "unknown-action", "There is no action number -1."),
    (at_start, "place 13C", "unknown-tile", "There is no tile “13C”. Tiles are 1A to 12I, such as 5C."),
    (at_start, "place 5J", "unknown-tile", "There is no tile “5J”. Tiles are 1A to 12I, such as 5C."),
    (founding, "found Luxxor", "unknown-chain", "There is no chain “Luxxor”. Did you mean Luxor?"),
    (
        founding,
        "found Ritz",
        "unknown-chain",
        "There is no chain “Ritz”. Chains are Luxor, Tower, American, Worldwide, Festival, Imperial and Continental.",
    ),
    (trading, "trade 3", "odd-trade", "Shares are traded two for one, so 3 is odd: trade an even number."),
    # What another decision is about.
    (at_start, "buy Tower", "wrong-decision", "Ann is to place a tile now. Possible: place 3A and place 5C."),
    (
        founding,
        "done",
        "wrong-decision",
        (
            "Ann is to name the new chain now. Possible: found Luxor, found American, found Worldwide, found Festival, "
            "found Imperial and found Continental."
        ),
    ),
    (
        trading,
        "sell 1",
        "wrong-decision",
        "Ann is to say how many shares to trade now. Possible: trade 0 and trade 2.",
    ),
    (
        exchanging,
        "place 5B",
        "wrong-decision",
        "Ann is to exchange dead tiles or keep them now. Possible: exchange and keep.",
    ),
    # Tiles.
    (
        at_start,
        "place 1I",
        "not-in-hand",
        "1I is not in the hand of Ann. Possible: 3A and 5C.",
    ),
    (
        at_start,
        "place 1A",
        "not-in-hand",
        "1A is not in the hand of Ann. It lies on the board. Possible: 3A and 5C.",
    ),
    (
        lambda: position("tournament", "T T", ["5C", "1I", "3I"], bag="7I"),
        "place 9I",
        "not-in-hand",
        "9I is not in the hand of Ann. It was set aside. Possible: 5C.",
    ),
    (stuck, "place 1I", "not-in-hand", "1I is not in the hand of Ann. None of yours can be placed: skip."),
    (
        with_dead_tile,
        "place 5B",
        "dead-tile",
        "5B can’t be placed. Dead: it would join the safe chains Tower and American.",
    ),
    (
        with_eighth_chain_tile,
        "place 9D",
        "eighth-tile",
        "9D can’t be placed. Not now: it would found a chain, and all 7 are on the board.",
    ),
    (at_start, "skip", "must-place", "A tile can be placed, so one must be: 3A and 5C."),
    # Chains.
    (
        founding,
        "found Tower",
        "cannot-found",
        "Tower is on the board already. Possible: Luxor, American, Worldwide, Festival, Imperial and Continental.",
    ),
    (
        choosing_survivor,
        "survivor American",
        "cannot-survivor",
        "American is not one of the largest chains in this merger. Possible: Luxor and Tower.",
    ),
    (
        four_meet,
        "absorb Imperial",
        "cannot-absorb",
        "Imperial is not one of the chains to be absorbed next. Possible: Luxor and Tower.",
    ),
    # Shares.
    (trading, "trade 4", "bank-empty", "The bank has one share of Tower, so at most 2 of Luxor can be traded."),
    (trading, "trade 6", "too-many", "You hold 5 shares of Luxor, not 6."),
    (selling, "sell 4", "too-many", "You hold 3 shares of Luxor, not 4."),
    (buying, "buy Imperial", "not-on-board", "Imperial is not on the board, so it can’t be bought."),
    (buying, "buy Luxor", "bank-empty", "The bank is out of Luxor."),
    (buying, "buy Continental", "cannot-afford", "A share of Continental costs $800 and you have $700."),
    (
        bought_three_with_the_end_in_sight,
        "buy Tower",
        "buy-limit",
        "Only 3 shares of all chains together a turn.",
    ),
    # The end.
    (
        at_start,
        "end",
        "cannot-announce",
        "The end can’t be announced yet: that takes a chain of 41 tiles, or all chains on the board safe (11 tiles).",
    ),
    (announced, "end", "cannot-announce", "The end has been announced already."),
    (
        selling_with_the_end_in_sight,
        "end",
        "cannot-announce",
        "The end is announced before the tile or while buying.",
    ),
    (
        buying_in_1962,
        "end",
        "cannot-announce",
        "In this edition the end is not announced: it comes by itself.",
    ),
    (over, "place 5C", "game-over", "The game is over."),
    (over, "end", "game-over", "The game is over."),
]


@pytest.mark.parametrize(
    ("situation", "action", "code", "sentence"),
    REFUSALS,
    ids=[f"{code}-{str(action)[:20]}" for _, action, code, _ in REFUSALS],
)
def test_an_action_is_refused_with_a_sentence_and_the_game_stays_as_it_was(situation, action, code, sentence):
    game = situation()
    before = bytes_of(game)
    with pytest.raises(IllegalAction) as refused:
        game.play(action)
    assert (refused.value.code, str(refused.value)) == (code, sentence)
    assert bytes_of(game) == before


def test_a_player_is_told_whose_turn_it_is():
    game = at_start()
    before = bytes_of(game)
    for seat, code, sentence in [
        (1, "not-your-turn", "It is not your turn: Ann is to place a tile."),
        (2, "not-your-turn", "It is not your turn: Ann is to place a tile."),
        (3, "no-such-seat", "There is no seat 3 at this table."),
        (-1, "no-such-seat", "There is no seat -1 at this table."),
    ]:
        with pytest.raises(IllegalAction) as refused:
            game.play("place 5C", seat=seat)
        assert (refused.value.code, str(refused.value)) == (code, sentence)
    assert bytes_of(game) == before
    game.play("place 5C", seat=0)


def test_in_a_merger_it_is_the_holders_turn_and_not_the_movers():
    game = position("tournament", "T T T . L L", ["4A", "1I", "3I"], shares=[{}, {"L": 1}, {}])
    play(game, "place 4A")
    with pytest.raises(IllegalAction) as refused:
        game.play("sell 1", seat=0)
    assert str(refused.value) == "It is not your turn: Bob is to say how many shares to sell."
    game.play("sell 1", seat=1)


def test_nobody_has_a_turn_when_the_game_is_over():
    with pytest.raises(IllegalAction) as refused:
        over().play("place 5C", seat=0)
    assert (refused.value.code, str(refused.value)) == ("game-over", "The game is over.")


def test_every_code_that_the_rules_can_give_is_in_the_table():
    modules = notation, illegal_actions, game_module
    text = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in modules)
    codes = set(re.findall(r'IllegalAction\(\s*"([a-z-]+)"', text))
    made = re.findall(r'IllegalAction\(\s*f"([^"]+)"', text)
    assert sorted(made) == ["cannot-{decision}", "{effect.effect}-tile"]
    codes |= {"cannot-found", "cannot-survivor", "cannot-absorb", "dead-tile", "eighth-tile"}
    tested = {code for _, _, code, _ in REFUSALS} | {"not-your-turn", "no-such-seat"}
    assert codes == tested


@pytest.mark.parametrize(
    "text",
    ["place 5C", "Place 5c", "  place   5C ", "PLACE C5", "place c5", "place\t5C", "place 5 C", "place C-5"],
)
def test_an_action_is_read_however_it_is_written(text):
    game = at_start()
    game.play(text)
    assert game.actions == ["place 5C"]


@pytest.mark.parametrize("text", ["found World-Wide", "found worldwide", "FOUND world wide", "found  World  Wide"])
def test_a_chain_is_read_however_it_is_written(text):
    game = position("1962", "o", ["2A", "1I", "3I"])
    play(game, "place 2A", text)
    assert game.actions[-1] == "found World-Wide"


def test_an_action_is_its_number_as_well():
    game = opening("1999", 3, "1A 5E 9I")
    legal = [number for number, may in enumerate(game.legal_mask()) if may]
    assert [game._texts[number] for number in legal] == game.legal_actions()
    game.play(legal[0])
    assert game.action_ids == [legal[0]]
