"""A puzzle as a session, so that the terminal's screens play it like a game; and what is said of it, in lines."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from mergemaker.bots import Bot, make_bot
from mergemaker.learning.tries import is_open, play_actions
from mergemaker.puzzles.practice import Wish
from mergemaker.puzzles.practice_file import PracticeFile
from mergemaker.puzzles.puzzle_file import Puzzle
from mergemaker.puzzles.puzzle_play import PuzzlePlay
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.phrases import counted
from mergemaker.rules.words.sentences import Event, for_seat
from mergemaker.terminal.saved_games import PERSON
from mergemaker.terminal.session import Move, Session


class WrongAnswer(MergemakerError):
    """An answer that is not the best; the text says what it is worth."""


def now() -> int:
    """The time in milliseconds, as practice counts it."""
    return time.time_ns() // 1_000_000


def _nobody(name: str, seed: int) -> Bot:
    """Stands where a bot would: nobody else decides in a puzzle."""
    return make_bot("random", seed)


class PuzzleSession(Session):
    """One puzzle at one terminal."""

    def __init__(self, puzzle: Puzzle, kept: PracticeFile, wish: Wish, why: str = "new") -> None:
        self.puzzle, self.kept, self.wish, self.why = puzzle, kept, wish, why
        self.solving = PuzzlePlay(puzzle)
        self.gave_up = False
        self.reply = ""
        names = self.solving.game.names
        who = [PERSON if seat == self.solving.seat else "script" for seat in range(len(names))]
        super().__init__(self.solving.game, [], who, None, _nobody)
        self._pending: list[str] = []

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

    def play(self, action: str) -> list[Event]:
        """Plays a part of a decision; when it is whole it is judged."""
        pending = [*self._pending, action]
        twin = self.solving.game.copy()
        played = play_actions(twin, pending)
        if is_open(twin, self.solving.game):
            self._pending = pending
            self.game = twin
            return played[-1].events
        return self._answer(pending)

    def play_each(self, actions: Sequence[str]) -> None:
        """Plays a whole decision."""
        self._answer([*self._pending, *actions])

    def _answer(self, actions: Sequence[str]) -> list[Event]:
        self._pending = []
        found = self.solving.answer(actions)
        self.game = self.solving.game
        if found.verdict in ("", "wrong"):
            if found.verdict:
                self.kept.keep(self.puzzle, now(), "wrong", ", ".join(actions))
            raise WrongAnswer(found.text)
        self.reply = found.text
        if self.solving.solved:
            self.kept.keep(self.puzzle, now(), found.verdict, ", ".join(actions))
        self.moves += [Move(*one) for one in found.played]
        return [event for one in found.played for event in one.events]

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

    @property
    def can_undo(self) -> bool:
        """Nothing is taken back: a wrong answer changes nothing."""
        return False

    def heard(self, seat: int | None, since: int = 0) -> list[Event]:
        """What happened in the puzzle since so many actions."""
        events = [event for move in self.moves[since:] for event in move.events]
        return for_seat(events, seat, opening_kept=self.game.edition.start.opening == "hand")


def solution_lines(puzzle: Puzzle) -> Iterator[str]:
    """The whole solution: every option's chance, the reason, and how play may go on."""
    for number, step in enumerate(puzzle.steps, 1):
        which = f"{number}. " if len(puzzle.steps) > 1 else ""
        yield f"{which}{step.best}. {step.reason}"
        yield "  " + "; ".join(f"{option.action} {round(100 * option.chance)} %" for option in step.options)
        if step.line:
            yield f"  It may go on like this: {' · '.join(step.line)}"
    solved = [name for name, right in puzzle.solved.items() if right]
    found = f"Bots that find it: {', '.join(solved)}." if solved else "No bot of the ladder finds it."
    yield f"About: {', '.join(puzzle.ideas)}. {found}"
