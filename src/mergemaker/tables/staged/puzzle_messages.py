"""A puzzle in the messages of a table: the seat's own view, and nothing that the seat can't know."""

from __future__ import annotations

from mergemaker.learning.tries import Played
from mergemaker.puzzles.practice import Level, level_of
from mergemaker.puzzles.puzzle_file import Option, Puzzle
from mergemaker.puzzles.puzzle_play import PuzzlePlay, words_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.words.sentences import for_seat
from mergemaker.tables.game_log.turn_log import tell_turn
from mergemaker.tables.protocol.messages import Turn, Update, Welcome
from mergemaker.tables.protocol.puzzle_forms import DailyAnswer, PuzzleListed, PuzzleOption, PuzzleSolution, PuzzleStep
from mergemaker.tables.staged.staged_table import Staged, staged_update, staged_welcome

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

    def option(one: Option, said: dict[str, str]) -> PuzzleOption:
        return PuzzleOption(one.action, said[one.action], one.chance, one.behind, one.error)

    steps = tuple(
        PuzzleStep(
            step.decision,
            step.best,
            said[step.best],
            step.reason,
            step.line,
            tuple(option(one, said) for one in step.options),
        )
        for step, said in zip(puzzle.steps, words_of(puzzle), strict=True)
    )
    bots = tuple(name for name, right in puzzle.solved.items() if right)
    return PuzzleSolution(steps, puzzle.ideas, bots, level.tries, level.solved, others)


def _heard(play: PuzzlePlay, before: int = 0) -> list[Played]:
    """What was played of the puzzle since so many actions, as its seat hears of it."""
    kept = play.game.edition.start.opening == "hand"
    return [one._replace(events=for_seat(one.events, play.seat, opening_kept=kept)) for one in play.played[before:]]


def _turns(play: PuzzlePlay) -> tuple[Turn, ...]:
    """What was played of the puzzle so far."""
    if not play.played:
        return ()
    first = play.game.version - len(play.played) + 1
    told = [(version, one.events) for version, one in enumerate(_heard(play), first)]
    return (tell_turn(1, play.played[0].mover, told, play.game.names),)


def _staged(play: PuzzlePlay) -> Staged:
    return Staged(f"puzzle-{play.puzzle.id}", QUESTION, play.game.edition, play.seat)


def welcome_to(play: PuzzlePlay) -> Welcome:
    """The table as the person finds it."""
    return staged_welcome(_staged(play), play.view(), play.game.version, _turns(play))


def updates_after(play: PuzzlePlay, before: int) -> tuple[Update, ...]:
    """What a right answer changed on the table; `before` is how many actions had been played of the puzzle."""
    played = _heard(play, before)
    return (staged_update(_staged(play), play.view(), play.game.version, _turns(play), played),) if played else ()
