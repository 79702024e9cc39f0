"""What the network sees of a position: numbers about the game, each chain, each seat, and each seat in each chain.

They are the evaluation's own estimates (`evaluation/outlook.py`) beside the plain facts, told from one seat's chair:
seat 0 is that seat, seat 1 the next one clockwise. Whatever the chair can't see was blanked before, so nothing hidden
can get in. All editions and numbers of players have the same shapes; what is missing is zero.

Groups lie one after the other in one flat array: `GAME_NUMBERS`, then each chain's, each seat's, each seat and
chain's. A change to the order, the scale or the meaning of a number needs new weights.
"""

from __future__ import annotations

from math import log
from typing import Any

from mergemaker.bots.evaluation.outlook import Outlook
from mergemaker.bots.network.square_counts import CHAIN_SQUARES, GAME_SQUARES, count_squares
from mergemaker.compiler import rule
from mergemaker.rules.bag import DEAD, EIGHTH, FOUNDS, GROWS, MERGES, STAYS_LOOSE, bag_of, effect_of, tiles_in_hand
from mergemaker.rules.board import CHAIN_BITS, STRIDE, square_of, touching
from mergemaker.rules.mergers import largest_of, only_one
from mergemaker.rules.money import bonus_for, price_at, price_of
from mergemaker.rules.redaction import UNKNOWN
from mergemaker.rules.state import MAX_CHAINS, MAX_PLAYERS, OVER, TILES, Rules, State

GAME_NUMBERS = (
    "part of the game that is left",
    "doubt / $10000",
    *(f"decision {number}" for number in range(OVER)),
    "shares bought this turn / 3",
    "tiles in the bag / 108",
    "turns in a row without a tile / 6",
    "chains on the board / 7",
    "safe chains / 7",
    "largest chain / 41",
    "own tiles that stay loose / 3",
    "own tiles that found / 3",
    "own tiles that would found an eighth chain / 3",
    "own dead tiles / 3",
    "own tiles not seen yet / 3",
    "rules: shares a turn / 3",
    "rules: founder's shares",
    "rules: founder's share in cash",
    "rules: draw before buying",
    "rules: dead tiles kept",
    "rules: dead tiles replaced until none is left",
    "rules: automatic end",
    "rules: safe size / 20",
    "rules: size that ends the game / 41",
    "rules: market plays",
    "rules: third place is paid",
    *(f"{players} players" for players in range(2, MAX_PLAYERS + 1)),
    *GAME_SQUARES,
    "own loose tiles beside another own tile / 3",
    "rules: certificates are dealt before play",
    "certificates of somebody are unknown",
)
CHAIN_NUMBERS = (
    "tiles / 20",
    "on the board",
    "safe",
    "41 tiles or more",
    "price / $1000",
    "rise of the price by one tile / $100",
    "rise of the price by three tiles / $100",
    "price when founded / $1000",
    "first bonus / $10000",
    "second bonus / $10000",
    "third bonus / $10000",
    "bank / 25",
    "certificates / 25",
    "survivor of a merger",
    "being absorbed",
    "still to be absorbed",
    "liberties / 10",
    "chance to be absorbed",
    "price to come / $1000",
    "first bonus to come / $10000",
    "second bonus to come / $10000",
    "lead that means little / 10",
    "newcomer's chance",
    "most likely to be absorbed by one chain",
    "tiles of that chain / 20",
    "tiles to absorb, weighed / 20",
    "own tiles that make it grow / 3",
    "own tiles that have it absorbed / 3",
    "own tiles that have it absorb / 3",
    "holders / 6",
    *CHAIN_SQUARES,
)
SEAT_NUMBERS = (
    "there is such a seat",
    "own seat",
    "turns until it moves / 6",
    "must decide",
    "cash / $10000",
    "under $1000",
    "tiles in hand / 6",
    "tiles' worth / $1000",
    "lead of its total over the best rival's / $10000",
    "share of all totals",
    "logarithm of the evaluation's chance",
    "certificates unknown",
)
SHARE_NUMBERS = (
    "shares / 10",
    "part of all certificates",
    "lead over the best rival / 5",
    "most of all, alone",
    "most of all, level",
    "second",
    "bonus if absorbed now / $10000",
    "worth now / $10000",
    "worth to come / $10000",
    "shares that its cash stands for / 10",
    "shares in the chain most likely to absorb it / 10",
)
GAME_WIDTH = len(GAME_NUMBERS)
CHAIN_WIDTH = len(CHAIN_NUMBERS)
SEAT_WIDTH = len(SEAT_NUMBERS)
SHARE_WIDTH = len(SHARE_NUMBERS)
CHAINS_AT = GAME_WIDTH
SEATS_AT = CHAINS_AT + MAX_CHAINS * CHAIN_WIDTH
SHARES_AT = SEATS_AT + MAX_PLAYERS * SEAT_WIDTH
FEATURES = SHARES_AT + MAX_PLAYERS * MAX_CHAINS * SHARE_WIDTH
LOG_CHANCE = SEAT_NUMBERS.index("logarithm of the evaluation's chance")
SURE = 1e-6  # no chance is taken to be smaller

# Inputs that are zero wherever no certificates are dealt before play: what is learnt of them changes nothing elsewhere.
CERTIFICATES_OF_GAME = (
    GAME_NUMBERS.index("rules: certificates are dealt before play"),
    GAME_NUMBERS.index("certificates of somebody are unknown"),
)
CERTIFICATES_OF_SEAT = (SEAT_NUMBERS.index("certificates unknown"),)

(_UNKNOWN,) = CERTIFICATES_OF_SEAT
_OWN_LOOSE = GAME_NUMBERS.index("own tiles that stay loose / 3")
_SQUARES = GAME_NUMBERS.index(GAME_SQUARES[0])
_DEALT, _UNSEEN = CERTIFICATES_OF_GAME
_OWN_PAIRS = GAME_NUMBERS.index("own loose tiles beside another own tile / 3")
_CHAIN_SQUARES = CHAIN_NUMBERS.index(CHAIN_SQUARES[0])
_OWN_GROWS = CHAIN_NUMBERS.index("own tiles that make it grow / 3")
_THIRD = 1.0 / 3.0
_FAR = 5.0  # numbers without a natural bound are cut off there


@rule
def cut(number: float) -> float:
    """A number without a natural bound, cut off."""
    return min(max(number, -_FAR), _FAR)


@rule
def note_unknown(rules: Rules, seen: State, chair: int, features: Any) -> None:
    """Clears the features and notes whose certificates are unknown, be it that they were taken to be even before."""
    for at in range(FEATURES):
        features[at] = 0.0
    players = int(seen.players)
    for step in range(players):
        seat = (chair + step) % players
        for chain in range(rules.chains):
            if seen.dealt[seat, chain] <= UNKNOWN:
                features[SEATS_AT + step * SEAT_WIDTH + _UNKNOWN] = 1.0
                features[_UNSEEN] = 1.0


@rule
def has_neighbour(rules: Rules, game: State, chair: int, tile: int) -> bool:
    """Whether another tile in the same hand belongs beside a tile's square."""
    square = square_of(tile)
    for slot in range(rules.hand):
        other = int(game.hands[chair, slot])
        if other >= 0:
            apart = abs(square_of(other) - square)
            if apart in (1, STRIDE):
                return True
    return False


@rule
def write_hand(rules: Rules, game: State, chair: int, features: Any) -> None:
    """Writes what the tiles in one's own hand would do."""
    for slot in range(rules.hand):
        tile = int(game.hands[chair, slot])
        if tile == -1:
            continue
        if tile < 0:
            features[_OWN_LOOSE + 4] += _THIRD
            continue
        effect = effect_of(rules, game, tile)
        chains = touching(game, square_of(tile)) & CHAIN_BITS
        if effect == STAYS_LOOSE:
            features[_OWN_LOOSE] += _THIRD
            if has_neighbour(rules, game, chair, tile):
                features[_OWN_PAIRS] += _THIRD
        elif effect == FOUNDS:
            features[_OWN_LOOSE + 1] += _THIRD
        elif effect == EIGHTH:
            features[_OWN_LOOSE + 2] += _THIRD
        elif effect == DEAD:
            features[_OWN_LOOSE + 3] += _THIRD
        elif effect == GROWS:
            features[CHAINS_AT + only_one(chains) * CHAIN_WIDTH + _OWN_GROWS] += _THIRD
        elif effect == MERGES:
            survivors = largest_of(rules, game, chains)
            for chain in range(rules.chains):
                if (chains >> chain) & 1:
                    at = CHAINS_AT + chain * CHAIN_WIDTH + _OWN_GROWS
                    # Chains that are level could go either way, and so count as both.
                    if (survivors >> chain) & 1:
                        features[at + 2] += _THIRD
                    if (survivors >> chain) & 1 == 0 or survivors & (survivors - 1):
                        features[at + 1] += _THIRD


@rule
def write_game(rules: Rules, game: State, outlook: Outlook, features: Any) -> None:
    """Writes the numbers about the game as a whole, those about one's own tiles apart."""
    on_board = 0
    safe = 0
    largest = 0
    for chain in range(rules.chains):
        if game.sizes[chain] > 0:
            on_board += 1
            largest = max(largest, int(game.sizes[chain]))
            if game.sizes[chain] >= rules.safe:
                safe += 1
    features[0] = outlook.left
    features[1] = outlook.doubt / 10_000.0
    if game.decision < OVER:
        features[2 + int(game.decision)] = 1.0
    at = 2 + OVER
    features[at] = game.bought * _THIRD
    features[at + 1] = bag_of(game) / float(TILES)
    features[at + 2] = game.skips / 6.0
    features[at + 3] = on_board / 7.0
    features[at + 4] = safe / 7.0
    features[at + 5] = largest / 41.0
    at += 11
    features[at] = rules.buy_limit * _THIRD
    features[at + 1] = rules.founder_shares
    features[at + 2] = rules.founder_cash
    features[at + 3] = rules.draw
    features[at + 4] = 1.0 if rules.dead_tiles == 0 else 0.0
    features[at + 5] = 1.0 if rules.dead_tiles == 3 else 0.0
    features[at + 6] = rules.end
    features[at + 7] = rules.safe / 20.0
    features[at + 8] = rules.end_size / 41.0
    features[at + 9] = 1.0 if rules.market and game.players == 2 else 0.0
    features[at + 10] = 1.0 if rules.places == 3 else 0.0
    features[at + 11 + int(game.players) - 2] = 1.0
    for chain in range(rules.chains):
        if rules.dealt[chain] > 0:
            features[_DEALT] = 1.0


@rule
def write_chain(rules: Rules, game: State, chain: int, outlook: Outlook, features: Any) -> None:
    """Writes a chain's numbers, those about one's own tiles apart."""
    at = CHAINS_AT + chain * CHAIN_WIDTH
    tiles = int(game.sizes[chain])
    row = int(rules.row[chain, tiles])
    price = price_of(rules, game, chain)
    features[at] = tiles / 20.0
    features[at + 1] = 1.0 if tiles > 0 else 0.0
    features[at + 2] = 1.0 if tiles >= rules.safe else 0.0
    features[at + 3] = 1.0 if tiles >= rules.end_size else 0.0
    features[at + 4] = price / 1_000.0
    if tiles > 0:
        features[at + 5] = (price_at(rules, chain, min(tiles + 1, TILES)) - price) / 100.0
        features[at + 6] = (price_at(rules, chain, min(tiles + 3, TILES)) - price) / 100.0
    features[at + 7] = price_at(rules, chain, 2) / 1_000.0
    features[at + 8] = rules.bonus[row, 0] / 10_000.0
    features[at + 9] = rules.bonus[row, 1] / 10_000.0
    features[at + 10] = rules.bonus[row, 2] / 10_000.0 if rules.places > 2 else 0.0
    features[at + 11] = game.bank[chain] / 25.0
    features[at + 12] = rules.certificates[chain] / 25.0
    features[at + 13] = 1.0 if game.survivor == chain else 0.0
    features[at + 14] = 1.0 if game.absorbed == chain else 0.0
    features[at + 15] = 1.0 if (int(game.pending) >> chain) & 1 else 0.0
    features[at + 16] = outlook.liberties[chain] / 10.0
    features[at + 17] = outlook.absorbed[chain]
    features[at + 18] = outlook.price[chain] / 1_000.0
    features[at + 19] = outlook.prize[chain, 0] / 10_000.0
    features[at + 20] = outlook.prize[chain, 1] / 10_000.0
    features[at + 21] = outlook.spread[chain] / 10.0
    features[at + 22] = outlook.newcomer[chain]
    likely = 0.0
    swallowed = 0.0
    for other in range(rules.chains):
        if outlook.contact[chain, other] > likely:
            likely = outlook.contact[chain, other]
            features[at + 24] = game.sizes[other] / 20.0
        swallowed += outlook.contact[other, chain] * game.sizes[other]
    features[at + 23] = likely
    features[at + 25] = cut(swallowed / 20.0)
    holders = 0
    for seat in range(game.players):
        if game.shares[seat, chain] > 0:
            holders += 1
    features[at + 29] = holders / 6.0


@rule
def write_seats(game: State, chair: int, outlook: Outlook, features: Any) -> None:
    """Writes the seats' numbers, from the chair on."""
    players = int(game.players)
    whole = 0.0
    for seat in range(players):
        whole += outlook.total[seat]
    for step in range(players):
        seat = (chair + step) % players
        at = SEATS_AT + step * SEAT_WIDTH
        rival = -1e9
        for other in range(players):
            if other != seat:
                rival = max(rival, outlook.total[other])
        features[at] = 1.0
        features[at + 1] = 1.0 if step == 0 else 0.0
        features[at + 2] = ((seat - int(game.mover) + players) % players) / 6.0
        features[at + 3] = 1.0 if seat == game.actor else 0.0
        features[at + 4] = cut(game.cash[seat] / 10_000.0)
        features[at + 5] = 1.0 - min(game.cash[seat] / 1_000.0, 1.0)
        features[at + 6] = tiles_in_hand(game, seat) / 6.0
        features[at + 7] = cut(outlook.hand[seat] / 1_000.0)
        features[at + 8] = cut((outlook.total[seat] - rival) / 10_000.0)
        features[at + 9] = outlook.total[seat] / max(whole, 1.0)
        features[at + LOG_CHANCE] = log(max(outlook.chance[seat], SURE))


@rule
def write_shares(rules: Rules, game: State, chair: int, outlook: Outlook, features: Any) -> None:
    """Writes each seat's standing in each chain."""
    players = int(game.players)
    market = 6 if rules.market and players == 2 else 0
    for chain in range(rules.chains):
        price = price_of(rules, game, chain)
        likely = 0.0
        absorber = -1
        for other in range(rules.chains):
            if outlook.contact[chain, other] > likely:
                likely = outlook.contact[chain, other]
                absorber = other
        most = 0
        second = 0
        leaders = 0
        for seat in range(players):
            held = int(game.shares[seat, chain])
            if held > most:
                second = most
                most = held
                leaders = 1
            elif held == most:
                leaders += 1
                second = held
            else:
                second = max(second, held)
        for step in range(players):
            seat = (chair + step) % players
            held = int(game.shares[seat, chain])
            at = SHARES_AT + (step * MAX_CHAINS + chain) * SHARE_WIDTH
            best = second if held == most else most
            features[at] = held / 10.0
            features[at + 1] = held / float(rules.certificates[chain])
            features[at + 2] = cut((held - best) / 5.0)
            if held > 0:
                bonus = bonus_for(rules, game, chain, game.sizes[chain], held, market) if price > 0 else 0
                features[at + 3] = 1.0 if held == most and leaders == 1 else 0.0
                features[at + 4] = 1.0 if held == most and leaders > 1 else 0.0
                features[at + 5] = 1.0 if held == second and held < most else 0.0
                features[at + 6] = bonus / 10_000.0
                features[at + 7] = (held * price + bonus) / 10_000.0
            features[at + 8] = outlook.value[chain, seat] / 10_000.0
            features[at + 9] = outlook.power[chain, seat] / 10.0
            if absorber >= 0:
                features[at + 10] = game.shares[seat, absorber] / 10.0


@rule
def write_features(rules: Rules, game: State, chair: int, outlook: Outlook, features: Any) -> None:
    """Writes all numbers from a chair; `note_unknown` comes before, and the outlook is appraised."""
    write_game(rules, game, outlook, features)
    write_hand(rules, game, chair, features)
    count_squares(rules, game, outlook, _SQUARES, CHAINS_AT + _CHAIN_SQUARES, CHAIN_WIDTH, features)
    for chain in range(rules.chains):
        write_chain(rules, game, chain, outlook, features)
    write_seats(game, chair, outlook, features)
    write_shares(rules, game, chair, outlook, features)
