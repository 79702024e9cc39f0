"""Worlds: full states, at random, that fit what a seat has seen.

Tiles that the seat cannot see are shuffled over the other hands and the bag; certificates dealt out of sight are
dealt again; future market draws come from a key of their own. Each world is as likely as any other that fits.
"""

from __future__ import annotations

from typing import Any

from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.bag import DEAD, bag_of, effect_of, holds_dead
from mergemaker.rules.board import square_of
from mergemaker.rules.random_words import below, key_at
from mergemaker.rules.redaction import UNKNOWN
from mergemaker.rules.state import EMPTY, EXCHANGE, HIDDEN_TILE, MAX_HAND, TILES, Rules, State

TRIES = 64


@rule
def in_sight(game: State, tile: int) -> bool:
    """Whether a tile lies on the board or aside, or in a hand that is seen."""
    if game.squares[square_of(tile)] != EMPTY:
        return True
    for seat in range(game.players):
        for slot in range(MAX_HAND):
            if game.hands[seat, slot] == tile:
                return True
    return False


@rule
def deal_tiles(rules: Rules, game: State, key: int) -> None:
    """Fills the deck: tiles in sight first, then the hidden ones at random, dealt to hidden hands and the bag."""
    front = 0
    back = TILES
    for tile in range(TILES):
        if in_sight(game, tile):
            game.deck[front] = tile
            front += 1
        else:
            back -= 1
            game.deck[back] = tile
    hidden = TILES - front
    for step in range(hidden - 1):
        at = front + step
        other = at + below(key, step, hidden - step)
        tile = game.deck[at]
        game.deck[at] = game.deck[other]
        game.deck[other] = tile
    at = front
    for seat in range(game.players):
        for slot in range(MAX_HAND):
            if game.hands[seat, slot] == HIDDEN_TILE:
                game.hands[seat, slot] = game.deck[at]
                at += 1


@rule
def hide_tiles(game: State, hidden_hands: int) -> None:
    """Takes the tiles of hidden hands, seats as bits, back out of sight."""
    for seat in range(game.players):
        if (hidden_hands >> seat) & 1:
            for slot in range(MAX_HAND):
                if game.hands[seat, slot] >= 0:
                    game.hands[seat, slot] = HIDDEN_TILE


@rule
def give_a_dead_tile(rules: Rules, game: State, hidden_hands: int) -> None:
    """A hidden dead tile changes places with the first tile of the mover, who is known to hold one."""
    mover = int(game.mover)
    for at in range(TILES - bag_of(game), TILES):
        if effect_of(rules, game, game.deck[at]) == DEAD:
            tile = game.deck[at]
            game.deck[at] = game.hands[mover, 0]
            game.hands[mover, 0] = tile
            return
    for seat in range(game.players):
        for slot in range(MAX_HAND):
            tile = game.hands[seat, slot]
            if (hidden_hands >> seat) & 1 and tile >= 0 and effect_of(rules, game, tile) == DEAD:
                game.hands[seat, slot] = game.hands[mover, 0]
                game.hands[mover, 0] = tile
                return


@rule
def deal_unknown(rules: Rules, game: State, key: int) -> None:
    """Deals the certificates again that the seat has not seen: shuffled, each hand as large as it was dealt."""
    each = 0
    for chain in range(rules.chains):
        each += int(rules.dealt[chain])
    each //= int(game.players)
    left = 0
    for seat in range(game.players):
        for chain in range(rules.chains):
            left += 1 if game.dealt[seat, chain] == UNKNOWN else 0
    if left == 0:
        return
    total = 0
    for seat in range(game.players):
        total += room_of(rules, game, seat, each)
    counter = 0
    for chain in range(rules.chains):
        certificates = int(rules.dealt[chain])
        unknown = False
        for seat in range(game.players):
            if game.dealt[seat, chain] > UNKNOWN:
                certificates -= int(game.dealt[seat, chain])
            else:
                unknown = True
        if not unknown:
            continue
        for _ in range(certificates):
            pick = below(key, counter, total)
            counter += 1
            total -= 1
            for seat in range(game.players):
                room = room_of(rules, game, seat, each)
                if pick < room:
                    game.dealt[seat, chain] -= 1
                    break
                pick -= room
    for seat in range(game.players):
        for chain in range(rules.chains):
            if game.dealt[seat, chain] <= UNKNOWN:
                game.dealt[seat, chain] = UNKNOWN - game.dealt[seat, chain]
                game.shares[seat, chain] += game.dealt[seat, chain]


@rule
def room_of(rules: Rules, game: State, seat: int, each: int) -> int:
    """How many certificates a seat is still to be dealt. While dealing, UNKNOWN - n stands for n so far."""
    room = each
    unknown = False
    for chain in range(rules.chains):
        dealt = int(game.dealt[seat, chain])
        if dealt <= UNKNOWN:
            unknown = True
            room -= UNKNOWN - dealt
        else:
            room -= dealt
    return room if unknown else 0


@rule
def fill_world(rules: Rules, game: State, key: int) -> None:
    """Turns what a seat has seen into a world that fits it."""
    hidden_hands = 0
    for seat in range(game.players):
        for slot in range(MAX_HAND):
            if game.hands[seat, slot] == HIDDEN_TILE:
                hidden_hands |= 1 << seat
    deal_tiles(rules, game, key_at(key, 0))
    mover = int(game.mover)
    if game.decision == EXCHANGE and (hidden_hands >> mover) & 1:
        tries = 1
        while tries < TRIES and not holds_dead(rules, game, mover):
            hide_tiles(game, hidden_hands)
            deal_tiles(rules, game, key_at(key, tries))
            tries += 1
        if not holds_dead(rules, game, mover):
            give_a_dead_tile(rules, game, hidden_hands)
    deal_unknown(rules, game, key_at(key, TRIES))
    game.market_key = key_at(key, TRIES + 1)


@door
def fill(rules: Any, games: Any, key: int) -> None:
    """Turns what a seat has seen, in an array of one record, into a world that fits it."""
    fill_world(record_at(rules, 0), record_at(games, 0), key)


def sample(view: Any, rng: Any) -> Any:
    """A full state, at random, that fits a view; `rng` is a NumPy generator."""
    world = view.seen.copy()
    fill(view.edition.record, world, int(rng.integers(1 << 62)))
    return world
