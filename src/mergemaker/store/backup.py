"""A whole database as one file and back: every row of every table, of one moment, on SQLite and PostgreSQL alike.

The server goes on while a back-up is made: it is read in one transaction. The file is JSON Lines, compressed; it holds
everything, secrets of running games included, so it is to be kept like the database. Restoring needs an empty database.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import IO, Any

from sqlalchemy import Connection, func, insert, select, text

from mergemaker.store.schemas.migrations import VERSION
from mergemaker.store.schemas.schema import metadata, settings
from mergemaker.store.store import Store, StoreError

FORMAT = 1
AT_A_TIME = 1000


async def back_up(store: Store, file: IO[bytes]) -> dict[str, int]:
    """Writes everything to a file. Returns the number of rows by table."""

    def work(connection: Connection) -> dict[str, int]:
        counts: dict[str, int] = {}
        with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6) as out:
            _write(out, {"mergemaker": "back-up", "format": FORMAT, "schema": VERSION})
            for table in metadata.sorted_tables:
                found = connection.execution_options(yield_per=AT_A_TIME).execute(select(table))
                counts[table.name] = 0
                for rows in found.partitions():
                    counts[table.name] += len(rows)
                    _write(
                        out, {"table": table.name, "rows": [list(row) for row in rows], "columns": list(found.keys())}
                    )
            _write(out, {"end": counts})
        return counts

    return await store.read(work)


def _write(out: Any, value: object) -> None:
    out.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")


async def restore(store: Store, file: IO[bytes]) -> dict[str, int]:
    """Puts everything of a file into an empty database, or changes nothing. Returns the number of rows by table."""

    def work(connection: Connection) -> dict[str, int]:
        for table in metadata.sorted_tables:
            if table is not settings and connection.execute(select(func.count()).select_from(table)).scalar_one():
                raise StoreError("The database is not empty; a back-up is restored into a new one.")
        counts = {table.name: 0 for table in metadata.sorted_tables}
        ended: dict[str, int] | None = None
        for line in _lines(file):
            if "end" in line:
                ended = line["end"]
            elif "table" in line:
                counts[line["table"]] += _insert(connection, line)
        if ended is None:
            raise StoreError("The back-up is not whole: its end is missing.")
        if ended != counts:
            raise StoreError("The back-up is not whole: rows are missing.")
        if not store.is_sqlite:
            connection.execute(
                text("SELECT setval(pg_get_serial_sequence('chat', 'id'), max(id)) FROM chat HAVING count(*) > 0")
            )
        return counts

    return await store.write(work)


def _lines(file: IO[bytes]) -> Iterator[dict[str, Any]]:
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as lines:
            head = json.loads(lines.readline())
            if not isinstance(head, dict) or head.get("mergemaker") != "back-up" or head.get("format") != FORMAT:
                raise StoreError("That is not a back-up of mergemaker.")
            if head["schema"] != VERSION:
                raise StoreError(
                    f"The back-up has schema {head['schema']}, and this mergemaker {VERSION}: restore it with the "
                    "mergemaker that wrote it, then update."
                )
            for line in lines:
                yield json.loads(line)
    except (OSError, EOFError, ValueError):
        raise StoreError("That is not a back-up of mergemaker, or it is damaged.") from None


def _insert(connection: Connection, line: dict[str, Any]) -> int:
    table = metadata.tables[line["table"]]
    rows = [dict(zip(line["columns"], row, strict=True)) for row in line["rows"]]
    if table is settings:
        rows = [row for row in rows if row["key"] != "schema"]
        connection.execute(settings.delete().where(settings.c.key != "schema"))
    if rows:
        connection.execute(insert(table), rows)
    return len(line["rows"])
