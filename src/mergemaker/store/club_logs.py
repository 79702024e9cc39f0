"""The logs of tournaments and seasons: appended under the next number or not at all, and read back in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, and_, or_, select, update
from sqlalchemy.exc import IntegrityError

from mergemaker.store.databases.row_queries import struct_of
from mergemaker.store.room_store import RoomStore
from mergemaker.store.schemas.club_schema import club_events, club_members, clubs
from mergemaker.store.store import Conflict


class StoredClub(Struct, kw_only=True):
    """A tournament or a season as lists show it; what is in it is in its log."""

    id: str
    kind: str  # tournament, season
    owner: str  # a player's id
    title: str
    status: str
    season: str | None = None
    version: int = 0
    created: int = 0
    changed: int = 0


class StoredEvent(Struct, frozen=True):
    """A line of the log of a tournament or a season: what happened, who did it, when."""

    version: int
    body: str
    by: str
    at: int


class StoredMember(Struct, frozen=True):
    """Somebody who takes part: `member` is what the log calls them, `player` who that is."""

    member: str
    player: str
    name: str


class WholeClub(Struct, frozen=True):
    """A club with its log and its members, all of one moment."""

    club: StoredClub
    events: list[StoredEvent]
    members: list[StoredMember]


class ClubLogs(RoomStore):
    """The logs in one database."""

    async def add(self, club: StoredClub, events: Iterable[StoredEvent], members: Iterable[StoredMember] = ()) -> None:
        """Adds events behind those that are there, and members; Conflict: somebody was faster.

        `club` is what lists show from then on; its version is that of the last of the events.
        """
        new = [{"club_id": club.id, **msgspec.structs.asdict(event)} for event in events]
        row = msgspec.structs.asdict(club)
        joined = [{"club_id": club.id, **msgspec.structs.asdict(member)} for member in members]

        def work(connection: Connection) -> None:
            connection.execute(club_events.insert(), new)
            if new[0]["version"] == 1:
                connection.execute(clubs.insert().values(**row))
            else:
                kept = {name: value for name, value in row.items() if name not in ("id", "owner", "created")}
                connection.execute(update(clubs).where(clubs.c.id == club.id).values(**kept))
            if joined:
                connection.execute(club_members.insert(), joined)

        try:
            await self.write(work)
        except IntegrityError:
            raise Conflict(club.id) from None

    async def rename(self, club: str, member: str, name: str) -> None:
        """Gives a member another name."""
        one = and_(club_members.c.club_id == club, club_members.c.member == member)
        await self._change(update(club_members).where(one).values(name=name))

    async def rename_apart(self, club: str, member: str, choose: Callable[[list[str]], str]) -> None:
        """Gives a member the name that is chosen when the others' are known; one after the other, in all processes."""

        def work(connection: Connection) -> None:
            connection.execute(select(clubs.c.id).where(clubs.c.id == club).with_for_update())
            mine = and_(club_members.c.club_id == club, club_members.c.member == member)
            others = and_(club_members.c.club_id == club, club_members.c.member != member)
            names = [str(name) for name in connection.execute(select(club_members.c.name).where(others)).scalars()]
            connection.execute(update(club_members).where(mine).values(name=choose(names)))

        await self.write(work)

    async def whole(self, club: str) -> WholeClub | None:
        """A club with all that belongs to it."""

        def work(connection: Connection) -> WholeClub | None:
            row = connection.execute(select(clubs).where(clubs.c.id == club)).first()
            if row is None:
                return None
            events = select(club_events).where(club_events.c.club_id == club).order_by(club_events.c.version)
            members = select(club_members).where(club_members.c.club_id == club).order_by(club_members.c.member)
            return WholeClub(
                struct_of(StoredClub, row),
                [struct_of(StoredEvent, found) for found in connection.execute(events)],
                [struct_of(StoredMember, found) for found in connection.execute(members)],
            )

        return await self.read(work)

    async def club(self, club: str) -> StoredClub | None:
        """What lists show of one."""
        return await self._first(select(clubs).where(clubs.c.id == club), StoredClub)

    async def of_person(self, kind: str, player: str, limit: int = 50) -> list[StoredClub]:
        """Those that somebody made or takes part in, the latest first."""
        mine = select(club_members.c.club_id).where(club_members.c.player == player)
        query = select(clubs).where(and_(clubs.c.kind == kind, or_(clubs.c.owner == player, clubs.c.id.in_(mine))))
        return await self._all(query.order_by(clubs.c.changed.desc()).limit(limit), StoredClub)

    async def with_status(self, kind: str, status: str, limit: int = 200) -> list[StoredClub]:
        """Those in a state, the latest first."""
        query = select(clubs).where(clubs.c.kind == kind, clubs.c.status == status)
        return await self._all(query.order_by(clubs.c.changed.desc()).limit(limit), StoredClub)

    async def of_season(self, season: str) -> list[StoredClub]:
        """The tournaments of a season, the oldest first."""
        query = select(clubs).where(clubs.c.season == season, clubs.c.kind == "tournament")
        return await self._all(query.order_by(clubs.c.created, clubs.c.id), StoredClub)
