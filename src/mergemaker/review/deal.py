"""The luck of the deal: opening tiles, hands and 1962's certificates, one after the other.

Before the deal all seats are alike, so that each one's chance is exactly its part of one. Then the opening tiles are
turned over by seat, then the hands, then the certificates; what each of them changes is its luck.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.review.draws import Expected, mean_outlook
from mergemaker.review.findings import Draw
from mergemaker.review.judge import Judge
from mergemaker.review.state_batch import copies
from mergemaker.rules import engine
from mergemaker.rules.board import TILE_NAMES
from mergemaker.rules.state import NO_TILE, TILES, fields


def luck_of_deal(judge: Judge, dealt: Any, worlds: int, rng: Any) -> tuple[Any, Any, list[Draw]]:
    """Chances before the deal, chances after it, and the luck of each part; `dealt` is the position after it."""
    rules = fields(judge.edition.record)
    game = fields(dealt)
    players = int(game.players)
    even = np.full(players, 1.0 / players)
    before = Expected(even, None, worlds)
    found: list[Draw] = []
    parts = _parts(judge, game, players, int(rules.hand), bool(rules.opening_on_board))
    for number, (seat, kind, what, tiles, hands_dealt) in enumerate(parts):
        if number == len(parts) - 1:
            known = mean_outlook(judge, dealt)
        else:
            known = _expected(judge, dealt, tiles, hands_dealt, worlds, rng)
        found.append(
            Draw(
                at=0,
                seat=seat,
                kind=kind,
                what=what,
                luck=tuple(map(float, known.chances - before.chances)),
                dollars=None if before.totals is None else round(float(known.totals[seat] - before.totals[seat])),
                possible=worlds,
            )
        )
        before = known
    return even, before.chances, found


def _parts(judge: Judge, game: Any, players: int, hand: int, on_board: bool) -> list[tuple[int, str, str, int, int]]:
    """What is dealt, in order: whose, what kind, what, and how much of deck and certificates is known after it."""
    deck = [int(tile) for tile in game.deck]
    parts = [(seat, "opening", TILE_NAMES[deck[seat]], seat + 1, 0) for seat in range(players)]
    each = hand if on_board else hand - 1
    at = players
    for step in range(players):
        seat = (int(game.starter) + step) % players
        tiles = sorted(deck[at : at + each])
        at += each
        parts.append((seat, "hand", " ".join(TILE_NAMES[tile] for tile in tiles), at, 0))
    if judge.edition.dealt:
        for seat in range(players):
            held = [
                f"{int(count)} {name}"
                for name, count in zip(judge.edition.chain_names, game.dealt[seat], strict=False)
                if count
            ]
            parts.append((seat, "certificates", ", ".join(held), at, seat + 1))
    return parts


def _expected(judge: Judge, dealt: Any, tiles: int, seats: int, worlds: int, rng: Any) -> Expected:
    """What is to be expected when so many tiles, and so many seats' certificates, are known."""
    game = fields(dealt)
    players = int(game.players)
    states = copies(dealt, worlds)
    states["market"] = NO_TILE
    unseen = np.array(game.dealt[seats:players]).sum(axis=0)
    certificates = np.repeat(np.arange(len(unseen)), unseen)
    for at in range(worlds):
        deck = states["deck"]
        deck[at, tiles:] = rng.permutation(deck[at, tiles:TILES])
        if len(certificates):
            shuffled = rng.permutation(certificates).reshape(players - seats, -1)
            for row, lot in enumerate(shuffled):
                states["dealt"][at, seats + row] = np.bincount(lot, minlength=len(unseen))
        engine.begin(judge.edition.record, states[at : at + 1], None)
    return mean_outlook(judge, states)
