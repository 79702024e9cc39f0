"""From a seed to a deck, so plainly that anybody can do it over with any SHA-256.

A stream of random words comes from SHA-256 over a purpose, the seed and a counter: block i is
``SHA256("mergemaker 1 " + purpose + "\\0" + seed + i)`` with i as four bytes, high byte first, read as eight
32-bit words, high byte first. A number below n is the next word modulo n, where words of the last, incomplete
stretch of n are passed over, so that every number is equally likely. The deck is all tiles from 1A, 2A … to 12I,
shuffled from the back: for i from 107 down to 1, tile i changes places with the tile at a number below i + 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.state import TILES
from mergemaker.rules.words.phrases import shown

MAX_SEED = 64  # bytes


def seed_text(seed: int | str) -> str:
    """A seed as it stands in a record: hex digits, two for each byte."""
    if isinstance(seed, int):
        if not 0 <= seed < 1 << 8 * MAX_SEED:
            raise MergemakerError(f"A seed is a number from 0 up, or hex digits; not {shown(seed)}.")
        text = f"{seed:x}"
        return text if len(text) % 2 == 0 else "0" + text
    if not isinstance(seed, str):
        raise MergemakerError("A seed is a number from 0 up, or hex digits.")
    try:
        length = len(bytes.fromhex(seed))
    except ValueError:
        length = 0
    if not 1 <= length <= MAX_SEED or not seed.isalnum():
        raise MergemakerError(f"A seed is 2 to {2 * MAX_SEED} hex digits, an even number of them; not “{seed[:40]}”.")
    return seed.lower()


def words(seed: str, purpose: str) -> Iterator[int]:
    """The endless stream of 32-bit words that a seed has for a purpose."""
    start = hashlib.sha256(f"mergemaker 1 {purpose}".encode() + b"\0" + bytes.fromhex(seed))
    counter = 0
    while True:
        block = start.copy()
        block.update(counter.to_bytes(4, "big"))
        digest = block.digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        counter += 1


def below(limit: int, stream: Iterator[int]) -> int:
    """The next number from 0 to limit - 1, all equally likely."""
    whole = (1 << 32) // limit * limit
    for word in stream:
        if word < whole:
            return word % limit
    raise AssertionError("the stream has no end")


def shuffled(things: Sequence[int], stream: Iterator[int]) -> list[int]:
    """The things in random order."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        at = below(last + 1, stream)
        order[last], order[at] = order[at], order[last]
    return order


def deck_of(seed: str) -> list[int]:
    """All tiles in the order in which a game with this seed draws them."""
    return shuffled(range(TILES), words(seed, "deck"))


def deal_of(seed: str, certificates: Sequence[int], players: int) -> list[list[int]]:
    """Certificates by seat and chain, shuffled and dealt out evenly: seat 0 the first lot, seat 1 the next …"""
    pile = shuffled([chain for chain, count in enumerate(certificates) for _ in range(count)], words(seed, "deal"))
    each = len(pile) // players
    hands = [pile[seat * each : (seat + 1) * each] for seat in range(players)]
    return [[hand.count(chain) for chain in range(len(certificates))] for hand in hands]


def market_key_of(seed: str) -> int:
    """The key that market draws come from."""
    stream = words(seed, "market")
    return (next(stream) & 0x3FFFFFFF) << 32 | next(stream)
