"""A puzzle being played: the position, what was answered so far, and an answer to everything that is tried.

The state is what was decided so far and nothing else, so that whoever shows a puzzle keeps just that. The line of play
that is shown afterwards is played in a world that fits what the seat has seen; how the real game went on, and what
others hold, no answer tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from mergemaker.learning.tries import Played, actions_of, is_open, play_actions, try_text
from mergemaker.puzzles.announcements import LAST_QUESTION
from mergemaker.puzzles.puzzle_file import Puzzle, PuzzleError, Step, position_of
from mergemaker.puzzles.solutions import Graded, grade, tells_more
from mergemaker.rules.errors import IllegalAction, MergemakerError
from mergemaker.rules.game import Game
from mergemaker.rules.state import fields
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.plans import action_text, plan_text


class Reply(msgspec.Struct, frozen=True):
    """What an answer was: illegal or unfinished (no verdict), wrong, or right; and what was played because of it."""

    verdict: str  # "", right, almost, wrong
    text: str
    graded: Graded | None = None
    played: tuple[Played, ...] = ()


class PuzzlePlay:
    """One person at one puzzle."""

    def __init__(self, puzzle: Puzzle, tried: Sequence[str] = ()) -> None:
        self.puzzle = puzzle
        self.game = position_of(puzzle)
        self.seat = self.game.to_act or 0
        self.left: list[Step] = list(puzzle.steps)
        self.tried: list[str] = []
        self.played: list[Played] = []
        for text in tried:
            reply = self.answer([part.strip() for part in text.split(",")])
            if reply.verdict not in ("right", "almost"):
                raise PuzzleError(f"“{text[:60]}” is no longer what this puzzle asks for.")

    @property
    def solved(self) -> bool:
        """Whether nothing is left to be found."""
        return not self.left

    @property
    def done(self) -> int:
        """How many steps of the solution have been found."""
        return len(self.puzzle.steps) - len(self.left)

    def view(self) -> SeenView:
        """What the seat that must decide may know."""
        return self.game.view(self.seat)

    def answer(self, actions: Sequence[str]) -> Reply:
        """Tries a whole decision. A wrong one changes nothing; a right one is played, as the solution has it."""
        if self.solved:
            return Reply("", "This puzzle is solved.")
        twin = self.game.copy()
        try:
            text = try_text(self.game, actions)
            play_actions(twin, actions)
        except (IllegalAction, MergemakerError) as error:
            return Reply("", str(error))
        if is_open(twin, self.game):
            return Reply("", "Decide it to the end, then it can be judged.")
        decided = ["done"] if text == "buy nothing" else [part.strip() for part in text.split(",")]
        graded = grade(self.left, decided)
        bought = int(fields(self.game.state).bought)
        words = {action: said for step in self.left[::-1] for action, said in _words(step, bought).items()}
        if graded.verdict == "wrong":
            return Reply("wrong", said_of(graded, words), graded)
        # What follows is judged from the solution; an answer that is only almost as good leads there too.
        decided = list(actions) if graded.verdict == "right" else solution_of(self.left[: graded.steps])
        self.left = self.left[graded.steps :]
        played = play_on(self.game, decided, self.seat, further=bool(self.left))
        if not played:
            self.left.clear()
        self.tried.append(", ".join(decided))
        self.played += played
        return Reply(graded.verdict, said_of(graded, words), graded, tuple(played))


def play_on(game: Game, actions: Sequence[str], seat: int, *, further: bool) -> list[Played]:
    """Plays a decision, and what leaves no choice after it if the puzzle goes further; nothing where chance has a say.

    What is drawn then nobody could know when the puzzle was asked, so it is no part of it.
    """
    twin = game.copy()
    played = play_actions(twin, actions)
    while further and twin.to_act == seat and len(legal := twin.legal_actions()) == 1:
        played += play_actions(twin, legal)
    if tells_more(game, twin):
        return []
    for one in played:
        game.play(one.action)
    return played


def solution_of(steps: Sequence[Step]) -> list[str]:
    """The steps of one decision as actions that decide it to the end."""
    actions = [step.best for step in steps]
    rest = {"buy": "done", "trade": "sell 0"}.get(actions[-1].partition(" ")[0])
    return actions if rest is None else [*actions, rest]


def words_of(puzzle: Puzzle) -> Iterator[dict[str, str]]:
    """Of each step of a solution, what its actions are called in words."""
    bought = int(fields(position_of(puzzle).state).bought)
    for step in puzzle.steps:
        yield _words(step, bought)
        bought += step.best.startswith("buy ")


def _words(step: Step, bought: int) -> dict[str, str]:
    actions = {step.best, *(option.action for option in step.options)}
    said = {action: action_text(action, bought=bought) for action in actions}
    return {**said, "done": "Play on"} if actions == LAST_QUESTION else said


def answer_text(answer: str) -> str:
    """A whole answer, as it is kept, in words; nothing where there was none. A basket has no order."""
    if not answer:
        return ""
    actions = actions_of(answer)
    if actions[0].startswith("buy "):
        actions.sort()
    try:
        said = action_text("done") if actions == ["done"] else plan_text(actions)
    except (KeyError, ValueError):  # a program's own way to write, or what was too long to keep
        return answer
    return said[0].upper() + said[1:]


def said_of(graded: Graded, words: Mapping[str, str]) -> str:
    """What is said to an answer at once, with its action in words; what would have been better is not."""
    chance = f"{round(100 * graded.chance)} %"
    if graded.verdict == "right":
        return f"That wins most: your chance is about {chance}."
    points = f"{100 * graded.behind:.0f} point{'' if round(100 * graded.behind) == 1 else 's'}"
    if graded.verdict == "almost":
        return f"Almost as good as the best: about {chance}, {points} behind."
    said = words.get(graded.action, graded.action)
    return f"There is better: after “{said}” your chance is about {chance}, {points} less than it could be."
