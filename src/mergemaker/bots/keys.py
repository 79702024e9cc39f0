"""Where a bot's random numbers come from: a key made of its seed and of what its seat has seen.

The same seed and the same sight give the same key, whichever way a game is played, so that decisions reproduce and
nothing that a seat can't see can have a say.
"""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.random_words import key_at, mix
from mergemaker.rules.state import BORDERED, MAX_HAND, Rules, State


@rule
def key_of(rules: Rules, game: State, key: int) -> int:
    """A key of its own for this decision."""
    word = mix(int(game.decision) + 16 * int(game.bought) + 64 * int(game.actor) + 512 * int(game.announced))
    for square in range(BORDERED):
        word = (word * 31 + int(game.squares[square])) & 0xFFFFFFFF
    for slot in range(MAX_HAND):
        word = (word * 31 + int(game.hands[game.actor, slot]) + 2) & 0xFFFFFFFF
    for seat in range(game.players):
        word = mix(word + int(game.cash[seat]))
        for chain in range(rules.chains):
            word = (word * 31 + int(game.shares[seat, chain])) & 0xFFFFFFFF
    return key_at(key, word & 0x3FFFFFFF)
