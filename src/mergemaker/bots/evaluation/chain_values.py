"""What each chain is worth to each seat, and from that each seat's chance to win.

A seat's chance at each place of a chain's bonuses comes from its lead or arrears against every rival, softened by
how many shares the bank still has and how much of the game is left. When the game ends after this turn nothing is
softened: places and payments are those of the rules. Who has most then has won, be it by $100, unless something that is
paid can't be known yet.
"""

from __future__ import annotations

from math import exp

from mergemaker.bots.evaluation.board_survey import survey
from mergemaker.bots.evaluation.outlook import Outlook, Weights
from mergemaker.compiler import rule
from mergemaker.rules.bag import EIGHTH, FOUNDS, GROWS, MERGES, effect_of, market_plays
from mergemaker.rules.board import CHAIN_BITS, square_of, touching
from mergemaker.rules.mergers import largest_of, only_one
from mergemaker.rules.money import bonus_for, price_at, price_of
from mergemaker.rules.state import Rules, State

MARKET_HOLDING = 6  # what the market is reckoned to hold, the middle of 1 to 12
MARKET_MOST = 12.0
CONSOLATION = 0.02


@rule
def exact_value(rules: Rules, game: State, chain: int, seat: int) -> float:
    """What a chain pays a seat when the game ends now."""
    held = int(game.shares[seat, chain])
    if held == 0 or game.sizes[chain] == 0:
        return 0.0
    market = MARKET_HOLDING if market_plays(rules, game.players) else 0
    bonus = bonus_for(rules, game, chain, game.sizes[chain], held, market)
    return float(held * price_of(rules, game, chain) + bonus)


@rule
def run_races(rules: Rules, game: State, chain: int, outlook: Outlook) -> None:
    """Each seat's chance at the first three places of a chain, from its lead or arrears against each rival."""
    players = int(game.players)
    spread = outlook.spread[chain]
    newcomer = outlook.newcomer[chain]
    for seat in range(players):
        outlook.place[seat, 0] = 1.0
        outlook.place[seat, 1] = 0.0
        outlook.place[seat, 2] = 0.0
    for seat in range(players):
        held = int(game.shares[seat, chain])
        mine = held + outlook.power[chain, seat]
        for other in range(seat + 1, players):
            theirs = int(game.shares[other, chain])
            lead = mine - theirs - outlook.power[chain, other]
            wins = 0.5 + 0.5 * lead / (abs(lead) + spread)
            fall_behind(outlook, seat, (1.0 - wins) * (newcomer if theirs == 0 else 1.0))
            fall_behind(outlook, other, wins * (newcomer if held == 0 else 1.0))
        if market_plays(rules, players):
            fall_behind(outlook, seat, min(max((MARKET_MOST + 0.5 - held) / MARKET_MOST, 0.0), 1.0))


@rule
def fall_behind(outlook: Outlook, seat: int, chance: float) -> None:
    """One more rival is ahead of a seat with that chance."""
    place = outlook.place
    place[seat, 2] += (place[seat, 1] - place[seat, 2]) * chance
    place[seat, 1] += (place[seat, 0] - place[seat, 1]) * chance
    place[seat, 0] -= place[seat, 0] * chance


@rule
def expected_values(rules: Rules, game: State, chain: int, outlook: Outlook) -> None:
    """Shares at the price to expect, and each place's bonus times the chance to have that place."""
    holders = 0
    for seat in range(game.players):
        outlook.worth[seat] = 0.0
        if game.shares[seat, chain] > 0:
            holders += 1
    if holders == 0:
        return
    run_races(rules, game, chain, outlook)
    newcomer = outlook.newcomer[chain]
    for seat in range(game.players):
        held = int(game.shares[seat, chain])
        bonus = 0.0
        for place in range(rules.places):
            bonus += outlook.place[seat, place] * outlook.prize[chain, place]
        if held == 0:
            bonus *= newcomer
        elif holders == 1 and not market_plays(rules, game.players):
            # The places that nobody else takes are the sole holder's too.
            for place in range(1, rules.places):
                if (int(rules.sole) >> place) & 1:
                    bonus += outlook.place[seat, 0] * (1.0 - newcomer) * outlook.prize[chain, place]
        outlook.worth[seat] = held * outlook.price[chain] + bonus


@rule
def value_chain(rules: Rules, game: State, chain: int, outlook: Outlook) -> None:
    """Fills `worth` with what a chain is worth to each seat."""
    if outlook.exact:
        for seat in range(game.players):
            outlook.worth[seat] = exact_value(rules, game, chain, seat)
    else:
        expected_values(rules, game, chain, outlook)


@rule
def merger_income(rules: Rules, game: State, seat: int, chains: int) -> float:
    """The bonuses that a seat gets when these chains merge."""
    survivor = largest_of(rules, game, chains)
    income = 0
    for chain in range(rules.chains):
        if (chains >> chain) & 1 and (survivor >> chain) & 1 == 0:
            income += bonus_for(rules, game, chain, game.sizes[chain], game.shares[seat, chain], 0)
    return float(income)


@rule
def hand_value(rules: Rules, game: State, seat: int, weights: Weights, outlook: Outlook) -> float:
    """What the tiles in a hand are good for; those out of sight count nothing."""
    value = 0.0
    for slot in range(rules.hand):
        tile = int(game.hands[seat, slot])
        if tile < 0:
            continue
        effect = effect_of(rules, game, tile)
        if effect == FOUNDS:
            value += weights.tile_founds * outlook.left
        elif effect >= EIGHTH:
            value -= weights.tile_stuck * outlook.left
        elif effect == GROWS:
            chain = only_one(touching(game, square_of(tile)) & CHAIN_BITS)
            rise = price_at(rules, chain, int(game.sizes[chain]) + 1) - price_of(rules, game, chain)
            value += weights.tile_grows * rise * game.shares[seat, chain]
        elif effect == MERGES:
            chains = touching(game, square_of(tile)) & CHAIN_BITS
            value += weights.tile_merges * merger_income(rules, game, seat, chains)
    return value


@rule
def cash_value(cash: float, weights: Weights, outlook: Outlook) -> float:
    """Cash, and what being able to act on it is worth: the first dollars most, and less as the game goes on."""
    scale = weights.liquidity_scale
    return cash + weights.liquidity * outlook.left * cash * scale / (cash + scale)


@rule
def count_money(players: int, outlook: Outlook, consolation: float) -> None:
    """Who has won by the totals: one for whoever has most, parts of it where several have, and the consolation."""
    most = outlook.total[0]
    money = 0.0
    for seat in range(players):
        most = max(most, outlook.total[seat])
        money += outlook.total[seat]
    winners = 0
    for seat in range(players):
        if outlook.total[seat] == most:
            winners += 1
    for seat in range(players):
        won = 1.0 / winners if outlook.total[seat] == most else 0.0
        outlook.chance[seat] = (1.0 - consolation) * won + consolation * outlook.total[seat] / max(money, 1.0)


@rule
def count_chances(players: int, outlook: Outlook) -> None:
    """Each seat's chance to win, from the totals.

    A small part is the seat's share of all the money, so that what can't be won or lost any more is still played for.
    """
    if outlook.certain:
        count_money(players, outlook, CONSOLATION)
        return
    most = outlook.total[0]
    money = 0.0
    for seat in range(players):
        most = max(most, outlook.total[seat])
        money += outlook.total[seat]
    whole = 0.0
    for seat in range(players):
        outlook.chance[seat] = exp((outlook.total[seat] - most) / outlook.doubt)
        whole += outlook.chance[seat]
    for seat in range(players):
        share = outlook.total[seat] / max(money, 1.0)
        outlook.chance[seat] = (1.0 - CONSOLATION) * outlook.chance[seat] / whole + CONSOLATION * share


@rule
def appraise(rules: Rules, game: State, weights: Weights, outlook: Outlook) -> None:
    """Fills an outlook: the board, every chain for every seat, and the chances."""
    survey(rules, game, weights, outlook)
    for seat in range(game.players):
        outlook.hand[seat] = 0.0 if outlook.exact else hand_value(rules, game, seat, weights, outlook)
        outlook.total[seat] = outlook.hand[seat] + cash_value(float(game.cash[seat]), weights, outlook)
    for chain in range(rules.chains):
        value_chain(rules, game, chain, outlook)
        for seat in range(game.players):
            outlook.value[chain, seat] = outlook.worth[seat]
            outlook.total[seat] += outlook.worth[seat]
    count_chances(int(game.players), outlook)
