"""Choosing which puzzles to ship: no near-duplicates, and of every edition, number of players and decision a share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from mergemaker.puzzles.puzzle_file import Puzzle, position_of
from mergemaker.puzzles.solutions import skip_forced, tells_more
from mergemaker.rules.state import EMPTY, fields

ALIKE = 0.85  # the part of two boards' occupied squares that agree
FEW_SHARES = 4  # between the holdings of two positions that are nearly the same
MOST_OF_A_GAME = 5


def kind_of(puzzle: Puzzle) -> str:
    """What a puzzle is counted as: its decision, or the ending where announcing it is in question."""
    first = puzzle.steps[0]
    near = {option.action for option in first.options[:2]}
    return "ending" if "end" in near else first.decision


def without_surprises(puzzle: Puzzle) -> Puzzle:
    """A puzzle up to where something comes to light that nobody could know when it was asked."""
    game = position_of(puzzle)
    start = game.copy()
    for number, step in enumerate(puzzle.steps):
        skip_forced(game)
        if tells_more(start, game):
            return msgspec.structs.replace(puzzle, steps=puzzle.steps[:number])
        game.play(step.best)
    return puzzle


def is_guessed(puzzle: Puzzle) -> bool:
    """Whether a coin finds it, of two ways, and no bot that is better than the clerk goes wrong: that tells little."""
    two = len(puzzle.steps) == 1 and len(puzzle.steps[0].options) == 2
    return two and all(puzzle.solved.get(bot, False) for bot in ("random", "broker", "mogul"))


def is_easy(puzzle: Puzzle) -> bool:
    """Whether every bot but the random one finds it: a few of these are for beginners."""
    return all(puzzle.solved.get(bot, False) for bot in ("clerk", "broker", "mogul"))


class _Sketch:
    """What two positions are compared by."""

    def __init__(self, puzzle: Puzzle) -> None:
        game = position_of(puzzle)
        state = fields(game.state)
        self.about = puzzle.edition, game.players, kind_of(puzzle)
        self.squares = np.array(state.squares)
        self.occupied = self.squares < EMPTY
        self.shares = np.array(state.shares, np.int64)

    def is_like(self, other: _Sketch) -> bool:
        """Whether two positions ask nearly the same."""
        if self.about != other.about:
            return False
        either = int((self.occupied | other.occupied).sum())
        same = int((self.occupied & other.occupied & (self.squares == other.squares)).sum())
        return same >= ALIKE * either and int(np.abs(self.shares - other.shares).sum()) <= FEW_SHARES


def without_duplicates(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles, but of those that ask nearly the same only the one that is clearest."""
    kept: list[Puzzle] = []
    sketches: dict[tuple[str, int, str], list[_Sketch]] = {}
    for puzzle in sorted(puzzles, key=lambda one: (-one.gap, one.id)):
        sketch = _Sketch(puzzle)
        others = sketches.setdefault(sketch.about, [])
        if not any(sketch.is_like(other) for other in others):
            others.append(sketch)
            kept.append(puzzle)
    return kept


def balanced(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Returns so many puzzles, rare ones first: rare by decision, edition, number of players and ideas.

    Of easy ones there are fewer the more there are already, so that most puzzles are for those who can play.
    """
    left = sorted(puzzles, key=lambda one: one.id)
    have: Counter[object] = Counter()
    games: Counter[str] = Counter()
    chosen: list[Puzzle] = []
    while left and len(chosen) < count:
        at = min(range(len(left)), key=lambda one: (_crowd(left[one], have), left[one].id))
        puzzle = left.pop(at)
        if puzzle.origin and games[puzzle.origin] >= MOST_OF_A_GAME:
            continue
        games[puzzle.origin] += 1
        have.update(_classes(puzzle))
        chosen.append(puzzle)
    return sorted(chosen, key=lambda one: one.id)


def _classes(puzzle: Puzzle) -> list[object]:
    kind, players = kind_of(puzzle), puzzle.source.players
    easy = ["easy"] if is_easy(puzzle) else []
    edition = puzzle.edition
    return [("kind", kind), ("edition", edition), ("players", players), (kind, edition), *easy, *puzzle.ideas]


def _crowd(puzzle: Puzzle, have: Counter[object]) -> float:
    """How many there are already of a puzzle's kind; its decision counts most."""
    kind, players = kind_of(puzzle), puzzle.source.players
    rarest_idea = min(have[idea] for idea in puzzle.ideas) if puzzle.ideas else 0
    return (
        2.0 * have["kind", kind]
        + have["edition", puzzle.edition]
        + have["players", players]
        + 2.0 * have[kind, puzzle.edition]
        + 0.5 * rarest_idea
        + (4.0 * have["easy"] if is_easy(puzzle) else 0.0)
    )


def counts_of(puzzles: Sequence[Puzzle]) -> dict[str, dict[str, int]]:
    """How many puzzles there are of everything that they are told apart by."""

    def count(names: Iterable[object]) -> dict[str, int]:
        found = Counter(str(name) for name in names)
        return {name: found[name] for name in sorted(found)}

    return {
        "decision": count(kind_of(puzzle) for puzzle in puzzles),
        "edition": count(puzzle.edition for puzzle in puzzles),
        "players": count(puzzle.source.players for puzzle in puzzles),
        "idea": count(idea for puzzle in puzzles for idea in puzzle.ideas),
        "actions": count(len(puzzle.steps) for puzzle in puzzles),
    }


def shares_solved(puzzles: Sequence[Puzzle]) -> dict[str, float]:
    """The share of puzzles that each bot of the ladder solves."""
    bots = list(dict.fromkeys(bot for puzzle in puzzles for bot in puzzle.solved))
    return {bot: sum(puzzle.solved.get(bot, False) for puzzle in puzzles) / len(puzzles) for bot in bots}
