"""Squares, tiles and their names, and how a tile joins a chain (R2–R4).

A tile is a number from 0 to 107, row by row: 1A is 0, 12A is 11, 1B is 12. It belongs on the square of the same
name. The state keeps the squares with an empty border (13 squares a row, the border column shared), so that a
square's neighbours are plain offsets and no rule needs to ask about edges.
"""

from __future__ import annotations

import re

from mergemaker.compiler import rule
from mergemaker.rules.events import GREW, Events, note_chain
from mergemaker.rules.state import LOOSE, TILES, State

COLUMNS = 12
ROWS = 9
STRIDE = 13  # squares in a bordered row
LETTERS = "ABCDEFGHI"

TILE_NAMES = tuple(f"{number}{letter}" for letter in LETTERS for number in range(1, COLUMNS + 1))
_TILE_NUMBERS = {name: tile for tile, name in enumerate(TILE_NAMES)}
_TILE_TEXT = re.compile(r"(?:(\d{1,2})\s*-?\s*([a-z]))|(?:([a-z])\s*-?\s*(\d{1,2}))", re.IGNORECASE | re.ASCII)

SQUARES = tuple(tile + tile // COLUMNS + STRIDE + 1 for tile in range(TILES))  # where each tile belongs

CHAIN_BITS = 0b0111_1111
LOOSE_BIT = 0b1000_0000


def tile_named(text: str) -> int | None:
    """The tile that `text` names, written 5C, 5c, C5 or c5; None if there is no such tile."""
    if text in _TILE_NUMBERS:
        return _TILE_NUMBERS[text]
    found = _TILE_TEXT.fullmatch(text.strip())
    if found is None:
        return None
    number, letter = (found[1], found[2]) if found[1] else (found[4], found[3])
    return _TILE_NUMBERS.get(f"{int(number)}{letter.upper()}")


@rule
def square_of(tile: int) -> int:
    """Where on the bordered board a tile belongs."""
    tile = int(tile)
    return tile + tile // COLUMNS + STRIDE + 1


@rule
def number_of(tile: int) -> int:
    """The number in a tile's name: 9 for 9F."""
    return int(tile) % COLUMNS + 1


@rule
def letter_of(tile: int) -> int:
    """The letter in a tile's name, A as 0."""
    return int(tile) // COLUMNS


@rule
def touching(game: State, square: int) -> int:
    """What lies beside a square, as bits: one for each chain, and LOOSE_BIT."""
    squares = game.squares
    return (
        (1 << int(squares[square - STRIDE]))
        | (1 << int(squares[square - 1]))
        | (1 << int(squares[square + 1]))
        | (1 << int(squares[square + STRIDE]))
    ) & (CHAIN_BITS | LOOSE_BIT)


@rule
def relabel(game: State, before: int, after: int) -> None:
    """Every square of one chain becomes another's."""
    squares = game.squares
    for square in range(STRIDE + 1, STRIDE * (ROWS + 1)):
        if squares[square] == before:
            squares[square] = after


@rule
def join_loose(game: State, square: int, chain: int) -> int:
    """A square and every loose tile connected to it join a chain. Returns how many squares they are.

    Loose tiles never touch a chain, so after the first ring any loose tile that touches this chain is one of them.
    Only opening tiles can lie in loose groups, hence the sweep over the board is rare.
    """
    squares = game.squares
    squares[square] = chain
    joined = 1
    more = False
    for side in range(4):
        beside = square + (side - 1 if side % 2 == 0 else (side - 2) * STRIDE)
        if squares[beside] == LOOSE:
            squares[beside] = chain
            joined += 1
            if touching(game, beside) & LOOSE_BIT:
                more = True
    while more:
        more = False
        for other in range(STRIDE + 1, STRIDE * (ROWS + 1)):
            if squares[other] == LOOSE and (touching(game, other) >> chain) & 1:
                squares[other] = chain
                joined += 1
                more = True
    return joined


@rule
def join_tile(game: State, chain: int, events: Events | None) -> None:
    """The placed tile, with the loose tiles it connects, makes a chain larger."""
    before = game.sizes[chain]
    game.sizes[chain] += join_loose(game, square_of(game.placed), int(chain))
    note_chain(events, GREW, chain, before, game.sizes[chain])


assert len(TILE_NAMES) == TILES
