"""What a seat sees as numbers, for programs that learn: planes for the board, one vector for the rest, an action mask.

An observation is made from what the seat has seen (`rules.redaction`) and from nothing else, so it can't hold anything
hidden. Everything is told from the seat's own chair: player 0 is the seat itself, player 1 the next one clockwise.
All editions and numbers of players have the same shapes; what an edition lacks is zero.

`PLANES` and `NUMBERS` name every part, and the compiled writers below follow their order. A change to the order, the
scale or the meaning of a part is a new `VERSION`. Actions are the rules' own 218, see `rules.actions`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.actions import ACTIONS, action_of, action_texts
from mergemaker.rules.bag import bag_of, effect_of, market_plays, tiles_in_hand
from mergemaker.rules.board import COLUMNS, ROWS, square_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.money import price_of
from mergemaker.rules.redaction import UNKNOWN
from mergemaker.rules.state import (
    DEAD_KEPT,
    DECISIONS,
    MAX_CHAINS,
    MAX_HAND,
    MAX_PLACES,
    MAX_PLAYERS,
    NO_CHAIN,
    NO_TILE,
    OVER,
    SET_ASIDE,
    TILES,
    Rules,
    State,
)
from mergemaker.rules.words.notation import read_action

VERSION = 1

# Planes over the board's 9 rows and 12 columns, 0 or 1 on each square.
PLANES = (
    *(f"tiles of chain {chain}" for chain in range(MAX_CHAINS)),
    "loose tiles",
    "empty squares",
    "squares whose tile was set aside",
    "own tile that would stay loose",
    "own tile that would found a chain",
    "own tile that would make a chain grow",
    "own tile that would merge chains",
    "own tile that would found an eighth chain",
    "own tile that is dead",
    "the tile placed this turn",
)
_EFFECT_PLANE = SET_ASIDE + 1  # what a square holds is the number of its plane
_PLACED_PLANE = len(PLANES) - 1

# The vector: each part with how many numbers it has. Chains are in the edition's order, players from one's own chair.
NUMBERS = (
    ("chain: tiles on the board / 40", MAX_CHAINS),
    ("chain: 1 if safe", MAX_CHAINS),
    ("chain: price of a share / $1000", MAX_CHAINS),
    ("chain: bonus of each place now / $10000", MAX_CHAINS * MAX_PLACES),
    ("chain: shares in the bank / 25", MAX_CHAINS),
    ("chain: certificates in all / 25", MAX_CHAINS),
    ("chain: 1 if the survivor of a merger", MAX_CHAINS),
    ("chain: 1 if being absorbed", MAX_CHAINS),
    ("chain: 1 if still to be absorbed", MAX_CHAINS),
    ("player: 1 if there is such a player", MAX_PLAYERS),
    ("player: cash / $10000", MAX_PLAYERS),
    ("player: tiles in hand / 6", MAX_PLAYERS),
    ("player: 1 for the mover", MAX_PLAYERS),
    ("player: 1 for the one who must decide", MAX_PLAYERS),
    ("player: 1 for the one who began", MAX_PLAYERS),
    ("player, chain: shares / 25, only those on top of the deal while that is unknown", MAX_PLAYERS * MAX_CHAINS),
    ("player, chain: 1 if the certificates dealt before play are unknown", MAX_PLAYERS * MAX_CHAINS),
    ("decision: " + ", ".join(DECISIONS), len(DECISIONS)),
    ("shares bought this turn / 3", 1),
    ("1 if the end was announced, 1 if it came by itself", 2),
    ("turns in a row without a tile / 6", 1),
    ("tiles in the bag / 108", 1),
    ("rules: shares a turn / 3", 1),
    ("rules: founder's shares, 1 if one that the bank lacks is paid in cash", 2),
    ("rules: 1 if the draw comes before the buying", 1),
    ("rules: dead tiles kept, replaced once, replaced once if wanted, replaced until none", 4),
    ("rules: 1 if the end comes by itself", 1),
    ("rules: safe size / 40, size that ends the game / 40", 2),
    ("rules: 1 if the market plays along, places that are paid / 3", 2),
)  # fmt: skip
PLANES_SHAPE = (len(PLANES), ROWS, COLUMNS)
NUMBERS_SHAPE = (sum(count for _, count in NUMBERS),)
LOWEST, HIGHEST = -4.0, 100.0  # numbers are cut off there: a million dollars, or every share of a chain

_SIZES = 1 / 40
_SHARES = 1 / 25
_MONEY = 1 / 10_000
_PRICE = 1 / 1_000


@rule
def clear(array: Any) -> None:
    """Fills with zeros. A plain loop over a flat array becomes one memory fill; a slice would not."""
    for at in range(len(array)):
        array[at] = 0


@rule
def draw_planes(rules: Rules, seen: State, seat: int, planes: Any) -> None:
    """Fills the planes of the board, flat; a seat below 0 is a spectator, who has no tiles."""
    clear(planes)
    for row in range(ROWS):
        square = square_of(row * COLUMNS)
        for column in range(COLUMNS):
            # Without a branch: what lies on a square can't be guessed, and a wrong guess costs more than the rest.
            planes[int(seen.squares[square + column]) * TILES + row * COLUMNS + column] = 1
    if seat >= 0:
        for slot in range(MAX_HAND):
            tile = int(seen.hands[seat, slot])
            if tile >= 0:
                planes[(_EFFECT_PLANE + effect_of(rules, seen, tile)) * TILES + tile] = 1
    if seen.placed != NO_TILE:
        planes[_PLACED_PLANE * TILES + int(seen.placed)] = 1


@rule
def write_chains(rules: Rules, seen: State, numbers: Any) -> int:
    """Writes the chains' numbers. Returns where the next ones begin."""
    bonus_at = 3 * MAX_CHAINS
    bank_at = bonus_at + MAX_CHAINS * MAX_PLACES
    for chain in range(rules.chains):
        tiles = int(seen.sizes[chain])
        row = int(rules.row[chain, tiles])
        numbers[chain] = tiles * _SIZES
        numbers[MAX_CHAINS + chain] = 1 if tiles >= rules.safe else 0
        numbers[2 * MAX_CHAINS + chain] = price_of(rules, seen, chain) * _PRICE
        for place in range(rules.places):
            numbers[bonus_at + chain * MAX_PLACES + place] = rules.bonus[row, place] * _MONEY
        numbers[bank_at + chain] = seen.bank[chain] * _SHARES
        numbers[bank_at + MAX_CHAINS + chain] = rules.certificates[chain] * _SHARES
    merger_at = bank_at + 2 * MAX_CHAINS
    if seen.survivor != NO_CHAIN:
        numbers[merger_at + int(seen.survivor)] = 1
    if seen.absorbed != NO_CHAIN:
        numbers[merger_at + MAX_CHAINS + int(seen.absorbed)] = 1
    for chain in range(rules.chains):
        numbers[merger_at + 2 * MAX_CHAINS + chain] = (int(seen.pending) >> chain) & 1
    return merger_at + 3 * MAX_CHAINS


@rule
def write_players(rules: Rules, seen: State, seat: int, numbers: Any, start: int) -> int:
    """Writes the players' numbers from one's own chair. Returns where the next ones begin."""
    shares_at = start + 6 * MAX_PLAYERS
    unknown_at = shares_at + MAX_PLAYERS * MAX_CHAINS
    players = int(seen.players)
    chair = max(int(seat), 0)
    for step in range(players):
        other = (chair + step) % players
        at = start + step
        numbers[at] = 1
        numbers[at + MAX_PLAYERS] = min(seen.cash[other] * _MONEY, HIGHEST)
        numbers[at + 2 * MAX_PLAYERS] = tiles_in_hand(seen, other) / MAX_HAND
        numbers[at + 3 * MAX_PLAYERS] = 1 if other == seen.mover else 0
        numbers[at + 4 * MAX_PLAYERS] = 1 if other == seen.actor else 0
        numbers[at + 5 * MAX_PLAYERS] = 1 if other == seen.starter else 0
        for chain in range(rules.chains):
            numbers[shares_at + step * MAX_CHAINS + chain] = seen.shares[other, chain] * _SHARES
            unknown = seen.dealt[other, chain] == UNKNOWN
            numbers[unknown_at + step * MAX_CHAINS + chain] = 1 if unknown else 0
    return unknown_at + MAX_PLAYERS * MAX_CHAINS


@rule
def write_turn(rules: Rules, seen: State, numbers: Any, start: int) -> None:
    """Writes where the turn stands, and what the rules are."""
    numbers[start + int(seen.decision)] = 1
    at = start + OVER + 1
    numbers[at] = seen.bought / 3
    numbers[at + 1] = seen.announced
    numbers[at + 2] = seen.automatic
    numbers[at + 3] = seen.skips / MAX_PLAYERS
    numbers[at + 4] = bag_of(seen) / TILES
    numbers[at + 5] = rules.buy_limit / 3
    numbers[at + 6] = rules.founder_shares
    numbers[at + 7] = rules.founder_cash
    numbers[at + 8] = rules.draw
    numbers[at + 9 + int(rules.dead_tiles) - DEAD_KEPT] = 1
    numbers[at + 13] = rules.end
    numbers[at + 14] = rules.safe * _SIZES
    numbers[at + 15] = rules.end_size * _SIZES
    numbers[at + 16] = 1 if market_plays(rules, seen.players) else 0
    numbers[at + 17] = rules.places / MAX_PLACES


@rule
def encode(rules: Rules, seen: State, seat: int, planes: Any, numbers: Any) -> None:
    """Writes the observation of a seat from what it has seen; the planes are flat."""
    draw_planes(rules, seen, seat, planes)
    clear(numbers)
    at = write_chains(rules, seen, numbers)
    at = write_players(rules, seen, seat, numbers, at)
    write_turn(rules, seen, numbers, at)


@rule
def mask_options(game: State, options: int, mask: Any) -> None:
    """Fills a mask over all actions from the options of the present decision."""
    clear(mask)
    option = 0
    while options >> option:
        if (options >> option) & 1:
            mask[action_of(game, option)] = 1
        option += 1


@door
def observe_seen(rules: Any, seen: Any, seat: int, planes: Any, numbers: Any) -> None:
    """Writes the observation of a seat from an array of one record of what it has seen."""
    encode(record_at(rules, 0), record_at(seen, 0), seat, planes, numbers)


def empty_observation(games: int | None = None) -> dict[str, Any]:
    """Arrays for one observation, or for one of each of many games."""
    lead = () if games is None else (games,)
    return {
        "planes": np.zeros(lead + PLANES_SHAPE, np.uint8),
        "numbers": np.zeros(lead + NUMBERS_SHAPE, np.float32),
        "action_mask": np.zeros((*lead, ACTIONS), np.int8),
    }


def observation_of(view: Any) -> dict[str, Any]:
    """The observation of a view, its action mask included."""
    arrays = empty_observation()
    seat = -1 if view.seat is None else view.seat
    observe_seen(view.edition.record, view.seen, seat, arrays["planes"].reshape(-1), arrays["numbers"])
    for text in view.actions:
        arrays["action_mask"][action_number(view.edition, text)] = 1
    return arrays


def action_text(edition: Edition, action: int) -> str:
    """What an action is called: `place 5C`, `buy Tower` …"""
    if not 0 <= action < ACTIONS:
        raise MergemakerError(f"Actions are numbered from 0 to {ACTIONS - 1}; there is no {action}.")
    return action_texts(edition.chain_names)[action]


def action_number(edition: Edition, text: str) -> int:
    """The number of the action that a text names; IllegalAction says what is wrong with one that names none."""
    return read_action(edition, text)


def layout() -> list[tuple[str, slice]]:
    """The parts of the vector with where each lies, in order."""
    parts = []
    start = 0
    for name, count in NUMBERS:
        parts.append((name, slice(start, start + count)))
        start += count
    return parts


__all__ = [
    "ACTIONS",
    "NUMBERS",
    "NUMBERS_SHAPE",
    "PLANES",
    "PLANES_SHAPE",
    "VERSION",
    "action_number",
    "action_text",
    "empty_observation",
    "layout",
    "observation_of",
]
