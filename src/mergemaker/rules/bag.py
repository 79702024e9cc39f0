"""Taking tiles from the bag, and dead tiles (R5–R8)."""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.board import CHAIN_BITS, COLUMNS, LOOSE_BIT, number_of, square_of, touching
from mergemaker.rules.events import DREW, MARKET_DREW, PUT_ASIDE, Events, note, note_tile
from mergemaker.rules.random_words import below
from mergemaker.rules.state import HIDDEN_TILE, MAX_HAND, NO_TILE, NOBODY, SET_ASIDE, TILES, Rules, State

# What a tile would do.
STAYS_LOOSE, FOUNDS, GROWS, MERGES, EIGHTH, DEAD = range(6)
EFFECTS = ("loose", "founds", "grows", "merges", "eighth", "dead")


@rule
def a_chain_is_free(rules: Rules, game: State) -> bool:
    """Whether a chain is off the board and can be founded."""
    for chain in range(rules.chains):
        if game.sizes[chain] == 0:
            return True
    return False


@rule
def effect_of(rules: Rules, game: State, tile: int) -> int:
    """What placing a tile would do; EIGHTH and DEAD tiles can't be placed."""
    touched = touching(game, square_of(tile))
    chains = touched & CHAIN_BITS
    if chains & (chains - 1):
        safe = 0
        for chain in range(rules.chains):
            if (chains >> chain) & 1 and game.sizes[chain] >= rules.safe:
                safe += 1
        return DEAD if safe >= 2 else MERGES
    if chains:
        return GROWS
    if touched & LOOSE_BIT:
        return FOUNDS if a_chain_is_free(rules, game) else EIGHTH
    return STAYS_LOOSE


@rule
def bag_of(game: State) -> int:
    """How many tiles are left to draw."""
    return TILES - int(game.drawn)


@rule
def draw_into(game: State, seat: int, slot: int, events: Events | None) -> None:
    """The next tile of the bag, if there is one, goes to a slot of a hand."""
    if game.drawn < TILES:
        tile = game.deck[game.drawn]
        game.hands[seat, slot] = tile
        game.drawn += 1
        note_tile(events, DREW, seat, tile)


@rule
def draw_one(rules: Rules, game: State, seat: int, events: Events | None) -> None:
    """The seat draws a tile for the one it placed."""
    for slot in range(rules.hand):
        if game.hands[seat, slot] == NO_TILE:
            draw_into(game, seat, slot, events)
            return


@rule
def holds_dead(rules: Rules, game: State, seat: int) -> int:
    """The slots of a hand that hold dead tiles, as bits."""
    dead = 0
    for slot in range(rules.hand):
        tile = game.hands[seat, slot]
        if tile >= 0 and effect_of(rules, game, tile) == DEAD:
            dead |= 1 << slot
    return dead


@rule
def exchange_dead(rules: Rules, game: State, seat: int, events: Events | None) -> bool:
    """Sets all dead tiles of a hand aside and draws as many as the bag has. Returns whether there was any."""
    dead = holds_dead(rules, game, seat)
    for slot in range(rules.hand):
        if (dead >> slot) & 1:
            tile = game.hands[seat, slot]
            game.squares[square_of(tile)] = SET_ASIDE
            game.hands[seat, slot] = NO_TILE
            note_tile(events, PUT_ASIDE, seat, tile)
    for slot in range(rules.hand):
        if (dead >> slot) & 1:
            draw_into(game, seat, slot, events)
    return dead != 0


@rule
def market_plays(rules: Rules, players: int) -> bool:
    """Whether the market competes for bonuses (R19), so that nobody can tell them beforehand."""
    return bool(rules.market and players == 2)


@rule
def draw_market(game: State, chain: int, events: Events | None) -> int:
    """The market's holding of a chain (R19): the number on a tile drawn from the bag and put back.

    Draws given beforehand, by a record, are followed; otherwise the draw comes from the game's `market_key`.
    """
    at = int(game.market_draws)
    if game.market[at] < 0:
        key = int(game.market_key)
        bag = bag_of(game)
        if bag > 0:
            game.market[at] = game.deck[int(game.drawn) + below(key, at, bag)]
        else:
            game.market[at] = TILES + 1 + below(key, at, COLUMNS)
    game.market_draws += 1
    drawn = int(game.market[at])
    number = number_of(drawn) if drawn < TILES else drawn - TILES
    note(events, MARKET_DREW, NOBODY, drawn if drawn < TILES else NO_TILE, chain, game.drawn, number, 0)
    return number


@rule
def tiles_in_hand(game: State, seat: int) -> int:
    """How many tiles a seat holds, those a view can't show included."""
    count = 0
    for slot in range(MAX_HAND):
        if game.hands[seat, slot] >= 0 or game.hands[seat, slot] == HIDDEN_TILE:
            count += 1
    return count
