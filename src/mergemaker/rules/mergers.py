"""Mergers: who survives, who is absorbed next, and what holders do with absorbed shares (R4, R15–R17)."""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.actions import count_bits
from mergemaker.rules.board import CHAIN_BITS, join_tile, relabel, square_of, touching
from mergemaker.rules.events import ABSORBED, HELD, MERGED, SOLD, TRADED, Events, note, note_chain, note_shares
from mergemaker.rules.money import pay_bonuses, price_of
from mergemaker.rules.state import (
    ABSORB,
    ABSORBING,
    MERGING,
    NO_CHAIN,
    NO_TILE,
    NOBODY,
    SELL,
    SETTLING,
    SURVIVOR,
    TRADE,
    Rules,
    State,
)


@rule
def largest_of(rules: Rules, game: State, chains: int) -> int:
    """The largest of some chains, as bits: more than one when they are equal."""
    most = 0
    largest = 0
    for chain in range(rules.chains):
        if (chains >> chain) & 1:
            if game.sizes[chain] > most:
                most = int(game.sizes[chain])
                largest = 1 << chain
            elif game.sizes[chain] == most:
                largest |= 1 << chain
    return largest


@rule
def only_one(chains: int) -> int:
    """The chain of a single bit."""
    chain = 0
    while chains > 1:
        chains >>= 1
        chain += 1
    return chain


@rule
def survivor_options(rules: Rules, game: State) -> int:
    """The merging chains that are tied for largest."""
    return largest_of(rules, game, touching(game, square_of(game.placed)) & CHAIN_BITS)


@rule
def begin_merger(rules: Rules, game: State, events: Events | None) -> None:
    """The placed tile touches several chains: the largest survives, or the mergemaker chooses among equals."""
    largest = survivor_options(rules, game)
    if count_bits(largest) > 1:
        game.decision = SURVIVOR
        game.actor = game.mover
    else:
        apply_survivor(game, only_one(largest), events)


@rule
def apply_survivor(game: State, survivor: int, events: Events | None) -> None:
    """One chain survives; the others wait to be absorbed."""
    game.survivor = survivor
    game.pending = (touching(game, square_of(game.placed)) & CHAIN_BITS) & ~(1 << int(survivor))
    game.absorbed = NO_CHAIN
    note(events, MERGED, game.mover, game.placed, survivor, game.pending, 0, 0)
    game.decision = MERGING


@rule
def absorb_options(rules: Rules, game: State) -> int:
    """The equal chains of which the mergemaker chooses the next to be absorbed."""
    return largest_of(rules, game, int(game.pending))


@rule
def apply_absorb(game: State, chain: int) -> None:
    """A chain is the next to be absorbed; nobody has been asked about its shares so far."""
    game.absorbed = chain
    game.pending &= ~(1 << int(chain))
    game.actor = NOBODY
    game.decision = ABSORBING


@rule
def begin_absorption(rules: Rules, game: State, events: Events | None) -> None:
    """The absorbed chain's bonuses are paid before its holders decide."""
    pay_bonuses(rules, game, int(game.absorbed), events)
    game.decision = MERGING


@rule
def next_holder(game: State) -> int:
    """The next seat, from the mergemaker on and clockwise, that holds the absorbed chain; NOBODY after the last."""
    players = int(game.players)
    asked = 0 if game.actor == NOBODY else (int(game.actor) - int(game.mover)) % players + 1
    for step in range(asked, players):
        seat = (int(game.mover) + step) % players
        if game.shares[seat, game.absorbed] > 0:
            return seat
    return NOBODY


@rule
def go_on_merging(rules: Rules, game: State, events: Events | None) -> None:
    """The next holder is asked; after the last, the next chain is absorbed; after that, the tile is settled."""
    if game.absorbed != NO_CHAIN:
        seat = next_holder(game)
        if seat != NOBODY:
            game.actor = seat
            can_trade = game.shares[seat, game.absorbed] >= 2 and game.bank[game.survivor] > 0
            game.decision = TRADE if can_trade else SELL
            return
        finish_absorption(game, events)
    if game.pending == 0:
        join_tile(game, game.survivor, events)
        game.survivor = NO_CHAIN
        game.decision = SETTLING
        return
    largest = absorb_options(rules, game)
    if count_bits(largest) > 1:
        game.decision = ABSORB
        game.actor = game.mover
    else:
        apply_absorb(game, only_one(largest))


@rule
def finish_absorption(game: State, events: Events | None) -> None:
    """All holders have decided: the absorbed chain's squares become the survivor's."""
    absorbed = int(game.absorbed)
    survivor = int(game.survivor)
    relabel(game, absorbed, survivor)
    game.sizes[survivor] += game.sizes[absorbed]
    game.sizes[absorbed] = 0
    game.absorbed = NO_CHAIN
    note_chain(events, ABSORBED, absorbed, survivor, game.sizes[survivor])


@rule
def trade_options(game: State) -> int:
    """Pairs that can be traded, none upward: limited by the holding and by what the bank has of the survivor."""
    pairs = min(int(game.shares[game.actor, game.absorbed]) // 2, int(game.bank[game.survivor]))
    return (1 << (pairs + 1)) - 1


@rule
def apply_trade(game: State, pairs: int, events: Events | None) -> None:
    """Two absorbed shares go back for each share of the survivor."""
    seat = game.actor
    absorbed = game.absorbed
    survivor = game.survivor
    game.shares[seat, absorbed] -= 2 * pairs
    game.bank[absorbed] += 2 * pairs
    game.shares[seat, survivor] += pairs
    game.bank[survivor] -= pairs
    if pairs > 0:
        note(events, TRADED, seat, NO_TILE, absorbed, survivor, 2 * pairs, 0)
    game.decision = SELL if game.shares[seat, absorbed] > 0 else MERGING


@rule
def sell_options(game: State) -> int:
    """Shares that can be sold, none upward."""
    return (1 << (int(game.shares[game.actor, game.absorbed]) + 1)) - 1


@rule
def apply_sell(rules: Rules, game: State, count: int, events: Events | None) -> None:
    """Absorbed shares are sold at the price of their chain before the merger; what is left is held."""
    seat = game.actor
    absorbed = game.absorbed
    if count > 0:
        money = count * price_of(rules, game, absorbed)
        game.cash[seat] += money
        game.shares[seat, absorbed] -= count
        game.bank[absorbed] += count
        note_shares(events, SOLD, seat, absorbed, count, money)
    if game.shares[seat, absorbed] > 0:
        note_shares(events, HELD, seat, absorbed, game.shares[seat, absorbed], 0)
    game.decision = MERGING
