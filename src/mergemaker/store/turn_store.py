"""Reading and writing what turns over days need: contacts, turns that wait, and what was sent."""

from __future__ import annotations

import secrets

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, and_, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from mergemaker.store.room_store import RoomStore, replace_row
from mergemaker.store.schemas.turn_schema import contacts, sent_words, waiting_turns

KEPT_SENT = 2 * 24 * 3600 * 1000


class StoredContact(Struct, kw_only=True):
    """How somebody hears that it is their turn, and when not."""

    player: str
    email: str = ""
    confirmed: int | None = None
    confirming: str = ""
    webhook: str = ""
    stop: str = ""
    quiet_from: int = 0
    quiet_to: int = 0
    zone: str = "UTC"
    vacation_until: int = 0
    sent: int = 0


class WaitingTurn(Struct, frozen=True):
    """A turn that waits for somebody: at a table's version, since then."""

    table_id: str
    player: str
    version: int
    since: int
    told: int | None = None


class TurnStore(RoomStore):
    """Contacts and turns of one database."""

    async def contact(self, player: str) -> StoredContact | None:
        """Somebody's contact."""
        return await self._first(select(contacts).where(contacts.c.player == player), StoredContact)

    async def contact_with_stop(self, stop: str) -> StoredContact | None:
        """The contact whose messages have this token to stop them."""
        return await self._first(select(contacts).where(contacts.c.stop == stop), StoredContact)

    async def contact_to_confirm(self, confirming: str) -> StoredContact | None:
        """The contact whose address is confirmed by the token of this hash."""
        return await self._first(select(contacts).where(contacts.c.confirming == confirming), StoredContact)

    async def keep_contact(self, contact: StoredContact) -> None:
        """Stores a contact in place of what was there."""
        values = msgspec.structs.asdict(contact)
        key = {"player": values.pop("player")}
        await self.write(lambda connection: replace_row(connection, contacts, key, values))

    async def note_turn(self, table: str, turn: WaitingTurn | None) -> None:
        """Notes whose turn it is at a table, or nobody's; what has been told stays told.

        Every process that has the table notes it, in any order: the one that knows most is right.
        """

        def work(connection: Connection) -> None:
            row = connection.execute(select(waiting_turns).where(waiting_turns.c.table_id == table)).first()
            if row is not None and turn is not None:
                same = row.player == turn.player and row.version == turn.version
                if same or row.version > turn.version:
                    return
            connection.execute(delete(waiting_turns).where(waiting_turns.c.table_id == table))
            if turn is not None:
                connection.execute(waiting_turns.insert().values(**msgspec.structs.asdict(turn)))

        try:
            await self.write(work)
        except IntegrityError:  # another process noted one at the same moment
            await self.write(work)

    async def waiting(self, before: int) -> list[WaitingTurn]:
        """Turns that have waited since before then and of which nobody was told, the oldest first."""
        query = select(waiting_turns).where(waiting_turns.c.told.is_(None), waiting_turns.c.since <= before)
        return await self._all(query.order_by(waiting_turns.c.since).limit(2000), WaitingTurn)

    async def claim_contact(self, contact: StoredContact, now: int) -> bool:
        """Takes writing to somebody upon oneself; of all processes that try, one may, so that it is one message."""
        one = and_(contacts.c.player == contact.player, contacts.c.sent == contact.sent)
        return await self.write(
            lambda connection: connection.execute(update(contacts).where(one).values(sent=now)).rowcount == 1
        )

    async def claim(self, turn: WaitingTurn, now: int) -> bool:
        """Takes the telling of a turn upon oneself; of all processes that try, one may."""
        one = and_(
            waiting_turns.c.table_id == turn.table_id,
            waiting_turns.c.version == turn.version,
            waiting_turns.c.told.is_(None),
        )
        return await self._change(update(waiting_turns).where(one).values(told=now)) == 1

    async def give_back(self, turn: WaitingTurn) -> None:
        """The telling failed; it may be tried again."""
        one = and_(waiting_turns.c.table_id == turn.table_id, waiting_turns.c.version == turn.version)
        await self._change(update(waiting_turns).where(one).values(told=None))

    async def sent_since(self, target: str | None, since: int) -> int:
        """How many messages went to a target, or to all, since then."""
        query = select(func.count()).select_from(sent_words).where(sent_words.c.at > since)
        if target is not None:
            query = query.where(sent_words.c.target == target)
        return await self.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def note_sent(self, target: str, now: int) -> None:
        """Counts a message, and forgets those of long ago."""

        def work(connection: Connection) -> None:
            connection.execute(delete(sent_words).where(sent_words.c.at < now - KEPT_SENT))
            connection.execute(sent_words.insert().values(id=secrets.token_hex(10), target=target, at=now))

        await self.write(work)
