"""Reading and writing ties between people: following, blocking, muting, invitations, and circles of friends."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, and_, or_, select, update

from mergemaker.store.room_store import RoomStore
from mergemaker.store.schemas import schema
from mergemaker.store.schemas.people_schema import accounts
from mergemaker.store.schemas.rows import FOR_GOOD
from mergemaker.store.schemas.ties_schema import circle_members, circles, invitations, ties

KEPT_INVITATIONS = 14 * 24 * 3600 * 1000
MOST_WAITING = 30  # invitations that somebody may have at once


TieKind = Literal["follow", "block", "mute"]


class Tie(Struct, frozen=True):
    """Somebody whom one follows, blocks or mutes; where they play now, if that is public."""

    handle: str
    kind: TieKind
    table: str | None
    title: str | None


class Invitation(Struct, frozen=True):
    """An invitation to a table that has not started."""

    id: str
    handle: str
    table: str
    title: str
    at: int


class Circle(NamedTuple):
    """A circle of friends with the handles or names of its people."""

    id: str
    title: str
    owner: str
    table: str | None
    players: tuple[str, ...]
    names: tuple[str, ...]


class TiesStore(RoomStore):
    """The ties of a database."""

    async def set_tie(self, player: str, other: str, kind: str, on: bool, now: int) -> None:
        """Follows, blocks or mutes somebody, or no longer. Whoever is blocked no longer follows."""

        def work(connection: Connection) -> None:
            connection.execute(ties.delete().where(ties.c.player == player, ties.c.other == other, ties.c.kind == kind))
            if not on:
                return
            connection.execute(ties.insert().values(player=player, other=other, kind=kind, at=now))
            if kind == "block":
                both = or_(
                    and_(ties.c.player == other, ties.c.other == player),
                    and_(ties.c.player == player, ties.c.other == other),
                )
                connection.execute(ties.delete().where(both, ties.c.kind == "follow"))
                sent = and_(invitations.c.player == player, invitations.c.other == other)
                connection.execute(invitations.delete().where(sent))

        await self.write(work)

    async def ties_of(self, player: str) -> list[Tie]:
        """Everybody whom somebody follows, blocks or mutes."""

        def work(connection: Connection) -> list[Tie]:
            query = select(accounts.c.player, accounts.c.handle, ties.c.kind, accounts.c.shown)
            query = query.join(ties, ties.c.other == accounts.c.player).where(ties.c.player == player)
            rows = connection.execute(query.order_by(ties.c.kind, accounts.c.handle)).all()
            # Whoever wants to be seen by nobody is not told of either, by whoever followed them before.
            followed = [one for one, _, kind, shown in rows if kind == "follow" and shown != "nobody"]
            playing = _playing(connection, followed)
            return [
                Tie(handle, kind, *(playing.get(one, (None, None)) if kind == "follow" else (None, None)))
                for one, handle, kind, _ in rows
            ]

        return await self.read(work)

    async def unheard(self, player: str) -> frozenset[str]:
        """Those whose chat somebody does not want to read."""
        query = select(ties.c.other).where(ties.c.player == player, ties.c.kind.in_(("block", "mute")))
        return frozenset(await self._texts(query))

    async def tied(self, player: str, other: str) -> frozenset[str]:
        """How somebody is tied to another."""
        query = select(ties.c.kind).where(ties.c.player == player, ties.c.other == other)
        return frozenset(await self._texts(query))

    async def blocks(self, player: str, others: Collection[str]) -> bool:
        """Whether somebody and one of these keep apart, whoever of the two wanted it."""
        if not player or not others:
            return False
        return bool(await self.read(lambda connection: kept_apart(connection, [player], others)))

    # Invitations.

    async def invite(self, ident: str, player: str, other: str, table: str, now: int) -> None:
        """Invites somebody to a table, once; nothing comes of it where one of them has blocked the other."""

        def work(connection: Connection) -> None:
            connection.execute(invitations.delete().where(invitations.c.at < now - KEPT_INVITATIONS))
            waiting = connection.execute(select(invitations).where(invitations.c.player == player)).all()
            known = any(row.table_id == table for row in waiting)
            if known or len(waiting) >= MOST_WAITING or kept_apart(connection, [player], [other]):
                return
            connection.execute(
                invitations.insert().values(id=ident, player=player, other=other, table_id=table, at=now)
            )

        await self.write(work)

    async def invitations_of(self, player: str) -> list[Invitation]:
        """Somebody's invitations to tables that have not started, the latest first."""
        tables = schema.tables.c
        query = (
            select(invitations.c.id, accounts.c.handle, tables.id, tables.title, invitations.c.at)
            .join(accounts, accounts.c.player == invitations.c.other)
            .join(schema.tables, tables.id == invitations.c.table_id)
            .where(invitations.c.player == player, tables.status == "open")
            .order_by(invitations.c.at.desc())
        )
        rows = await self.read(lambda connection: connection.execute(query).all())
        return [Invitation(*row) for row in rows]

    async def drop_invitation(self, player: str, ident: str) -> bool:
        """Puts an invitation away."""
        one = and_(invitations.c.player == player, invitations.c.id == ident)
        return await self._change(invitations.delete().where(one)) > 0

    # Circles.

    async def add_circle(self, ident: str, title: str, owner: str, now: int) -> None:
        """A new circle with one person in it."""

        def work(connection: Connection) -> None:
            connection.execute(circles.insert().values(id=ident, title=title, owner=owner, created=now, table_id=None))
            connection.execute(circle_members.insert().values(circle_id=ident, player=owner, joined=now))

        await self.write(work)

    async def circle(self, ident: str) -> Circle | None:
        """A circle by its id."""
        found = await self.read(lambda connection: _circles(connection, [ident]))
        return found[0] if found else None

    async def circles_of(self, player: str) -> list[Circle]:
        """The circles that somebody belongs to."""
        query = select(circle_members.c.circle_id).where(circle_members.c.player == player)
        return await self.read(lambda connection: _circles(connection, connection.execute(query).scalars().all()))

    async def join_circle(self, ident: str, player: str, now: int, on: bool = True) -> None:
        """Somebody comes into a circle, or leaves it; one that all have left is gone."""

        def work(connection: Connection) -> None:
            mine = and_(circle_members.c.circle_id == ident, circle_members.c.player == player)
            connection.execute(circle_members.delete().where(mine))
            if on:
                connection.execute(circle_members.insert().values(circle_id=ident, player=player, joined=now))
            elif connection.execute(select(circle_members).where(circle_members.c.circle_id == ident)).first() is None:
                connection.execute(circles.delete().where(circles.c.id == ident))

        await self.write(work)

    async def set_circle_table(self, ident: str, before: str | None, table: str) -> bool:
        """Notes where a circle plays now. Returns whether nobody else was faster."""
        one = and_(circles.c.id == ident, circles.c.table_id == before if before else circles.c.table_id.is_(None))
        return await self._change(update(circles).where(one).values(table_id=table)) == 1


def kept_apart(connection: Connection, some: Collection[str], others: Collection[str]) -> bool:
    """Whether one of some people and one of others are not to meet."""
    one_way = and_(ties.c.player.in_(list(some)), ties.c.other.in_(list(others)))
    other_way = and_(ties.c.player.in_(list(others)), ties.c.other.in_(list(some)))
    query = select(ties.c.player).where(or_(one_way, other_way), ties.c.kind == "block").limit(1)
    return connection.execute(query).first() is not None


def _playing(connection: Connection, players: Collection[str]) -> dict[str, tuple[str, str]]:
    """The public tables where some people play now."""
    tables, seats = schema.tables.c, schema.seats.c
    query = (
        select(seats.player, tables.id, tables.title)
        .join(schema.tables, tables.id == seats.table_id)
        .where(seats.player.in_(list(players)), tables.status == "running", tables.public.is_(True))
        .where(seats.absence.not_in(FOR_GOOD))
        .order_by(tables.changed)
    )
    return {player: (table, title) for player, table, title in connection.execute(query)}


def _circles(connection: Connection, idents: Collection[str]) -> list[Circle]:
    query = select(circles).where(circles.c.id.in_(list(idents))).order_by(circles.c.created, circles.c.id)
    found = []
    for row in connection.execute(query).all():
        people = connection.execute(
            select(circle_members.c.player, schema.players.c.name)
            .outerjoin(schema.players, schema.players.c.id == circle_members.c.player)
            .where(circle_members.c.circle_id == row.id)
            .order_by(circle_members.c.joined, circle_members.c.player)
        ).all()
        names = tuple(str(name or "somebody") for _, name in people)
        found.append(Circle(row.id, row.title, row.owner, row.table_id, tuple(player for player, _ in people), names))
    return found
