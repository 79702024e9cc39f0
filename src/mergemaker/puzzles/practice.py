"""Practice: which puzzle comes next, when a mistake comes again, and how tries move ratings.

All of it is plain functions over plain data; a server keeps that data in its database and the terminal in a file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import msgspec

from mergemaker.puzzles.puzzle_file import Puzzle

DAY = 24 * 3600 * 1000  # milliseconds, as are all times here
AGAIN_AFTER = (1 * DAY, 7 * DAY, 30 * DAY)
RULE = (
    "A puzzle that you did not solve comes again after a day; solved then, after a week; solved then, after a month; "
    "and then no more. Whenever it goes wrong again it begins anew."
)
SUITS = 2.0  # how much easier than the person's own level the next puzzle should be, in skill
NEAREST = 12  # puzzles among which the next one is drawn


class Level(msgspec.Struct, frozen=True):
    """A rating on openskill's scale, of a person or of a puzzle: skill and its standard deviation."""

    skill: float
    uncertainty: float
    tries: int = 0
    solved: int = 0


class Repeat(msgspec.Struct, frozen=True):
    """A puzzle that went wrong and comes again: how often it was solved since, and when it is due."""

    stage: int
    due: int


NEWCOMER = Level(25.0, 25.0 / 3)
# What the ladder's bots count as when a puzzle's first rating is worked out from which of them solve it.
BOTS = {
    "random": Level(10.0, 2.0),
    "clerk": Level(20.0, 2.0),
    "broker": Level(25.0, 2.0),
    "mogul": Level(31.0, 2.0),
}


@lru_cache(maxsize=1)
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def after_try(person: Level, puzzle: Level, solved: bool) -> tuple[Level, Level]:
    """Both ratings after a try, which is a game of the person against the puzzle."""
    model = _model()
    sides = [[model.rating(mu=one.skill, sigma=one.uncertainty)] for one in (person, puzzle)]
    (mine,), (its,) = model.rate(sides, ranks=[0, 1] if solved else [1, 0])
    return (
        Level(float(mine.mu), float(mine.sigma), person.tries + 1, person.solved + solved),
        Level(float(its.mu), float(its.sigma), puzzle.tries + 1, puzzle.solved + solved),
    )


@lru_cache(maxsize=64)
def _first_level(solved: tuple[tuple[str, bool], ...]) -> Level:
    level = NEWCOMER
    for name, right in solved:
        if name in BOTS:
            level = after_try(BOTS[name], level, right)[1]
    return Level(level.skill, level.uncertainty)


def first_level(puzzle: Puzzle) -> Level:
    """A puzzle's rating before anybody has tried it: from which bots of the ladder solve it."""
    return _first_level(tuple(sorted(puzzle.solved.items())))


def after_answer(known: Repeat | None, solved: bool, now: int) -> Repeat | None:
    """When a puzzle comes again after an answer; None where it does not. RULE says the same in words."""
    if not solved:
        return Repeat(0, now + AGAIN_AFTER[0])
    if known is None:
        return None
    if now < known.due:
        return known  # solved before its time, as right after a mistake: that tells little
    stage = known.stage + 1
    return Repeat(stage, now + AGAIN_AFTER[stage]) if stage < len(AGAIN_AFTER) else None


class Wish(msgspec.Struct, frozen=True):
    """What somebody wants to practise: an idea, an edition, both or anything."""

    idea: str | None = None
    edition: str | None = None

    def fits(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is what is wished for."""
        return (self.idea is None or self.idea in puzzle.ideas) and self.edition in (None, puzzle.edition)


ANYTHING = Wish()


class NextPuzzle(msgspec.Struct, frozen=True):
    """The puzzle that comes next, and why: `again` (it went wrong once), `new`, or `old` where all have been tried."""

    puzzle: Puzzle
    why: str


def next_puzzle(
    puzzles: Iterable[Puzzle],
    levels: Mapping[str, Level],
    person: Level,
    tried: Mapping[str, int],
    repeats: Mapping[str, Repeat],
    now: int,
    wish: Wish = ANYTHING,
    *,
    but: str = "",
) -> NextPuzzle | None:
    """What is due comes first, then what is new and suits the person, then what was tried longest ago.

    `tried` says when each was tried last; `but` is the one that is on the table now.
    """
    fitting = [puzzle for puzzle in puzzles if puzzle.id != but and wish.fits(puzzle)]
    due = [puzzle for puzzle in fitting if puzzle.id in repeats and repeats[puzzle.id].due <= now]
    if due:
        return NextPuzzle(min(due, key=lambda one: (repeats[one.id].due, one.id)), "again")
    fresh = [puzzle for puzzle in fitting if puzzle.id not in tried]
    if fresh:
        wanted = person.skill - SUITS
        fresh.sort(key=lambda one: (abs(level_of(one, levels).skill - wanted), one.id))
        draw = hashlib.sha256(f"{len(tried)} {wanted:.3f}".encode()).digest()[0]
        return NextPuzzle(fresh[draw % min(len(fresh), NEAREST)], "new")
    waiting = [puzzle for puzzle in fitting if puzzle.id not in repeats] or fitting
    return NextPuzzle(min(waiting, key=lambda one: (tried.get(one.id, 0), one.id)), "old") if waiting else None


def level_of(puzzle: Puzzle, levels: Mapping[str, Level]) -> Level:
    """A puzzle's rating: what people's tries have made of it, or what the bots say."""
    return levels.get(puzzle.id) or first_level(puzzle)


def daily_puzzle(puzzles: Sequence[Puzzle], day: date, server: str = "") -> Puzzle:
    """The puzzle of a day, the same for everybody on a server; none comes twice before all have been."""
    order = sorted(puzzles, key=lambda one: hashlib.sha256(f"{server}/{one.id}".encode()).digest())
    return order[day.toordinal() % len(order)]
