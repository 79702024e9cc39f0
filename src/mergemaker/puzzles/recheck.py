"""Proving puzzles again, each by itself: what `mergemaker puzzles check` does."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from mergemaker.bots.bot import texts_of
from mergemaker.bots.keys import key_of
from mergemaker.puzzles.mining import step_of
from mergemaker.puzzles.proof import FULL, Effort, Proof, Prover
from mergemaker.puzzles.puzzle_file import Puzzle, Step, id_of, position_of, seen_now
from mergemaker.puzzles.solutions import bots_that_solve, skip_forced, tells_more
from mergemaker.review.decisions import SALT
from mergemaker.review.judge import Judge
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.state import fields

FRESH_SEED = 1009  # other worlds and other searches than those that a puzzle was found with


class CheckTask(msgspec.Struct, frozen=True):
    """A puzzle to be proven again."""

    puzzle: Puzzle
    effort: Effort = FULL
    seed: int = FRESH_SEED


class Checked(msgspec.Struct, frozen=True):
    """What came of it: nothing to say, or why it falls; and the puzzle with what was found this time."""

    puzzle: Puzzle
    falls: str


@lru_cache(maxsize=8)
def _judge(edition: Edition) -> Judge:
    return Judge(edition)


def check(task: CheckTask) -> Checked:
    """Proves every step of a puzzle again, in fresh worlds and by fresh searches."""
    puzzle = task.puzzle
    try:
        return _checked(task)
    except MergemakerError as error:
        return Checked(puzzle, str(error))


def _checked(task: CheckTask) -> Checked:
    puzzle = task.puzzle
    game = position_of(puzzle)
    if id_of(puzzle.source) != puzzle.id:
        return Checked(puzzle, "its record is not the one that it is known by")
    judge = _judge(game.edition)
    prover = Prover(judge, task.effort, task.seed)
    texts = texts_of(game.edition.chain_names)
    steps: list[Step] = []
    ideas = puzzle.ideas
    for number, step in enumerate(puzzle.steps, 1):
        skip_forced(game)
        if step.best not in game.legal_actions():
            return Checked(puzzle, f"step {number}: “{step.best}” can’t be played")
        proof = prover.prove(game, texts.index(step.best))
        if not proof.holds:
            return Checked(puzzle, f"step {number}: {proof.why_not}")
        told = step_of(judge, game, proof)
        if told is None:
            return Checked(puzzle, f"step {number}: the reason can’t be said in words")
        steps.append(told[0])
        ideas = told[1] if number == 1 else ideas
        game.play(step.best)
    again = msgspec.structs.replace(puzzle, steps=tuple(steps), ideas=ideas)
    solved = bots_that_solve(again)
    if puzzle.origin and all(solved.values()):
        return Checked(puzzle, "all weaker bots solve it")
    return Checked(msgspec.structs.replace(again, solved=solved), "")


def reworded(puzzle: Puzzle) -> Puzzle:
    """A puzzle with its reasons, lines and ideas told as they are told today, from what was proven before."""
    game = position_of(puzzle)
    start = game.copy()
    judge = _judge(game.edition)
    texts = texts_of(game.edition.chain_names)
    steps: list[Step] = []
    ideas = puzzle.ideas
    for step in puzzle.steps:
        skip_forced(game)
        if tells_more(start, game):
            break
        best, second = (texts.index(option.action) for option in step.options[:2])
        key = int(key_of(fields(game.edition.record), fields(seen_now(game)), SALT))
        told = step_of(judge, game, Proof(best, second, step.options, key))
        if told is None:
            break
        steps.append(told[0])
        ideas = told[1] if len(steps) == 1 else ideas
        game.play(step.best)
    return msgspec.structs.replace(puzzle, steps=tuple(steps), ideas=ideas)
