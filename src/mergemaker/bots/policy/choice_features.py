"""What the policy sees of each choice of a decision, beside what the network sees of the position.

A tile has what placing it would do, and which chains it concerns in which role; a purchase what the evaluation makes
of one, two and three shares of a chain; a trade or a sale who would lead after it. Found, survivor and absorb need
nothing: their choices are chains, which the policy looks at anyway.
"""

from __future__ import annotations

from math import log
from typing import Any

from mergemaker.bots.clerk import clerk_action
from mergemaker.bots.evaluation.best_basket import HOPELESS, try_chains
from mergemaker.bots.evaluation.chain_values import appraise, merger_income
from mergemaker.bots.evaluation.outlook import MOST_BOUGHT, Outlook
from mergemaker.bots.network.features import SURE, cut, has_neighbour
from mergemaker.compiler import record_at, rule
from mergemaker.rules.actions import action_of, count_bits
from mergemaker.rules.bag import FOUNDS, GROWS, MERGES, STAYS_LOOSE, effect_of
from mergemaker.rules.board import CHAIN_BITS, STRIDE, square_of, touching
from mergemaker.rules.engine import apply_action, legal_options
from mergemaker.rules.mergers import largest_of
from mergemaker.rules.money import price_at, price_of
from mergemaker.rules.state import (
    BUY,
    EMPTY,
    FOUND,
    LOOSE,
    MAX_CHAINS,
    MAX_HAND,
    PLACE,
    SELL,
    TILES,
    TRADE,
    Rules,
    State,
)

TILE_NUMBERS = (
    "stays loose",
    "founds",
    "grows",
    "merges",
    "loose neighbours / 3",
    "empty neighbours / 4",
    "another own tile belongs beside it",
    "chains that it touches / 3",
    "chains one square away / 3",
    "tiles of the largest chain that it touches / 20",
    "tiles to be absorbed / 20",
    "largest chains are level",
    "a chain becomes safe",
    "own shares gain by growth / $1000",
    "the best rival's shares gain by growth / $1000",
    "own income of a merger / $10000",
    "the best rival's income of a merger / $10000",
    "all rivals' income of a merger / $10000",
    "own shares to be absorbed / $10000",
    "playable tiles in hand / 6",
    "logarithm of the evaluation's chance afterwards, over that of now",
    "rise of the evaluation's total / $10000",
    "rise of the evaluation's lead over the best rival's total / $10000",
)
ROLES = ("grows or survives", "is absorbed", "is level with another", "is one square away")
PURCHASE_NUMBERS = (
    "shares that can be bought / 3",
    "gain by one share / $1000",
    "gain by two shares / $1000",
    "gain by three shares / $1000",
    "price / cash",
)
SPLIT_NUMBERS = (
    "none",
    "all",
    "part of all",
    "part of all, squared",
    "so many / 10",
    "lead afterwards / 5",
    "most of all afterwards, alone",
    "most of all afterwards, level",
)
TILE_WIDTH = len(TILE_NUMBERS)
PURCHASE_WIDTH = len(PURCHASE_NUMBERS)
SPLIT_WIDTH = len(SPLIT_NUMBERS)
MOST_SPLITS = 52  # options of a trade or a sale at most, nothing among them
_GROWS, _ABSORBED, _LEVEL, _NEAR = range(len(ROLES))
_AFTER = TILE_WIDTH - 3


@rule
def best_rival_gain(game: State, seat: int, chain: int, rise: float) -> float:
    """What the rival with most shares of a chain gains when its price rises so much."""
    most = 0
    for other in range(game.players):
        if other != seat:
            most = max(most, int(game.shares[other, chain]))
    return most * rise


@rule
def describe_tile(rules: Rules, game: State, seat: int, slot: int, outlook: Outlook, policy: Any) -> None:
    """Writes the numbers and roles of one tile that can be placed."""
    tile = int(game.hands[seat, slot])
    square = square_of(tile)
    effect = effect_of(rules, game, tile)
    chains = touching(game, square) & CHAIN_BITS
    numbers = policy.tiles[slot]
    numbers[0] = 1.0 if effect == STAYS_LOOSE else 0.0
    numbers[1] = 1.0 if effect == FOUNDS else 0.0
    numbers[2] = 1.0 if effect == GROWS else 0.0
    numbers[3] = 1.0 if effect == MERGES else 0.0
    loose = 0
    empty = 0
    near = 0
    for side in range(4):
        beside = square + (side - 1 if side % 2 == 0 else (side - 2) * STRIDE)
        if game.squares[beside] == LOOSE:
            loose += 1
        elif game.squares[beside] == EMPTY:
            row = beside // STRIDE
            column = beside % STRIDE
            if 1 <= row <= 9 and column >= 1:
                empty += 1
                near |= int(outlook.beside[beside])
    near &= ~chains & CHAIN_BITS
    numbers[4] = loose / 3.0
    numbers[5] = empty / 4.0
    numbers[6] = 1.0 if has_neighbour(rules, game, seat, tile) else 0.0
    numbers[7] = count_bits(chains) / 3.0
    numbers[8] = count_bits(near) / 3.0
    policy.roles[slot, _NEAR] = near
    if chains == 0:
        return
    largest = largest_of(rules, game, chains)
    level = largest if largest & (largest - 1) else 0
    policy.roles[slot, _GROWS] = largest & ~level
    policy.roles[slot, _ABSORBED] = chains & ~largest
    policy.roles[slot, _LEVEL] = level
    size = 0
    absorbed = 0
    for chain in range(rules.chains):
        if (chains >> chain) & 1:
            size = max(size, int(game.sizes[chain]))
            absorbed += int(game.sizes[chain])
    absorbed -= size
    numbers[9] = size / 20.0
    numbers[10] = absorbed / 20.0
    numbers[11] = 1.0 if level else 0.0
    grown = min(size + absorbed + loose + 1, TILES)
    numbers[12] = 1.0 if size < rules.safe <= grown else 0.0
    for chain in range(rules.chains):
        if (largest >> chain) & 1:
            rise = float(price_at(rules, chain, grown) - price_of(rules, game, chain))
            numbers[13] = max(numbers[13], cut(game.shares[seat, chain] * rise / 1_000.0))
            numbers[14] = max(numbers[14], cut(best_rival_gain(game, seat, chain, rise) / 1_000.0))
    if effect == MERGES:
        for other in range(game.players):
            income = merger_income(rules, game, other, chains) / 10_000.0
            at = 15 if other == seat else 16
            numbers[at] = max(numbers[at], income)
            if other != seat:
                numbers[17] += income
        for chain in range(rules.chains):
            if ((chains & ~largest) >> chain) & 1:
                numbers[18] += game.shares[seat, chain] * price_of(rules, game, chain) / 10_000.0


@rule
def lead_of(players: int, seat: int, outlook: Outlook) -> float:
    """How far the evaluation has a seat ahead of the best rival."""
    rival = -1e9
    for other in range(players):
        if other != seat:
            rival = max(rival, outlook.total[other])
    return float(outlook.total[seat] - rival)


@rule
def describe_after(rules: Rules, worlds: Any, judge: Any, options: int, outlook: Outlook, policy: Any) -> None:
    """Writes what the evaluation makes of each tile that does anything, mergers settled by rule of thumb.

    What the seat has seen is in `worlds[0]`; the outlook, which has been appraised, is written over.
    """
    seat = int(record_at(worlds, 0).actor)
    players = int(record_at(worlds, 0).players)
    chance = max(outlook.chance[seat], SURE)
    total = outlook.total[seat]
    lead = lead_of(players, seat, outlook)
    for slot in range(MAX_HAND):
        numbers = policy.tiles[slot]
        if (options >> slot) & 1 == 0 or numbers[0] > 0.0:
            continue
        worlds[1] = worlds[0]
        game = record_at(worlds, 1)
        apply_action(rules, game, action_of(game, slot), None)
        while FOUND <= game.decision <= SELL:
            apply_action(rules, game, clerk_action(rules, game), None)
        appraise(rules, game, judge, outlook)
        numbers[_AFTER] = cut(log(max(outlook.chance[seat], SURE) / chance))
        numbers[_AFTER + 1] = cut((outlook.total[seat] - total) / 10_000.0)
        numbers[_AFTER + 2] = cut((lead_of(players, seat, outlook) - lead) / 10_000.0)


@rule
def describe_purchases(rules: Rules, game: State, seat: int, outlook: Outlook, policy: Any) -> None:
    """Writes what buying of each chain promises; the outlook has been appraised."""
    slots = min(int(rules.buy_limit) - int(game.bought), MOST_BOUGHT)
    try_chains(rules, game, seat, slots, outlook)
    for chain in range(MAX_CHAINS):
        numbers = policy.purchases[chain]
        most = 0
        for count in range(1, MOST_BOUGHT + 1):
            if count <= slots and outlook.gain[chain, count] > HOPELESS / 2:
                most = count
                numbers[count] = cut(outlook.gain[chain, count] / 1_000.0)
        numbers[0] = most / 3.0
        if most > 0:
            numbers[4] = outlook.cost[chain] / max(float(game.cash[seat]), 1.0)


@rule
def describe_splits(rules: Rules, game: State, seat: int, policy: Any) -> None:
    """Writes who leads after trading so many pairs for the survivor, or selling so many of the absorbed chain."""
    options = count_bits(legal_options(rules, game))
    trading = game.decision == TRADE
    chain = int(game.survivor) if trading else int(game.absorbed)
    rival = 0
    for other in range(game.players):
        if other != seat:
            rival = max(rival, int(game.shares[other, chain]))
    held = int(game.shares[seat, chain])
    for count in range(min(options, MOST_SPLITS)):
        numbers = policy.splits[count]
        part = count / max(options - 1.0, 1.0)
        after = held + count if trading else held - count
        numbers[0] = 1.0 if count == 0 else 0.0
        numbers[1] = 1.0 if count == options - 1 else 0.0
        numbers[2] = part
        numbers[3] = part * part
        numbers[4] = count / 10.0
        numbers[5] = cut((after - rival) / 5.0)
        numbers[6] = 1.0 if after > rival else 0.0
        numbers[7] = 1.0 if after == rival and after > 0 else 0.0


@rule
def describe_choices(rules: Rules, worlds: Any, judge: Any, outlook: Outlook, policy: Any) -> None:
    """Writes what the policy sees of the choices of the seat that must decide.

    What the seat has seen is in `worlds[0]`, with nothing unknown left in it, and the outlook has been appraised.
    """
    game = record_at(worlds, 0)
    seat = int(game.actor)
    for chain in range(MAX_CHAINS):
        for at in range(PURCHASE_WIDTH):
            policy.purchases[chain, at] = 0.0
    if game.decision == BUY:
        describe_purchases(rules, game, seat, outlook, policy)
    elif game.decision == PLACE:
        options = legal_options(rules, game)
        playable = count_bits(options & ((1 << MAX_HAND) - 1)) / 6.0
        for slot in range(MAX_HAND):
            for at in range(TILE_WIDTH):
                policy.tiles[slot, at] = 0.0
            for at in range(len(ROLES)):
                policy.roles[slot, at] = 0
            if (options >> slot) & 1:
                describe_tile(rules, game, seat, slot, outlook, policy)
                policy.tiles[slot, _AFTER - 1] = playable
        describe_after(rules, worlds, judge, options, outlook, policy)
    elif game.decision == TRADE or game.decision == SELL:
        describe_splits(rules, game, seat, policy)
