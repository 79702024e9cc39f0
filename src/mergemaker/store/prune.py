"""What may go: tables that everybody has left, and guests who have nothing any more. Told first, then done."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, exists, or_, select

from mergemaker.store.schemas import schema
from mergemaker.store.schemas.club_schema import club_members, clubs
from mergemaker.store.schemas.people_schema import accounts
from mergemaker.store.store import Store


class Prunable(Struct, frozen=True):
    """What would go."""

    tables: tuple[tuple[str, str, str], ...]  # id, title, status
    guests: tuple[tuple[str, str], ...]  # id, name


async def look(store: Store, before: int) -> Prunable:
    """What nobody has touched since then: tables that never ended, and guests without a seat, a club or an account."""
    return await store.read(lambda connection: _look(connection, before))


async def prune(store: Store, before: int) -> Prunable:
    """Takes that away, and says what it was. Finished games stay."""

    def work(connection: Connection) -> Prunable:
        found = _look(connection, before)
        ids = [table for table, _, _ in found.tables]
        for some in (ids[at : at + 500] for at in range(0, len(ids), 500)):
            for table in (schema.entries, schema.chat, schema.seats):
                connection.execute(delete(table).where(table.c.table_id.in_(some)))
            connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(some)))
        # Whoever sat only at those tables has nothing any more, too.
        found = Prunable(found.tables, _guests(connection, before))
        guests = [guest for guest, _ in found.guests]
        for some in (guests[at : at + 500] for at in range(0, len(guests), 500)):
            connection.execute(delete(schema.links).where(schema.links.c.player.in_(some)))
            connection.execute(delete(schema.players).where(schema.players.c.id.in_(some)))
        return found

    return await store.write(work)


def _look(connection: Connection, before: int) -> Prunable:
    tables = schema.tables.c
    last = select(schema.entries.c.at).where(schema.entries.c.table_id == tables.id, schema.entries.c.at >= before)
    left = and_(tables.status != "finished", tables.changed < before, ~exists(last))
    found = connection.execute(select(tables.id, tables.title, tables.status).where(left).order_by(tables.created))
    return Prunable(tuple((row.id, row.title, row.status) for row in found), _guests(connection, before))


def _guests(connection: Connection, before: int) -> tuple[tuple[str, str], ...]:
    players = schema.players.c
    kept = or_(
        exists(select(schema.seats.c.seat).where(schema.seats.c.player == players.id)),
        exists(select(schema.tables.c.id).where(schema.tables.c.host == players.id)),
        exists(select(clubs.c.id).where(clubs.c.owner == players.id)),
        exists(select(club_members.c.member).where(club_members.c.player == players.id)),
        exists(select(accounts.c.player).where(accounts.c.player == players.id)),
        players.token.is_not(None),
    )
    query = select(players.id, players.name).where(players.created < before, ~kept).order_by(players.created)
    return tuple((row.id, row.name or "") for row in connection.execute(query))
