"""Whether a seat may take its last action back: only its own, and only while nothing hidden has come to light since."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.rules.errors import IllegalAction
from mergemaker.rules.words.sentences import Event

REVEALING = frozenset({"drew", "market", "opened"})
REVEALING_WHERE_HIDDEN = REVEALING | {"shown", "bonus"}  # who holds what is news on a hidden table only


def why_no_undo(
    seat: int | None, last_seat: int | None, last: Sequence[Event], *, hidden: bool
) -> IllegalAction | None:
    """Returns why a seat can't take back the last action, or None if it can.

    `last_seat` is the seat that chose that action itself; NOBODY where a clock or a bot did it for a person, None where
    nothing has been played. `last` is what the action brought, and `hidden` whether holdings lie hidden.
    """
    if last_seat is None:
        return IllegalAction("undo-nothing", "There is nothing to take back.")
    if seat != last_seat:
        return IllegalAction(
            "undo-other", "Somebody else has decided since your last action, so it can’t be taken back."
        )
    revealing = REVEALING_WHERE_HIDDEN if hidden else REVEALING
    for event in last:
        if event.kind in revealing:
            what = "A tile was drawn since" if event.kind == "drew" else "Something hidden came up since"
            return IllegalAction("undo-hidden", f"{what}, so it can’t be taken back.")
    return None
