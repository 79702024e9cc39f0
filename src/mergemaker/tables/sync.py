"""How the processes on one database tell each other what happened, and how the tables of one follow the others.

Nothing here is needed for a table to be right: a log that was not heard of is read when a write meets it. It is
needed for people connected to different processes to see each other's moves at once. The messages are carried by
`web/transport/postgres_sync.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from mergemaker.store import StoredChat, StoredEntry
from mergemaker.tables import autopilot

if TYPE_CHECKING:
    from mergemaker.tables.live_table import LiveTable
    from mergemaker.tables.live_tables import LiveTables


class Sync(Protocol):
    """A way to tell the other processes on this database."""

    async def publish(self, message: dict[str, object]) -> None:
        """Tells them."""


class NoSync:
    """There are no other processes."""

    async def publish(self, message: dict[str, object]) -> None:
        """Tells nobody."""


async def hear(live_tables: LiveTables, message: dict[str, Any]) -> None:
    """Takes in a message from another process, or from this one, which knows already."""
    if message["from"] == live_tables.process:
        return
    match message:
        case {"what": "lobby"}:
            live_tables.lists.changed(everywhere=False)
        case {"what": "missed"}:
            await catch_up(live_tables)
        case {"what": "signed out", "player": player, "session": session}:
            live_tables.hang_up(player, session)
        case {"what": "unheard", "player": player}:
            for hear_anew in live_tables.unheard_news:
                await hear_anew(player)
        case {"what": "club", "club": club}:
            for tell in live_tables.club_news:
                tell(club)
        case {"what": "name gone", "name": name}:
            for forget in live_tables.names_gone:
                await forget({name})
        case {"what": "desk", "table": table}:
            for look in live_tables.desk_news:
                await look(table)
        case {"table": table} if table in live_tables.tables:
            await _hear_of(live_tables, live_tables.tables[table], message)


async def _hear_of(live_tables: LiveTables, live: LiveTable, message: dict[str, Any]) -> None:
    """Takes in what another process says about a table that is in memory here."""
    match message["what"]:
        case "log":
            await _log(live_tables, live, msgspec.convert(message["entries"], list[StoredEntry]))
        case "row":
            async with live.lock:
                await live_tables.reload(live)
            live.tell_table(live_tables.now())
            live_tables.tell_presence(live)
            autopilot.wake(live_tables, live, mine=False)
        case "people":
            await live_tables.read_people_again(live)
        case "chat":
            live.hear(msgspec.convert(message["line"], StoredChat))
        case "presence":
            live.elsewhere[message["from"]] = (live_tables.now(), message["people"], message["watchers"])
            live.note_presence(live_tables.now())
            live.tell_table(live_tables.now())
            autopilot.wake(live_tables, live, mine=False)
        case "who" if live.listeners:
            live_tables.tell_presence(live)


async def _log(live_tables: LiveTables, live: LiveTable, entries: list[StoredEntry]) -> None:
    async with live.lock:
        before = live.version
        if live.ledger is None or entries[0].version > before + 1:
            await live_tables.reload(live)  # something was missed
        elif entries[-1].version > before:
            live.grow(entries)
            live.tell_log(before, live_tables.now())
    autopilot.wake(live_tables, live, mine=False)


async def catch_up(live_tables: LiveTables) -> None:
    """Reads every table in memory again, after a time in which messages may have been lost."""
    for live in list(live_tables.tables.values()):
        await live_tables.read_again(live)
        live_tables.tell_presence(live)
        await live_tables.publish(live.id, {"what": "who"})
        autopilot.wake(live_tables, live, mine=False)
    live_tables.lists.changed(everywhere=False)
