"""An older database becomes one of today, on SQLite and PostgreSQL: nothing is lost, and one process does the work."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, inspect, select, text

from databases import Postgres, sqlite_url
from mergemaker.store import Store, StoreError
from mergemaker.store.databases.database import Database
from mergemaker.store.databases.engines import read_url
from mergemaker.store.schemas import migrations, schema
from mergemaker.store.schemas.migrations import MIGRATIONS, VERSION, Migration
from mergemaker.tables.history.archive import check_all

T = TypeVar("T")

OLD = Path(__file__).parent / "old"


async def lay_out(url: str, version: int) -> dict[str, list[dict[str, Any]]]:
    """Makes a database as an older mergemaker did; what is in it."""

    def work(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        for statement in (OLD / f"{version}.{connection.dialect.name}.sql").read_text().split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement)
        there = set(inspect(connection).get_table_names()) - {"settings"}
        tables = [table.name for table in schema.metadata.sorted_tables if table.name in there]
        return {name: sorted(rows_of(connection, name), key=str) for name in tables}

    return await do(url, work)


async def do(url: str, work: Callable[[Connection], T]) -> T:
    """Does something in a database that no store has open."""
    database = Database(read_url(url))
    try:
        return await database.write(work)
    finally:
        await database.close()


def rows_of(connection: Connection, table: str, among: Any = None) -> list[dict[str, Any]]:
    """All rows of a table with the columns that it has, or with some of them."""
    names = {column["name"] for column in inspect(connection).get_columns(table)}
    columns = [column for column in schema.metadata.tables[table].columns if column.name in (among or names)]
    return [dict(row._mapping) for row in connection.execute(select(*columns))]


def shape(connection: Connection) -> dict[str, Any]:
    """All tables with their columns, keys and indexes."""
    found = inspect(connection)
    return {
        table: (
            [(c["name"], str(c["type"]), c["nullable"]) for c in found.get_columns(table)],
            found.get_pk_constraint(table)["constrained_columns"],
            sorted((str(i["name"]), tuple(i["column_names"]), bool(i["unique"])) for i in found.get_indexes(table)),
            sorted(tuple(u["column_names"]) for u in found.get_unique_constraints(table)),
        )
        for table in sorted(found.get_table_names())
    }


async def shape_of(store: Store) -> dict[str, Any]:
    return await store.read(shape)


@pytest.fixture
def other_url(request: Any, url: str, tmp_path: Path) -> str:
    """A second database of the same kind."""
    if url.startswith("sqlite"):
        (tmp_path / "other").mkdir()
        return sqlite_url(tmp_path / "other")
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


RELEASED = [0]  # the schemas that a release has written, today's left out; others came and went between two releases


def test_a_database_of_every_older_schema_is_kept():
    kept = {file.name for file in OLD.iterdir()}
    assert kept == {f"{version}.{kind}.sql" for version in RELEASED for kind in ("sqlite", "postgresql")}


@pytest.mark.parametrize("version", RELEASED)
async def test_an_older_database_becomes_one_of_today(version: int, url: str, other_url: str):
    kept = await lay_out(url, version)
    upgraded, new = await Store.open(url), await Store.open(other_url)
    try:
        assert await shape_of(upgraded) == await shape_of(new)
        assert await upgraded.setting("schema") == await new.setting("schema") == str(VERSION)
        assert await upgraded.cookie_key() == "0" * 64
        for name, rows in kept.items():
            found = await upgraded.read(partial(rows_of, table=name, among=set(rows[0]) if rows else None))
            assert sorted(found, key=str) == rows, name
        findings = [finding async for finding in check_all(upgraded)]
        assert sorted((finding.trouble, finding.actions) for finding in findings) == [("", 0), ("", 12)]
    finally:
        await upgraded.close()
        await new.close()


async def test_a_database_of_today_is_left_alone(url: str, monkeypatch: pytest.MonkeyPatch):
    await (await Store.open(url)).close()
    monkeypatch.setattr(migrations, "MIGRATIONS", (Migration("never again", ("DROP TABLE players",)),) * VERSION)
    store = await Store.open(url)
    assert set(await shape_of(store)) == set(schema.metadata.tables)
    await store.close()


async def test_a_migration_that_fails_changes_nothing(url: str, monkeypatch: pytest.MonkeyPatch):
    kept = await lay_out(url, 0)
    broken = Migration("a slip", ("CREATE TABLE extra (a INTEGER)", "ALTER TABLE nowhere ADD COLUMN b INTEGER"))
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, broken))
        with pytest.raises(StoreError, match="can’t be opened"):
            await Store.open(url)
    tables = await do(url, lambda connection: set(inspect(connection).get_table_names()))
    query = text("SELECT value FROM settings WHERE key = 'schema'")
    version = await do(url, lambda connection: connection.execute(query).scalar_one())
    assert tables == {*kept, "settings"}
    assert version == "0"
    store = await Store.open(url)
    await store.close()


async def test_a_database_of_a_newer_mergemaker_is_refused(url: str):
    store = await Store.open(url)
    newer = text("UPDATE settings SET value = '999' WHERE key = 'schema'")
    await store.write(lambda connection: connection.execute(newer))
    await store.close()
    with pytest.raises(StoreError, match=r"a newer mergemaker wrote it \(schema 999, and this one knows \d+\)"):
        await Store.open(url)


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE players (goals INTEGER)"],
        ["CREATE TABLE settings (name TEXT)"],
        ["CREATE TABLE settings (key TEXT, value TEXT)"],
        ["CREATE TABLE settings (key TEXT, value TEXT)", "INSERT INTO settings VALUES ('schema', 'green')"],
    ],
)
async def test_a_database_of_something_else_is_refused(url: str, statements: list[str]):
    await do(url, lambda connection: [connection.exec_driver_sql(statement) for statement in statements])
    with pytest.raises(StoreError, match="something else"):
        await Store.open(url)


# Opens a database when told to, and says what that changed.
OPENER = """
import asyncio, logging, sys
from mergemaker.store import Store

class Told(logging.Handler):
    def emit(self, record):
        print(record.__dict__["done"])

async def main():
    await (await Store.open(sys.argv[1])).close()

logging.getLogger("mergemaker.store").addHandler(Told())
logging.getLogger("mergemaker.store").setLevel("INFO")
print("ready", flush=True)
sys.stdin.readline()
asyncio.run(main())
"""


@pytest.mark.parametrize("old", [True, pytest.param(False, marks=pytest.mark.soak)])
async def test_of_processes_that_start_at_once_one_migrates(url: str, old: bool):
    if old:
        await lay_out(url, 0)
    command = [sys.executable, "-c", OPENER, url]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    processes = [subprocess.Popen(command, text=True, **pipes) for _ in range(4)]  # type: ignore[call-overload]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [0] * 4, said
    done = [out for out, _ in said if out]
    assert done == ["; ".join(step.why for step in MIGRATIONS) + "\n" if old else "a new database\n"]
