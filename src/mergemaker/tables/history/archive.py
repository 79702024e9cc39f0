"""A whole database as a file and back, and the check that every stored game still plays.

A file is JSON Lines: the people first, then one table a line with its seats, log and chat. It has everything, the
secrets of running games included, so it is to be kept like the database itself.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from mergemaker.record.fair_shuffle import commitment_of
from mergemaker.rules.errors import MergemakerError
from mergemaker.store import COOKIE_KEY, Conflict, Store, StoredPlayer, belongings
from mergemaker.store.databases.row_queries import WholeTable
from mergemaker.tables.live_table import LiveTable

FORMAT = 1


class ArchivedPeople(msgspec.Struct, tag="people", tag_field="line", frozen=True):
    """The people and programs."""

    format: int
    people: list[StoredPlayer]
    cookie_key: str | None = None  # what signs the cookies by which people are known
    rows: dict[str, list[dict[str, Any]]] = {}  # accounts and what other rooms keep of people, by the table's name


class Imported(NamedTuple):
    """How an import went: tables added, tables that were there already, whether cookies of the file are no good."""

    added: int
    known: int
    other_key: bool


_decoder: msgspec.json.Decoder[WholeTable | ArchivedPeople] = msgspec.json.Decoder(WholeTable | ArchivedPeople)


class Finding(msgspec.Struct, frozen=True):
    """What the check found about a table; `trouble` is empty if all is well."""

    table: str
    status: str
    actions: int
    trouble: str


async def _all_tables(store: Store) -> AsyncIterator[WholeTable]:
    for table in await store.all_tables():
        found = await store.whole(table, chat=1_000_000)
        if found is not None:
            yield found


async def export_lines(store: Store) -> AsyncIterator[bytes]:
    """Everything, line by line."""
    rows = await store.read(belongings.all_rows)
    people = ArchivedPeople(FORMAT, await store.people(), await store.setting(COOKIE_KEY), rows)
    yield msgspec.json.encode(people) + b"\n"
    async for found in _all_tables(store):
        yield msgspec.json.encode(found) + b"\n"


async def export_records(store: Store) -> AsyncIterator[bytes]:
    """The records of all finished games, line by line."""
    async for found in _all_tables(store):
        record = record_of(found)
        if record is not None:
            yield msgspec.json.encode(record) + b"\n"


def record_of(found: WholeTable) -> dict[str, Any] | None:
    """The record of a table's game, if it is over, with the table's id and when it ended."""
    if found.table.status == "open":
        return None
    live = rebuilt(found)
    record = live.ledger.record() if live.ledger else None
    return None if record is None else {**record, "table": found.table.id, "finished": found.table.finished}


async def import_lines(store: Store, lines: Iterable[bytes]) -> Imported:
    """Adds what a file has and the database has not."""
    added = known = 0
    other_key = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found = _decoder.decode(line)
        except msgspec.DecodeError as error:
            raise MergemakerError(f"Line {number} is not from `mergemaker db export`: {error}.") from None
        if isinstance(found, ArchivedPeople):
            if found.format != FORMAT:
                raise MergemakerError(f"The file has format {found.format}; this mergemaker reads {FORMAT}.")
            other_key = not await _take_key(store, found.cookie_key)
            for player in found.people:
                await store.keep_player(player)
            await store.write(partial(belongings.add_rows, rows=found.rows))
            continue
        trouble = check_table(found).trouble
        if trouble:
            raise MergemakerError(f"Line {number}, table {found.table.id}: {trouble}")
        if await store.table(found.table.id) is not None:
            known += 1
            continue
        await store.add_table(found.table, found.seats)
        try:
            if found.entries:
                await store.append(found.table.id, found.entries)
        except Conflict:
            raise MergemakerError(f"Line {number}: the log of table {found.table.id} is there already.") from None
        for said in found.chat:
            await store.say(found.table.id, said, f"import {said.id}")
        added += 1
    return Imported(added, known, other_key)


async def _take_key(store: Store, key: str | None) -> bool:
    """Lets the cookies of a file's people be good here, unless this database has people of its own."""
    before = await store.setting(COOKIE_KEY)
    if key is None or before == key:
        return True
    if before is not None and await store.people():
        return False
    await store.set_setting(COOKIE_KEY, key)
    return True


def rebuilt(found: WholeTable) -> LiveTable:
    """A table as it is in memory, its log played."""
    live = LiveTable(found.table, found.seats, [])
    live.begin(found.entries)
    return live


def check_table(found: WholeTable) -> Finding:
    """Plays a table's log again, and compares it with what the table says."""
    return Finding(found.table.id, found.table.status, len(found.entries), _trouble(found))


def _trouble(found: WholeTable) -> str:
    table = found.table
    if commitment_of(table.secret) != table.commitment:
        return "The secret is not the one that was committed to."
    if [entry.version for entry in found.entries] != list(range(1, len(found.entries) + 1)):
        return "The log has a gap."
    if table.status == "open":
        return "There is a log, but the game has not started." if found.entries else ""
    try:
        live = rebuilt(found)
    except (MergemakerError, IndexError) as error:
        return f"The log can’t be played: {error.__cause__ or error}"
    if live.over and table.status == "running":
        return ""  # stopped between the last action and the note of it; the next load notes it
    if live.over != (table.status == "finished"):
        return "The table is finished, but its game is not."
    return ""


async def check_all(store: Store) -> AsyncIterator[Finding]:
    """Checks every stored table."""
    async for found in _all_tables(store):
        yield check_table(found)
