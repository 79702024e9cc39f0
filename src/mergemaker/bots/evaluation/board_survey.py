"""The board's part of an evaluation: what each chain is heading for.

One pass over the squares counts each chain's room to grow and the squares where two chains could meet; from that
follow the chance to be absorbed, the size to expect, and with it what a share and each place's bonus will bring.
"""

from __future__ import annotations

from mergemaker.bots.evaluation.outlook import Outlook, Weights
from mergemaker.compiler import rule
from mergemaker.rules.bag import bag_of, market_plays
from mergemaker.rules.board import CHAIN_BITS, COLUMNS, ROWS, STRIDE, touching
from mergemaker.rules.state import BUY, EMPTY, END_ANNOUNCED, MAX_CHAINS, OVER, TILES, Rules, State
from mergemaker.rules.turn_end import end_in_sight

FOUNDED_SIZE = 3  # what a chain off the board is reckoned as
PAYABLE = 6.0  # shares beyond which more cash is no help in a race


@rule
def time_left(rules: Rules, game: State, weights: Weights) -> float:
    """How much of the game is left, from 1 down to 0."""
    whole = float(TILES - int(game.players) * (int(rules.hand) + 1))
    left = bag_of(game) / max(whole, 1.0)
    if rules.end == END_ANNOUNCED and end_in_sight(rules, game):
        left = min(left, weights.end_near)
    return min(left, 1.0)


@rule
def meet(outlook: Outlook, some: int, others: int, weight: float) -> None:
    """Each chain of some could meet each of the others."""
    first = 0
    while some >> first:
        if (some >> first) & 1:
            second = 0
            while others >> second:
                if (others >> second) & 1 and first != second:
                    outlook.contact[first, second] += weight
                    outlook.contact[second, first] += weight
                second += 1
        first += 1


@rule
def look_at_squares(game: State, weights: Weights, outlook: Outlook) -> None:
    """Counts room to grow and places to meet."""
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            square = row * STRIDE + column
            chains = 0
            if game.squares[square] == EMPTY:
                chains = touching(game, square) & CHAIN_BITS
                if chains:
                    left = outlook.beside[square - 1] if column > 1 else 0
                    above = outlook.beside[square - STRIDE] if row > 1 else 0
                    for chain in range(MAX_CHAINS):
                        if (chains >> chain) & 1:
                            outlook.liberties[chain] += 1.0
                    if chains & (chains - 1):
                        # Each pair is counted from both sides, hence half.
                        meet(outlook, chains, chains, 0.5 * weights.merger_now)
                    if left and left | chains != left & chains:
                        meet(outlook, chains, left, weights.merger_near)
                    if above and above | chains != above & chains:
                        meet(outlook, chains, above, weights.merger_near)
            outlook.beside[square] = chains


@rule
def mergers_ahead(rules: Rules, game: State, weights: Weights, outlook: Outlook) -> None:
    """Turns contacts into chances: `contact[a, b]` becomes the chance that b absorbs a."""
    late = weights.merger_late + (1.0 - weights.merger_late) * outlook.left
    for chain in range(rules.chains):
        outlook.absorbed[chain] = 0.0
        if game.sizes[chain] == 0:
            continue
        small = max(1.0 - float(game.sizes[chain]) / float(rules.safe), 0.0)
        stays = 1.0 - min(weights.merger_small * small * outlook.left, 1.0)
        for other in range(rules.chains):
            strength = outlook.contact[chain, other] * late
            outlook.contact[chain, other] = 0.0
            if strength > 0.0 and game.sizes[chain] < rules.safe and game.sizes[chain] <= game.sizes[other]:
                chance = strength / (1.0 + strength)
                if game.sizes[chain] == game.sizes[other]:
                    chance *= 0.5
                outlook.contact[chain, other] = chance
                stays *= 1.0 - chance
        outlook.absorbed[chain] = 1.0 - stays


@rule
def prospects(rules: Rules, game: State, chain: int, weights: Weights, outlook: Outlook) -> None:
    """What a share of a chain and its places will bring."""
    places = int(rules.places)
    early = 1.0 + (weights.share_early - 1.0) * outlook.left
    if game.sizes[chain] == 0:
        row = int(rules.row[chain, FOUNDED_SIZE])
        outlook.price[chain] = weights.defunct_share * outlook.left * rules.price[row]
        for place in range(places):
            outlook.prize[chain, place] = weights.defunct_bonus * outlook.left * rules.bonus[row, place]
        return
    chance = outlook.absorbed[chain]
    growing = weights.growth * outlook.liberties[chain] * outlook.left
    for other in range(rules.chains):
        growing += weights.swallow * outlook.contact[other, chain] * game.sizes[other]
    expected = min(float(game.sizes[chain]) + growing, TILES - 1.0)
    whole = int(expected)
    part = expected - whole
    now = int(rules.row[chain, game.sizes[chain]])
    low = int(rules.row[chain, whole])
    high = int(rules.row[chain, whole + 1])
    later = rules.price[low] + part * (rules.price[high] - rules.price[low])
    outlook.price[chain] = early * (chance * rules.price[now] + (1.0 - chance) * later)
    # What a bonus is worth before it is paid; at the end of the game just what it says.
    soon = (1.0 + (weights.bonus_soon - 1.0) * outlook.left) * chance
    late = (1.0 + (weights.bonus_late - 1.0) * outlook.left) * (1.0 - chance)
    for place in range(places):
        later = rules.bonus[low, place] + part * (rules.bonus[high, place] - rules.bonus[low, place])
        outlook.prize[chain, place] = soon * rules.bonus[now, place] + late * later


@rule
def races(rules: Rules, game: State, chain: int, weights: Weights, outlook: Outlook) -> None:
    """How open the race for a chain's bonuses is, and who has the cash to run it."""
    bank = float(game.bank[chain])
    opening = outlook.left * (1.0 - outlook.absorbed[chain])
    outlook.spread[chain] = weights.race_floor + weights.race_open * opening * bank / 25.0
    outlook.newcomer[chain] = weights.newcomer * opening * min(bank, 3.0) / 3.0
    price = max(outlook.price[chain], 100.0)
    for seat in range(game.players):
        payable = min(game.cash[seat] / price, PAYABLE, bank)
        outlook.power[chain, seat] = weights.buying_power * opening * payable


@rule
def is_certain(rules: Rules, game: State) -> bool:
    """Whether all that will be paid at the announced end is known: no disposal, no market and no dealt certificate."""
    if (game.decision != BUY and game.decision != OVER) or market_plays(rules, game.players):
        return False
    for chain in range(rules.chains):
        if rules.dealt[chain] > 0 and game.sizes[chain] > 0 and (int(game.revealed) >> chain) & 1 == 0:
            return False
    return True


@rule
def survey(rules: Rules, game: State, weights: Weights, outlook: Outlook) -> None:
    """Fills the board's part of an outlook."""
    outlook.exact = 1 if game.announced or game.automatic or game.decision == OVER else 0
    outlook.certain = 1 if outlook.exact and is_certain(rules, game) else 0
    if outlook.exact:
        outlook.left = 0.0
        outlook.doubt = 100.0
        return
    outlook.left = time_left(rules, game, weights)
    outlook.doubt = weights.doubt_late + weights.doubt_early * outlook.left
    for chain in range(rules.chains):
        outlook.liberties[chain] = 0.0
        for other in range(rules.chains):
            outlook.contact[chain, other] = 0.0
    look_at_squares(game, weights, outlook)
    mergers_ahead(rules, game, weights, outlook)
    for chain in range(rules.chains):
        prospects(rules, game, chain, weights, outlook)
        races(rules, game, chain, weights, outlook)
