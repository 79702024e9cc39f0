"""The database itself: every piece of work is one transaction, on SQLite in a thread of this process, or on PostgreSQL.

The queries stand elsewhere: `store.py` has those of tables and logs, and each other room has a store of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.dialects import postgresql, sqlite

from mergemaker.store.databases.engines import make_postgres_engine, make_sqlite_engine
from mergemaker.store.databases.sqlite_file import ServerLock
from mergemaker.store.databases.sqlite_thread import SqliteThread

T = TypeVar("T")

READERS = 2  # a list of everybody's games does not hold up who looks at one


class Database:
    """A database that is open."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._server_lock: ServerLock | None = None
        if self.is_sqlite:  # its readers and its writer do not wait for each other, so each has a thread
            self._writer = SqliteThread(make_sqlite_engine(url))
            self._readers = [SqliteThread(make_sqlite_engine(url), reads=True) for _ in range(READERS)]
        else:
            self._engine = make_postgres_engine(url)
            self._snapshots = self._engine.execution_options(isolation_level="REPEATABLE READ")

    @property
    def file(self) -> Path:
        """The file of an SQLite database."""
        return Path(str(self.url.database))

    def keep_from_other_servers(self) -> None:
        """Keeps an SQLite file from other servers until it is closed; StoreError where one has it already."""
        self._server_lock = ServerLock(self.file) if self.is_sqlite else None

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Does work that only reads. Returns its result; all that it sees is of one moment."""
        if self.is_sqlite:
            return await min(self._readers, key=lambda reader: reader.waiting).do(work)
        async with self._snapshots.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Does work that writes, in one transaction. Returns its result; what it wrote is on disk by then."""
        if self.is_sqlite:
            return await self._writer.do(work)
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def insert_quickly(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Inserts rows into an SQLite database, all or none, with nothing between us and the driver."""
        await self._writer.insert(statement, rows)

    def insert_into(self, table: Any) -> Any:
        """An insert that can say what is to be done where a row is there already."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    async def close(self) -> None:
        """Disconnects."""
        if self.is_sqlite:
            for thread in (self._writer, *self._readers):
                await thread.close()
        else:
            await self._engine.dispose()
        if self._server_lock is not None:
            self._server_lock.release()
            self._server_lock = None
