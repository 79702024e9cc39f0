"""The policy's layers in compiled code: from a position's numbers and its choices' to one score for each choice.

It looks at each chain from the deciding seat's chair, with what the rivals have in it added up, then at all chains
together, then at each chain again with all of them in view. Choices that are chains are scored from there, baskets of
shares as sums over their chains and what cash is left, tiles and splits with numbers of their own.
`training/policy_fit.py` has the same layers in PyTorch.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.bots.evaluation.best_basket import BASKETS, UP_TO
from mergemaker.bots.evaluation.outlook import MOST_BOUGHT
from mergemaker.bots.network.features import (
    CHAIN_WIDTH,
    CHAINS_AT,
    FEATURES,
    GAME_WIDTH,
    SEAT_WIDTH,
    SEATS_AT,
    SHARE_WIDTH,
    SHARES_AT,
)
from mergemaker.bots.network.layers import add_part, add_rows, begin_with, clear, cut_below
from mergemaker.bots.policy.choice_features import MOST_SPLITS, PURCHASE_WIDTH, ROLES, SPLIT_WIDTH, TILE_WIDTH
from mergemaker.compiler import rule
from mergemaker.rules.state import MAX_CHAINS, MAX_HAND

RIVAL = 16  # numbers for the rivals in a chain
CHAIN = 48  # for each chain
WHOLE = 48  # for all chains together
VIEW = 32  # for each chain with all of them in view
TILE = 32  # for each tile
SPLIT = 24  # for a trade or a sale
CASH = np.array([250.0, 500.0, 1_000.0, 2_000.0, 4_000.0, 8_000.0])  # up to so much that is left counts apart
HOPELESS = -1e9  # the score of what can't be chosen

# Each layer's name, its inputs and outputs, and whether it has a bias, which is one more row, the last.
POLICY_LAYERS = (
    ("rival_share", SHARE_WIDTH, RIVAL, True),
    ("rival_seat", SEAT_WIDTH, RIVAL, False),
    ("game1", GAME_WIDTH, CHAIN, True),
    ("seat1", SEAT_WIDTH, CHAIN, False),
    ("chain1", CHAIN_WIDTH, CHAIN, False),
    ("share1", SHARE_WIDTH, CHAIN, False),
    ("rivals1", RIVAL, CHAIN, False),
    ("purchase1", PURCHASE_WIDTH, CHAIN, False),
    ("game2", GAME_WIDTH, WHOLE, True),
    ("seat2", SEAT_WIDTH, WHOLE, False),
    ("chains2", CHAIN, WHOLE, False),
    ("own3", CHAIN, VIEW, True),
    ("whole3", WHOLE, VIEW, False),
    ("buy", VIEW, MOST_BOUGHT, True),
    ("cash", WHOLE, len(CASH), True),
    ("found", VIEW, 1, False),
    ("survivor", VIEW, 1, False),
    ("absorb", VIEW, 1, False),
    ("tile4", TILE_WIDTH, TILE, True),
    ("whole4", WHOLE, TILE, False),
    *((f"role{at}", VIEW, TILE, False) for at in range(len(ROLES))),
    ("tile5", TILE, 1, False),
    ("whole_split", WHOLE, SPLIT, True),
    ("survivor_split", VIEW, SPLIT, False),
    ("absorbed_split", VIEW, SPLIT, False),
    ("trade", SPLIT, SPLIT_WIDTH, True),
    ("sell", SPLIT, SPLIT_WIDTH, True),
)
SCORES = 128

# What a policy works with: its weights, layer by layer, and scratch paper.
POLICY = np.dtype(
    [
        *((name, np.float32, (inputs + biased, outputs)) for name, inputs, outputs, biased in POLICY_LAYERS),
        ("features", np.float32, (FEATURES,)),
        ("purchases", np.float32, (MAX_CHAINS, PURCHASE_WIDTH)),
        ("tiles", np.float32, (MAX_HAND, TILE_WIDTH)),
        ("splits", np.float32, (MOST_SPLITS, SPLIT_WIDTH)),
        ("roles", np.int64, (MAX_HAND, len(ROLES))),  # chains as bits
        ("common", np.float32, (CHAIN,)),
        ("rival", np.float32, (RIVAL,)),
        ("rival_seats", np.float32, (6, RIVAL)),
        ("rivals", np.float32, (RIVAL,)),
        ("chains", np.float32, (MAX_CHAINS, CHAIN)),
        ("every", np.float32, (CHAIN,)),
        ("whole", np.float32, (WHOLE,)),
        ("view_base", np.float32, (VIEW,)),
        ("views", np.float32, (MAX_CHAINS, VIEW)),
        ("shares", np.float32, (MAX_CHAINS, MOST_BOUGHT)),
        ("left", np.float32, (len(CASH),)),
        ("tile_base", np.float32, (TILE,)),
        ("tile", np.float32, (TILE,)),
        ("joined", np.float32, (VIEW,)),
        ("split", np.float32, (SPLIT,)),
        ("slopes", np.float32, (SPLIT_WIDTH,)),
        ("one", np.float32, (1,)),
        ("scores", np.float64, (SCORES,)),
    ],
    align=True,
)


@rule
def view_chains(policy: Any, players: int, chains: int) -> None:
    """From the features to the view of each chain and of the whole."""
    features = policy.features
    begin_with(policy.game1[GAME_WIDTH], policy.common)
    add_rows(features[:GAME_WIDTH], policy.game1, policy.common)
    add_rows(features[SEATS_AT : SEATS_AT + SEAT_WIDTH], policy.seat1, policy.common)
    for seat in range(1, players):
        at = SEATS_AT + seat * SEAT_WIDTH
        begin_with(policy.rival_share[SHARE_WIDTH], policy.rival_seats[seat])
        add_rows(features[at : at + SEAT_WIDTH], policy.rival_seat, policy.rival_seats[seat])
    clear(policy.every)
    for chain in range(chains):
        clear(policy.rivals)
        for seat in range(1, players):
            at = SHARES_AT + (seat * MAX_CHAINS + chain) * SHARE_WIDTH
            begin_with(policy.rival_seats[seat], policy.rival)
            add_rows(features[at : at + SHARE_WIDTH], policy.rival_share, policy.rival)
            cut_below(policy.rival)
            add_part(policy.rival, np.float32(1), policy.rivals)
        sums = policy.chains[chain]
        begin_with(policy.common, sums)
        at = CHAINS_AT + chain * CHAIN_WIDTH
        add_rows(features[at : at + CHAIN_WIDTH], policy.chain1, sums)
        at = SHARES_AT + chain * SHARE_WIDTH
        add_rows(features[at : at + SHARE_WIDTH], policy.share1, sums)
        add_rows(policy.rivals, policy.rivals1, sums)
        add_rows(policy.purchases[chain], policy.purchase1, sums)
        cut_below(sums)
        add_part(sums, np.float32(1), policy.every)
    begin_with(policy.game2[GAME_WIDTH], policy.whole)
    add_rows(features[:GAME_WIDTH], policy.game2, policy.whole)
    add_rows(features[SEATS_AT : SEATS_AT + SEAT_WIDTH], policy.seat2, policy.whole)
    add_rows(policy.every, policy.chains2, policy.whole)
    cut_below(policy.whole)
    begin_with(policy.own3[CHAIN], policy.view_base)
    add_rows(policy.whole, policy.whole3, policy.view_base)
    for chain in range(chains):
        view = policy.views[chain]
        begin_with(policy.view_base, view)
        add_rows(policy.chains[chain], policy.own3, view)
        cut_below(view)


@rule
def score_chains(layer: Any, options: int, policy: Any) -> None:
    """Scores choices that are chains."""
    for chain in range(MAX_CHAINS):
        if (options >> chain) & 1:
            clear(policy.one)
            add_rows(policy.views[chain], layer, policy.one)
            policy.scores[chain] = policy.one[0]


@rule
def score_tiles(options: int, policy: Any) -> None:
    """Scores the tiles that can be placed, by hand slots."""
    begin_with(policy.tile4[TILE_WIDTH], policy.tile_base)
    add_rows(policy.whole, policy.whole4, policy.tile_base)
    for slot in range(MAX_HAND):
        if (options >> slot) & 1 == 0:
            continue
        begin_with(policy.tile_base, policy.tile)
        add_rows(policy.tiles[slot], policy.tile4, policy.tile)
        for role in range(len(ROLES)):
            chains = policy.roles[slot, role]
            if chains == 0:
                continue
            clear(policy.joined)
            for chain in range(MAX_CHAINS):
                if (chains >> chain) & 1:
                    add_part(policy.views[chain], np.float32(1), policy.joined)
            if role == 0:
                add_rows(policy.joined, policy.role0, policy.tile)
            elif role == 1:
                add_rows(policy.joined, policy.role1, policy.tile)
            elif role == 2:
                add_rows(policy.joined, policy.role2, policy.tile)
            else:
                add_rows(policy.joined, policy.role3, policy.tile)
        cut_below(policy.tile)
        clear(policy.one)
        add_rows(policy.tile, policy.tile5, policy.one)
        policy.scores[slot] = policy.one[0]


@rule
def score_baskets(slots: int, cash: int, costs: Any, chains: int, policy: Any) -> int:
    """Scores every basket that a seat can buy; the others are hopeless. Returns how many baskets there are."""
    for chain in range(chains):
        begin_with(policy.buy[VIEW], policy.shares[chain])
        add_rows(policy.views[chain], policy.buy, policy.shares[chain])
    begin_with(policy.cash[WHOLE], policy.left)
    add_rows(policy.whole, policy.cash, policy.left)
    baskets = int(UP_TO[slots])
    for basket in range(baskets):
        score = 0.0
        cost = 0
        for part in range(MOST_BOUGHT):
            count = int(BASKETS[basket, part, 1])
            if count > 0:
                chain = int(BASKETS[basket, part, 0])
                if chain >= chains or 3.0 * policy.purchases[chain, 0] < count - 0.5:
                    score = HOPELESS
                    break
                score += policy.shares[chain, count - 1]
                cost += count * int(costs[chain])
        if score > HOPELESS and cost <= cash:
            for at in range(len(CASH)):
                score += policy.left[at] * min((cash - cost) / CASH[at], 1.0)
        else:
            score = HOPELESS
        policy.scores[basket] = score
    return baskets


@rule
def score_splits(trading: bool, options: int, survivor: int, absorbed: int, policy: Any) -> None:
    """Scores trades or sales, nothing first."""
    begin_with(policy.whole_split[WHOLE], policy.split)
    add_rows(policy.whole, policy.whole_split, policy.split)
    add_rows(policy.views[survivor], policy.survivor_split, policy.split)
    add_rows(policy.views[absorbed], policy.absorbed_split, policy.split)
    cut_below(policy.split)
    if trading:
        begin_with(policy.trade[SPLIT], policy.slopes)
        add_rows(policy.split, policy.trade, policy.slopes)
    else:
        begin_with(policy.sell[SPLIT], policy.slopes)
        add_rows(policy.split, policy.sell, policy.slopes)
    for count in range(min(options, MOST_SPLITS)):
        score = 0.0
        for at in range(SPLIT_WIDTH):
            score += policy.slopes[at] * policy.splits[count, at]
        policy.scores[count] = score
