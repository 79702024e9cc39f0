"""A game is drawn as text, and the drawing reads back."""

from __future__ import annotations

import random

import pytest

from boards import EDITIONS, PLAYERS, position
from mergemaker import Edition, Game, MergemakerError
from mergemaker.rules.state import GAME, fields

# What a drawing does not tell: the order of the bag and of hands, who started, what was dealt or drawn by the market.
UNTOLD = {"market_key", "deck", "hands", "dealt", "market", "market_draws", "starter", "drawn"}


def told(game: Game) -> dict[str, object]:
    """All that a drawing tells of a game."""
    state = fields(game.state)
    facts: dict[str, object] = {name: state[name].tolist() for name in GAME.names or () if name not in UNTOLD}
    facts["hands"] = [sorted(hand) for hand in state.hands.tolist()]
    return facts


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_drawn_reads_back_at_every_kind_of_decision(edition):
    seen = set()
    for seed in range(3):
        game = Game.new(edition, min(PLAYERS[edition]), seed=seed, hidden=False)
        dice = random.Random(seed)
        while not game.over:
            game.play(dice.choice(game.legal_actions()))
            if game.decision in seen and dice.random() > 0.1:
                continue
            seen.add(game.decision)
            again = Game.from_drawing(str(game))
            assert str(again) == str(game)
            assert told(again) == told(game)
            assert sorted(again.legal_actions()) == sorted(game.legal_actions())
    assert {"place", "found", "trade", "sell", "buy", None} <= seen


def test_a_game_says_in_one_line_what_it_is():
    game = Game.new("1999", ["Ann", "Bob", "Eve"], seed=7)
    assert repr(game) == "<Game of 1999: Ann, Bob, Eve; 0 actions; Ann to place>"


def test_a_drawing_shows_the_board_the_chains_the_hands_and_the_turn():
    game = position("tournament", ". T T\n. . . o", ["1A 12I", "5C", ""], shares=[{"Tower": 2}, {}, {}], cash=700)
    drawn = str(game).split("\n")
    assert drawn[0] == "tournament"
    assert drawn[2:4] == [" A  .  T  T" + "  ." * 9, " B  .  .  .  o" + "  ." * 8]
    assert " Tower           2   200   23       2      0      0" in drawn
    assert drawn[-8:] == [
        " cash                             700    700    700",
        "",
        " P1 holds 1A 12I: Ann",
        " P2 holds 5C: Bob",
        " P3 holds nothing: Cid",
        "",
        " P1 to place; 102 tiles in the bag.",
        "",
    ]


def test_house_rules_read_back_with_their_edition():
    box = Edition.from_dict({**Edition.named("1999").to_dict(), "name": "evening"})
    game = Game.new(box, 3, seed=1)
    assert str(Game.from_drawing(str(game), box)) == str(game)
    with pytest.raises(MergemakerError, match="'evening' is not an edition"):
        Game.from_drawing(str(game))


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (" A  .", " A  Y", "There is no chain “Y”"),
        (" A  .", " A  .  .", "rows of 12 squares"),
        ("P1 holds ", "P1 has ", "A drawing of a table has"),
        ("P1 holds ", "P1 holds 13A ", "There is no tile “13A”"),
        (" to place", " to sing", "does not say who is to decide what"),
        ("   6000", "      ?", "what lies hidden"),
        (" A  .  .  .", " A  T  T  T", "in two places"),
    ],
)
def test_a_drawing_that_makes_no_sense_is_refused_with_the_reason(before, after, reason):
    drawn = str(position("tournament", ".", ["1A 2A 3A", "5C", ""]))
    with pytest.raises(MergemakerError, match=reason):
        Game.from_drawing(drawn.replace(before, after, 1))
