"""One's own list of games: a name of one's own for each, and those that one has put away."""

from __future__ import annotations

from mergemaker.store import StoredSeat
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.refusals import Refusal


async def set_label(live_tables: LiveTables, live: LiveTable, player: str, label: str) -> None:
    """Gives a table a name in its player's list; with nothing it goes by its own title again."""
    words = " ".join(label.split())
    if not words.isprintable():
        raise Refusal("bad-message", "A name has printable characters only.", 400)

    def change(seat: StoredSeat) -> None:
        seat.label = words

    await live_tables.change_own_seat(live, player, change, tell=False)


async def put_away(live_tables: LiveTables, live: LiveTable, player: str, away: bool) -> None:
    """Takes a table off its player's list, or puts it back; others wait at one that is not finished."""

    def change(seat: StoredSeat) -> None:
        if away and not live.over:
            how = "leave it" if live.ledger is None else "resign"
            raise Refusal("not-over", f"The game is not over: {how} first.")
        seat.put_away = away

    await live_tables.change_own_seat(live, player, change, tell=False)
