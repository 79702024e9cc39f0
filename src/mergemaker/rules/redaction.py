"""What a seat has seen of a state: the record with everything hidden blanked out, in one canonical form.

Two states that differ only in what a seat cannot see give that seat the same bytes. Views, bots and sampled worlds
all start from such a record, so this is the one place where information can leak, and the one place to look.

On a table with hidden holdings, what is bought, sold, traded and paid is announced all the same. Cash and shares
therefore follow from what a seat has heard, and stay in the record; only certificates dealt before play are unknown,
until a merger reveals a chain. For those, `dealt` is UNKNOWN and `shares` counts what came on top of the deal.
"""

from __future__ import annotations

from typing import Any

from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.bag import tiles_in_hand
from mergemaker.rules.state import HIDDEN_TILE, MAX_HAND, MAX_MARKET, NO_TILE, OVER, TILES, Rules, State, copied

UNKNOWN = -1
SPECTATOR = -1


@rule
def sort_hand(game: State, seat: int) -> None:
    """Puts a hand in order, tiles before empty slots: the slots themselves mean nothing."""
    hand = game.hands
    for last in range(MAX_HAND - 1, 0, -1):
        for slot in range(last):
            left = int(hand[seat, slot])
            right = int(hand[seat, slot + 1])
            if left == NO_TILE or (right != NO_TILE and right < left):
                hand[seat, slot] = right
                hand[seat, slot + 1] = left


@rule
def blank_hand(game: State, seat: int) -> None:
    """Leaves of a hand only how many tiles it has."""
    tiles = tiles_in_hand(game, seat)
    for slot in range(MAX_HAND):
        game.hands[seat, slot] = HIDDEN_TILE if slot < tiles else NO_TILE


@rule
def blank_deal(rules: Rules, game: State, seat: int) -> None:
    """Takes the certificates that a seat was dealt out of its shares, for chains that no merger has revealed."""
    for chain in range(rules.chains):
        if rules.dealt[chain] > 0 and (int(game.revealed) >> chain) & 1 == 0:
            game.shares[seat, chain] -= game.dealt[seat, chain]
            game.dealt[seat, chain] = UNKNOWN


@rule
def hide_future(game: State) -> None:
    """Blanks out of a state what nobody at the table can know: the bag's order, and what the market will draw."""
    game.market_key = 0
    for at in range(TILES):
        game.deck[at] = HIDDEN_TILE
    for at in range(game.market_draws, MAX_MARKET):
        game.market[at] = NO_TILE


@rule
def blank(rules: Rules, game: State, seat: int, hidden: bool) -> None:
    """Blanks out of a state all that a seat, or a spectator, cannot know. A finished game has no hidden holdings."""
    hide_future(game)
    for other in range(game.players):
        if other == seat:
            sort_hand(game, other)
        else:
            blank_hand(game, other)
            if hidden and game.decision != OVER:
                blank_deal(rules, game, other)


@door
def blank_for(rules: Any, games: Any, seat: int, hidden: bool) -> None:
    """Blanks out of the state in an array all that a seat cannot know."""
    blank(record_at(rules, 0), record_at(games, 0), seat, hidden)


def seen_by(rules: Any, state: Any, seat: int | None, hidden: bool) -> Any:
    """What a seat, or a spectator (None), has seen of a state: a record of its own."""
    seen = copied(state)
    blank_for(rules, seen, SPECTATOR if seat is None else seat, hidden)
    return seen


def hand_of(state: Any, seat: int) -> list[int]:
    """The tiles that a seat sees in its own hand, in order."""
    return sorted([tile for tile in state["hands"][0, seat].tolist() if tile >= 0])
