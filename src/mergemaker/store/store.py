"""The store: every read and write of the database, and nothing that knows the game.

Appends to logs are gathered: while one transaction is being written to disk, others queue up and go into the next
one together, so that a busy server pays for few commits. An append whose version is taken is a `Conflict`; the
others in its transaction are not disturbed.
"""

from __future__ import annotations

import logging
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, func, or_, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError

from mergemaker.store.databases.append_queue import Append, Appends
from mergemaker.store.databases.database import Database
from mergemaker.store.databases.engines import default_url, read_url
from mergemaker.store.databases.row_queries import (
    KEPT_CHAT,
    WholeTable,
    columns,
    entries_after,
    latest_chat,
    seat_columns,
    struct_of,
    table_and_seats,
    whole_table,
)
from mergemaker.store.databases.sqlite_file import StoreError
from mergemaker.store.room_store import RoomStore
from mergemaker.store.schemas import migrations, schema
from mergemaker.store.schemas.rows import (
    FOR_GOOD,
    StoredChat,
    StoredEntry,
    StoredLink,
    StoredPlayer,
    StoredSeat,
    StoredTable,
)

__all__ = ["COOKIE_KEY", "Conflict", "Store", "StoreError"]

log = logging.getLogger("mergemaker.store")

COOKIE_KEY = "cookie key"  # the name of a setting
TRY_SECONDS = 5.0
LEAST_ROOM = 10_000_000  # bytes of a disk that counts as full
KEPT_LINKS = 24 * 3600 * 1000  # milliseconds after its end in which a private link can still be told from a wrong one

_INSERT_ENTRY = str(  # its values in this order
    schema.entries.insert().compile(
        dialect=sqlite.dialect(),
        column_keys=["table_id", *StoredEntry.__struct_fields__],
    )
)


class Conflict(Exception):
    """Somebody else wrote first; what was to be written was not, and must be thought over on the new state."""


class Store(RoomStore):
    """A database of tables. Make one with `await Store.open(url)` and `await store.close()` it."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.is_sqlite = database.is_sqlite
        self._appends = Appends(self._write_appends)
        self._insert_entries = database.insert_into(schema.entries)  # once, so that it is compiled once
        self._tried = -TRY_SECONDS  # when it was last tried whether the database takes writes
        self._takes_writes = True

    @classmethod
    async def open(cls, url: str | None = None, *, make: bool = True, serving: bool = False) -> Store:
        """Connects, and makes or migrates the tables. Unless `make`, an SQLite file must be there already.

        `serving`: an SQLite file is kept from other servers until the store is closed.
        """
        store = cls(Database(read_url(url or default_url(), make=make)))
        if serving:
            store.database.keep_from_other_servers()
        try:
            done = await store.write(store._migrate)
        except migrations.WrongSchema as error:
            await store.close()
            raise StoreError(f"The database can’t be used: {error}.") from None
        except (DBAPIError, OSError) as error:
            await store.close()
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise StoreError(f"The database can’t be opened: {reason}.") from None
        if done:
            log.info("the database was brought up to date", extra={"done": "; ".join(done)})
        return store

    def _migrate(self, connection: Connection) -> list[str]:
        if not self.is_sqlite:  # several processes may start at once on an empty database
            connection.execute(select(func.pg_advisory_xact_lock(7316)))
        return migrations.migrate(connection)

    async def close(self) -> None:
        """Writes what is queued and disconnects."""
        await self._appends.close()
        await self.database.close()

    async def works(self) -> bool:
        """Whether the database takes what is written to it. It is tried every few seconds, however often one asks."""
        now = time.monotonic()
        if now - self._tried > TRY_SECONDS:
            self._tried = now
            try:
                await self.set_setting("last tried", str(time.time_ns() // 1_000_000))
                self._takes_writes = not self.is_sqlite or self._room() >= LEAST_ROOM
            except (DBAPIError, OSError):
                self._takes_writes = False
        return self._takes_writes

    def _room(self) -> int:
        """Bytes that are left on the disk. SQLite may write over old pages of its log and only later find it full."""
        return shutil.disk_usage(self.database.file.parent).free

    # Settings and people.

    async def setting(self, key: str) -> str | None:
        """A value that all processes on this database share, if somebody has set it."""
        found = await self._texts(select(schema.settings.c.value).where(schema.settings.c.key == key))
        return found[0] if found else None

    async def set_setting(self, key: str, value: str, *, first: bool = False) -> None:
        """Sets such a value; with `first`, only if nobody has."""
        insert = self.database.insert_into(schema.settings).values(key=key, value=value)
        change = insert.on_conflict_do_update(index_elements=["key"], set_={"value": value})
        await self._change(insert.on_conflict_do_nothing() if first else change)

    async def cookie_key(self) -> str:
        """What signs the cookies of the people of this database; the first who asks makes it."""
        await self.set_setting(COOKIE_KEY, secrets.token_hex(32), first=True)
        return str(await self.setting(COOKIE_KEY))

    async def player(self, player: str) -> StoredPlayer | None:
        """A person or a program, by id."""
        return await self._first(select(schema.players).where(schema.players.c.id == player), StoredPlayer)

    async def player_with_token(self, token: str) -> StoredPlayer | None:
        """A program, by the hash of its token."""
        return await self._first(select(schema.players).where(schema.players.c.token == token), StoredPlayer)

    async def people(self) -> list[StoredPlayer]:
        """Everybody, in the order of their coming."""
        query = select(schema.players).order_by(schema.players.c.created, schema.players.c.id)
        return await self._all(query, StoredPlayer)

    async def keep_player(self, player: StoredPlayer) -> None:
        """Adds a person or a program, or gives one that is known another name."""
        insert = self.database.insert_into(schema.players).values(**msgspec.structs.asdict(player))
        await self._change(insert.on_conflict_do_update(index_elements=["id"], set_={"name": player.name}))

    async def add_link(self, link: StoredLink, now: int) -> None:
        """Keeps a new private link; those of the same player that nobody has used are no longer good."""
        links = schema.links.c
        stale = or_(links.expires < now - KEPT_LINKS, and_(links.player == link.player, links.used.is_(None)))

        def work(connection: Connection) -> None:
            connection.execute(schema.links.delete().where(stale))
            connection.execute(schema.links.insert().values(**msgspec.structs.asdict(link)))

        await self.write(work)

    async def link(self, token: str) -> StoredLink | None:
        """A private link, by the hash of its token."""
        return await self._first(select(schema.links).where(schema.links.c.token == token), StoredLink)

    async def use_link(self, token: str, now: int) -> bool:
        """Uses a private link up; of all who try, in whatever process, the first one in time may."""
        links = schema.links.c
        good = and_(links.token == token, links.used.is_(None), links.expires > now)
        return await self._change(schema.links.update().where(good).values(used=now)) == 1

    # Tables.

    async def add_table(self, table: StoredTable, seats: Sequence[StoredSeat]) -> None:
        """A new table."""

        def work(connection: Connection) -> None:
            connection.execute(schema.tables.insert().values(**columns(table)))
            connection.execute(schema.seats.insert(), [seat_columns(table.id, seat) for seat in seats])

        await self.write(work)

    async def table(self, table: str) -> tuple[StoredTable, list[StoredSeat]] | None:
        """A table and its seats."""
        return await self.read(lambda connection: table_and_seats(connection, table))

    async def whole(self, table: str, chat: int = KEPT_CHAT) -> WholeTable | None:
        """A table with its seats, its log and so much of its latest chat, all of one moment."""
        return await self.read(lambda connection: whole_table(connection, table, chat))

    async def freshness(self, table: str) -> tuple[int, int, int]:
        """A table's revision, the length of its log and its last chat message, to see whether memory is out of date."""
        length = select(func.max(schema.entries.c.version)).where(schema.entries.c.table_id == table).scalar_subquery()
        said = select(func.max(schema.chat.c.id)).where(schema.chat.c.table_id == table).scalar_subquery()
        query = select(schema.tables.c.revision, length, said).where(schema.tables.c.id == table)
        row = await self.read(lambda connection: connection.execute(query).first()) or (0, 0, 0)
        return int(row[0]), int(row[1] or 0), int(row[2] or 0)

    async def change_table(
        self,
        table: StoredTable,
        seats: Iterable[StoredSeat] = (),
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Writes a table and the given seats, if nobody has changed it since it was read; its revision goes up.

        `also` is written in the same transaction.
        """
        values = {**columns(table), "revision": table.revision + 1}
        known = and_(schema.tables.c.id == table.id, schema.tables.c.revision == table.revision)

        def work(connection: Connection) -> None:
            if connection.execute(schema.tables.update().where(known).values(**values)).rowcount != 1:
                raise Conflict(table.id)
            for seat in seats:
                one = and_(schema.seats.c.table_id == table.id, schema.seats.c.seat == seat.seat)
                connection.execute(schema.seats.update().where(one).values(**seat_columns(table.id, seat)))
            if also is not None:
                also(connection)

        await self.write(work)
        table.revision += 1

    async def looked(self, table: str, seat: int, version: int, now: int) -> None:
        """Notes up to which version a seat's owner has seen the table, and when."""
        one = and_(schema.seats.c.table_id == table, schema.seats.c.seat == seat)
        await self._change(schema.seats.update().where(one).values(looked=version, seen=now))

    async def set_due(self, table: str, due: int) -> None:
        """Notes when the server must look at a table by itself."""
        await self._change(schema.tables.update().where(schema.tables.c.id == table).values(due=due))

    async def listed(self, status: str, *, limit: int, before: int | None = None) -> list[str]:
        """The ids of public tables, those that changed last first."""
        at = schema.tables.c.finished if status == "finished" else schema.tables.c.changed
        query = select(schema.tables.c.id).where(schema.tables.c.status == status, schema.tables.c.public.is_(True))
        if before is not None:
            query = query.where(at < before)
        return await self._texts(query.order_by(at.desc(), schema.tables.c.id).limit(limit))

    async def tables_of(self, player: str, *, limit: int) -> list[str]:
        """The ids of the tables where a player sits and wants to see them, those that changed last first."""
        joined = schema.tables.join(schema.seats, schema.tables.c.id == schema.seats.c.table_id)
        seats = schema.seats.c
        shown = and_(seats.player == player, seats.put_away.is_(False), seats.absence.not_in(FOR_GOOD))
        query = select(schema.tables.c.id).select_from(joined).where(shown)
        return await self._texts(query.order_by(schema.tables.c.changed.desc()).limit(limit))

    async def due(self, now: int, *, limit: int = 1000) -> list[str]:
        """The ids of running tables that the server must look at by itself."""
        due = schema.tables.c.due
        query = select(schema.tables.c.id).where(schema.tables.c.status == "running", or_(due.is_(None), due <= now))
        return await self._texts(query.order_by(schema.tables.c.changed.desc()).limit(limit))

    async def all_tables(self) -> list[str]:
        """The ids of all tables, the oldest first."""
        return await self._texts(select(schema.tables.c.id).order_by(schema.tables.c.created, schema.tables.c.id))

    # The log.

    async def append(self, table: str, entries: Sequence[StoredEntry]) -> None:
        """Adds entries to a table's log, all or none; on disk when this returns. Conflict: a version is taken."""
        try:
            went_in = await self._appends.append(table, entries)
        except Exception:
            self._takes_writes, self._tried = False, time.monotonic()  # what /health says, without trying
            raise
        if not went_in:
            raise Conflict(table)

    async def entries(self, table: str, after: int = 0) -> list[StoredEntry]:
        """A table's log after a version."""
        return await self.read(lambda connection: entries_after(connection, table, after))

    async def _write_appends(self, batch: Sequence[Append]) -> list[bool]:
        """One transaction for a whole batch; says of each append whether it went in."""
        if len({table for table, _ in batch}) == len(batch):  # no two are for one table, where one would have to lose
            try:
                await self._write_rows(batch)
                return [True] * len(batch)
            except (IntegrityError, sqlite3.IntegrityError):
                pass  # one of them lost; find out which
        return await self.write(lambda connection: [self._write_one(connection, append) for append in batch])

    async def _write_rows(self, batch: Sequence[Append]) -> None:
        """Writes a batch in one transaction, all or none."""
        if self.is_sqlite:
            values = [(table, *msgspec.structs.astuple(entry)) for table, new in batch for entry in new]
            await self.database.insert_quickly(_INSERT_ENTRY, values)
        else:
            rows = [row for append in batch for row in _rows_of(append)]
            await self.write(lambda connection: connection.execute(self._insert_entries, rows))

    def _write_one(self, connection: Connection, append: Append) -> bool:
        """Writes one append, all or none. Returns whether it went in."""
        insert = self._insert_entries.values(_rows_of(append)).on_conflict_do_nothing()
        with connection.begin_nested() as savepoint:
            written = len(connection.execute(insert.returning(schema.entries.c.version)).all())
            if written < len(append[1]):
                savepoint.rollback()
        return written == len(append[1])

    # Chat.

    async def say(self, table: str, line: StoredChat, client: str) -> StoredChat:
        """Keeps a chat message, with an id; one that the client has sent before is returned as it was kept then."""
        values = {key: value for key, value in msgspec.structs.asdict(line).items() if key != "id"}
        insert = self.database.insert_into(schema.chat).values(table_id=table, client=client, **values)
        chat = schema.chat.c
        sent = and_(chat.table_id == table, chat.player == line.player, chat.client == client)

        def work(connection: Connection) -> StoredChat:
            connection.execute(insert.on_conflict_do_nothing())
            return struct_of(StoredChat, connection.execute(select(schema.chat).where(sent)).one())

        return await self.write(work)

    async def chat(self, table: str, limit: int = KEPT_CHAT) -> list[StoredChat]:
        """A table's latest chat, in order."""
        return await self.read(lambda connection: latest_chat(connection, table, limit))


def _rows_of(append: Append) -> list[dict[str, Any]]:
    table, entries = append
    return [{"table_id": table, **msgspec.structs.asdict(entry)} for entry in entries]
