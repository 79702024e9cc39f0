"""Database engines: SQLite so that a commit is on disk and writers queue up, PostgreSQL as it comes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from mergemaker.store.databases.sqlite_file import StoreError, make_private


def data_folder() -> Path:
    """Where a user's games are kept when nothing else is said."""
    return user_data_path("mergemaker", appauthor=False)


def default_url() -> str:
    """The embedded database in the user's data folder."""
    return f"sqlite+aiosqlite:///{data_folder() / 'games.sqlite3'}"


def read_url(address: str, *, make: bool = True) -> URL:
    """Where `sqlite+aiosqlite:///FILE` or `postgresql+asyncpg://…` lead; plain `sqlite` and `postgresql` do too.

    An SQLite file is made where there is none; unless `make`, it must be there already.
    """
    try:
        url = make_url(address)
    except ArgumentError:
        raise StoreError("The database is given as a URL such as sqlite+aiosqlite:////tmp/games.sqlite3.") from None
    kind = url.get_backend_name()
    if kind == "postgresql":
        return url
    if kind != "sqlite":
        raise StoreError(f"The database is SQLite or PostgreSQL, not {kind}.")
    if not url.database or url.database == ":memory:":
        raise StoreError("An SQLite database needs a file: sqlite+aiosqlite:////path/to/games.sqlite3.")
    file = Path(url.database)
    if not make and not file.exists():
        raise StoreError(f"There is no database {file}.")
    make_private(file, data_folder())
    return url


# hide_parameters: errors go to the log, and a table's secret may be among them.


def make_postgres_engine(url: URL) -> AsyncEngine:
    """An engine for PostgreSQL; StoreError where its driver is not installed."""
    try:
        return create_async_engine(
            url.set(drivername="postgresql+asyncpg"), pool_pre_ping=True, pool_size=8, hide_parameters=True
        )
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs asyncpg: pip install 'mergemaker[postgres]'.") from None


def make_sqlite_engine(url: URL) -> Engine:
    """An engine for an SQLite file, for one thread."""
    engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so, see below
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=10000")  # first: the next line may have to wait for another process already
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # a commit is on disk, not only in the system's memory
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    # A transaction that will write must say so first: one that reads and then writes may fail for no fault of its own.
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
