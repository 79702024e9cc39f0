"""What happened, as numbers: a buffer that the rules write into while they apply an action.

Callers that do not care pass None, and the compiler leaves the writing out. `words/sentences.py` turns the rows into
objects and sentences.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np

from mergemaker.compiler import rule
from mergemaker.rules.state import NO_CHAIN, NO_TILE, NOBODY, record_type

(
    OPENED,  # seat, tile: an opening tile is shown
    STARTS,  # seat
    PLACED,  # seat, tile
    SKIPPED,  # seat
    ANNOUNCED_END,  # seat
    FOUNDED,  # seat, chain, count = size
    FOUNDER_SHARE,  # seat, chain, count
    FOUNDER_CASH,  # seat, chain, money
    GREW,  # chain, count = new size, other = size before
    MERGED,  # seat, chain = survivor, other = absorbed chains as bits
    SHOWN,  # seat, chain, count: a holding of the absorbed chain is revealed
    MARKET_DREW,  # chain, tile (NO_TILE without a bag), count = market's holding, other = deck position then
    BONUS,  # seat (NOBODY: the market), chain, other = place, count = how many share it, money
    TRADED,  # seat, chain given, other = chain taken, count = shares given
    SOLD,  # seat, chain, count, money
    HELD,  # seat, chain, count
    ABSORBED,  # chain, other = survivor, count = survivor's new size
    BOUGHT,  # seat, chain, money
    DREW,  # seat, tile
    PUT_ASIDE,  # seat, tile
    KEPT_DEAD,  # seat, count
    END_REACHED,  # the end came by itself
    ENDED,  # other = how
    CASHED_IN,  # seat, chain, count, money: at the end
    FINISHED,  # seat, money
    WON,  # seat, money
) = range(26)
KINDS = (
    "opened", "starts", "placed", "skipped", "announced", "founded", "founder share", "founder cash", "grew",
    "merged", "shown", "market", "bonus", "traded", "sold", "held", "absorbed", "bought", "drew", "set aside",
    "kept", "end reached", "ended", "cashed in", "finished", "won",
)  # fmt: skip

KIND, SEAT, TILE, CHAIN, OTHER, COUNT, MONEY = range(7)
MAX_EVENTS = 192  # of one action: seven chains paid out to six seats at the end, and what came before


class Events(Protocol):
    """The buffer: `written` rows so far."""

    written: Annotated[int, np.int32]
    rows: Annotated[Any, np.int32, (MAX_EVENTS, 7)]


EVENTS = record_type(Events)


def new_events() -> Any:
    """An empty buffer."""
    return np.zeros(1, EVENTS)


@rule
def note(
    events: Events | None, kind: int, seat: int, tile: int, chain: int, other: int, count: int, money: int
) -> None:
    """Writes one row, if anybody reads."""
    if events is not None:
        at = events.written
        if at < MAX_EVENTS:
            events.rows[at, KIND] = kind
            events.rows[at, SEAT] = seat
            events.rows[at, TILE] = tile
            events.rows[at, CHAIN] = chain
            events.rows[at, OTHER] = other
            events.rows[at, COUNT] = count
            events.rows[at, MONEY] = money
            events.written = at + 1


@rule
def note_tile(events: Events | None, kind: int, seat: int, tile: int) -> None:
    """Writes a row about a seat and a tile."""
    note(events, kind, seat, tile, NO_CHAIN, 0, 0, 0)


@rule
def note_seat(events: Events | None, kind: int, seat: int, money: int) -> None:
    """Writes a row about a seat alone."""
    note(events, kind, seat, NO_TILE, NO_CHAIN, 0, 0, money)


@rule
def note_chain(events: Events | None, kind: int, chain: int, other: int, count: int) -> None:
    """Writes a row about a chain alone."""
    note(events, kind, NOBODY, NO_TILE, chain, other, count, 0)


@rule
def note_shares(events: Events | None, kind: int, seat: int, chain: int, count: int, money: int) -> None:
    """Writes a row about a seat's shares of a chain."""
    note(events, kind, seat, NO_TILE, chain, 0, count, money)
