"""Many copies of a position at once, and what the future may bring in each."""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.rules.state import GAME, NO_TILE, TILES


def copies(state: Any, count: int) -> Any:
    """An array of so many copies of a position, made by bytes."""
    many = np.empty(count, GAME)
    many.view(np.uint8).reshape(count, GAME.itemsize)[:] = np.frombuffer(state.tobytes(), np.uint8)
    return many


def shuffle_future(states: Any, at: int, drawn: int, market_draws: int, rng: Any) -> None:
    """Shuffles what copy `at` will draw: the deck from a position on, and market draws from a number on."""
    deck = states["deck"]
    deck[at, drawn:] = rng.permutation(deck[at, drawn:TILES])
    states["market"][at, market_draws:] = NO_TILE
    states["market_key"][at] = rng.integers(1 << 62)
