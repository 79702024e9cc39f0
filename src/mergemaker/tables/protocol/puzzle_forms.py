"""What is posted and answered about puzzles, in the messages of a table, so that a page shows them as one."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mergemaker.tables.protocol.learning_forms import TryText
from mergemaker.tables.protocol.messages import ActionText, Update, Welcome

Day = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
PuzzleVerdict = Literal["", "right", "almost", "wrong", "gave up"]


class SolverLevel(Struct, frozen=True):
    """How good somebody is at puzzles so far. A newcomer has 25 ± 8.3."""

    skill: float
    uncertainty: float
    tries: int
    solved: int


class PuzzleListed(Struct, frozen=True):
    """A puzzle without its answer. `moves` is how many decisions it asks for, `level` how hard it is."""

    id: str
    edition: str
    edition_title: str
    players: int
    decision: str
    moves: int
    level: float
    own: bool  # made of a game of one's own


class PuzzleAsked(Struct, frozen=True):
    """A puzzle on the table: why it comes (new, again, old, daily, chosen), and the seat's own view of it."""

    puzzle: PuzzleListed
    why: str
    day: str | None
    before: str  # what this person made of it the last time: a verdict, or nothing
    you: SolverLevel
    welcome: Welcome


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """What was found of a puzzle so far, each decision as the server wrote it, and what is tried now, or giving up."""

    tried: Annotated[tuple[TryText, ...], Meta(max_length=8)] = ()
    actions: Annotated[tuple[ActionText, ...], Meta(max_length=8)] = ()
    give_up: bool = False
    day: Day | None = None  # for the puzzle of a day


class PuzzleOption(Struct, frozen=True):
    """An action that was open: the chance after it, how far that is behind the best, and the standard error."""

    action: str
    said: str  # the same in words
    chance: float
    behind: float
    error: float


class PuzzleStep(Struct, frozen=True):
    """One action of the solution: why it is best, how play may go on, and what else could be done."""

    decision: str
    best: str
    said: str  # the same in words
    reason: str
    line: tuple[str, ...]
    options: tuple[PuzzleOption, ...]


class DailyAnswer(Struct, frozen=True):
    """An answer that others gave to the puzzle of a day at their first try."""

    answer: str
    verdict: str
    people: int


class PuzzleSolution(Struct, frozen=True):
    """Everything about a puzzle, for those who have solved it or given up."""

    steps: tuple[PuzzleStep, ...]
    ideas: tuple[str, ...]
    solved_by: tuple[str, ...]  # bots of the ladder
    tries: int
    solved: int  # people's first tries, and how many of them were right
    others: tuple[DailyAnswer, ...]


class PuzzleAnswer(Struct, frozen=True):
    """A puzzle after a try: the verdict, what is said to it, and, once it is over, the solution."""

    verdict: PuzzleVerdict
    reply: str
    tried: tuple[str, ...]
    done: bool
    updates: tuple[Update, ...]
    solution: PuzzleSolution | None
    you: SolverLevel
    change: float | None  # of one's skill, where the try counted
    again: str  # when it comes again, in words


class PuzzleShelf(Struct, frozen=True):
    """What there is: how many puzzles of each idea and edition, the day's date, and when mistakes come again."""

    puzzles: int
    ideas: dict[str, int]
    editions: dict[str, int]
    titles: dict[str, str]
    day: str
    rule: str


class PuzzleHistory(Struct, frozen=True):
    """A try of one's own."""

    puzzle: str
    edition: str
    decision: str
    at: int
    verdict: str
    answer: str
    rated: bool
    skill: float


class IdeaCount(Struct, frozen=True):
    """How one's tries at an idea went."""

    tries: int
    solved: int


class PuzzleProgress(Struct, frozen=True):
    """How somebody has done: rating, latest tries, ideas, what is due now and what comes later, own puzzles."""

    you: SolverLevel
    due: int
    waiting: int
    history: tuple[PuzzleHistory, ...]
    curve: tuple[tuple[int, float], ...]
    ideas: dict[str, IdeaCount]
    own: tuple[PuzzleListed, ...]
    rule: str


class OwnPuzzleWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Which decision of a reviewed game is to become a puzzle: an action's number, or all costly ones of one's own."""

    at: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    depth: Literal["quick", "normal", "deep"] = "normal"


class OwnPuzzles(Struct, frozen=True):
    """Puzzles that were made of a game."""

    made: tuple[PuzzleListed, ...]
