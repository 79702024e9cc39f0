"""What a process hears from the others on its database, and how its own tables follow.

Nothing here is needed for a table to be right: a log that was not heard of is read when a write meets it. It is
needed for people connected to different processes to see each other's moves at once.
"""

from __future__ import annotations

from typing import Any

import msgspec

from mergemaker.store import StoredChat, StoredEntry
from mergemaker.tables import driving, playing
from mergemaker.tables.club import Club
from mergemaker.tables.table import LiveTable


async def hear(club: Club, message: dict[str, Any]) -> None:
    """Takes in a message from another process, or from this one, which knows already."""
    if message["from"] == club.process:
        return
    if message["what"] == "lobby":
        club.lobby_changed(everywhere=False)
        return
    live = club.tables.get(message["table"])
    if live is None:
        return
    match message["what"]:
        case "log":
            await _log(club, live, msgspec.convert(message["entries"], list[StoredEntry]))
        case "row":
            async with live.lock:
                await club.reload(live)
            live.tell_table(club.now())
            club.tell_presence(live)
            driving.wake(club, live, mine=False)
        case "chat":
            playing.hear(live, msgspec.convert(message["line"], StoredChat))
        case "presence":
            live.elsewhere[message["from"]] = (club.now(), message["people"], message["watchers"])
            live.tell_table(club.now())
            driving.wake(club, live, mine=False)
        case "who":
            if live.listeners:
                club.tell_presence(live)


async def _log(club: Club, live: LiveTable, entries: list[StoredEntry]) -> None:
    async with live.lock:
        before = live.version
        if live.ledger is None or entries[0].version > before + 1:
            await club.reload(live)  # something was missed
        elif entries[-1].version > before:
            live.grow(entries)
            live.tell_log(before, club.now())
    driving.wake(club, live, mine=False)


async def catch_up(club: Club) -> None:
    """Reads every table in memory again, after a time in which messages may have been lost."""
    for live in list(club.tables.values()):
        async with live.lock:
            await club.reload(live)
        heard = max((line.id for line in live.chat), default=0)
        for line in await club.store.chat(live.id):
            if line.id > heard:
                playing.hear(live, line)
        live.tell_table(club.now())
        club.tell_presence(live)
        await club.publish(live.id, {"what": "who"})
        driving.wake(club, live, mine=False)
    club.lobby_changed(everywhere=False)
