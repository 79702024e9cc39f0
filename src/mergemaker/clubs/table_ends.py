"""Tables that end before their game does: the host of the server ends one, or the time of a round was called."""

from __future__ import annotations

from mergemaker.tables import autopilot
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables

ROUND = "round"  # why bots play: the time of the table's round was called
QUICK = "clerk"  # who plays such a game out


async def end_table(live_tables: LiveTables, live: LiveTable, why: str = "removed") -> None:
    """Ends a table: before the start its seats are free and nobody finds it; afterwards bots play it out at once.

    Where the time of its round was called, it stays as public as it was: it belongs to the evening.
    """

    def change() -> None:
        if why != ROUND or live.row.status == "open":
            live.row.public, live.row.host = False, ""
        for seat in live.seats:
            if seat.kind != "person" or seat.given_up:
                continue
            if live.row.status == "open":
                seat.kind, seat.player, seat.name = "free", None, None
            else:
                autopilot.stand_in(seat, why, live_tables.now(), QUICK)

    async with live.lock:
        if not live.over:
            await live_tables.change(live, change)
            live.tell_log(live.version, live_tables.now())
    autopilot.wake(live_tables, live)
