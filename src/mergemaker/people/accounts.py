"""Accounts: a guest becomes one, signs in elsewhere, gets programs tokens, takes everything along, or goes.

A session is a random secret in the cookie and its hash in the database. Becoming an account and signing in always make
a new one, so that a cookie which somebody else planted or knows is worth nothing afterwards.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection

from mergemaker.people.handles import tidy_handle
from mergemaker.store.accounts_store import AccountsStore, HandleTaken
from mergemaker.store.handle_looks import looks_of
from mergemaker.store.schemas.people_rows import StoredAccount, StoredPasskey, StoredSession, StoredToken
from mergemaker.tables.history.game_results import FORMER_BOT
from mergemaker.tables.live_tables import LiveTables, new_id
from mergemaker.tables.protocol.refusals import Refusal, need_printable

CODES = 10
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
CODE_LENGTH = 16
MOST_PASSKEYS, MOST_TOKENS, MOST_BOTS = 20, 50, 10
SESSION_BYTES = 24
A_WHILE = 3600 * 1000  # milliseconds after which it is noted again that a device was seen


class NewSession(NamedTuple):
    """A session's secret, for the cookie, and what is kept of it."""

    secret: str
    stored: StoredSession


def hashed(secret: str) -> str:
    """What is kept of a random secret; it is long, so a plain hash tells nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_session(player: str, label: str, how: str, now: int) -> NewSession:
    """A session for a device."""
    secret = secrets.token_urlsafe(SESSION_BYTES)
    stored = StoredSession(
        secret=hashed(secret), id=new_id(8), player=player, label=_label(label), how=how, created=now, seen=now
    )
    return NewSession(secret, stored)


def _label(given: str) -> str:
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in given).split())
    return words[:60] or "a device"


def new_codes() -> list[str]:
    """Recovery codes, to be written down: 79 random bits each."""
    return ["".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)) for _ in range(CODES)]


def shown_code(code: str) -> str:
    """A code in groups of four."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def read_code(text: str) -> str:
    """A code as it was typed from paper."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


class Accounts:
    """What can be done with accounts, whoever asks."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._live_tables = live_tables
        self.store = live_tables.accounts

    @property
    def now(self) -> int:
        """The time."""
        return self._live_tables.now()

    async def free_handle(self, given: str) -> str:
        """A handle as it will be shown; Refusal where it can't be one, or somebody has it."""
        handle = tidy_handle(given)
        if await self.store.with_handle(looks_of(handle), self.now) is not None:
            raise taken()
        return handle

    async def keep_games(
        self, player: str, handle: str, passkey: StoredPasskey, label: str
    ) -> tuple[StoredAccount, NewSession, list[str]]:
        """Makes a guest an account, with a first session and recovery codes."""
        handle = tidy_handle(handle)
        account = StoredAccount(player=player, handle=handle, kind="person", created=self.now)
        session, codes = new_session(player, label, "passkey", self.now), new_codes()
        parts = (passkey, session.stored)
        try:
            await self.store.add(account, looks_of(handle), self.now, parts, [hashed(code) for code in codes])
        except HandleTaken:
            raise taken() from None
        return account, session, [shown_code(code) for code in codes]

    async def sign_in(self, player: str, label: str, how: str, guest: str | None = None) -> NewSession:
        """A new session for an account; everything of the guest is brought along if one is given."""
        session = new_session(player, label, how, self.now)
        await self.store.add_session(session.stored)
        if guest is not None and guest != player and await self.store.account(guest) is None:
            await self._reread(await self.store.take_over(guest, player))
        return session

    async def recover(self, handle: str, code: str) -> str:
        """The account of a handle and one of its recovery codes, which is used up; one word for all that is wrong."""
        account = await self.store.with_handle(looks_of(handle), self.now)
        # The same writing is tried for an account that is not there, so that how long it takes tells nothing.
        used = await self.store.use_code(account.player if account else "", hashed(read_code(code)), self.now)
        if account is None or not used:
            raise Refusal("bad-code", "That handle and that recovery code do not go together.", 403)
        return account.player

    async def fresh_codes(self, player: str) -> list[str]:
        """New recovery codes in place of those before."""
        codes = new_codes()
        await self.store.set_codes(player, [hashed(code) for code in codes])
        return [shown_code(code) for code in codes]

    async def add_passkey(self, passkey: StoredPasskey) -> None:
        """Another passkey for an account."""
        if len(await self.store.passkeys_of(passkey.player)) >= MOST_PASSKEYS:
            raise Refusal("too-many", f"An account has {MOST_PASSKEYS} passkeys at most.")
        if not await self.store.add_passkey(passkey):
            raise Refusal("bad-passkey", "That passkey is known already.")

    async def drop_passkey(self, player: str, credential: str) -> None:
        """Takes a passkey away; the last one only where a recovery code is left."""
        known = await self.store.passkeys_of(player)
        if len(known) == 1 and not await self.store.codes_left(player):
            raise Refusal(
                "last-passkey", "That is your last passkey, and no recovery code is left: make new ones first."
            )
        if not await self.store.drop_passkey(player, credential):
            raise Refusal("not-found", "There is no such passkey.", 404)

    async def new_bot(self, owner: str, given: str) -> StoredAccount:
        """An account for a bot, which says at every table that it is one."""
        if len(await self.store.bots_of(owner)) >= MOST_BOTS:
            raise Refusal("too-many", f"An account has {MOST_BOTS} bots at most.")
        handle = await self.free_handle(given)
        bot = StoredAccount(player=new_id(20), handle=handle, kind="bot", owner=owner, created=self.now)
        try:
            await self.store.add(bot, looks_of(handle), self.now)
        except HandleTaken:
            raise taken() from None
        return bot

    async def new_token(self, owner: str, purpose: str, bot: str | None) -> tuple[str, StoredToken]:
        """A token to look at one's own things, or to play as one of one's bots."""
        words = need_printable(purpose, "bad-message", "Say in a few words what the token is for.")
        bots = await self.store.bots_of(owner)
        if len(await self.store.tokens_of([owner, *(one.player for one in bots)])) >= MOST_TOKENS:
            raise Refusal("too-many", f"An account has {MOST_TOKENS} tokens at most: revoke one first.")
        player, scope = owner, "look"
        if bot is not None:
            mine = next((one for one in bots if set(looks_of(one.handle)) & set(looks_of(bot))), None)
            if mine is None:
                raise Refusal("not-found", "You have no bot of that handle.", 404)
            player, scope = mine.player, "play"
        token = f"mm_{secrets.token_urlsafe(32)}"
        stored = StoredToken(
            token=hashed(token), id=new_id(8), player=player, purpose=words, scope=scope, created=self.now
        )
        await self.store.add_token(stored)
        return token, stored

    async def delete(self, account: StoredAccount) -> None:
        """Deletes an account and its bots: finished games stay with the others, running ones a bot plays on."""
        for bot in await self.store.bots_of(account.player):
            await self.delete(bot)
        await self._leave_tables(account.player)
        names = await self.store.names_of(account.player)
        former = FORMER_BOT if account.kind == "bot" else "former-"
        await self._reread(await self.store.delete(account.player, f"{former}{new_id(20)}"))
        for forget in self._live_tables.names_gone:
            await forget(names)
        for name in sorted(names):  # one by one, since a message must be short
            await self._live_tables.publish("", {"what": "name gone", "name": name})

    async def _leave_tables(self, player: str) -> None:
        """Gets up from open tables and resigns from running ones."""
        from mergemaker.tables import table_actions, table_setup

        for table in await self._live_tables.store.tables_of(player, limit=100_000):
            live = await self._live_tables.table(table)
            if live.row.status == "open":
                await table_setup.leave(self._live_tables, live, player)
            elif not live.over:
                await table_actions.resign(self._live_tables, live, player)

    async def _reread(self, tables: list[str]) -> None:
        """Has every process that has one of these tables in memory read it again."""
        for table in tables:
            live = self._live_tables.tables.get(table)
            if live is not None:
                await self._live_tables.read_people_again(live)
            await self._live_tables.publish(table, {"what": "people"})
        self._live_tables.lists.changed()


async def give_handle(
    store: AccountsStore,
    account: StoredAccount,
    given: str,
    now: int,
    also: Callable[[Connection], object] | None = None,
) -> StoredAccount:
    """Gives an account another handle, `also` with it; Refusal where it can't be one, or somebody has it.

    Tables where it sits keep the name that it sat down with.
    """
    account.handle = tidy_handle(given)
    try:
        await store.rename(account, looks_of(account.handle), now, also)
    except HandleTaken:
        raise taken() from None
    return account


def taken() -> Refusal:
    """Somebody has that handle, or one that looks like it."""
    return Refusal("handle-taken", "Somebody has that handle, or one that looks like it. Choose another.")
