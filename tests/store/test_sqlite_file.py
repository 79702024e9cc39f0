"""The file of an SQLite database: closed to other users, served by one server, never made by mistake."""

import asyncio
import os
import stat
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from databases import sqlite_url
from mergemaker.store import Store, StoredEntry, StoreError
from mergemaker.store.databases.sqlite_file import ServerLock

fcntl = pytest.importorskip("fcntl")  # elsewhere files have other rights, and other locks


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_nobody_else_on_the_machine_can_read_it(tmp_path: Path):
    folder = tmp_path / "new"
    store = await Store.open(sqlite_url(folder))
    await store.cookie_key()
    assert mode(folder) == 0o700
    assert {mode(file) for file in folder.iterdir()} == {0o600}
    await store.close()


async def test_a_file_that_everybody_could_read_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mergemaker.store.databases.engines.data_folder", lambda: tmp_path)
    tmp_path.chmod(0o755)
    await (await Store.open(sqlite_url(tmp_path))).close()
    file = tmp_path / "games.sqlite3"
    file.chmod(0o644)
    await (await Store.open(sqlite_url(tmp_path))).close()
    assert mode(file) == 0o640  # a group that may make copies of it may go on
    assert mode(tmp_path) == 0o700


async def test_a_second_server_is_refused_with_what_to_do(tmp_path: Path):
    first = await Store.open(sqlite_url(tmp_path), serving=True)
    with pytest.raises(StoreError, match=r"Another server, process \d+, serves .*games.sqlite3 already.*PostgreSQL"):
        await Store.open(sqlite_url(tmp_path), serving=True)
    await (await Store.open(sqlite_url(tmp_path))).close()  # `mergemaker db check` may look meanwhile
    await first.close()
    await (await Store.open(sqlite_url(tmp_path), serving=True)).close()


async def test_a_database_that_must_be_there_is_not_made(tmp_path: Path):
    with pytest.raises(StoreError, match="There is no database"):
        await Store.open(sqlite_url(tmp_path / "mistyped"), make=False)
    assert not (tmp_path / "mistyped").exists()


@pytest.mark.parametrize("what", ["a folder", "no database"])
async def test_what_is_no_database_is_said_to_be_none(what: str, tmp_path: Path):
    file = tmp_path / "games.sqlite3"
    file.mkdir() if what == "a folder" else file.write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match="can’t be opened"):
        await Store.open(sqlite_url(tmp_path))


async def test_health_knows_of_a_full_disk_and_of_a_write_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    store = await Store.open(sqlite_url(tmp_path))
    monkeypatch.setattr("mergemaker.store.store.TRY_SECONDS", 0)
    assert await store.works()
    monkeypatch.setattr(store, "_room", lambda: 5000)
    assert not await store.works()
    monkeypatch.undo()
    monkeypatch.setattr("mergemaker.store.store.TRY_SECONDS", 0)
    assert await store.works()

    async def full(*_: object) -> list[bool]:
        raise OSError("disk full")

    monkeypatch.setattr(store._appends, "_write", full)
    monkeypatch.setattr("mergemaker.store.store.TRY_SECONDS", 60)
    with pytest.raises(OSError, match="full"):
        await store.append("harbour", [StoredEntry(1, "action", 0, "skip", "player", 1)])
    assert not await store.works()
    monkeypatch.setattr("mergemaker.store.store.TRY_SECONDS", 0)
    assert await store.works()  # it is tried again after a while
    await store.close()


async def test_where_there_is_only_the_lock_of_windows_a_second_server_is_refused_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    class Msvcrt:
        """The one function that is used, made of the lock that this system has."""

        LK_NBLCK = 2

        @staticmethod
        def locking(file: int, mode: int, count: int) -> None:
            assert os.lseek(file, 0, os.SEEK_CUR) > 1000, "what is locked can’t be read there, so it lies elsewhere"
            assert (mode, count) == (Msvcrt.LK_NBLCK, 1)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    monkeypatch.setattr("mergemaker.file_lock.fcntl", None)
    monkeypatch.setattr("mergemaker.file_lock.msvcrt", Msvcrt, raising=False)
    file = tmp_path / "games.sqlite3"
    first = ServerLock(file)
    with pytest.raises(StoreError, match=f"Another server, process {os.getpid()}, serves"):
        ServerLock(file)
    first.release()
    ServerLock(file).release()


async def test_a_long_read_holds_up_neither_a_short_one_nor_a_write(tmp_path: Path):
    store = await Store.open(sqlite_url(tmp_path))
    begun, go_on = threading.Event(), threading.Event()

    def read_for_long(connection: Connection) -> int:
        begun.set()
        assert go_on.wait(60)
        return int(connection.execute(text("SELECT 1")).scalar_one())

    long = asyncio.create_task(store.database.read(read_for_long))
    await asyncio.to_thread(begun.wait, 60)
    async with asyncio.timeout(60):
        assert await store.database.write(lambda connection: connection.execute(text("SELECT 2")).scalar_one()) == 2
        assert await store.database.read(lambda connection: connection.execute(text("SELECT 3")).scalar_one()) == 3
    assert not long.done()
    go_on.set()
    assert await long == 1
    await store.close()
