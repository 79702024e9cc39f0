"""How long a review looks: three depths, the same numbers everywhere.

Every depth plays on for the same number of turns and meets the same worlds in the same order, the deeper one more of
them. So a deeper review is the same review with less doubt, and the two rarely disagree.
"""

from __future__ import annotations

import msgspec

from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.phrases import or_rather

TURNS = 4  # that are played on after the turn in question, before the judge is asked
FINALISTS = 3  # actions that are looked at for longer, besides the one that was chosen


class Depth(msgspec.Struct, frozen=True):
    """How many worlds an action is tried in: all actions at first, then the finalists, then the costly ones.

    Where a choice may well be a blunder or none, it and the best one are tried in still more worlds
    (`settled`), so that two depths seldom call it by different names.
    """

    name: str
    screened: int
    compared: int
    confirmed: int
    settled: int
    draws: int  # worlds for draws that can't be counted one by one: the opening deal, several draws in a row


QUICK = Depth("quick", screened=4, compared=8, confirmed=24, settled=144, draws=48)
NORMAL = Depth("normal", screened=5, compared=15, confirmed=72, settled=288, draws=128)
DEEP = Depth("deep", screened=16, compared=96, confirmed=384, settled=768, draws=512)
DEPTHS = {depth.name: depth for depth in (QUICK, NORMAL, DEEP)}


def depth_named(name: str) -> Depth:
    """A depth by its name; MergemakerError where there is none."""
    if name not in DEPTHS:
        raise MergemakerError(f"There is no depth “{name[:40]}”{or_rather(name, DEPTHS)}. It is {_either()}.")
    return DEPTHS[name]


def _either() -> str:
    *first, last = DEPTHS
    return f"{', '.join(first)} or {last}"
