"""The coach: cards for what happens the first time, and a word on a decision, from the seat's own view alone."""

from __future__ import annotations

import pytest

from boards import play, position
from mergemaker.learning.coach import judge
from mergemaker.learning.coach_cards import MOMENTS, cards, cards_for
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView
from staged_games import STAGED


def moments(game: Game, *actions: str, seat: int = 0) -> set[str]:
    """The moments of the cards after some actions."""
    happened = play(game, *actions)
    return {card.moment for card in cards_for(game.view(seat), happened)}


def test_every_card_has_its_moment_and_two_sentences():
    assert {card.moment for card in cards()} == set(MOMENTS)
    for card in cards():
        assert card.text.count(".") >= 2
        assert "!" not in card.text


@pytest.mark.parametrize(
    ("staged", "moment"), [("trade", "safe"), ("skip", "dead"), ("end", "end"), ("exchange", "dead")]
)
def test_what_a_seat_sees_brings_its_card(staged: str, moment: str):
    assert moment in moments(STAGED[staged][0]())


def test_what_happens_brings_its_card_and_a_quiet_table_none():
    quiet = position("2023-classic", ". . T T\n. . . .\nS S", ["1I 5I", "12I", "9I"], shares=[{"T": 2}, {"T": 1}, {}])
    assert moments(quiet) == set()
    drawing = ". o . . T T . S S S"
    founding = position("2023-classic", drawing, ["1A 9I", "12I", "9H"], shares=[{"T": 2}, {"S": 1}, {}])
    assert "founding" in moments(founding, "place 1A", "found American")
    merging = position("2023-classic", drawing, ["7A 9I", "12I", "9H"], shares=[{"T": 2}, {"S": 1}, {}])
    assert "merger" in moments(merging, "place 7A")


def test_being_broke_and_being_passed_are_noticed():
    game = position("2023-classic", "T T", ["9I", "12I", "9H"], shares=[{"T": 2}, {"T": 2}, {}], cash=[100, 6000, 6000])
    assert moments(game) == {"broke"}
    happened = play(game, "place 9I", "place 12I", "buy Tower", "done")
    assert "passed" in {card.moment for card in cards_for(game.view(0), happened)}
    assert "passed" not in {card.moment for card in cards_for(game.view(1), happened)}


def to_place() -> SeenView:
    """Seat 0 could merge Tower, in which it holds nothing, into Imperial; or stay out of it."""
    return position(
        "2023-classic",
        "T T T T T . I I I I I I",
        ["6A 9I 1C", "12I", "3H"],
        shares=[{"I": 1}, {"T": 9}, {"T": 4, "I": 5}],
        cash=[2000, 100, 100],
    ).view(0)


def test_before_a_decision_that_costs_much_the_coach_asks_and_says_what_it_would_do():
    word = judge(to_place(), ["place 6A"])
    assert word.concern == "This pays Bob $5,000 and Cid $2,500, and you nothing. Sure?"
    assert word.instead.startswith(("The coach would place 1C", "The coach would place 9I"))
    assert not word.good


def test_after_a_good_decision_it_says_so():
    word = judge(to_place(), ["place 9I"])
    assert not word.concern
    assert word.good.startswith("Well chosen")


def test_a_majority_given_away_is_named():
    """In the merger Bob and Ann are level in Imperial; Bob has traded, and Ann sells all: he is first."""
    drawing = ". . I I I I I I I I\n. . . . .\n. . . . F\n. . . . F\n. . . . F"
    held = [{"F": 6, "I": 4}, {"F": 6, "I": 4}, {"I": 2}]
    game = position("2023-classic", drawing, ["9I", "5B 12I", "3H"], shares=held, cash=[9000, 3000, 3000], mover=1)
    play(game, "place 5B", "trade 6")
    word = judge(game.view(0), ["trade 0", "sell 0"])
    assert "Sure?" in word.concern
    assert word.instead.startswith("The coach would trade")


def test_the_coach_has_no_word_where_there_is_no_choice_or_no_sense():
    view = to_place()
    assert judge(view, []) == judge(view, ["place 12I"]) == ("", "", "")


def test_the_coach_knows_no_more_than_the_seat():
    """Two games that differ in what seat 0 can't see, the others' tiles and the bag, get the same word."""
    words = []
    for others in (("12I", "3H"), ("4H", "12E")):
        game = position(
            "2023-classic",
            "T T T T T . I I I I I I",
            ["6A 9I 1C", *others],
            shares=[{"I": 1}, {"T": 9}, {"T": 4, "I": 5}],
            cash=[2000, 100, 100],
        )
        words.append(judge(game.view(0), ["place 6A"]))
    assert words[0] == words[1]
