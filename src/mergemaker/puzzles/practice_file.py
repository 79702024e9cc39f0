"""One person's practice at a terminal, in one small file: every try, and with them ratings and what comes again.

The file has the tries and nothing else; levels and repeats follow from them, so that nothing in it can disagree.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from mergemaker.learning.kept_file import read_kept, write_kept
from mergemaker.puzzles import practice
from mergemaker.puzzles.puzzle_file import Puzzle, shipped


class KeptTry(msgspec.Struct, frozen=True):
    """A try: when, at which puzzle, and what came of it."""

    puzzle: str
    at: int
    verdict: str
    answer: str = ""


class PracticeFile:
    """A person's tries on disk. A file that can't be read or written costs nobody their puzzle."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tries: list[KeptTry] = []
        self.level: practice.Level = practice.NEWCOMER
        self.levels: dict[str, practice.Level] = {}
        self.repeats: dict[str, practice.Repeat] = {}
        self.last: dict[str, int] = {}
        self.curve: list[float] = []
        for one in read_kept(path, list[KeptTry]):
            self._take(one)

    def _take(self, one: KeptTry) -> None:
        puzzle = shipped().get(one.puzzle)
        solved = one.verdict in ("right", "almost")
        if puzzle is not None and one.puzzle not in self.last:  # the first try counts
            its = practice.level_of(puzzle, self.levels)
            self.level, self.levels[puzzle.id] = practice.after_try(self.level, its, solved)
            self.curve.append(self.level.skill)
        repeat = practice.after_answer(self.repeats.pop(one.puzzle, None), solved, one.at)
        if repeat is not None:
            self.repeats[one.puzzle] = repeat
        self.last[one.puzzle] = one.at
        self.tries.append(one)

    def keep(self, puzzle: Puzzle, at: int, verdict: str, answer: str) -> None:
        """Adds a try and writes the file, whole or not at all."""
        self._take(KeptTry(puzzle.id, at, verdict, answer))
        write_kept(self.path, self.tries)

    def next(self, now: int, wish: practice.Wish, but: str = "") -> practice.NextPuzzle | None:
        """The puzzle that suits this person now."""
        return practice.next_puzzle(
            shipped().values(), self.levels, self.level, self.last, self.repeats, now, wish, but=but
        )

    def due(self, now: int) -> int:
        """How many come again now."""
        return sum(repeat.due <= now for repeat in self.repeats.values())
