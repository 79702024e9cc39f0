"""A game as text and as a picture, for people who watch an environment: what a spectator sees, nothing hidden."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from mergemaker.envs.batch import Batch
from mergemaker.envs.extras import need
from mergemaker.rules.board import COLUMNS, ROWS, SQUARES
from mergemaker.rules.drawings import draw
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.state import EMPTY, LOOSE, SET_ASIDE

MODES = ("human", "ansi", "rgb_array")
SIDE = 24  # pixels of a square
_PAPER, _LOOSE_COLOUR, _ASIDE_COLOUR = (244, 241, 232), (90, 90, 90), (214, 208, 194)


def check_mode(mode: str | None) -> None:
    """Refuses a mode that nobody knows."""
    if mode is not None and mode not in MODES:
        raise MergemakerError(f"A render mode is one of {', '.join(MODES)}; not {mode!r}.")


def rendered(mode: str | None, batch: Batch) -> Any:
    """A batch's first table in one of the modes: printed (human), as text (ansi) or as a picture (rgb_array)."""
    if mode is None:
        need("gymnasium", "Gymnasium", "envs").logger.warn("There is nothing to render without a render_mode.")
        return None
    if mode == "rgb_array":
        return picture_of(batch.edition, batch.games)
    text = draw(batch.edition, batch.games[:1], hidden=batch.hidden)
    if mode == "ansi":
        return text
    sys.stdout.write(text + "\n")
    return None


def picture_of(edition: Edition, state: Any) -> Any:
    """The board as a picture: rows × columns × red, green, blue."""
    squares = state["squares"][0]
    colours = [tuple(bytes.fromhex(chain.hex.removeprefix("#"))) for chain in edition.chains]
    table = {LOOSE: _LOOSE_COLOUR, EMPTY: _PAPER, SET_ASIDE: _ASIDE_COLOUR, **dict(enumerate(colours))}
    board = np.array([table[int(squares[square])] for square in SQUARES], np.uint8).reshape(ROWS, COLUMNS, 3)
    picture = board.repeat(SIDE, 0).repeat(SIDE, 1)
    picture[::SIDE] = picture[:, ::SIDE] = _ASIDE_COLOUR
    return picture
