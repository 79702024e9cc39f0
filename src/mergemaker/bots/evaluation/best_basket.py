"""What to buy: the best handful of shares, all chains weighed against each other and against keeping the cash.

What a chain is worth depends on its own shares only, so each chain is appraised once for every number of shares
bought, and the combinations are added up.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from mergemaker.bots.evaluation.chain_values import cash_value, count_chances, value_chain
from mergemaker.bots.evaluation.outlook import MOST_BOUGHT, Outlook, Weights
from mergemaker.compiler import rule
from mergemaker.rules.money import price_of
from mergemaker.rules.state import MAX_CHAINS, NO_CHAIN, Rules, State

HOPELESS = -1e15


def _all_baskets() -> list[list[list[int]]]:
    """Every handful of up to three shares, smallest first: for each, three chains with a count, zero for none."""
    baskets = []
    for slots in range(MOST_BOUGHT + 1):
        for chains in combinations_with_replacement(range(MAX_CHAINS), slots):
            parts = [[chain, chains.count(chain)] for chain in dict.fromkeys(chains)]
            baskets.append(parts + [[0, 0]] * (MOST_BOUGHT - len(parts)))
    return baskets


BASKETS = np.array(_all_baskets(), np.int64)
UP_TO = np.array([int((BASKETS[:, :, 1].sum(axis=1) <= slots).sum()) for slots in range(MOST_BOUGHT + 1)])


@rule
def try_chain(rules: Rules, game: State, seat: int, chain: int, most: int, outlook: Outlook) -> None:
    """Appraises a chain for every number of shares that a seat might buy of it."""
    rivals = max(1.0 - outlook.chance[seat], 1e-9)
    price = float(price_of(rules, game, chain))
    for count in range(1, most + 1):
        game.shares[seat, chain] += count
        gain = -price * count
        value_chain(rules, game, chain, outlook)
        for other in range(game.players):
            value = outlook.worth[other]
            outlook.trial[chain, count, other] = value
            change = value - outlook.value[chain, other]
            # What a rival loses counts as far as that rival stands in the way.
            gain += change if other == seat else -change * outlook.chance[other] / rivals
        outlook.gain[chain, count] = gain
        game.shares[seat, chain] -= count


@rule
def try_chains(rules: Rules, game: State, seat: int, slots: int, outlook: Outlook) -> None:
    """Appraises every chain that a seat could buy of; `gain` is hopeless where it could not."""
    for chain in range(MAX_CHAINS):
        price = price_of(rules, game, chain) if chain < rules.chains else 0
        most = 0
        if price > 0:
            most = min(slots, int(game.bank[chain]), int(game.cash[seat]) // price)
        outlook.cost[chain] = price
        outlook.gain[chain, 0] = 0.0
        for count in range(most + 1, MOST_BOUGHT + 1):
            outlook.gain[chain, count] = HOPELESS
        if most > 0:
            try_chain(rules, game, seat, chain, most, outlook)


@rule
def shares_gain(basket: int, outlook: Outlook) -> tuple[float, int]:
    """What the shares of a basket are worth, every chain tried before, and their price; or hopeless."""
    gain = 0.0
    cost = 0
    for part in range(MOST_BOUGHT):
        chain = BASKETS[basket, part, 0]
        count = BASKETS[basket, part, 1]
        gain += outlook.gain[chain, count]
        cost += count * outlook.cost[chain]
        if count == 0 or gain <= HOPELESS / 2:
            break
    return gain, cost


@rule
def basket_gain(basket: int, cash: int, weights: Weights, outlook: Outlook) -> float:
    """What a basket is worth to a seat with so much cash, every chain tried before; hopeless if it can't be bought."""
    gain, cost = shares_gain(basket, outlook)
    if cost > cash or gain <= HOPELESS / 2:
        return HOPELESS
    kept = float(cash - cost)
    return gain + cash_value(kept, weights, outlook) - kept - cash_value(float(cash), weights, outlook) + cash


@rule
def best_basket(rules: Rules, game: State, seat: int, each: bool, weights: Weights, outlook: Outlook) -> int:
    """The number of the basket that a seat does best to buy now; 0 for nothing.

    The outlook must be appraised; afterwards its totals and chances are those with the basket bought. With `each`, the
    best basket with a share of each chain is found as well.
    """
    slots = min(int(rules.buy_limit) - int(game.bought), MOST_BOUGHT)
    try_chains(rules, game, seat, slots, outlook)
    cash = int(game.cash[seat])
    base = cash_value(float(cash), weights, outlook) - cash
    best = 0.0
    basket = 0
    for chain in range(MAX_CHAINS):
        outlook.with_chain[chain] = HOPELESS
    for at in range(1, UP_TO[slots]):
        gain, cost = shares_gain(at, outlook)
        # What is kept is never worth more than it was with all the cash, so a gain below the best stays below it.
        if cost > cash or gain <= HOPELESS / 2 or (gain <= best and not each):
            continue
        kept = float(cash - cost)
        gain += cash_value(kept, weights, outlook) - kept - base
        if each:
            for part in range(MOST_BOUGHT):
                if BASKETS[at, part, 1] > 0:
                    chain = BASKETS[at, part, 0]
                    outlook.with_chain[chain] = max(outlook.with_chain[chain], gain)
        if gain > best:
            best = gain
            basket = at
    take_basket(rules, game, seat, basket, weights, outlook)
    return basket


@rule
def take_basket(rules: Rules, game: State, seat: int, basket: int, weights: Weights, outlook: Outlook) -> None:
    """Puts a basket into the totals and chances of an outlook."""
    if basket == 0:
        return
    cost = 0
    for part in range(MOST_BOUGHT):
        chain = BASKETS[basket, part, 0]
        count = BASKETS[basket, part, 1]
        cost += count * outlook.cost[chain]
        if count > 0:
            for other in range(game.players):
                outlook.total[other] += outlook.trial[chain, count, other] - outlook.value[chain, other]
    cash = float(game.cash[seat])
    outlook.total[seat] += cash_value(cash - cost, weights, outlook) - cash_value(cash, weights, outlook)
    count_chances(int(game.players), outlook)


@rule
def first_of(basket: int) -> int:
    """A chain of a basket, NO_CHAIN of an empty one."""
    return int(BASKETS[basket, 0, 0]) if basket else NO_CHAIN
