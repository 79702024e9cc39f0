"""A database as a file and back, and the check of every stored game."""

from pathlib import Path

import msgspec
import pytest

from databases import sqlite_url
from mergemaker.rules.errors import MergemakerError
from mergemaker.store import Store, StoredPlayer
from mergemaker.tables import table_actions
from mergemaker.tables.history.archive import Imported, check_all, export_lines, export_records, import_lines
from mergemaker.tables.live_tables import LiveTables
from quick_tables import people_at, play_on, quick_live_tables


async def some_tables(live_tables: LiveTables) -> list[str]:
    done = await people_at(live_tables, "ann", "bob", public=True)
    await play_on(live_tables, done, lambda live: False)
    running = await people_at(live_tables, "ann", "eve")
    await play_on(live_tables, running, lambda live: live.version > 20)
    await table_actions.say(live_tables, running, "ann", "c1", "hello")
    waiting = await people_at(live_tables, "bob", "eve", begin=False)
    return [done.id, running.id, waiting.id]


async def test_everything_comes_back_from_a_file(live_tables: LiveTables, tmp_path: Path):
    tables = await some_tables(live_tables)
    lines = [line async for line in export_lines(live_tables.store)]
    assert len(lines) == 1 + len(tables)
    (tmp_path / "other").mkdir()
    async with quick_live_tables(tmp_path / "other") as there:
        assert await import_lines(there.store, lines) == Imported(3, 0, other_key=False)
        assert await import_lines(there.store, lines) == Imported(0, 3, other_key=False)
        for table in tables:
            here, moved = await live_tables.table(table), await there.table(table)
            assert moved.welcome("ann", 0, 0) == here.welcome("ann", 0, 0) or moved.chat  # chat is numbered anew
            assert await there.store.entries(table) == await live_tables.store.entries(table)
        assert [line async for line in export_records(there.store)] == [
            line async for line in export_records(live_tables.store)
        ]
        assert await there.name_of("ann") == "ann"


async def test_every_stored_game_is_checked_by_playing_it(live_tables: LiveTables, tmp_path: Path):
    done, _, waiting = await some_tables(live_tables)
    findings = {finding.table: finding async for finding in check_all(live_tables.store)}
    assert {finding.trouble for finding in findings.values()} == {""}
    assert findings[done].status == "finished"
    assert findings[waiting].actions == 0
    broken = [
        line.replace(b'"place ', b'"place 1', 1) for line in [line async for line in export_lines(live_tables.store)]
    ]
    other = await Store.open(sqlite_url(tmp_path / "broken"))
    try:
        with pytest.raises(MergemakerError, match="can’t be played"):
            await import_lines(other, broken)
        with pytest.raises(MergemakerError, match="Line 1"):
            await import_lines(other, [b"{}"])
        lines = [msgspec.json.decode(line) async for line in export_lines(live_tables.store)]
        lines = [line for line in lines if line.get("entries")]
        lines[0]["entries"].pop(0)
        with pytest.raises(MergemakerError, match="gap"):
            await import_lines(other, map(msgspec.json.encode, lines))
        lines[0]["table"]["secret"] = "00" * 32
        with pytest.raises(MergemakerError, match="committed"):
            await import_lines(other, map(msgspec.json.encode, lines))
    finally:
        await other.close()


async def test_people_keep_their_seats_in_the_database_they_are_moved_to(live_tables: LiveTables, tmp_path: Path):
    await people_at(live_tables, "ann", "bob")
    key = await live_tables.store.cookie_key()
    lines = [line async for line in export_lines(live_tables.store)]
    fresh = await Store.open(sqlite_url(tmp_path / "fresh"))
    lived_in = await Store.open(sqlite_url(tmp_path / "lived-in"))
    try:
        await fresh.cookie_key()  # a server has run on it, but nobody has come
        assert not (await import_lines(fresh, lines)).other_key
        assert await fresh.cookie_key() == key
        own = await lived_in.cookie_key()
        await lived_in.keep_player(StoredPlayer("eve", "Eve", 1))
        assert (await import_lines(lived_in, lines)).other_key
        assert await lived_in.cookie_key() == own
    finally:
        await fresh.close()
        await lived_in.close()
