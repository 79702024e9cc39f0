"""How a placed tile and the loose tiles connected to it join a chain (R2–R4)."""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.board import LOOSE_BIT, ROWS, STRIDE, square_of, touching
from mergemaker.rules.events import GREW, Events, note_chain
from mergemaker.rules.state import LOOSE, State


@rule
def join_loose(game: State, square: int, chain: int) -> int:
    """A square and every loose tile connected to it join a chain; how many squares they are.

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
