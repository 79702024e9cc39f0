"""Every way to decide, for tests that look at what a lesson says to each."""

from __future__ import annotations

from collections.abc import Iterator

from mergemaker.learning.tries import is_open, try_text
from mergemaker.rules.game import Game


def all_tries(game: Game) -> list[str]:
    """Every way to decide what is asked now."""
    if game.over:
        return []
    return list(dict.fromkeys(try_text(game, way) for way in _ways(game, [])))


def _ways(game: Game, before: list[str]) -> Iterator[list[str]]:
    for action in game.legal_actions():
        if before and (action == "end" or (action.startswith("buy ") and action < before[-1])):
            continue  # announced by itself; and a basket has no order
        after = game.copy()
        after.play(action)
        if is_open(after, game):
            yield from _ways(after, [*before, action])
        else:
            yield [*before, action]
