"""Reviews on the disk, by record, depth and judge: a finished one is read back, a stopped one is gone on with.

A review in the making is a file of verdicts, a line for each, written as they come. When it is complete, the whole
review takes its place.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from platformdirs import user_cache_path

from mergemaker.review.depths import NORMAL, Depth
from mergemaker.review.findings import FORMAT, DecisionVerdict, Review
from mergemaker.review.game_review import GameReview


def reviews_folder() -> Path:
    """Where reviews are kept; `MERGEMAKER_CACHE` moves it, as it moves everything that can be made again."""
    chosen = os.environ.get("MERGEMAKER_CACHE")
    return (Path(chosen) if chosen else user_cache_path("mergemaker", appauthor=False)) / "reviews"


class ReviewCache:
    """The reviews of a folder. A file that can't be read or written is as good as none."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or reviews_folder()

    def _path(self, making: GameReview, ending: str) -> Path:
        judge = making.judge.name.replace(" ", "-")
        return self.folder / f"{making.digest}-{making.depth.name}-{judge}-{FORMAT}.{ending}"

    def finished(self, making: GameReview) -> Review | None:
        """The whole review, if it was made before."""
        try:
            return msgspec.json.decode(self._path(making, "json").read_bytes(), type=Review)
        except (OSError, msgspec.DecodeError):
            return None

    def judged(self, making: GameReview) -> list[DecisionVerdict]:
        """What was judged before it was stopped."""
        found: list[DecisionVerdict] = []
        with contextlib.suppress(OSError, msgspec.DecodeError):  # a last line that was cut off ends it
            lines = self._path(making, "part").read_bytes().splitlines()
            found.extend(msgspec.json.decode(line, type=DecisionVerdict) for line in lines)
        return found

    def add(self, making: GameReview, verdict: DecisionVerdict) -> None:
        """Keeps a verdict."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._path(making, "part").open("ab") as file:
                file.write(msgspec.json.encode(verdict) + b"\n")

    def finish(self, making: GameReview, whole: Review) -> None:
        """Keeps the whole review in place of its parts; all of it or nothing."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self._path(making, "json")
            draft = path.with_suffix(f".{os.getpid()}.draft")
            draft.write_bytes(msgspec.json.encode(whole))
            draft.replace(path)
            self._path(making, "part").unlink(missing_ok=True)


def kept_steps(
    record: Mapping[str, Any], depth: Depth = NORMAL, cache: ReviewCache | None = None
) -> Iterator[Review | DecisionVerdict]:
    """A review as it comes, read back where it was made before and gone on with where it was stopped."""
    kept = cache or ReviewCache()
    making = GameReview(record, depth)
    if (whole := kept.finished(making)) is not None:
        yield whole
        return
    making = GameReview(record, depth, kept.judged(making))
    for step in making.steps():
        if isinstance(step, DecisionVerdict):
            kept.add(making, step)
        elif step.complete:
            kept.finish(making, step)
        yield step


def review_kept(
    record: Mapping[str, Any],
    depth: Depth = NORMAL,
    cache: ReviewCache | None = None,
    told: Callable[[int, int], None] | None = None,
) -> Review:
    """A review that is read back where it was made before, and gone on with where it was stopped.

    `told` hears how many decisions are judged and how many there are. Whatever it raises stops the review, which loses
    nothing.
    """
    judged = of = 0
    whole: Review | None = None
    for step in kept_steps(record, depth, cache):
        if isinstance(step, Review):
            whole = step
            judged, of = len(step.verdicts), sum(not moment.forced for moment in step.moments)
        else:
            judged += 1
            if told is not None:
                told(judged, of)
    assert whole is not None  # the account comes first
    return whole
