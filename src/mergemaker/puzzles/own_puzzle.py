"""A decision of a reviewed game as a puzzle of one's own. What the review found stands in for a proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mergemaker.puzzles.ideas import ideas_of
from mergemaker.puzzles.puzzle_file import Option, Puzzle, PuzzleError, Source, Step, id_of
from mergemaker.review.findings import DecisionVerdict
from mergemaker.review.grades import is_costly
from mergemaker.review.reasons import Why
from mergemaker.rules.game import Game


def own_puzzle(record: Mapping[str, Any], verdict: DecisionVerdict) -> Puzzle:
    """A puzzle of the position in which a decision was made; PuzzleError where there is nothing to find."""
    if not is_costly(verdict.grade):
        raise PuzzleError(f"Action {verdict.at} cost too little to make a puzzle of: it was {verdict.grade}.")
    game = Game.from_record(record).at(verdict.at - 1)
    source = Source(game.edition.name, game.players, record=game.record())
    options = tuple(
        Option(one.action, round(one.chance, 4), round(max(one.behind, 0.0), 4), round(one.error, 4))
        for one in sorted(verdict.options, key=lambda one: (one.action != verdict.best, one.behind))
    )
    step = Step(verdict.decision, verdict.best, options, verdict.reason, verdict.line)
    second = next((option.action for option in options if option.action != verdict.best), verdict.action)
    why = Why(verdict.reason, end="end" in (verdict.best, verdict.action))
    return Puzzle(id_of(source), source, (step,), ideas_of(game, verdict.best, second, why))
