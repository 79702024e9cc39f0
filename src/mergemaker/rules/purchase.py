"""From the settled tile to the end of the buying (R10, R18)."""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.actions import DONE_OPTION, END_OPTION_BUYING
from mergemaker.rules.bag import draw_one
from mergemaker.rules.events import BOUGHT, END_REACHED, Events, note_seat, note_shares
from mergemaker.rules.money import price_of
from mergemaker.rules.state import BUY, BUYING, DRAW_BEFORE_BUYING, DRAWING, END_AUTOMATIC, NO_TILE, Rules, State
from mergemaker.rules.turn_end import end_in_sight, may_announce


@rule
def tile_settled(rules: Rules, game: State, events: Events | None) -> None:
    """The tile and any merger are done with: an automatic end is looked at, then comes the buying."""
    if rules.end == END_AUTOMATIC and game.automatic == 0 and end_in_sight(rules, game):
        game.automatic = 1
        note_seat(events, END_REACHED, game.mover, 0)
    if rules.draw == DRAW_BEFORE_BUYING and game.placed != NO_TILE:
        draw_one(rules, game, game.mover, events)
    game.decision = BUYING


@rule
def purchases(rules: Rules, game: State) -> int:
    """The chains of which the mover can buy a share now, as bits."""
    if game.bought >= rules.buy_limit:
        return 0
    chains = 0
    cash = game.cash[game.mover]
    for chain in range(rules.chains):
        if game.sizes[chain] > 0 and game.bank[chain] > 0 and price_of(rules, game, chain) <= cash:
            chains |= 1 << chain
    return chains


@rule
def buying_options(rules: Rules, game: State) -> int:
    """A share of each chain within reach, to be done, and to announce the end when that may be."""
    options = purchases(rules, game) | (1 << DONE_OPTION)
    if may_announce(rules, game):
        options |= 1 << END_OPTION_BUYING
    return options


@rule
def ask_to_buy(rules: Rules, game: State) -> None:
    """The mover is asked while a share can be bought or the end be announced."""
    if purchases(rules, game) or may_announce(rules, game):
        game.decision = BUY
        game.actor = game.mover
    else:
        game.decision = DRAWING


@rule
def apply_buy(rules: Rules, game: State, chain: int, events: Events | None) -> None:
    """One share goes from the bank to the mover."""
    price = price_of(rules, game, chain)
    mover = game.mover
    game.cash[mover] -= price
    game.bank[chain] -= 1
    game.shares[mover, chain] += 1
    game.bought += 1
    note_shares(events, BOUGHT, mover, chain, 1, price)
    game.decision = BUYING
