"""Reading and writing what the host's desk needs. An act and what it changes are one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from pathlib import Path

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, and_, func, or_, select, update

from mergemaker.store.databases.text_search import contains_in_any_case
from mergemaker.store.room_store import RoomStore, replace_row
from mergemaker.store.schemas import schema
from mergemaker.store.schemas.desk_schema import acts, hosts, reports, restrictions

REMOVED = "(removed by the host of the server)"


class StoredAct(Struct, frozen=True):
    """Something that a host did, to whom or what, and why; `done` is empty while the server has yet to do it."""

    id: str
    at: int
    by: str
    what: str
    target: str
    why: str
    done: int | None


class StoredReport(Struct, frozen=True):
    """What somebody reports about a table."""

    id: str
    at: int
    player: str
    table_id: str
    text: str
    done: int | None = None


class Restriction(Struct, frozen=True):
    """That somebody may not speak, or not come at all; for good if there is no `until`."""

    player: str
    kind: str
    until: int | None
    why: str


class PersonRow(Struct, frozen=True):
    """A person as the host sees them."""

    id: str
    name: str | None
    created: int
    program: bool
    tables: int


class HostRow(Struct, frozen=True):
    """Somebody who may open the desk."""

    player: str
    name: str | None
    since: int


class TableRow(Struct, frozen=True):
    """A table as the host sees it: not its game."""

    id: str
    title: str
    status: str
    public: bool
    created: int
    changed: int
    names: tuple[str, ...]


class DeskStore(RoomStore):
    """The desk's rows of one database."""

    async def is_host(self, player: str) -> bool:
        """Whether somebody may open the desk."""
        return bool(await self._texts(select(hosts.c.player).where(hosts.c.player == player)))

    async def latest_acts(self, limit: int = 100) -> list[StoredAct]:
        """What was done, the latest first."""
        return await self._all(select(acts).order_by(acts.c.at.desc(), acts.c.id).limit(limit), StoredAct)

    async def acts_to_do(self) -> list[StoredAct]:
        """What the server has yet to do, the oldest first."""
        return await self._all(select(acts).where(acts.c.done.is_(None)).order_by(acts.c.at), StoredAct)

    async def act_done(self, act: str, now: int) -> None:
        """The server has done it."""
        await self._change(update(acts).where(acts.c.id == act).values(done=now))

    async def act(
        self, by: str, what: str, target: str, why: str, now: int, *, name: str = "", until: int | None = None
    ) -> StoredAct:
        """Writes an act down and does what can be done in the database; the rest is left to the server."""
        line = new_act(by, what, target, why, now)
        return await self.write(lambda connection: write_act(connection, line, name, until))

    async def restricted(self, now: int) -> list[Restriction]:
        """Everybody who may not speak or come."""
        good = or_(restrictions.c.until.is_(None), restrictions.c.until > now)
        return await self._all(select(restrictions).where(good), Restriction)

    async def report(self, player: str, table: str, text: str, now: int) -> None:
        """Keeps what somebody reports."""
        row = StoredReport(secrets.token_hex(10), now, player, table, text)
        await self._change(reports.insert().values(**msgspec.structs.asdict(row)))

    async def open_reports(self, limit: int = 100) -> list[StoredReport]:
        """What people report and nobody has dealt with, the oldest first."""
        query = select(reports).where(reports.c.done.is_(None)).order_by(reports.c.at).limit(limit)
        return await self._all(query, StoredReport)

    async def find_people(self, text: str, limit: int = 50) -> list[PersonRow]:
        """People by a part of their name or by id, the latest first."""
        players, seats = schema.players.c, schema.seats.c
        count = select(func.count()).where(seats.player == players.id).scalar_subquery().label("tables")
        query = select(players.id, players.name, players.created, players.token.is_not(None).label("program"), count)
        if text:
            query = query.where(or_(players.id == text, contains_in_any_case(players.name, text)))
        return await self._all(query.order_by(players.created.desc()).limit(limit), PersonRow)

    async def find_tables(self, text: str, limit: int = 50) -> list[TableRow]:
        """Tables by a part of their title or by id, the latest first."""
        tables = schema.tables.c
        query = select(tables.id, tables.title, tables.status, tables.public, tables.created, tables.changed)
        if text:
            query = query.where(or_(tables.id == text, contains_in_any_case(tables.title, text)))
        query = query.order_by(tables.changed.desc()).limit(limit)

        def work(connection: Connection) -> list[TableRow]:
            found = []
            for row in connection.execute(query):
                seats = (
                    select(schema.seats.c.name).where(schema.seats.c.table_id == row.id).order_by(schema.seats.c.seat)
                )
                names = tuple(name or "" for name in connection.execute(seats).scalars())
                found.append(TableRow(row.id, row.title, row.status, row.public, row.created, row.changed, names))
            return found

        return await self.read(work)

    async def called(self, idents: Collection[str]) -> dict[str, str]:
        """The names of people and the titles of tables, by their ids."""
        players, tables = schema.players.c, schema.tables.c

        def work(connection: Connection) -> dict[str, str]:
            wanted = sorted(idents)
            named = connection.execute(select(players.id, players.name).where(players.id.in_(wanted))).all()
            titled = connection.execute(select(tables.id, tables.title).where(tables.id.in_(wanted))).all()
            return {ident: text or "" for ident, text in (*named, *titled)}

        return await self.read(work)

    async def hosts(self) -> list[HostRow]:
        """Who may open the desk, the first of them first."""
        query = select(hosts.c.player, schema.players.c.name, hosts.c.since)
        query = query.outerjoin(schema.players, schema.players.c.id == hosts.c.player).order_by(hosts.c.since)
        return await self._all(query, HostRow)

    async def size(self) -> tuple[int, Path | None]:
        """How many bytes the database takes, and the folder where it lies, if it is a file."""
        if not self.database.is_sqlite:
            query = select(func.pg_database_size(func.current_database()))
            return await self.read(lambda connection: int(connection.execute(query).scalar_one())), None
        file = self.database.file
        return sum(one.stat().st_size for one in file.parent.glob(f"{file.name}*") if one.is_file()), file.parent

    async def counts(self) -> dict[str, int]:
        """How much there is."""

        def work(connection: Connection) -> dict[str, int]:
            found = {
                "people": select(func.count()).select_from(schema.players),
                "tables": select(func.count()).select_from(schema.tables),
                "running": select(func.count()).where(schema.tables.c.status == "running"),
                "moves": select(func.count()).select_from(schema.entries),
            }
            return {name: int(connection.execute(query).scalar_one()) for name, query in found.items()}

        return await self.read(work)


def new_act(by: str, what: str, target: str, why: str, now: int) -> StoredAct:
    """A line for the log of acts."""
    return StoredAct(secrets.token_hex(10), now, by, what, target[:80], why, None if what == "end" else now)


def write_act(connection: Connection, act: StoredAct, name: str = "", until: int | None = None) -> StoredAct:
    """Writes an act down, and does what of it is in the database."""
    connection.execute(acts.insert().values(**msgspec.structs.asdict(act)))
    _do(connection, act, name, until)
    return act


def _do(connection: Connection, act: StoredAct, name: str, until: int | None) -> None:
    """The part of an act that is in the database."""
    match act.what:
        case "enter":
            replace_row(connection, hosts, {"player": act.target}, {"since": act.at})
        case "leave-desk":
            replace_row(connection, hosts, {"player": act.target})
        case "rename":
            connection.execute(update(schema.players).where(schema.players.c.id == act.target).values(name=name))
        case "silence" | "ban":
            key = {"player": act.target, "kind": act.what}
            replace_row(connection, restrictions, key, {"until": until, "why": act.why})
        case "unsilence" | "unban":
            replace_row(connection, restrictions, {"player": act.target, "kind": act.what[2:]})
        case "remove-chat":
            table, _, line = act.target.partition("/")
            where = schema.chat.c.table_id == table
            if line:
                where = and_(where, schema.chat.c.id == int(line))
            connection.execute(update(schema.chat).where(where).values(text=REMOVED))
        case "close-report":
            connection.execute(update(reports).where(reports.c.id == act.target).values(done=act.at))
