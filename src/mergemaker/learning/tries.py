"""A whole decision as one text: what a learner tries, and what a lesson's file says of it.

The engine asks for shares one at a time and for a trade before a sale; a person decides all of it at once. So a try is
`place 5C`, `found Tower`, `buy Tower, buy Tower` (in the edition's order), `buy nothing`, `trade 2, sell 1`, `sell 0`,
`end`, `exchange`, `keep`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mergemaker.rules.errors import IllegalAction
from mergemaker.rules.game import Game
from mergemaker.rules.words.sentences import Event

NOTHING = "buy nothing"
_MAY_BE_LEFT_OUT = ("done", "sell 0")  # at the end of a decision, where the game asks no more


class Played(NamedTuple):
    """An action as it was played: by whom, in whose turn, and what came of it."""

    seat: int
    mover: int
    action: str
    events: list[Event]


def play_actions(game: Game, actions: Sequence[str]) -> list[Played]:
    """Plays one seat's decision, action by action; IllegalAction says what can't be done, and nothing is changed."""
    twin = game.copy()
    seat = twin.to_act
    played = []
    for at, action in enumerate(actions):
        asked = twin.to_act == seat and seat is not None
        last = at == len(actions) - 1
        if last and at and action in _MAY_BE_LEFT_OUT and not (asked and action in twin.legal_actions()):
            break
        mover = twin.mover
        events = twin.play(action, seat)
        assert seat is not None  # a game that is over refuses
        played.append(Played(seat, mover, twin.actions[-1], events))
    if not played:
        raise IllegalAction("unknown-action", "Nothing was decided.")
    for one in played:
        game.play(one.action)
    return played


def is_open(game: Game, before: Game) -> bool:
    """Whether what was decided since `before` is only a part: the rest of a basket or of a disposal is still asked."""
    goes_on = {"buy": ("buy",), "trade": ("sell",)}.get(str(before.decision), ())
    same_chain = before.decision == "buy" or _absorbed(game) == _absorbed(before)
    bought = game.actions[-1:] != ["end"]
    return game.to_act == before.to_act and game.decision in goes_on and same_chain and bought


def _absorbed(game: Game) -> str | None:
    merger = game.view().merger
    return merger.absorbed if merger else None


def try_text(game: Game, actions: Sequence[str]) -> str:
    """The decision that actions come to, written as above; IllegalAction says why they can't be done."""
    bare = [one.action for one in play_actions(game.copy(), actions)]
    if game.decision != "buy" or "end" in bare:
        return ", ".join(bare)
    order = [f"buy {name}" for name in game.edition.chain_names]
    return ", ".join(sorted((action for action in bare if action != "done"), key=order.index)) or NOTHING


def actions_of(text: str) -> list[str]:
    """The actions of a decision that is written as above."""
    if text == NOTHING:
        return ["done"]
    actions = [part.strip() for part in text.split(",")]
    return [*actions, "done"] if actions[-1].startswith("buy ") else actions
