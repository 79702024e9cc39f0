"""Before the first turn: opening tiles, who starts, hands, certificates (R1, R23)."""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.bag import draw_into
from mergemaker.rules.board import COLUMNS, ROWS, STRIDE, letter_of, number_of, square_of
from mergemaker.rules.events import OPENED, STARTS, Events, note_seat, note_tile
from mergemaker.rules.random_words import below
from mergemaker.rules.state import (
    BORDERED,
    EMPTY,
    FIRST_BY_LETTER,
    LOOSE,
    MAX_HAND,
    MAX_PLAYERS,
    NO_CHAIN,
    NO_TILE,
    TILES,
    Rules,
    State,
)
from mergemaker.rules.turn_end import begin_turn


@rule
def rank_of(rules: Rules, tile: int) -> int:
    """How early an opening tile lets its player start: the lowest rank begins."""
    if rules.first == FIRST_BY_LETTER:
        return letter_of(tile) * COLUMNS + number_of(tile)
    return number_of(tile) * ROWS + letter_of(tile)


@rule
def deal_certificates(rules: Rules, game: State, key: int) -> None:
    """Deals out certificates at random and evenly, as 1962 does; nothing where an edition deals none.

    Each certificate in turn goes to a seat with room, in proportion to its room: the same as shuffling them all.
    """
    left = 0
    for chain in range(rules.chains):
        left += int(rules.dealt[chain])
    share = left // int(game.players)
    for seat in range(game.players):
        for chain in range(rules.chains):
            game.dealt[seat, chain] = 0
    counter = TILES
    for chain in range(rules.chains):
        for _ in range(rules.dealt[chain]):
            pick = below(key, counter, left)
            counter += 1
            left -= 1
            for seat in range(game.players):
                room = share
                for other in range(rules.chains):
                    room -= int(game.dealt[seat, other])
                if pick < room:
                    game.dealt[seat, chain] += 1
                    break
                pick -= room


@rule
def set_up(rules: Rules, game: State, events: Events | None) -> None:
    """Deals a game whose players, deck, certificates dealt, market key and given market draws are filled in."""
    for square in range(BORDERED):
        game.squares[square] = EMPTY
    for seat in range(MAX_PLAYERS):
        for slot in range(MAX_HAND):
            game.hands[seat, slot] = NO_TILE
    for chain in range(rules.chains):
        game.sizes[chain] = 0
        game.bank[chain] = rules.certificates[chain]
        for seat in range(game.players):
            game.shares[seat, chain] = game.dealt[seat, chain]
            game.bank[chain] -= game.dealt[seat, chain]
    game.drawn = 0
    game.market_draws = 0
    game.revealed = 0
    game.survivor = NO_CHAIN
    game.absorbed = NO_CHAIN
    game.pending = 0
    game.skips = 0
    game.announced = 0
    game.automatic = 0
    game.ending = 0

    starter = 0
    best = 1000
    for seat in range(game.players):
        game.cash[seat] = rules.cash
        tile = game.deck[game.drawn]
        game.drawn += 1
        note_tile(events, OPENED, seat, tile)
        if rules.opening_on_board:
            game.squares[square_of(tile)] = LOOSE
        else:
            game.hands[seat, 0] = tile
        if rank_of(rules, tile) < best:
            best = rank_of(rules, tile)
            starter = seat
    game.starter = starter
    note_seat(events, STARTS, starter, 0)
    for step in range(game.players):
        seat = (starter + step) % game.players
        for slot in range(0 if rules.opening_on_board else 1, rules.hand):
            draw_into(game, seat, slot, events)
    begin_turn(game, starter)


assert BORDERED == (ROWS + 2) * STRIDE
