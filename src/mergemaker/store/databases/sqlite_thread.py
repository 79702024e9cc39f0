"""A thread with a connection of its own to an SQLite file.

An asynchronous driver goes to its thread and back for every statement, for BEGIN and COMMIT too, and while a server is
busy each way costs more than the statement. What is done here goes there and back once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")


class SqliteThread:
    """Does work in a transaction each, one after the other. `reads`: none of it writes."""

    def __init__(self, engine: Engine, *, reads: bool = False) -> None:
        self._engine = engine
        self._reads = reads
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mergemaker-sqlite")
        self._connection: Connection | None = None
        self.waiting = 0  # pieces of work that are not done yet

    async def do(self, work: Callable[[Connection], T]) -> T:
        """Does work in a transaction. Returns its result; what it wrote is on disk by then."""
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)
        finally:
            self.waiting -= 1

    def _do(self, work: Callable[[Connection], T]) -> T:
        connection = self._connected()
        with connection.begin():
            return work(connection)

    async def insert(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Inserts rows, all or none, with nothing between us and the driver; on disk when this returns."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._insert, statement, rows)

    def _insert(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        driver: Any = self._connected().connection.dbapi_connection
        driver.execute("BEGIN IMMEDIATE")
        try:
            driver.executemany(statement, rows)
            driver.execute("COMMIT")
        finally:
            if driver.in_transaction:  # something went wrong
                driver.rollback()

    def _connected(self) -> Connection:
        if self._connection is None or self._connection.closed or self._connection.invalidated:
            self._connection = self._engine.connect().execution_options(reads=self._reads)
        return self._connection

    async def close(self) -> None:
        """Disconnects."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._engine.dispose()
