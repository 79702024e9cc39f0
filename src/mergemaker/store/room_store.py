"""What all stores have in common: structs from rows, and changes, each in a transaction of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, and_

from mergemaker.store.databases.database import Database
from mergemaker.store.databases.row_queries import struct_of

S = TypeVar("S")


class RoomStore:
    """A room's rows of one database, which it shares with another room's store."""

    def __init__(self, other: RoomStore | Database) -> None:
        self.database: Database = other if isinstance(other, Database) else other.database
        self.read, self.write = self.database.read, self.database.write

    async def _all(self, query: Any, kind: type[S]) -> list[S]:
        return await self.read(lambda connection: [struct_of(kind, row) for row in connection.execute(query)])

    async def _first(self, query: Any, kind: type[S]) -> S | None:
        return next(iter(await self._all(query, kind)), None)

    async def _texts(self, query: Any) -> list[str]:
        """The values of a query's one column."""
        return await self.read(lambda connection: list(map(str, connection.execute(query).scalars())))

    async def _change(self, statement: Any) -> int:
        """Does a statement. Returns how many rows it changed."""
        return await self.write(lambda connection: int(connection.execute(statement).rowcount))


def replace_row(
    connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any] | None = None
) -> None:
    """Puts a row in the place of what is there under its key; with no values there is none afterwards."""
    connection.execute(table.delete().where(and_(*(table.c[name] == value for name, value in key.items()))))
    if values is not None:
        connection.execute(table.insert().values(**key, **values))
