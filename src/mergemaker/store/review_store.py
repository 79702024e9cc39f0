"""Reading and writing reviews, and what they came to for the seats of a person."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from sqlalchemy import Connection, and_, select

from mergemaker.store.room_store import RoomStore, replace_row
from mergemaker.store.schemas import schema
from mergemaker.store.schemas.review_schema import reviews, seat_reviews
from mergemaker.store.schemas.rows import FOR_GOOD


class FinishedSeat(Struct, frozen=True):
    """A seat at which a person has played a game to its end; `body` is what its review came to, if there is one."""

    table: str
    seat: int
    title: str
    edition: str
    finished: int
    body: bytes | None


class ReviewStore(RoomStore):
    """The reviews of a database."""

    async def review(self, digest: str, depth: str, form: int) -> bytes | None:
        """A review of a record, as it was stored, whole or in the making."""
        one = and_(reviews.c.digest == digest, reviews.c.depth == depth, reviews.c.format == form)
        found = await self._texts(select(reviews.c.body).where(one))
        return found[0].encode() if found else None

    async def keep_review(self, digest: str, depth: str, form: int, body: bytes) -> None:
        """Stores a review in place of what was there of it."""
        row = {"digest": digest, "depth": depth, "format": form}
        await self.write(lambda connection: replace_row(connection, reviews, row, {"body": body.decode()}))

    async def drop_review(self, digest: str, depth: str) -> None:
        """Forgets a review."""
        one = and_(reviews.c.digest == digest, reviews.c.depth == depth)
        await self._change(reviews.delete().where(one))

    async def has_seats(self, table: str, judge: str) -> bool:
        """Whether the seats of a table have been reviewed by a judge."""
        query = select(seat_reviews.c.seat).where(seat_reviews.c.table_id == table, seat_reviews.c.judge == judge)
        return bool(await self._texts(query))

    async def keep_seats(self, table: str, judge: str, bodies: Mapping[int, bytes]) -> None:
        """Stores what a review came to for each of these seats."""

        def keep(connection: Connection) -> None:
            for seat, body in bodies.items():
                row = {"table_id": table, "seat": seat}
                replace_row(connection, seat_reviews, row, {"judge": judge, "body": body.decode()})

        await self.write(keep)

    async def finished_seats(self, player: str, judge: str, *, limit: int) -> list[FinishedSeat]:
        """The seats of a person in games that are over, from the deal on, the latest first."""
        tables, seats = schema.tables.c, schema.seats.c
        same = and_(
            seat_reviews.c.table_id == seats.table_id, seat_reviews.c.seat == seats.seat, seat_reviews.c.judge == judge
        )
        rows = schema.seats.join(schema.tables, tables.id == seats.table_id).outerjoin(seat_reviews, same)
        own = and_(
            seats.player == player, seats.absence.not_in(FOR_GOOD), tables.status == "finished", tables.origin.is_(None)
        )
        query = (
            select(tables.id, seats.seat, seats.label, tables.title, tables.edition, tables.finished)
            .add_columns(seat_reviews.c.body)
            .select_from(rows)
            .where(own)
            .order_by(tables.finished.desc(), tables.id)
            .limit(limit)
        )
        found = await self.read(lambda connection: connection.execute(query).all())
        return [
            FinishedSeat(table, seat, label or title, edition, finished or 0, body.encode() if body else None)
            for table, seat, label, title, edition, finished, body in found
        ]
