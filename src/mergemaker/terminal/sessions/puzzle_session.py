"""A puzzle as a session, and what is said of it, in lines."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from mergemaker.learning.tries import Played
from mergemaker.puzzles.practice import Wish
from mergemaker.puzzles.practice_file import PracticeFile
from mergemaker.puzzles.puzzle_file import Puzzle
from mergemaker.puzzles.puzzle_play import PuzzlePlay, words_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.words.phrases import counted
from mergemaker.terminal.sessions.judged_session import JudgedSession, WrongTry


def now() -> int:
    """The time in milliseconds, as practice counts it."""
    return time.time_ns() // 1_000_000


class PuzzleSession(JudgedSession):
    """One puzzle at one terminal."""

    def __init__(self, puzzle: Puzzle, kept: PracticeFile, wish: Wish, why: str = "new") -> None:
        self.puzzle, self.kept, self.wish, self.why = puzzle, kept, wish, why
        self.solving = PuzzlePlay(puzzle)
        self.gave_up = False
        super().__init__(self.solving, self.solving.seat)

    @property
    def done(self) -> bool:
        """Whether the puzzle is over: solved, or given up."""
        return self.solving.solved or self.gave_up

    @property
    def question(self) -> str:
        """What is asked, in a few sentences."""
        puzzle, play = self.puzzle, self.solving
        again = "This one went wrong before. " if self.why == "again" else ""
        several = f" Find {len(puzzle.steps)} actions in a row." if len(puzzle.steps) > 1 else ""
        title = Edition.of(play.game.edition).title
        return (
            f"{again}Your move: what wins most? You are {play.game.names[play.seat]}, "
            f"{counted(play.game.players, 'player')}, {title}.{several}"
        )

    @property
    def heading(self) -> str:
        """What the puzzle is called."""
        return f"Puzzle {self.puzzle.id}"

    @property
    def voice(self) -> list[str]:
        """What is said now."""
        if self.done:
            return [*([self.reply] if self.reply else []), *solution_lines(self.puzzle), self.rating]
        return [*([f"Right. {self.reply} Go on."] if self.solving.done else []), self.question]

    @property
    def rating(self) -> str:
        """Where the person stands."""
        level = self.kept.level
        return f"Your level: {level.skill:.1f} ± {level.uncertainty:.1f}; {level.solved} of {level.tries} solved."

    @property
    def decided(self) -> int:
        """How many steps of the solution have been found."""
        return self.solving.done

    def judge(self, actions: Sequence[str]) -> Sequence[Played]:
        """Tries a whole decision and keeps the verdict. Returns what was played; WrongTry where it was not right."""
        found = self.solving.answer(actions)
        if found.verdict and (found.verdict == "wrong" or self.solving.solved):
            self.kept.keep(self.puzzle, now(), found.verdict, ", ".join(actions))
        if found.verdict in ("", "wrong"):
            raise WrongTry(found.text)
        self.reply = found.text
        return found.played

    def give_up(self) -> None:
        """Shows the solution, which counts as not solved."""
        if not self.done:
            self.gave_up = True
            self.reply = "This is how it is played."
            self.kept.keep(self.puzzle, now(), "gave up", "")

    def following(self) -> PuzzleSession | None:
        """The puzzle after this one."""
        found = self.kept.next(now(), self.wish, self.puzzle.id)
        return None if found is None else PuzzleSession(found.puzzle, self.kept, self.wish, found.why)


def solution_lines(puzzle: Puzzle) -> Iterator[str]:
    """The whole solution: every option's chance, the reason, and how play may go on."""
    for number, (step, said) in enumerate(zip(puzzle.steps, words_of(puzzle), strict=True), 1):
        which = f"{number}. " if len(puzzle.steps) > 1 else ""
        yield f"{which}{said[step.best]}. {step.reason}"
        yield "  " + "; ".join(f"{said[option.action]}: {round(100 * option.chance)} %" for option in step.options)
        if step.line:
            yield f"  It may go on like this: {' · '.join(step.line)}"
    solved = [name for name, right in puzzle.solved.items() if right]
    found = f"Bots that find it: {', '.join(solved)}." if solved else "No bot of the ladder finds it."
    yield f"About: {', '.join(puzzle.ideas)}. {found}"
