"""Answers to puzzles: what an answer is worth, for people and bots alike.

People decide all of a purchase or of a disposal at once, the engine asks share by share. An answer is a whole decision,
as actions; the steps of a solution that belong to it must all be in it, in whatever order. What else is bought beside
them does not matter: the proof says nothing about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from mergemaker.bots.bot import texts_of
from mergemaker.bots.registry import make_bot
from mergemaker.learning.tries import is_open, play_actions
from mergemaker.puzzles.puzzle_file import Option, Puzzle, Step, position_of, seen_now
from mergemaker.review.grades import FROM, INACCURACY
from mergemaker.rules.game import Game
from mergemaker.rules.state import fields

LADDER = ("random", "clerk", "broker", "mogul:iterations=60")
ALMOST = FROM[INACCURACY]  # chance: an answer that costs less is almost as good


class Graded(msgspec.Struct, frozen=True):
    """What a whole decision is worth: right, almost as good, or wrong; and the action that made the difference."""

    verdict: str  # right, almost, wrong
    action: str
    chance: float
    behind: float
    steps: int  # of the solution that this decision answers


def decision_steps(steps: Sequence[Step]) -> list[Step]:
    """The steps that one whole decision answers: shares of one basket, or a trade and the sale after it."""
    first = steps[0].decision
    goes_on = {"buy": "buy", "trade": "sell"}.get(first)
    found = [steps[0]]
    for step in steps[1:]:
        if step.decision != goes_on or found[-1].best in ("done", "end"):
            break
        found.append(step)
        goes_on = "buy" if first == "buy" else None
    return found


def grade(steps: Sequence[Step], actions: Sequence[str]) -> Graded:
    """Holds a whole decision, which must be legal, against the steps of a solution that are still to come."""
    asked = decision_steps(steps)
    left = [action for action in actions if action != "done"]
    for step in asked:
        if step.best == "done" and not left:
            continue
        if step.best in left:
            left.remove(step.best)
            continue
        chosen = _chosen(step, left)
        verdict = "right" if chosen.behind <= 0 else "almost" if chosen.behind < ALMOST else "wrong"
        return Graded(verdict, chosen.action, chosen.chance, chosen.behind, len(asked))
    first = steps[0].options[0]
    return Graded("right", steps[0].best, first.chance, 0.0, len(asked))


def _chosen(step: Step, left: Sequence[str]) -> Option:
    """The action of an answer that stands in the place of a step; a basket has no order, so its best."""
    known = {option.action: option for option in step.options}
    tried = [known[action] for action in left if action in known] or [
        known[action] for action in ("done", "sell 0") if action in known
    ]
    return max(tried or [step.options[-1]], key=lambda option: option.chance)


def whole_decision(game: Game, choose: Any) -> list[str]:
    """What somebody decides, action by action, until the decision is made; the game itself stays as it is."""
    twin = game.copy()
    seat, actions = game.to_act, []
    while twin.to_act == seat:
        action = choose(twin)
        actions.append(action)
        twin.play(action)
        if not is_open(twin, game):
            break
    return actions


def bot_solves(puzzle: Puzzle, name: str) -> bool:
    """Whether a bot finds the whole solution by itself, almost as good being good enough."""
    game = position_of(puzzle)
    bot = make_bot(name, int(puzzle.id, 16))
    steps = puzzle.steps
    texts = texts_of(game.edition.chain_names)

    def choose(now: Game) -> str:
        return texts[bot.decide(now.edition, seen_now(now))]  # type: ignore[attr-defined]  # the ladder decides by what is seen

    try:
        while steps:
            skip_forced(game)
            graded = grade(steps, whole_decision(game, choose))
            if graded.verdict == "wrong":
                return False
            play_steps(game, steps[: graded.steps])
            steps = steps[graded.steps :]
        return True
    finally:
        bot.close()


def play_steps(game: Game, steps: Sequence[Step]) -> None:
    """Plays steps of a solution, and what is left to no choice before each."""
    for step in steps:
        skip_forced(game)
        play_actions(game, [step.best])


def skip_forced(game: Game) -> None:
    """Plays what leaves no choice, as long as the same seat is asked in the same turn."""
    seat, mover = game.to_act, game.mover
    while game.to_act == seat and game.mover == mover and seat is not None:
        legal = game.legal_actions()
        if len(legal) != 1:
            return
        game.play(legal[0])


def tells_more(before: Game, after: Game) -> bool:
    """Whether something came to light between two moments that nobody could know at the first.

    Tiles that were drawn, by anybody or by the market; and where holdings lie hidden, what a merger showed of them.
    """
    then, now = fields(before.state), fields(after.state)
    if int(then.drawn) != int(now.drawn) or int(then.market_draws) != int(now.market_draws):
        return True
    others = [seat for seat in range(before.players) if seat != before.to_act]
    paid = any(then.cash[seat] != now.cash[seat] for seat in others)
    return before.hidden and (paid or int(then.revealed) != int(now.revealed))


def bots_that_solve(puzzle: Puzzle) -> dict[str, bool]:
    """Which bots of the ladder find the solution."""
    return {name.partition(":")[0]: bot_solves(puzzle, name) for name in LADDER}
