"""The end of a turn and the end of the game (R7–R11, R20)."""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.bag import draw_one, exchange_dead, holds_dead, tiles_in_hand
from mergemaker.rules.events import CASHED_IN, ENDED, FINISHED, KEPT_DEAD, WON, Events, note, note_seat, note_shares
from mergemaker.rules.money import pay_bonuses, price_of
from mergemaker.rules.state import (
    ANNOUNCED,
    AUTOMATIC,
    DEAD_KEPT,
    DEAD_MAY_REPLACE_ONCE,
    DEAD_REPLACED_UNTIL_NONE,
    DRAW_AT_END,
    END_ANNOUNCED,
    EXCHANGE,
    EXCHANGING,
    FINISHING,
    NO_CHAIN,
    NO_MOVE,
    NO_TILE,
    NO_TILES,
    NOBODY,
    OVER,
    PASSING,
    PLACE,
    Rules,
    State,
)


@rule
def end_in_sight(rules: Rules, game: State) -> bool:
    """All chains on the board are safe and there is one, or a chain is large enough to end the game."""
    active = 0
    safe = 0
    for chain in range(rules.chains):
        if game.sizes[chain] >= rules.end_size:
            return True
        if game.sizes[chain] > 0:
            active += 1
            if game.sizes[chain] >= rules.safe:
                safe += 1
    return active > 0 and safe == active


@rule
def may_announce(rules: Rules, game: State) -> bool:
    """Whether the mover may announce the end now."""
    return bool(rules.end == END_ANNOUNCED and game.announced == 0 and end_in_sight(rules, game))


@rule
def begin_turn(game: State, mover: int) -> None:
    """The mover is asked for a tile."""
    game.mover = mover
    game.actor = mover
    game.placed = NO_TILE
    game.bought = 0
    game.decision = PLACE


@rule
def finish_buying(rules: Rules, game: State, events: Events | None) -> None:
    """After the buying: the game ends, or the mover draws and sees to dead tiles."""
    if game.announced or game.automatic:
        game.ending = ANNOUNCED if game.announced else AUTOMATIC
        game.decision = FINISHING
        return
    if rules.draw == DRAW_AT_END and game.placed != NO_TILE:
        draw_one(rules, game, game.mover, events)
    if rules.dead_tiles == DEAD_KEPT:
        game.decision = PASSING
    elif rules.dead_tiles != DEAD_MAY_REPLACE_ONCE:
        game.decision = EXCHANGING
    elif holds_dead(rules, game, game.mover):
        game.decision = EXCHANGE
        game.actor = game.mover
    else:
        game.decision = PASSING


@rule
def apply_exchange(game: State, wanted: bool, events: Events | None) -> None:
    """The mover exchanges all dead tiles, or keeps them."""
    if wanted:
        game.decision = EXCHANGING
    else:
        note_seat(events, KEPT_DEAD, game.mover, 0)
        game.decision = PASSING


@rule
def replace_dead(rules: Rules, game: State, events: Events | None) -> None:
    """The mover's dead tiles are replaced, once or until none is dead."""
    while exchange_dead(rules, game, game.mover, events) and rules.dead_tiles == DEAD_REPLACED_UNTIL_NONE:
        pass
    game.decision = PASSING


@rule
def finish_turn(game: State) -> None:
    """The turn passes on, unless no tile is left or everybody has skipped (R9)."""
    tiles = 0
    for seat in range(game.players):
        tiles += tiles_in_hand(game, seat)
    if tiles == 0:
        game.ending = NO_TILES
        game.decision = FINISHING
    elif game.skips >= game.players:
        game.ending = NO_MOVE
        game.decision = FINISHING
    else:
        begin_turn(game, (game.mover + 1) % game.players)


@rule
def finish_game(rules: Rules, game: State, events: Events | None) -> None:
    """Every chain on the board pays its bonuses and buys back its shares; the money is counted."""
    game.decision = OVER
    game.actor = NOBODY
    note(events, ENDED, NOBODY, NO_TILE, NO_CHAIN, game.ending, 0, 0)
    for chain in range(rules.chains):
        if game.sizes[chain] > 0:
            pay_bonuses(rules, game, chain, events)
            price = price_of(rules, game, chain)
            for seat in range(game.players):
                held = int(game.shares[seat, chain])
                if held > 0:
                    game.cash[seat] += held * price
                    game.bank[chain] += held
                    game.shares[seat, chain] = 0
                    note_shares(events, CASHED_IN, seat, chain, held, held * price)
    most = 0
    for seat in range(game.players):
        most = max(most, int(game.cash[seat]))
        note_seat(events, FINISHED, seat, game.cash[seat])
    for seat in range(game.players):
        if game.cash[seat] == most:
            note_seat(events, WON, seat, most)
