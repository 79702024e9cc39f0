"""A game as text and as a picture, for people who watch an environment: what a spectator sees, nothing hidden."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from mergemaker.rules.board import COLUMNS, LETTERS, ROWS, square_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import DECISIONS, EMPTY, LOOSE, OVER, SET_ASIDE, TILES, fields

MODES = ("human", "ansi", "rgb_array")
SIDE = 24  # pixels of a square
_PAPER, _LOOSE_COLOUR, _ASIDE_COLOUR = (244, 241, 232), (90, 90, 90), (214, 208, 194)


def shown(mode: str, edition: Edition, state: Any, hidden: bool) -> Any:
    """The table in one of the modes: printed (human), as text (ansi) or as a picture (rgb_array)."""
    if mode == "rgb_array":
        return picture_of(edition, state)
    text = text_of(edition, state, hidden)
    if mode == "ansi":
        return text
    sys.stdout.write(text + "\n")
    return None


def text_of(edition: Edition, state: Any, hidden: bool = False) -> str:
    """The board, the chains and the players as text; what lies hidden on the table is a question mark."""
    game = fields(state)
    covered = hidden and int(game.decision) != OVER
    signs = [chain.sign for chain in edition.chains]
    marks = {LOOSE: "o", EMPTY: "·", SET_ASIDE: "×", **dict(enumerate(signs))}
    lines = ["   " + " ".join(f"{number:>2}" for number in range(1, COLUMNS + 1))]
    for row, letter in enumerate(LETTERS):
        squares = [marks[int(game.squares[square_of(row * COLUMNS + at)])] for at in range(COLUMNS)]
        lines.append(f" {letter} " + " ".join(f"{mark:>2}" for mark in squares))
    players = int(game.players)
    width = max(len(name) for name in edition.chain_names)
    lines.append(f"\n {'':{width}}  size price bank  " + " ".join(f"{'P' + str(s + 1):>6}" for s in range(players)))
    for at, chain in enumerate(edition.chains):
        size = int(game.sizes[at])
        held = " ".join(f"{'?' if covered else int(game.shares[seat, at]):>6}" for seat in range(players))
        price = edition.price(at, size)
        lines.append(f" {chain.name:{width}}  {size:>4} {price:>5} {int(game.bank[at]):>4}  {held}")
    cash = " ".join(f"{'?' if covered else int(game.cash[seat]):>6}" for seat in range(players))
    lines.append(f" {'cash':{width}}  {'':15}  {cash}")
    bag = TILES - int(game.drawn)
    if int(game.decision) == OVER:
        lines.append(f"\n The game is over; {bag} tiles were left in the bag.")
    else:
        lines.append(f"\n P{int(game.actor) + 1} to {DECISIONS[int(game.decision)]}; {bag} tiles in the bag.")
    return "\n".join(lines) + "\n"


def picture_of(edition: Edition, state: Any) -> Any:
    """The board as a picture: rows × columns × red, green, blue."""
    game = fields(state)
    colours = [tuple(bytes.fromhex(chain.hex.removeprefix("#"))) for chain in edition.chains]
    table = {LOOSE: _LOOSE_COLOUR, EMPTY: _PAPER, SET_ASIDE: _ASIDE_COLOUR, **dict(enumerate(colours))}
    board = np.array(
        [[table[int(game.squares[square_of(row * COLUMNS + at)])] for at in range(COLUMNS)] for row in range(ROWS)],
        np.uint8,
    )
    picture = board.repeat(SIDE, 0).repeat(SIDE, 1)
    picture[::SIDE] = picture[:, ::SIDE] = _ASIDE_COLOUR
    return picture
