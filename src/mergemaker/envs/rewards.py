"""What a finished game is worth to each seat: three ways to say it, all from 0 to 1 and all adding up the same way.

- `win`: 1 to the winner, shared among equals.
- `money`: the seat's part of all the money.
- `place`: 1 to the first, 0 to the last, evenly between; equals share their places. The sum is players / 2.
"""

from __future__ import annotations

from typing import Any

from mergemaker.compiler import rule
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.state import State

WIN, MONEY, PLACE = range(3)
REWARDS = ("win", "money", "place")


def reward_number(name: str) -> int:
    """The number of a way to reward."""
    if name not in REWARDS:
        raise MergemakerError(f"A reward is one of {', '.join(REWARDS)}; not {name!r}.")
    return REWARDS.index(name)


@rule
def reward_for(game: State, seat: int, kind: int) -> float:
    """What a finished game is worth to a seat."""
    mine = int(game.cash[seat])
    total = 0
    ahead = 0
    level = 0
    for other in range(game.players):
        money = int(game.cash[other])
        total += money
        if money > mine:
            ahead += 1
        elif money == mine:
            level += 1
    if kind == WIN:
        return 1.0 / level if ahead == 0 else 0.0
    if kind == MONEY:
        return mine / total if total > 0 else 1.0 / game.players
    return 1.0 - (ahead + (level - 1) / 2) / (game.players - 1)


@rule
def write_rewards(game: State, kind: int, rewards: Any, at: int) -> None:
    """Fills a row of rewards, by seat."""
    for seat in range(game.players):
        rewards[at, seat] = reward_for(game, seat, kind)
