"""The moment at which announcing the end is all that is left to decide.

The end may be announced at any time of a turn, so a share that is bought first costs nothing: “buy Tower” and announce
later is as good as to announce now, and no single action is far better than the others. Asked after the buying, it is a
question of its own: announce, or play on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mergemaker.rules.actions import ANNOUNCE_END, DONE_BUYING
from mergemaker.rules.game import Game

LAST_QUESTION = {"done", "end"}
MOST_ACTIONS = 40  # of a turn with mergers


def is_announcement(game: Game) -> bool:
    """Whether nothing is asked but to announce the end, or not."""
    return game.decision == "buy" and set(game.legal_actions()) == LAST_QUESTION


def to_announcement(game: Game, rate: Callable[[Game], Mapping[int, float]]) -> Game | None:
    """The turn played on by ratings and without announcing, to where that is asked alone; None where it never is."""
    twin, mover = game.copy(), game.mover
    for _ in range(MOST_ACTIONS):
        if twin.over or twin.mover != mover:
            return None
        if is_announcement(twin):
            return twin
        others = [int(action) for action in twin.legal_mask().nonzero()[0] if action != ANNOUNCE_END]
        if len(others) == 1:
            twin.play(others[0])
            continue
        rated = rate(twin)
        best = max(others, key=lambda action: (rated.get(action, 0.0), -action))
        if best == DONE_BUYING:
            return None  # there was something to buy, and it was left: more than the end is in question
        twin.play(best)
    return None
