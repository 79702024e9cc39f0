"""How well an evaluation foretells who wins: its surprise, the mean of minus the logarithm of the winner's chance."""

from __future__ import annotations

from math import log
from typing import Any

from mergemaker.bots.evaluation.chain_values import appraise
from mergemaker.compiler import door, record_at

UNTHINKABLE = 1e-9  # a chance of nothing would surprise without end


@door
def surprise(rules: Any, games: Any, winners: Any, weights: Any, outlook: Any) -> float:
    """The mean surprise over positions, by what each seat has won of them: 1 for a winner, parts where several won."""
    paper = record_at(outlook, 0)
    total = 0.0
    for at in range(len(games)):
        game = record_at(games, at)
        appraise(record_at(rules, 0), game, record_at(weights, 0), paper)
        chance = 0.0
        for seat in range(game.players):
            chance += winners[at, seat] * paper.chance[seat]
        total -= log(max(chance, UNTHINKABLE))
    return total / max(len(games), 1)
