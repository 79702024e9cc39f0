"""Planted mistakes: drawn positions in which a decision is plainly wrong, and positions in which none can be.

The chains are tournament's: Luxor and Tower cheap, American, Worldwide and Festival in between, Imperial and
Continental dear.
"""

import re
from functools import partial
from typing import Any

import pytest

from boards import play, position
from mergemaker.review.decisions import verdict_on
from mergemaker.review.depths import NORMAL, QUICK
from mergemaker.review.grades import BEST, FROM, GOOD, INACCURACY, is_costly
from mergemaker.review.judge import Judge
from mergemaker.review.reasons import reason_for
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.words.notation import read_action

SAFE_TWO = """
    I I I I I I . T T T T .
    I I I I I I . T T T T .
    . . . . . . . T T T . .
"""
MERGER = """
    L L L . I I I I . . . .
    L L . . I I I . . . . .
    . . . . . . . . . . . .
"""


def at_the_end(shares, cash, *, hand="1I", announced=True, edition="tournament"):
    """Imperial 12 and Tower 11, both safe, and the end announced."""
    drawing = SAFE_TWO if edition == "tournament" else SAFE_TWO.replace("T", "2")
    return position(edition, drawing, [hand, "3I", "5I"], shares=shares, cash=cash, announced=announced)


def buying(shares, cash, **more):
    game = at_the_end(shares, cash, **more)
    play(game, "place 1I")
    return game


def merging(shares, cash, *, mover=0, announced=True, hands=("4A", "3I", "5I"), drawing=MERGER, tile="4A"):
    game = position("tournament", drawing, list(hands), shares=shares, cash=cash, mover=mover, announced=announced)
    play(game, f"place {tile}")
    return game


def verdict(game, action, depth=QUICK):
    number = read_action(game.edition, action)
    return verdict_on(Judge(game.edition), game.state, game.hidden, number, 1, game.names, depth)


DEAR = """
    C C C . T T T T .
    C C C . T T T T .
"""
ONE_DEAR = """
    L L . I I I I I I I .
    . . . I I I I I I I .
"""
FOUNDING = """
    . . . . . . . . . . . .
    . o . . I I I . . . . .
"""
TWO_TO_GROW = """
    . A A A . . . . F F F .
    . . . . . . . . . . . .
"""


def merger_in_hand(shares, cash, announced=False):
    """4A merges Luxor into Imperial, 12I does nothing."""
    return position("tournament", MERGER, ["4A 12I", "3I", "5I"], shares=shares, cash=cash, announced=announced)


def last_growth():
    shares = [{"A": 6}, {"F": 6}, {"F": 3}]
    return position("tournament", TWO_TO_GROW, ["5A 8A", "3I", "5I"], shares=shares, cash=[0, 2000, 0], announced=True)


def last_founding():
    shares = [{"I": 2}, {"I": 3}, {}]
    game = position("tournament", FOUNDING, ["1B", "3I", "5I"], shares=shares, cash=[0, 1500, 0], announced=True)
    play(game, "place 1B")
    return game


def rivals_hoard():
    shares = [{}, {"L": 9}, {"T": 1}]
    game = position("tournament", FOUNDING, ["1B", "3I", "5I"], shares=shares, cash=2000)
    play(game, "place 1B")
    return game


def about_to_merge():
    """One more share of Luxor is the majority, and 4A absorbs it next turn."""
    shares = [{"L": 3}, {"L": 3, "I": 2}, {"I": 3}]
    bag = "9E 9F 9G 9H 10E 11E 11F 11G"
    game = position("tournament", MERGER, ["4A 12I", "3I", "5I"], shares=shares, cash=[700, 0, 0], bag=bag)
    play(game, "place 12I")
    return game


def first_turn():
    return position("tournament", ". . . .\n . o . .", ["1B 12I 9F", "3I", "5I", "7I"])


TIE = partial(buying, [{"I": 6, "T": 2}, {"I": 6, "T": 2}, {"T": 9}], [900, 5000, 0])
TWO_NEEDED = partial(buying, [{"T": 4, "I": 3}, {"T": 5, "I": 3}, {}], [1500, 2600, 2000])
SECOND_PLACE = partial(buying, [{"T": 9, "I": 2}, {"T": 8, "I": 2}, {"I": 9}], [900, 6000, 0])
LAST_HANDS = ("3A", "5I", "7I")
TYCOON = [{"I": 5, "2": 7}, {"I": 6, "2": 6}, {"I": 1, "2": 1}]
TRADE = partial(merging, [{"L": 6, "I": 4}, {"I": 6}, {"I": 2}], [0, 6000, 0], mover=2, hands=("3I", "5I", "4A"))
DEAR_FOR_CHEAP = partial(merging, [{"C": 4, "T": 1}, {"T": 9}, {"C": 9}], [2500, 0, 0], drawing=DEAR)

PLANTED: dict[str, tuple[Any, str, str | None]] = {
    "a share that breaks a tie for the majority is not bought": (TIE, "done", "buy Imperial"),
    "another share is bought instead of it": (TIE, "buy Tower", "buy Imperial"),
    "the last share that wins a majority is left in the bank": (
        partial(buying, [{"I": 9}, {"I": 9, "T": 1}, {"I": 6, "T": 6}], [1000, 0, 0]),
        "done",
        "buy Imperial",
    ),
    "two shares are needed and none is bought": (TWO_NEEDED, "done", "buy Tower"),
    "two shares are needed and the cash goes elsewhere": (TWO_NEEDED, "buy Imperial", "buy Tower"),
    "the smaller of two bonuses is taken": (
        partial(buying, [{"T": 5, "I": 5}, {"T": 5, "I": 5}, {}], [900, 5000, 0]),
        "buy Tower",
        "buy Imperial",
    ),
    "a second place within reach is left": (SECOND_PLACE, "done", "buy Imperial"),
    "a lead is made larger and a second place left": (SECOND_PLACE, "buy Tower", "buy Imperial"),
    "Tycoon: a place within reach is left to a rival": (
        partial(buying, TYCOON, [1800, 3000, 0], edition="2023-tycoon"),
        "done",
        "buy Imperial",
    ),
    "the end is not announced with the lead and no cash": (
        partial(buying, [{"I": 9}, {"I": 8}, {"T": 4}], [0, 3000, 0], announced=False),
        "done",
        "end",
    ),
    "the end is not announced though two rivals can buy": (
        partial(buying, [{"I": 9, "T": 7}, {"I": 8, "T": 6}, {"T": 4}], [0, 2600, 9000], announced=False),
        "done",
        "end",
    ),
    "an end is not announced that wins by $100": (
        partial(buying, [{"I": 5}, {"I": 5}, {}], [400, 300, 0], announced=False),
        "done",
        "end",
    ),
    "the majority is not traded for": (TRADE, "trade 0", "trade 6"),
    "too few are traded for the majority": (TRADE, "trade 2", "trade 6"),
    "shares that will be worth nothing are kept": (
        partial(merging, [{"L": 1, "I": 4}, {"L": 4, "I": 4}, {}], [2800, 3000, 0]),
        "sell 0",
        "sell 1",
    ),
    "two cheap shares are not traded for a dear one": (
        partial(
            merging,
            [{"L": 4, "I": 9}, {"L": 2, "I": 5, "T": 1}, {}],
            [0, 9500, 0],
            drawing=ONE_DEAR,
            tile="3A",
            hands=LAST_HANDS,
        ),
        "trade 0",
        "trade 4",
    ),
    "two dear shares are traded for a cheap one": (DEAR_FOR_CHEAP, "trade 2", "trade 0"),
    "four dear shares are traded for two cheap ones": (DEAR_FOR_CHEAP, "trade 4", "trade 0"),
    "the merger that pays is not made in the last turn": (
        partial(merger_in_hand, [{"L": 5}, {"L": 1, "I": 2}, {"I": 3}], 500, announced=True),
        "place 12I",
        "place 4A",
    ),
    "a merger is made that pays a rival only": (
        partial(merger_in_hand, [{"I": 5}, {"L": 5, "I": 2}, {"I": 3}], 500),
        "place 4A",
        "place 12I",
    ),
    "a rival's chain is grown on the last turn": (last_growth, "place 8A", "place 5A"),
    "a cheap chain is founded on the last turn": (last_founding, "found Luxor", "found Continental"),
    "a chain is founded in which a rival holds a hoard": (rivals_hoard, "found Luxor", None),
    "the share of a chain about to be absorbed is not bought": (about_to_merge, "done", "buy Luxor"),
    "a chain is not founded at the start": (first_turn, "place 12I", "place 1B"),
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_a_planted_mistake_is_found(planted):
    build, wrong, right = planted
    found = verdict(build(), wrong)
    assert is_costly(found.grade), found
    assert found.clear
    assert found.cost >= FROM[INACCURACY]
    assert right is None or found.best == right, found.options
    assert found.reason
    assert found.line[0].startswith(f"{build().names[found.seat]}: {found.better.split()[0].lower()} ")


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_the_right_action_in_its_place_is_not_called_a_mistake(planted):
    build, wrong, right = planted
    assert verdict(build(), right or verdict(build(), wrong).best).grade in (BEST, GOOD)


ALIKE: dict[str, tuple[Any, tuple[str, ...]]] = {
    "corners of an empty board, one turn before the end": (
        lambda: position(
            "tournament", SAFE_TWO, ["1I 12I", "3G", "5G"], shares=[{"I": 3}, {"I": 6}, {}], announced=True
        ),
        ("place 1I", "place 12I"),
    ),
    "which of two equal shares is bought first": (
        lambda: buying([{"I": 6, "T": 5}, {"I": 6, "T": 5}, {}], [1600, 0, 0]),
        ("buy Imperial", "buy Tower"),
    ),
    "whether the end is announced before the tile or after it": (
        lambda: at_the_end([{"I": 9, "T": 6}, {"I": 4}, {"T": 1}], [0, 0, 0], announced=False),
        ("end", "place 1I"),
    ),
    "a lost game, whatever is bought": (
        lambda: buying([{}, {"I": 12, "T": 12}, {"T": 2}], [700, 0, 0]),
        ("buy Tower", "done"),
    ),
    "a won game, whatever is sold": (
        lambda: merging([{"L": 2, "I": 9}, {}, {"I": 1}], [90000, 0, 0]),
        ("trade 0", "trade 2"),
    ),
}


@pytest.mark.parametrize("alike", ALIKE.values(), ids=ALIKE)
def test_no_mistake_is_claimed_where_all_is_one(alike):
    build, actions = alike
    for action in actions:
        assert not is_costly(verdict(build(), action, NORMAL).grade), action


def test_the_words_say_what_the_share_would_have_brought():
    build, wrong, _ = PLANTED["a share that breaks a tie for the majority is not bought"]
    assert verdict(build(), wrong).reason == (
        "Buying Imperial would have made Ann the only majority holder of Imperial: $9,000 instead of $6,800."
    )
    build, wrong, _ = PLANTED["the end is not announced with the lead and no cash"]
    assert verdict(build(), wrong).reason.startswith("Announcing the end would have ended the game with Ann ahead: $")
    build, wrong, _ = PLANTED["the share of a chain about to be absorbed is not bought"]
    assert "which was about to be absorbed" in verdict(build(), wrong).reason


def test_a_founding_is_held_against_what_the_other_chain_would_pay():
    game = rivals_hoard()
    judge, seen = Judge(game.edition), seen_by(game.edition.record, game.state, 0, False)
    luxor, dear = (read_action(game.edition, f"found {chain}") for chain in ("Luxor", "Continental"))
    assert re.fullmatch(
        r"Founding Continental would have made Ann .*holder of Continental: \$[\d,]+ instead of Luxor’s \$[\d,]+\.",
        reason_for(judge, seen, luxor, dear, 5, game.names),
    )


def test_a_seat_is_judged_by_what_it_could_see():
    """Whatever the others hold and the bag has, in whatever order: the verdict is the same."""
    shares, cash = [{"L": 3}, {"L": 3, "I": 2}, {"I": 3}], [700, 0, 0]
    told = set()
    for hands, bag in (("3I 5I", "9E 9F 9G 9H 10E 11E"), ("9E 11E", "5I 9F 3I 10E 9H 9G")):
        game = position("tournament", MERGER, ["4A 12I", *hands.split()], shares=shares, cash=cash, bag=bag)
        play(game, "place 12I")
        found = verdict(game, "done")
        told.add((found.best, found.cost, found.options))
    assert len(told) == 1


@pytest.mark.parametrize(("cash", "chance"), [([400, 300, 0], 1), ([300, 400, 0], 0), ([400, 400, 0], 0.5)])
def test_an_end_is_counted_to_the_dollar(cash, chance):
    game = buying([{"I": 5}, {"I": 5}, {}], cash, announced=False)
    (found,) = (one for one in verdict(game, "end").options if one.action == "end")
    assert found.chance == pytest.approx(chance, abs=0.01)
