"""Baskets: several actions of a seat that are played together, all or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mergemaker.rules.undo import REVEALING, REVEALING_WHERE_HIDDEN
from mergemaker.rules.words.sentences import Event
from mergemaker.tables.game_log.sealed_game import SealedGame
from mergemaker.tables.protocol.refusals import Refusal

if TYPE_CHECKING:
    from mergemaker.rules.game import Game

_MAY_BE_LEFT_OUT = ("done", "sell 0")


def basket(trial: Game | SealedGame, seat: int, actions: Sequence[str]) -> list[str]:
    """Plays several actions of a seat on a copy of a game, and says how they will be written, or why they can't be.

    All or none is played, so whoever asks may ask again. That must tell nothing that the seat does not know yet:
    nothing is judged that follows something hidden.
    """
    written: list[str] = []
    for at, action in enumerate(actions):
        legal = trial.legal_actions()
        text = tidy(legal, action)
        last = at == len(actions) - 1
        if last and at and text in _MAY_BE_LEFT_OUT and (trial.to_act != seat or text not in legal):
            break
        happened = trial.play(text, seat)
        written.append(text)
        rest = actions[at + 1 :]
        refusable = len(rest) > 1 or any(action not in _MAY_BE_LEFT_OUT for action in rest)
        if refusable and _brings_up(trial, seat, text, happened, rest[0]):
            raise Refusal("one-at-a-time", f"“{text}” brings up something hidden: send the rest when you have seen it.")
    return written


def _brings_up(trial: Game | SealedGame, seat: int, text: str, happened: Sequence[Event], following: str) -> bool:
    """Whether what may follow an action depends on what its seat can't know before it."""
    kinds = {event.kind for event in happened}
    if kinds & REVEALING or not trial.hidden:
        return bool(kinds & REVEALING)
    verb = text.partition(" ")[0]
    if verb == "trade":  # after it the same seat sells, or somebody else is asked who holds such shares too
        return (trial.to_act, trial.decision) != (seat, "sell") or not following.startswith("sell ")
    return verb in ("sell", "absorb", "survivor") or bool(kinds & {"merged", *REVEALING_WHERE_HIDDEN})


def tidy(legal: Sequence[str], action: str) -> str:
    """An action's text exactly as logs and records write it, if it is one of the legal ones."""
    folded = " ".join(action.split()).casefold()
    return next((text for text in legal if text.casefold() == folded), action)
