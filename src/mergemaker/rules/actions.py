"""Actions: every choice in the game is one small integer with a name, the same in all editions.

Inside the engine a decision's choices are *options*, bits of one integer: hand slots, chains or numbers of shares,
as the decision has it. `options` of a decision never exceed 62 bits, so legality is one integer that compiled code
can count and choose from without memory. `action_of` and `option_of` go between the two.
"""

from __future__ import annotations

from functools import lru_cache

from mergemaker.compiler import rule
from mergemaker.rules.board import TILE_NAMES
from mergemaker.rules.state import (
    ABSORB,
    BUY,
    EXCHANGE,
    FOUND,
    MAX_CERTIFICATES,
    MAX_CHAINS,
    MAX_HAND,
    PLACE,
    SELL,
    SURVIVOR,
    TILES,
    TRADE,
    State,
)

PLACE_TILE = 0
SKIP_TURN = PLACE_TILE + TILES
ANNOUNCE_END = SKIP_TURN + 1
FOUND_CHAIN = ANNOUNCE_END + 1
KEEP_SURVIVOR = FOUND_CHAIN + MAX_CHAINS
ABSORB_CHAIN = KEEP_SURVIVOR + MAX_CHAINS
TRADE_PAIRS = ABSORB_CHAIN + MAX_CHAINS
SELL_SHARES = TRADE_PAIRS + MAX_CERTIFICATES // 2 + 1
BUY_SHARE = SELL_SHARES + MAX_CERTIFICATES + 1
DONE_BUYING = BUY_SHARE + MAX_CHAINS
EXCHANGE_DEAD = DONE_BUYING + 1
KEEP_DEAD = EXCHANGE_DEAD + 1
ACTIONS = KEEP_DEAD + 1

# Options beyond hand slots (place) and chains (buy).
SKIP_OPTION = MAX_HAND
END_OPTION_PLACING = MAX_HAND + 1
DONE_OPTION = MAX_CHAINS
END_OPTION_BUYING = MAX_CHAINS + 1
EXCHANGE_OPTION = 0
KEEP_OPTION = 1


@lru_cache(maxsize=64)  # games share them: there are as many as a game's log is long
def action_texts(chains: tuple[str, ...]) -> tuple[str, ...]:
    """The text of every action where the chains are named so; chains an edition lacks have an empty text."""
    names = chains + ("",) * (MAX_CHAINS - len(chains))
    of_chain = [[f"{verb} {name}" if name else "" for name in names] for verb in ("found", "survivor", "absorb", "buy")]
    return (
        *(f"place {tile}" for tile in TILE_NAMES),
        "skip",
        "end",
        *of_chain[0],
        *of_chain[1],
        *of_chain[2],
        *(f"trade {2 * pairs}" for pairs in range(MAX_CERTIFICATES // 2 + 1)),
        *(f"sell {shares}" for shares in range(MAX_CERTIFICATES + 1)),
        *of_chain[3],
        "done",
        "exchange",
        "keep",
    )


@rule
def action_of(game: State, option: int) -> int:
    """The action that an option of the present decision stands for."""
    decision = game.decision
    if decision == PLACE:
        if option == SKIP_OPTION:
            return SKIP_TURN
        if option == END_OPTION_PLACING:
            return ANNOUNCE_END
        return PLACE_TILE + int(game.hands[game.mover, option])
    if decision == BUY:
        if option == DONE_OPTION:
            return DONE_BUYING
        if option == END_OPTION_BUYING:
            return ANNOUNCE_END
        return BUY_SHARE + option
    if decision == TRADE:
        return TRADE_PAIRS + option
    if decision == SELL:
        return SELL_SHARES + option
    if decision == FOUND:
        return FOUND_CHAIN + option
    if decision == SURVIVOR:
        return KEEP_SURVIVOR + option
    if decision == ABSORB:
        return ABSORB_CHAIN + option
    return EXCHANGE_DEAD + option


@rule
def option_of(game: State, action: int) -> int:
    """The option of the present decision that an action stands for, or -1 if it belongs to another decision."""
    decision = game.decision
    option = -1
    limit = MAX_CHAINS
    if decision == PLACE:
        if action == SKIP_TURN:
            return SKIP_OPTION
        if action == ANNOUNCE_END:
            return END_OPTION_PLACING
        if PLACE_TILE <= action < PLACE_TILE + TILES:
            for slot in range(MAX_HAND):
                if game.hands[game.mover, slot] == action - PLACE_TILE:
                    return slot
        return -1
    if decision == BUY:
        if action == DONE_BUYING:
            return DONE_OPTION
        if action == ANNOUNCE_END:
            return END_OPTION_BUYING
        option = action - BUY_SHARE
    elif decision == TRADE:
        option = action - TRADE_PAIRS
        limit = MAX_CERTIFICATES // 2 + 1
    elif decision == SELL:
        option = action - SELL_SHARES
        limit = MAX_CERTIFICATES + 1
    elif decision == FOUND:
        option = action - FOUND_CHAIN
    elif decision == SURVIVOR:
        option = action - KEEP_SURVIVOR
    elif decision == ABSORB:
        option = action - ABSORB_CHAIN
    elif decision == EXCHANGE:
        option = action - EXCHANGE_DEAD
        limit = 2
    return option if 0 <= option < limit else -1


@rule
def count_bits(options: int) -> int:
    """How many options there are."""
    count = 0
    while options:
        options &= options - 1
        count += 1
    return count


@rule
def nth_option(options: int, n: int) -> int:
    """The n-th option, from 0 on, of those that are set."""
    for _ in range(n):
        options &= options - 1
    lowest = 0
    while not (options >> lowest) & 1:
        lowest += 1
    return lowest
