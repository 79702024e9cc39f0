"""Rows as structs: the queries that read a table, and what turns a row into a struct and back."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, Connection, bindparam, select

from mergemaker.store.schemas import schema
from mergemaker.store.schemas.rows import StoredChat, StoredEntry, StoredSeat, StoredTable

S = TypeVar("S")

KEPT_CHAT = 200  # messages that come with a table

_JSON_FIELDS = ("rules", "clock", "origin")
_ENTRY = [schema.entries.c[field] for field in StoredEntry.__struct_fields__]

# Made once, since making them takes longer than running them.
_ID: BindParameter[str] = bindparam("table")
_TABLE_ROW = select(schema.tables).where(schema.tables.c.id == _ID)
_SEAT_ROWS = select(schema.seats).where(schema.seats.c.table_id == _ID).order_by(schema.seats.c.seat)
_ENTRY_ROWS = (
    select(*_ENTRY)
    .where(schema.entries.c.table_id == _ID, schema.entries.c.version > bindparam("after"))
    .order_by(schema.entries.c.version)
)
_CHAT_ROWS = (
    select(schema.chat).where(schema.chat.c.table_id == _ID).order_by(schema.chat.c.id.desc()).limit(bindparam("limit"))
)


class WholeTable(Struct, frozen=True, tag="table", tag_field="line"):
    """A table with all that belongs to it. It is tagged because it is a line of an archive, too."""

    table: StoredTable
    seats: list[StoredSeat]
    entries: list[StoredEntry]
    chat: list[StoredChat]


def table_and_seats(connection: Connection, table: str) -> tuple[StoredTable, list[StoredSeat]] | None:
    row = connection.execute(_TABLE_ROW, {"table": table}).first()
    if row is None:
        return None
    return _table(row), [struct_of(StoredSeat, seat) for seat in connection.execute(_SEAT_ROWS, {"table": table})]


def entries_after(connection: Connection, table: str, after: int = 0) -> list[StoredEntry]:
    return [StoredEntry(*row) for row in connection.execute(_ENTRY_ROWS, {"table": table, "after": after})]


def latest_chat(connection: Connection, table: str, limit: int) -> list[StoredChat]:
    rows = connection.execute(_CHAT_ROWS, {"table": table, "limit": limit}).all()
    return [struct_of(StoredChat, row) for row in reversed(rows)]


def whole_table(connection: Connection, table: str, chat: int) -> WholeTable | None:
    found = table_and_seats(connection, table)
    if found is None:
        return None
    return WholeTable(*found, entries_after(connection, table), latest_chat(connection, table, chat))


def columns(table: StoredTable) -> dict[str, Any]:
    values = msgspec.structs.asdict(table)
    for field in _JSON_FIELDS:
        values[field] = None if values[field] is None else msgspec.json.encode(values[field]).decode()
    return values


def seat_columns(table: str, seat: StoredSeat) -> dict[str, Any]:
    return {"table_id": table, **msgspec.structs.asdict(seat)}


def struct_of(kind: type[S], row: Any) -> S:
    """A struct from a row whose columns have the names of its fields; there may be others."""
    values = row._mapping
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]  # a struct's
    return kind(**{field: values[field] for field in fields})


def row_of(kind: type[S], table: Any, row: Any, at: int = 0) -> S:
    """A struct from its table's columns, which stand in a row from a place on.

    By place and not by column: a page has hundreds of these, and to look each column up takes longer than the query.
    """
    return kind(**dict(zip(_names(table), row[at:], strict=False)))


@cache
def _names(table: Any) -> tuple[str, ...]:
    return tuple(table.columns.keys())


def _table(row: Any) -> StoredTable:
    values = dict(row._mapping)
    for field in _JSON_FIELDS:
        values[field] = None if values[field] is None else msgspec.json.decode(values[field])
    return StoredTable(**values)
