"""The store: every read and write of the database, and nothing that knows the game.

Appends to logs are gathered: while one transaction is being written to disk, others queue up and go into the next
one together, so that a busy server pays for few commits. An append whose version is taken is a `Conflict`; the
others in its transaction are not disturbed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Insert, Select, and_, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mergemaker.store import migrations, schema
from mergemaker.store.append_queue import Appends
from mergemaker.store.engines import default_url, make_engine, make_thread_engine
from mergemaker.store.row_queries import (
    KEPT_CHAT,
    Whole,
    columns,
    entries_after,
    latest_chat,
    seat_columns,
    struct_of,
    table_and_seats,
    whole_table,
)
from mergemaker.store.rows import FOR_GOOD, StoredChat, StoredEntry, StoredLink, StoredPlayer, StoredSeat, StoredTable
from mergemaker.store.sqlite_file import ServerLock, StoreError
from mergemaker.store.sqlite_thread import SqliteThread

__all__ = ["COOKIE_KEY", "Conflict", "Store", "StoreError"]

log = logging.getLogger("mergemaker.store")

T = TypeVar("T")

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


class Store:
    """A database of tables. Make one with `await Store.open(url)` and `await store.close()` it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._one_writer = asyncio.Lock() if self.is_sqlite else None
        self._appends = Appends(self._write_appends)
        self._insert_entries = self._insert(schema.entries)  # once, so that it is compiled once
        self._pen: AsyncConnection | None = None
        self._server_lock: ServerLock | None = None
        self._tried = -TRY_SECONDS  # when it was last tried whether the database takes writes
        self._takes_writes = True
        # SQLite's readers and its writer do not wait for each other, so each has a thread.
        self._log = SqliteThread(make_thread_engine(engine.url)) if self.is_sqlite else None
        self._reads = SqliteThread(make_thread_engine(engine.url), reads=True) if self.is_sqlite else None

    @classmethod
    async def open(cls, url: str | None = None, *, make: bool = True, serving: bool = False) -> Store:
        """Connects, and makes or migrates the tables. Unless `make`, an SQLite file must be there already.

        `serving`: an SQLite file is kept from other servers until the store is closed.
        """
        engine = make_engine(url or default_url(), make=make)
        store = cls(engine)
        if serving and store.is_sqlite:
            store._server_lock = ServerLock(Path(str(engine.url.database)))
        try:
            async with store._writing() as connection:
                if not store.is_sqlite:  # several processes may start at once on an empty database
                    await connection.execute(select(func.pg_advisory_xact_lock(7316)))
                done = await connection.run_sync(migrations.migrate)
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

    async def close(self) -> None:
        """Writes what is queued and disconnects."""
        await self._appends.close()
        for thread in (self._log, self._reads):
            if thread is not None:
                await thread.close()
        if self._pen is not None:
            await self._pen.close()
        await self.engine.dispose()
        if self._server_lock is not None:
            self._server_lock.release()
            self._server_lock = None

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        if self._one_writer is None:
            async with self.engine.begin() as connection:
                yield connection
            return
        async with self._one_writer:  # SQLite has one writer, so one connection is kept for it
            if self._pen is None or self._pen.closed or self._pen.invalidated:
                self._pen = await self.engine.connect()
            async with self._pen.begin():
                yield self._pen

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            await connection.execution_options(reads=True)
            yield connection

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What other rooms' queries come to, all of one moment."""
        if self._reads is not None:
            return await self._reads.do(work)
        async with self._reading() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Does other rooms' writing in one transaction; on disk when this returns."""
        async with self._writing() as connection:
            return await connection.run_sync(work)

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
        return shutil.disk_usage(Path(str(self.engine.url.database)).parent).free

    # Settings and people.

    async def setting(self, key: str) -> str | None:
        """A value that all processes on this database share, if somebody has set it."""
        query = select(schema.settings.c.value).where(schema.settings.c.key == key)
        async with self._reading() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        return None if found is None else str(found)

    async def set_setting(self, key: str, value: str, *, first: bool = False) -> None:
        """Sets such a value; with `first`, only if nobody has."""
        insert = self._insert(schema.settings).values(key=key, value=value)
        change = insert.on_conflict_do_update(index_elements=["key"], set_={"value": value})
        async with self._writing() as connection:
            await connection.execute(insert.on_conflict_do_nothing() if first else change)

    async def cookie_key(self) -> str:
        """What signs the cookies of the people of this database; the first who asks makes it."""
        await self.set_setting(COOKIE_KEY, secrets.token_hex(32), first=True)
        return str(await self.setting(COOKIE_KEY))

    async def player(self, player: str) -> StoredPlayer | None:
        """A person or a program, by id."""
        query = select(schema.players).where(schema.players.c.id == player)
        found: StoredPlayer | None = await self._one(query, StoredPlayer)
        return found

    async def player_with_token(self, token: str) -> StoredPlayer | None:
        """A program, by the hash of its token."""
        query = select(schema.players).where(schema.players.c.token == token)
        found: StoredPlayer | None = await self._one(query, StoredPlayer)
        return found

    async def people(self) -> list[StoredPlayer]:
        """Everybody, in the order of their coming."""
        return await self._all(
            select(schema.players).order_by(schema.players.c.created, schema.players.c.id), StoredPlayer
        )

    async def keep_player(self, player: StoredPlayer) -> None:
        """Adds a person or a program, or gives one that is known another name."""
        statement = self._insert(schema.players).values(**msgspec.structs.asdict(player))
        async with self._writing() as connection:
            await connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_={"name": player.name}))

    async def add_link(self, link: StoredLink, now: int) -> None:
        """Keeps a new private link; those of the same player that nobody has used are no longer good."""
        links = schema.links.c
        stale = or_(links.expires < now - KEPT_LINKS, and_(links.player == link.player, links.used.is_(None)))
        async with self._writing() as connection:
            await connection.execute(schema.links.delete().where(stale))
            await connection.execute(schema.links.insert().values(**msgspec.structs.asdict(link)))

    async def link(self, token: str) -> StoredLink | None:
        """A private link, by the hash of its token."""
        found: StoredLink | None = await self._one(
            select(schema.links).where(schema.links.c.token == token), StoredLink
        )
        return found

    async def use_link(self, token: str, now: int) -> bool:
        """Uses a private link up; of all who try, in whatever process, the first one in time may."""
        links = schema.links.c
        good = and_(links.token == token, links.used.is_(None), links.expires > now)
        async with self._writing() as connection:
            return (await connection.execute(schema.links.update().where(good).values(used=now))).rowcount == 1

    # Tables.

    async def add_table(self, table: StoredTable, seats: Sequence[StoredSeat]) -> None:
        """A new table."""
        async with self._writing() as connection:
            await connection.execute(schema.tables.insert().values(**columns(table)))
            await connection.execute(schema.seats.insert(), [seat_columns(table.id, seat) for seat in seats])

    async def table(self, table: str) -> tuple[StoredTable, list[StoredSeat]] | None:
        """A table and its seats."""
        async with self._reading() as connection:
            return await connection.run_sync(table_and_seats, table)

    async def whole(self, table: str) -> Whole | None:
        """A table with its seats, its log and its latest chat, all of one moment."""
        if self._reads is not None:
            return await self._reads.do(lambda connection: whole_table(connection, table))
        async with self._reading() as connection:
            return await connection.run_sync(whole_table, table)

    async def freshness(self, table: str) -> tuple[int, int, int]:
        """A table's revision, the length of its log and its last chat message, to see whether memory is out of date."""
        length = select(func.max(schema.entries.c.version)).where(schema.entries.c.table_id == table).scalar_subquery()
        said = select(func.max(schema.chat.c.id)).where(schema.chat.c.table_id == table).scalar_subquery()
        query = select(schema.tables.c.revision, length, said).where(schema.tables.c.id == table)
        async with self._reading() as connection:
            row = (await connection.execute(query)).first() or (0, 0, 0)
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
        values = columns(table)
        values["revision"] = table.revision + 1
        known = and_(schema.tables.c.id == table.id, schema.tables.c.revision == table.revision)
        async with self._writing() as connection:
            if (await connection.execute(schema.tables.update().where(known).values(**values))).rowcount != 1:
                raise Conflict(table.id)
            for seat in seats:
                one = and_(schema.seats.c.table_id == table.id, schema.seats.c.seat == seat.seat)
                await connection.execute(schema.seats.update().where(one).values(**seat_columns(table.id, seat)))
            if also is not None:
                await connection.run_sync(also)
        table.revision += 1

    async def looked(self, table: str, seat: int, version: int, now: int) -> None:
        """Notes up to which version a seat's owner has seen the table, and when."""
        one = and_(schema.seats.c.table_id == table, schema.seats.c.seat == seat)
        async with self._writing() as connection:
            await connection.execute(schema.seats.update().where(one).values(looked=version, seen=now))

    async def set_due(self, table: str, due: int) -> None:
        """Notes when the server must look at a table by itself."""
        async with self._writing() as connection:
            await connection.execute(schema.tables.update().where(schema.tables.c.id == table).values(due=due))

    async def listed(self, status: str, *, limit: int, before: int | None = None) -> list[str]:
        """The ids of public tables, those that changed last first."""
        at = schema.tables.c.finished if status == "finished" else schema.tables.c.changed
        query = select(schema.tables.c.id).where(schema.tables.c.status == status, schema.tables.c.public.is_(True))
        if before is not None:
            query = query.where(at < before)
        return await self._ids(query.order_by(at.desc(), schema.tables.c.id).limit(limit))

    async def tables_of(self, player: str, *, limit: int) -> list[str]:
        """The ids of the tables where a player sits and wants to see them, those that changed last first."""
        joined = schema.tables.join(schema.seats, schema.tables.c.id == schema.seats.c.table_id)
        seats = schema.seats.c
        shown = and_(seats.player == player, seats.put_away.is_(False), seats.absence.not_in(FOR_GOOD))
        query = select(schema.tables.c.id).select_from(joined).where(shown)
        return await self._ids(query.order_by(schema.tables.c.changed.desc()).limit(limit))

    async def due(self, now: int, *, limit: int = 1000) -> list[str]:
        """The ids of running tables that the server must look at by itself."""
        due = schema.tables.c.due
        query = select(schema.tables.c.id).where(schema.tables.c.status == "running", or_(due.is_(None), due <= now))
        return await self._ids(query.order_by(schema.tables.c.changed.desc()).limit(limit))

    async def all_tables(self) -> list[str]:
        """The ids of all tables, the oldest first."""
        return await self._ids(select(schema.tables.c.id).order_by(schema.tables.c.created, schema.tables.c.id))

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
        async with self._reading() as connection:
            return await connection.run_sync(entries_after, table, after)

    async def _write_appends(self, batch: Sequence[tuple[str, Sequence[StoredEntry]]]) -> list[bool]:
        """One transaction for a whole batch; says of each append whether it went in."""
        insert = self._insert_entries
        returned = schema.entries.c.table_id, schema.entries.c.version
        if self._all_fresh(batch):
            try:
                await self._write_rows(batch)
                return [True] * len(batch)
            except (IntegrityError, sqlite3.IntegrityError):
                pass  # one of them lost; find out which
        async with self._writing() as connection:
            done = []
            for table, new in batch:
                values = [{"table_id": table, **msgspec.structs.asdict(entry)} for entry in new]
                async with connection.begin_nested() as savepoint:
                    statement = insert.values(values).on_conflict_do_nothing().returning(*returned)
                    written = len((await connection.execute(statement)).all())
                    if written < len(new):
                        await savepoint.rollback()
                done.append(written == len(new))
            return done

    async def _write_rows(self, batch: Sequence[tuple[str, Sequence[StoredEntry]]]) -> None:
        """Writes a batch in one transaction, all or none."""
        if self._log is None or self._one_writer is None:
            rows = [{"table_id": table, **msgspec.structs.asdict(entry)} for table, new in batch for entry in new]
            async with self._writing() as connection:
                await connection.execute(self._insert_entries, rows)
            return
        values = [(table, *msgspec.structs.astuple(entry)) for table, new in batch for entry in new]
        async with self._one_writer:
            await self._log.insert(_INSERT_ENTRY, values)

    @staticmethod
    def _all_fresh(batch: Sequence[tuple[str, Sequence[StoredEntry]]]) -> bool:
        """Whether no two appends of a batch are for one table, where one would have to lose."""
        return len({table for table, _ in batch}) == len(batch)

    # Chat.

    async def say(self, table: str, line: StoredChat, client: str) -> StoredChat:
        """Keeps a chat message, with an id; one that the client has sent before is returned as it was kept then."""
        values = {key: value for key, value in msgspec.structs.asdict(line).items() if key != "id"}
        statement = self._insert(schema.chat).values(table_id=table, client=client, **values)
        chat = schema.chat.c
        sent = and_(chat.table_id == table, chat.player == line.player, chat.client == client)
        async with self._writing() as connection:
            await connection.execute(statement.on_conflict_do_nothing())
            row = (await connection.execute(select(schema.chat).where(sent))).one()
        kept: StoredChat = struct_of(StoredChat, row)
        return kept

    async def chat(self, table: str, limit: int = KEPT_CHAT) -> list[StoredChat]:
        """A table's latest chat, in order."""
        async with self._reading() as connection:
            return await connection.run_sync(latest_chat, table, limit)

    # Helpers.

    def _insert(self, table: Any) -> Any:
        insert: Insert = sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)
        return insert

    async def _ids(self, query: Select[Any]) -> list[str]:
        async with self._reading() as connection:
            return [str(found) for found in (await connection.execute(query)).scalars()]

    async def _one(self, query: Select[Any], kind: type[Any]) -> Any:
        async with self._reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else struct_of(kind, row)

    async def _all(self, query: Select[Any], kind: type[Any]) -> list[Any]:
        async with self._reading() as connection:
            return [struct_of(kind, row) for row in (await connection.execute(query)).all()]
