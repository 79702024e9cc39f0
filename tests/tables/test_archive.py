"""A database as a file and back, and the check of every stored game."""

from pathlib import Path

import msgspec
import pytest

from clubs import a_club, people_at, play_on
from databases import sqlite_url
from mergemaker.rules.errors import MergemakerError
from mergemaker.store import Store
from mergemaker.tables import playing
from mergemaker.tables.archive import check_all, export_lines, export_records, import_lines
from mergemaker.tables.club import Club


async def some_tables(club: Club) -> list[str]:
    done = await people_at(club, "ann", "bob", public=True)
    await play_on(club, done, lambda live: False)
    running = await people_at(club, "ann", "eve")
    await play_on(club, running, lambda live: live.version > 20)
    await playing.say(club, running, "ann", "c1", "hello")
    waiting = await people_at(club, "bob", "eve", begin=False)
    return [done.id, running.id, waiting.id]


async def test_everything_comes_back_from_a_file(club: Club, tmp_path: Path):
    tables = await some_tables(club)
    lines = [line async for line in export_lines(club.store)]
    assert len(lines) == 1 + len(tables)
    (tmp_path / "other").mkdir()
    async with a_club(tmp_path / "other") as there:
        assert await import_lines(there.store, lines) == (3, 0)
        assert await import_lines(there.store, lines) == (0, 3)
        for table in tables:
            here, moved = await club.table(table), await there.table(table)
            assert moved.welcome("ann", 0, 0) == here.welcome("ann", 0, 0) or moved.chat  # chat is numbered anew
            assert await there.store.entries(table) == await club.store.entries(table)
        assert [line async for line in export_records(there.store)] == [
            line async for line in export_records(club.store)
        ]
        assert await there.name_of("ann") == "ann"


async def test_every_stored_game_is_checked_by_playing_it(club: Club, tmp_path: Path):
    done, _, waiting = await some_tables(club)
    findings = {finding.table: finding async for finding in check_all(club.store)}
    assert {finding.trouble for finding in findings.values()} == {""}
    assert findings[done].status == "finished"
    assert findings[waiting].actions == 0
    broken = [line.replace(b'"place ', b'"place 1', 1) for line in [line async for line in export_lines(club.store)]]
    other = await Store.open(sqlite_url(tmp_path / "broken"))
    try:
        with pytest.raises(MergemakerError, match="can’t be played"):
            await import_lines(other, broken)
        with pytest.raises(MergemakerError, match="Line 1"):
            await import_lines(other, [b"{}"])
        lines = [msgspec.json.decode(line) async for line in export_lines(club.store)]
        lines = [line for line in lines if line.get("entries")]
        lines[0]["entries"].pop(0)
        with pytest.raises(MergemakerError, match="gap"):
            await import_lines(other, map(msgspec.json.encode, lines))
        lines[0]["table"]["secret"] = "00" * 32
        with pytest.raises(MergemakerError, match="committed"):
            await import_lines(other, map(msgspec.json.encode, lines))
    finally:
        await other.close()
