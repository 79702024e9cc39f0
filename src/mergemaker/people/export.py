"""Everything about one person, to take along: what the database keeps of them, and the records of their games."""

from __future__ import annotations

from typing import Any

from mergemaker.people.people_forms import Export
from mergemaker.rules.errors import MergemakerError
from mergemaker.tables.history.archive import record_of
from mergemaker.tables.live_tables import LiveTables


async def everything_of(live_tables: LiveTables, player: str, handle: str | None) -> Export:
    """Everything that belongs to a person. A game that runs is there without its log: it holds others' tiles."""
    rows = await live_tables.accounts.export(player)
    return Export(handle, live_tables.now(), rows, await records_of(live_tables, player))


async def records_of(live_tables: LiveTables, player: str) -> list[dict[str, Any]]:
    """The records of the finished games where somebody sat, the oldest first."""
    found = []
    for table in await live_tables.accounts.finished_tables_of(player):
        archived = await live_tables.store.whole(table)
        try:
            record = record_of(archived) if archived is not None else None
        except MergemakerError:
            continue  # a damaged log is the server's trouble, not a reason to keep the others back
        if record is not None:
            found.append(record)
    return found
