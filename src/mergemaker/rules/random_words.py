"""Random numbers for compiled code: a counter that is scrambled, so that any word can be had without the others.

A *key* is a non-negative integer below 2**62. The same key and counter give the same word interpreted, compiled
and on a GPU. Decks that people play with come from SHA-256 instead (`shuffle.py`): this is for
market draws, whose key comes from there, for simulation and for search.
"""

from __future__ import annotations

from typing import Any

from mergemaker.compiler import rule
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.state import TILES

KEYS = 1 << 62


@rule
def mix(word: int) -> int:
    """Scrambles 32 bits. The products stay below 2**63, so interpreted and compiled runs agree."""
    word &= 0xFFFFFFFF
    word = ((word ^ (word >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    word = ((word ^ (word >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    return word ^ (word >> 16)


@rule
def word_at(key: int, counter: int) -> int:
    """The 32 random bits that a key has at a counter."""
    return mix(mix(key + 0x1E3779B9 * (counter + 1)) ^ (key >> 31))


@rule
def below(key: int, counter: int, limit: int) -> int:
    """A random number from 0 to limit - 1."""
    return (word_at(key, counter) * limit) >> 32


@rule
def key_at(key: int, counter: int) -> int:
    """A key of its own for the counter-th game, or world, of a series."""
    high = word_at(key, 2 * counter)
    return ((high & 0x3FFFFFFF) << 32) | word_at(high ^ key, 2 * counter + 1)


def key_of_seed(seed: int) -> int:
    """The key of the series of games that a seed stands for."""
    if seed < 0:
        raise MergemakerError(f"A seed is a number from 0 up; not {seed}.")
    return key_at(seed % KEYS, seed // KEYS % KEYS)


@rule
def shuffle_tiles(deck: Any, key: int) -> None:
    """Fills a deck with all tiles in random order."""
    for tile in range(TILES):
        swap = below(key, tile, tile + 1)
        deck[tile] = deck[swap]
        deck[swap] = tile
