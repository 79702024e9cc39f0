"""Review: what decided a finished game, and what was luck.

>>> import mergemaker
>>> found = mergemaker.review(record)  # or: from mergemaker.review import review
>>> found.accounts[0].own_luck, found.summaries[0].accuracy

See docs/do/review.md.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mergemaker.review.findings import Review

__all__ = ["review"]


def review(record: Mapping[str, Any], depth: str = "normal") -> Review:
    """What decided a finished game, and what was luck. `depth` is quick, normal or deep.

    MergemakerError for a record that does not hold or a game that is still running.
    """
    # Imported here: a server process that only reads stored reviews need not load what makes them.
    from mergemaker.review.depths import depth_named
    from mergemaker.review.game_review import GameReview

    making = GameReview(record, depth_named(depth))
    for moment in making.to_judge:
        making.judge_one(moment.at)
    return making.so_far


class _Room(ModuleType):
    """This package can be called as well, since `mergemaker.review(record)` is what one would try first."""

    def __call__(self, record: Mapping[str, Any], depth: str = "normal") -> Review:
        return review(record, depth)


sys.modules[__name__].__class__ = _Room
