"""What the network sees of the empty squares: where chains would grow, meet and be absorbed, and where one is founded.

The evaluation sums these up in a chance to be absorbed; here they are counted one by one, so that the network can tell
a merger that one tile makes from one that takes two, and who would be absorbed by whom. All empty squares count; which
of them one's own tiles fill is told beside that (`features.write_hand`).
"""

from __future__ import annotations

from typing import Any

from mergemaker.bots.evaluation.outlook import Outlook
from mergemaker.compiler import rule
from mergemaker.rules.board import CHAIN_BITS, COLUMNS, LOOSE_BIT, ROWS, STRIDE, touching
from mergemaker.rules.mergers import largest_of
from mergemaker.rules.state import EMPTY, MAX_CHAINS, Rules, State

GAME_SQUARES = (
    "squares that touch nothing / 50",
    "squares that found / 10",
    "squares that merge / 10",
    "dead squares / 10",
)
CHAIN_SQUARES = (
    "squares that have it absorbed / 3",
    "squares that have it absorb / 3",
    "largest chain to be absorbed by in one of them / 20",
    "largest chain to absorb in one of them / 20",
    "neighbouring squares that have it absorbed / 10",
    "neighbouring squares that have it absorb / 10",
    "liberties beside a loose tile / 3",
    "squares behind its liberties / 20",
)
_LONE, _FOUNDS, _MERGES, _DEAD = range(4)
_ABSORBED, _LARGEST, _PAIRS, _LOOSE, _BEHIND = 0, 2, 4, 6, 7


@rule
def safe_among(rules: Rules, game: State, chains: int) -> int:
    """How many of some chains are safe."""
    safe = 0
    for chain in range(rules.chains):
        if (chains >> chain) & 1 and game.sizes[chain] >= rules.safe:
            safe += 1
    return safe


@rule
def count_meeting(rules: Rules, game: State, chains: int, part: float, at: int, width: int, features: Any) -> None:
    """Counts one way for some chains to meet: for each as one that is absorbed, or absorbs, or where level as both.

    `at` is where the first chain's two counts are, `width` how far the next chain's lie from there.
    """
    largest = largest_of(rules, game, chains)
    level = largest & (largest - 1)
    for chain in range(rules.chains):
        if (chains >> chain) & 1:
            if (largest >> chain) & 1 == 0 or level:
                features[at + chain * width] += part
            if (largest >> chain) & 1:
                features[at + chain * width + 1] += part


@rule
def note_sizes(rules: Rules, game: State, chains: int, at: int, width: int, features: Any) -> None:
    """Notes for each of some chains that may meet how large the others are: those above it, and those up to its own."""
    for chain in range(rules.chains):
        if (chains >> chain) & 1:
            for other in range(rules.chains):
                if other != chain and (chains >> other) & 1:
                    size = game.sizes[other] / 20.0
                    place = at + chain * width + (0 if game.sizes[other] > game.sizes[chain] else 1)
                    features[place] = max(features[place], size)


@rule
def count_squares(
    rules: Rules, game: State, outlook: Outlook, game_at: int, chain_at: int, width: int, features: Any
) -> None:
    """Counts what the empty squares would do; the outlook says which chains touch each of them.

    `game_at` and `chain_at` are where the numbers about the game and about the first chain begin.
    """
    beside = outlook.beside
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            square = row * STRIDE + column
            if game.squares[square] != EMPTY:
                continue
            chains = int(beside[square])
            loose = touching(game, square) & LOOSE_BIT
            if chains == 0:
                if loose:
                    features[game_at + _FOUNDS] += 0.1
                else:
                    features[game_at + _LONE] += 0.02
                behind = (
                    int(beside[square - 1])
                    | int(beside[square + 1])
                    | int(beside[square - STRIDE])
                    | int(beside[square + STRIDE])
                )
                for chain in range(MAX_CHAINS):
                    if (behind >> chain) & 1:
                        features[chain_at + chain * width + _BEHIND] += 0.05
                continue
            if chains & (chains - 1):
                if safe_among(rules, game, chains) > 1:
                    features[game_at + _DEAD] += 0.1
                else:
                    features[game_at + _MERGES] += 0.1
                    count_meeting(rules, game, chains, 1.0 / 3.0, chain_at + _ABSORBED, width, features)
                    note_sizes(rules, game, chains, chain_at + _LARGEST, width, features)
            elif loose:
                for chain in range(MAX_CHAINS):
                    if (chains >> chain) & 1:
                        features[chain_at + chain * width + _LOOSE] += 1.0 / 3.0
            for step in range(2):
                other = int(beside[square + (1 if step == 0 else STRIDE)])
                both = (chains | other) & CHAIN_BITS
                if other and other != chains and safe_among(rules, game, both) < 2:
                    count_meeting(rules, game, both, 0.1, chain_at + _PAIRS, width, features)
