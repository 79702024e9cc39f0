"""Clocks: what a seat has left, worked out from the log, so that a restart or another process changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.store import StoredEntry
from mergemaker.tables.protocol.messages import Clock, SeatClock

SECOND = 1000
DAY = 24 * 3600 * SECOND


def since(clock: Clock, entries: Sequence[StoredEntry], to_act: int, started: int, clock_from: int) -> int:
    """When the time of the seat that must decide began to run.

    A live clock counts each decision; days count from when the seat was first asked, however much it then decides.
    """
    if not entries:
        return max(started, clock_from)
    if clock.kind == "live":
        # What was taken back is asked again, but not with new time: what it took counts on.
        last = max(in_force(entries), default=0)
        began = entries[-1].at - sum(entry.spent for entry in entries[last:])
    else:
        began = next((entry.at for entry in reversed(entries) if entry.seat != to_act), started)
    return max(began, clock_from)


def in_force(entries: Sequence[StoredEntry]) -> list[int]:
    """The versions of the actions that have not been taken back."""
    force: list[int] = []
    for entry in entries:
        if entry.kind == "undo":
            force.pop()
        else:
            force.append(entry.version)
    return force


def reserve_left(clock: Clock, entries: Sequence[StoredEntry], seat: int) -> int:
    """What is left of a seat's reserve, in milliseconds."""
    if clock.kind != "live":
        return 0
    # What a decision took that was taken back counts for the decision in its place.
    force = set(in_force(entries))
    over = sum(
        max(0, entry.spent - clock.seconds * SECOND)
        for entry in entries
        if entry.seat == seat and entry.version in force
    )
    return max(0, clock.reserve * SECOND - over)


def deadline(clock: Clock, began: int, reserve: int) -> int | None:
    """When the time of a decision that began then is out."""
    if clock.kind == "live":
        return began + clock.seconds * SECOND + reserve
    if clock.kind == "days":
        return began + clock.days * DAY
    return None


def seat_clocks(
    clock: Clock, entries: Sequence[StoredEntry], seats: int, to_act: int | None, running_since: int | None
) -> tuple[SeatClock | None, ...]:
    """Every seat's clock; `running_since` is when that of `to_act` began to run, None if it stands still."""
    if clock.kind == "none":
        return (None,) * seats
    shown = []
    for seat in range(seats):
        left = reserve_left(clock, entries, seat)
        runs = seat == to_act and running_since is not None
        shown.append(SeatClock(deadline(clock, running_since or 0, left) if runs else None, left))
    return tuple(shown)
