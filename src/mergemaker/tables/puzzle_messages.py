"""A puzzle in the messages of a table: the seat's own view, and nothing that the seat can't know."""

from __future__ import annotations

from mergemaker.puzzles.practice import Level, level_of
from mergemaker.puzzles.puzzle_file import Puzzle
from mergemaker.puzzles.puzzle_play import PuzzlePlay
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.words.sentences import for_seat
from mergemaker.tables.messages import PROTOCOL, Entry, Turn, Update, Welcome, You
from mergemaker.tables.puzzle_forms import DailyAnswer, PuzzleListed, PuzzleOption, PuzzleSolution, PuzzleStep
from mergemaker.tables.seat_views import bare
from mergemaker.tables.staged_table import NEVER, staged_table
from mergemaker.tables.turn_log import tell_turn

QUESTION = "Your move: what wins most?"


def listed_puzzle(puzzle: Puzzle, levels: dict[str, Level], *, own: bool = False) -> PuzzleListed:
    """A puzzle without its answer."""
    return PuzzleListed(
        id=puzzle.id,
        edition=puzzle.edition,
        edition_title=_title(puzzle),
        players=puzzle.source.players,
        decision=puzzle.decision,
        moves=len(puzzle.steps),
        level=round(level_of(puzzle, levels).skill, 1),
        own=own,
    )


def _title(puzzle: Puzzle) -> str:
    record = puzzle.source.record
    return Edition.named(puzzle.edition).title if record is None else str(record["rules"]["title"])


def solution_shown(puzzle: Puzzle, level: Level, others: tuple[DailyAnswer, ...]) -> PuzzleSolution:
    """All that was found about a puzzle."""
    steps = tuple(
        PuzzleStep(
            step.decision,
            step.best,
            step.reason,
            step.line,
            tuple(PuzzleOption(one.action, one.chance, one.behind, one.error) for one in step.options),
        )
        for step in puzzle.steps
    )
    bots = tuple(name for name, right in puzzle.solved.items() if right)
    return PuzzleSolution(steps, puzzle.ideas, bots, level.tries, level.solved, others)


def _you(play: PuzzlePlay) -> You:
    return You(play.seat, host=False, may_chat=False, may_undo=False)


def _turns(play: PuzzlePlay) -> tuple[Turn, ...]:
    """What was played of the puzzle so far."""
    if not play.played:
        return ()
    kept = play.game.edition.start.opening == "hand"
    first = play.game.version - len(play.played)
    told = [(first + at, for_seat(one.events, play.seat, opening_kept=kept)) for at, one in enumerate(play.played, 1)]
    return (tell_turn(1, play.played[0].mover, told, play.game.names),)


def welcome_to(play: PuzzlePlay) -> Welcome:
    """The table as the person finds it."""
    view, version = play.view(), play.game.version
    turns = _turns(play)
    table = staged_table(
        f"puzzle-{play.puzzle.id}",
        QUESTION,
        play.game.edition,
        play.game.names,
        play.seat,
        view,
        version,
        len(turns),
    )
    return Welcome(PROTOCOL, NEVER, table, _you(play), version, 0, bare(view), turns, (), ())


def updates_after(play: PuzzlePlay, before: int) -> tuple[Update, ...]:
    """What a right answer changed on the table; `before` is how many actions had been played of the puzzle."""
    played = play.played[before:]
    if not played:
        return ()
    kept = play.game.edition.start.opening == "hand"
    first = play.game.version - len(played)
    entries = tuple(
        Entry(
            first + at,
            "action",
            one.seat,
            one.action,
            "player",
            NEVER,
            tuple(for_seat(one.events, play.seat, opening_kept=kept)),
        )
        for at, one in enumerate(played, 1)
    )
    view = play.view()
    return (
        Update(
            version=play.game.version,
            entries=entries,
            view=bare(view),
            turns=_turns(play),
            you=_you(play),
            to_act=view.to_act,
            decision=view.decision,
            clocks=(None,) * len(play.game.names),
            result=None,
            now=NEVER,
        ),
    )
