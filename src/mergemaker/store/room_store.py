"""What the stores of the rooms have in common: structs from rows, and changes, each in a transaction of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, and_

from mergemaker.store.row_queries import struct_of
from mergemaker.store.store import Store

S = TypeVar("S")


class RoomStore:
    """A room's rows of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def _all(self, query: Any, kind: type[S]) -> list[S]:
        return await self._store.read(lambda connection: [struct_of(kind, row) for row in connection.execute(query)])

    async def _first(self, query: Any, kind: type[S]) -> S | None:
        return next(iter(await self._all(query, kind)), None)

    async def _texts(self, query: Any) -> list[str]:
        """The values of a query's one column."""
        return await self._store.read(lambda connection: list(map(str, connection.execute(query).scalars())))

    async def _change(self, statement: Any) -> int:
        """Does a statement. Returns how many rows it changed."""
        return await self._store.write(lambda connection: int(connection.execute(statement).rowcount))


def replace_row(
    connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any] | None = None
) -> None:
    """Puts a row in the place of what is there under its key; with no values there is none afterwards."""
    connection.execute(table.delete().where(and_(*(table.c[name] == value for name, value in key.items()))))
    if values is not None:
        connection.execute(table.insert().values(**key, **values))
