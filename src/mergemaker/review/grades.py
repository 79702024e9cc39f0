"""The classes of decisions and where they begin: the one place that says so.

A decision's cost is the chance that the best action would have had above it, by what the seat knew then. Where the two
can't be told apart, nothing is called a mistake: the cost must be SURE standard errors away from nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = GRADES = ("best", "good", "inaccuracy", "mistake", "blunder")
FROM = {BLUNDER: 0.10, MISTAKE: 0.05, INACCURACY: 0.02, GOOD: 0.005}  # chance that a decision cost, or more
SURE = 2.5  # standard errors
NEAR = 1.5  # standard errors from where a blunder begins: there it is looked at longer
SIGNS = {BEST: "✓", GOOD: "·", INACCURACY: "?!", MISTAKE: "?", BLUNDER: "??"}
HALVED = 0.05  # losing this part of one's chance a decision, on average, makes an accuracy of 50


def grade_of(cost: float) -> str:
    """The class of a decision that cost so much chance."""
    for grade, least in FROM.items():
        if cost >= least:
            return grade
    return BEST


def is_sure(behind: float, error: float) -> bool:
    """Whether a difference is more than chance."""
    return behind > SURE * error


def at_border(behind: float, error: float) -> bool:
    """Whether a difference lies so near to where a blunder begins that it may well be one or none."""
    return abs(behind - FROM[BLUNDER]) < NEAR * error


def is_costly(grade: str) -> bool:
    """Whether a decision is worth a word on what would have been better."""
    return grade in (INACCURACY, MISTAKE, BLUNDER)


def accuracy_of(shares: Iterable[float]) -> float | None:
    """The accuracy of decisions that cost such a part of their seat's chance each; None where there are none."""
    lost = list(shares)
    return accuracy_from(sum(lost), len(lost))


def accuracy_from(shares: float, decisions: int) -> float | None:
    """Accuracy from 0 to 100: 100 where nothing was lost, and half of it for each HALVED lost on average.

    By parts of one's own chance rather than by chance: somebody who is nearly lost has little left to lose, and would
    look like a master.
    """
    return 100.0 * 0.5 ** (shares / decisions / HALVED) if decisions else None
