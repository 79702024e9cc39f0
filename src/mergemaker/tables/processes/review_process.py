"""The process in which games are reviewed, behind everything else: at the lowest priority, a decision at a time.

It keeps the games it is in the middle of, so that each question is short and whoever asks can go from one game to the
other, or stop. `review_jobs.py` asks it. Run as `python -m mergemaker.tables.processes.review_process`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
from collections import OrderedDict
from typing import Any

import msgspec

from mergemaker.review.decisions import legal_ids, try_actions
from mergemaker.review.depths import QUICK, depth_named
from mergemaker.review.findings import DecisionVerdict
from mergemaker.review.game_review import GameReview
from mergemaker.review.judge import Judge
from mergemaker.review.reasons import line_of_play, reason_for
from mergemaker.review.what_if import what_if
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game
from mergemaker.tables.processes.child_process import answer_all

LOWEST = 19  # how nice it is: live games come first, and on a busy core it gets what is hardly noticed
KEPT = 16  # games that are kept in the middle of their review


class Reviewer:
    """The reviews that a process is in the middle of."""

    def __init__(self) -> None:
        self._making: OrderedDict[str, GameReview] = OrderedDict()

    def _take(self, key: str, record: dict[str, Any], depth: str, known: bytes) -> GameReview:
        found = self._making.get(key)
        if found is None:
            judged = msgspec.json.decode(known, type=list[DecisionVerdict]) if known else []
            found = self._making[key] = GameReview(record, depth_named(depth), judged)
        self._making.move_to_end(key)
        while len(self._making) > KEPT:
            self._making.popitem(last=False)
        return found

    def begin(self, key: str, record: dict[str, Any], depth: str, known: bytes) -> tuple[bytes, list[int]]:
        """What is known so far, and the numbers of the decisions that are still to be judged."""
        making = self._take(key, record, depth, known)
        return msgspec.json.encode(making.so_far), [moment.at for moment in making.to_judge]

    def judge(self, key: str, record: dict[str, Any], depth: str, known: bytes, at: int) -> bytes:
        """A verdict on one decision."""
        return msgspec.json.encode(self._take(key, record, depth, known).judge_one(at))

    def ask(self, key: str, record: dict[str, Any], depth: str, at: int) -> bytes:
        """What could have been done in place of an action."""
        return msgspec.json.encode(what_if(self._take(key, record, depth, b""), at, depth_named(depth)))


def answer_with(reviewer: Reviewer, question: bytes) -> bytes:
    """A Refusal's text or None, and what was found."""
    what, given = pickle.loads(question)  # from our own server, over a pipe
    try:
        return pickle.dumps((None, getattr(reviewer, what)(*given)))
    except MergemakerError as error:
        return pickle.dumps((str(error), None))
    except (RecursionError, UnicodeError):
        return pickle.dumps(("That is nested too deeply, or holds text that can’t be read.", None))


def warm_up() -> None:
    """Judges a position and a decision: what is not compiled yet is compiled before anybody waits for an answer."""
    game = Game.new("tournament", 3, seed=1)
    judge, key = Judge(game.edition), 1
    judge.look(game.state)
    action = legal_ids(judge, game.state)[0]
    trials = try_actions(judge, game.state, False, action, QUICK)
    reason_for(judge, trials.seen, action, action, key, game.names)
    line_of_play(judge, game.state, action, game.names)


def main() -> None:
    """Runs the process."""
    with contextlib.suppress(OSError, AttributeError):  # Windows has no such thing
        os.nice(LOWEST)
    reviewer = Reviewer()
    answer_all(lambda question: answer_with(reviewer, question), warm_up)


if __name__ == "__main__":
    main()
