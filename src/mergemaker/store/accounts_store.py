"""Reading and writing accounts: every query about handles, passkeys, sessions, recovery codes and tokens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, and_, or_, select, update
from sqlalchemy.exc import IntegrityError

from mergemaker.store import belongings, former_names
from mergemaker.store.databases.row_queries import row_of, struct_of
from mergemaker.store.room_store import RoomStore
from mergemaker.store.schemas import schema
from mergemaker.store.schemas.people_rows import (
    StoredAccount,
    StoredCeremony,
    StoredPasskey,
    StoredSession,
    StoredToken,
)
from mergemaker.store.schemas.people_schema import (
    accounts,
    ceremonies,
    handles,
    passkeys,
    recovery_codes,
    sessions,
    tokens,
)

HANDLE_KEPT = 90 * 24 * 3600 * 1000  # milliseconds in which nobody else gets a handle that was given up


class HandleTaken(Exception):
    """Somebody has that handle, or one that looks like it."""


class Standing(NamedTuple):
    """What a cookie comes to: the account, if the player has one, and the session, if it is good."""

    account: StoredAccount | None
    session: StoredSession | None


class AccountsStore(RoomStore):
    """The accounts of a database."""

    # Who is it?

    async def standing(self, player: str, secret: str | None) -> Standing:
        """A player's account and the session with this secret's hash; asked with every request, so in one query."""
        joined = accounts.outerjoin(
            sessions, and_(sessions.c.player == accounts.c.player, sessions.c.secret == (secret or ""))
        )
        query = select(accounts, sessions).select_from(joined).where(accounts.c.player == player)

        def look(connection: Connection) -> Standing:
            row = connection.execute(query).first()
            if row is None:
                return Standing(None, None)
            signed_in = row._mapping[sessions.c.secret] is not None
            session = row_of(StoredSession, sessions, row, len(accounts.c)) if signed_in else None
            return Standing(row_of(StoredAccount, accounts, row), session)

        return await self.read(look)

    async def with_token(self, token: str) -> tuple[StoredAccount, StoredToken] | None:
        """The account and the token with this hash."""
        query = select(accounts, tokens).join(tokens, tokens.c.player == accounts.c.player)

        def look(connection: Connection) -> tuple[StoredAccount, StoredToken] | None:
            row = connection.execute(query.where(tokens.c.token == token)).first()
            if row is None:
                return None
            return row_of(StoredAccount, accounts, row), row_of(StoredToken, tokens, row, len(accounts.c))

        return await self.read(look)

    async def account(self, player: str) -> StoredAccount | None:
        """A player's account."""
        return await self._first(select(accounts).where(accounts.c.player == player), StoredAccount)

    async def accounts_of(self, players: Iterable[str]) -> dict[str, StoredAccount]:
        """The accounts of several players; those who have none are left out."""
        wanted = sorted(set(players))
        found = await self._all(select(accounts).where(accounts.c.player.in_(wanted)), StoredAccount)
        return {one.player: one for one in found}

    async def with_handle(self, looks: Sequence[str], now: int) -> StoredAccount | None:
        """The account whose handle looks like this, if it has it still."""
        taken = and_(handles.c.looks.in_(looks), or_(handles.c.until.is_(None), handles.c.until > now))
        query = select(accounts).join(handles, handles.c.player == accounts.c.player).where(taken)
        return await self._first(query.order_by(handles.c.until.is_(None).desc()), StoredAccount)

    # Accounts.

    async def add(
        self,
        account: StoredAccount,
        looks: Sequence[str],
        now: int,
        parts: Sequence[Struct] = (),
        codes: Sequence[str] = (),
    ) -> None:
        """A new account with its first passkey and session, and its recovery codes; HandleTaken."""

        def work(connection: Connection) -> None:
            _take_handle(connection, account.player, looks, now)
            connection.execute(accounts.insert().values(**msgspec.structs.asdict(account)))
            _name(connection, account)
            for part in parts:
                _insert(connection, part)
            _set_codes(connection, account.player, codes)

        await self._write_handle(work)

    async def rename(
        self, account: StoredAccount, looks: Sequence[str], now: int, also: Callable[[Connection], object] | None = None
    ) -> None:
        """Gives an account the handle that it says; the one before is kept from others for a while. HandleTaken.

        `also` is done in the same transaction.
        """

        def work(connection: Connection) -> None:
            mine = and_(handles.c.player == account.player, handles.c.until.is_(None))
            connection.execute(update(handles).where(mine).values(until=now + HANDLE_KEPT))
            _take_handle(connection, account.player, looks, now)
            connection.execute(
                update(accounts).where(accounts.c.player == account.player).values(handle=account.handle)
            )
            _name(connection, account)
            if also is not None:
                also(connection)

        await self._write_handle(work)

    async def _write_handle(self, work: Callable[[Connection], None]) -> None:
        try:
            await self.write(work)
        except IntegrityError:
            raise HandleTaken from None

    async def show(self, player: str, shown: str) -> None:
        """Sets who may see a profile."""
        await self._change(update(accounts).where(accounts.c.player == player).values(shown=shown))

    async def bots_of(self, owner: str) -> list[StoredAccount]:
        """The bots that a person answers for."""
        query = select(accounts).where(accounts.c.owner == owner).order_by(accounts.c.created, accounts.c.player)
        return await self._all(query, StoredAccount)

    async def bots_of_all(self, owners: Collection[str]) -> dict[str, list[str]]:
        """The ids of the bots that some people answer for, by owner."""
        query = select(accounts).where(accounts.c.owner.in_(sorted(owners)))
        found: dict[str, list[str]] = {}
        for bot in await self._all(query, StoredAccount):
            found.setdefault(str(bot.owner), []).append(bot.player)
        return found

    async def take_over(self, guest: str, account: str) -> list[str]:
        """Gives everything of a guest to an account. Returns the tables that changed by it."""

        def work(connection: Connection) -> list[str]:
            at = _tables_of(connection, guest)
            belongings.take_over(connection, guest, account)
            _touch(connection, at)
            return at

        return await self.write(work)

    async def export(self, player: str) -> dict[str, list[dict[str, Any]]]:
        """Every row that belongs to a person."""
        return await self.read(lambda connection: belongings.export(connection, player))

    async def finished_tables_of(self, player: str) -> list[str]:
        """The finished tables where somebody sat, the oldest first."""
        tables, seats = schema.tables.c, schema.seats.c
        query = select(tables.id).join(schema.seats, tables.id == seats.table_id)
        query = query.where(seats.player == player, tables.status == "finished").order_by(tables.finished, tables.id)
        return await self._texts(query)

    async def delete(self, player: str, former: str) -> list[str]:
        """Deletes an account with all that is only its own. Returns the tables that changed by it."""

        def work(connection: Connection) -> list[str]:
            at = _tables_of(connection, player)
            former_names.take_out(connection, player)
            belongings.delete_person(connection, player, former)
            for table in at:
                former_names.number(connection, table)
            _touch(connection, at)
            return at

        return await self.write(work)

    # Passkeys and their ceremonies.

    async def passkeys_of(self, player: str) -> list[StoredPasskey]:
        """A person's passkeys, the oldest first."""
        query = select(passkeys).where(passkeys.c.player == player).order_by(passkeys.c.created, passkeys.c.credential)
        return await self._all(query, StoredPasskey)

    async def passkey(self, credential: str) -> StoredPasskey | None:
        """A passkey by its credential's id."""
        return await self._first(select(passkeys).where(passkeys.c.credential == credential), StoredPasskey)

    async def add_passkey(self, passkey: StoredPasskey) -> bool:
        """Adds a passkey. Returns whether it was new."""
        try:
            await self._add(passkey)
        except IntegrityError:
            return False
        return True

    async def used_passkey(self, credential: str, counter: int, before: int, now: int) -> bool:
        """Notes that a passkey was used. Returns whether nobody else used it with the same counter meanwhile."""
        one = and_(passkeys.c.credential == credential, passkeys.c.counter == before)
        return await self._change(update(passkeys).where(one).values(counter=counter, used=now)) == 1

    async def drop_passkey(self, player: str, credential: str) -> bool:
        """Takes a passkey away."""
        one = and_(passkeys.c.player == player, passkeys.c.credential == credential)
        return await self._change(passkeys.delete().where(one)) > 0

    async def begin(self, ceremony: StoredCeremony, now: int) -> None:
        """Notes that a ceremony has begun, and forgets those whose time is over."""

        def work(connection: Connection) -> None:
            connection.execute(ceremonies.delete().where(ceremonies.c.expires < now))
            connection.execute(ceremonies.insert().values(**msgspec.structs.asdict(ceremony)))

        await self.write(work)

    async def end(self, challenge: str, now: int) -> StoredCeremony | None:
        """The ceremony with this challenge's hash, if its time is not over; it can be ended once."""

        def work(connection: Connection) -> StoredCeremony | None:
            one = ceremonies.c.challenge == challenge
            row = connection.execute(ceremonies.delete().where(one).returning(*ceremonies.c)).first()
            found = None if row is None else struct_of(StoredCeremony, row)
            return found if found is not None and found.expires > now else None

        return await self.write(work)

    # Sessions.

    async def add_session(self, session: StoredSession) -> None:
        """A device is signed in."""
        await self._add(session)

    async def sessions_of(self, player: str) -> list[StoredSession]:
        """The devices that are signed in, the one that was used last first."""
        query = select(sessions).where(sessions.c.player == player).order_by(sessions.c.seen.desc(), sessions.c.id)
        return await self._all(query, StoredSession)

    async def seen(self, secret: str, now: int) -> None:
        """Notes that a device was used."""
        await self._change(update(sessions).where(sessions.c.secret == secret).values(seen=now))

    async def sign_out(self, player: str, session: str | None = None) -> bool:
        """Ends a session by its id, or all of a person's."""
        which = [sessions.c.player == player, *([] if session is None else [sessions.c.id == session])]
        return await self._change(sessions.delete().where(*which)) > 0

    # Recovery codes.

    async def set_codes(self, player: str, codes: Sequence[str]) -> None:
        """Gives a person new recovery codes, by their hashes; those before are no longer good."""
        await self.write(lambda connection: _set_codes(connection, player, codes))

    async def codes_left(self, player: str) -> int:
        """How many recovery codes have not been used."""
        unused = and_(recovery_codes.c.player == player, recovery_codes.c.used.is_(None))
        return len(await self._texts(select(recovery_codes.c.code).where(unused)))

    async def use_code(self, player: str, code: str, now: int) -> bool:
        """Uses a recovery code up; of all who try, the first one may."""
        good = and_(recovery_codes.c.player == player, recovery_codes.c.code == code, recovery_codes.c.used.is_(None))
        return await self._change(update(recovery_codes).where(good).values(used=now)) == 1

    # Tokens.

    async def add_token(self, token: StoredToken) -> None:
        """A program gets a token."""
        await self._add(token)

    async def tokens_of(self, players: Iterable[str]) -> list[StoredToken]:
        """The tokens of a person and of the bots that the person answers for."""
        query = select(tokens).where(tokens.c.player.in_(list(players))).order_by(tokens.c.created, tokens.c.id)
        return await self._all(query, StoredToken)

    async def names_of(self, player: str) -> set[str]:
        """Every name that a player sat at a table by."""
        return await self.read(lambda connection: former_names.names_of(connection, player))

    async def revoke(self, players: Iterable[str], token: str) -> str | None:
        """Takes a token away, by its id. Returns whose it was."""
        one = and_(tokens.c.player.in_(list(players)), tokens.c.id == token)
        gone = tokens.delete().where(one).returning(tokens.c.player)
        return await self.write(lambda connection: connection.execute(gone).scalar_one_or_none())

    async def used_token(self, token: str, now: int) -> None:
        """Notes that a token was used."""
        await self._change(update(tokens).where(tokens.c.token == token).values(used=now))

    async def _add(self, row: Struct) -> None:
        await self.write(lambda connection: _insert(connection, row))


_TABLES: dict[type[Any], Any] = {
    StoredAccount: accounts,
    StoredPasskey: passkeys,
    StoredCeremony: ceremonies,
    StoredSession: sessions,
    StoredToken: tokens,
}


def _insert(connection: Connection, row: Struct) -> None:
    connection.execute(_TABLES[type(row)].insert().values(**msgspec.structs.asdict(row)))


def _take_handle(connection: Connection, player: str, looks: Sequence[str], now: int) -> None:
    """Takes every look of a handle; IntegrityError where somebody else has one."""
    free = or_(handles.c.until < now, handles.c.player == player)
    connection.execute(handles.delete().where(and_(handles.c.looks.in_(looks), free)))
    for look in looks:
        connection.execute(handles.insert().values(looks=look, player=player, until=None))


def _name(connection: Connection, account: StoredAccount) -> None:
    """At tables an account goes by its handle."""
    one = schema.players.c.id == account.player
    if connection.execute(update(schema.players).where(one).values(name=account.name)).rowcount == 0:
        connection.execute(
            schema.players.insert().values(id=account.player, name=account.name, created=account.created, token=None)
        )


def _set_codes(connection: Connection, player: str, codes: Sequence[str]) -> None:
    connection.execute(recovery_codes.delete().where(recovery_codes.c.player == player))
    for code in codes:
        connection.execute(recovery_codes.insert().values(code=code, player=player, used=None))


def _tables_of(connection: Connection, player: str) -> list[str]:
    """The tables where somebody sits, or is the host."""
    sits = select(schema.seats.c.table_id).where(schema.seats.c.player == player)
    hosts = select(schema.tables.c.id).where(schema.tables.c.host == player)
    return sorted({str(found) for query in (sits, hosts) for found in connection.execute(query).scalars()})


def _touch(connection: Connection, tables: Sequence[str]) -> None:
    """Raises the revisions of tables, so that whoever has one in memory reads it again before changing it."""
    for table in tables:
        one = schema.tables.c.id == table
        connection.execute(update(schema.tables).where(one).values(revision=schema.tables.c.revision + 1))
