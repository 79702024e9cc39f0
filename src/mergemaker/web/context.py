"""What every handler needs: the live tables, the signer, the limits; and who a request comes from."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import math
from collections import Counter
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from litestar import WebSocket
from litestar.connection import ASGIConnection

from mergemaker.clubs.host_desk import HostDesk
from mergemaker.clubs.seasons import Seasons
from mergemaker.clubs.tournaments import Tournaments
from mergemaker.clubs.turn_notices import TurnNotices, WordSettings
from mergemaker.clubs.word_senders import check_mail_server
from mergemaker.people.accounts import A_WHILE, Accounts, hashed
from mergemaker.people.matchmaker import Matchmaker
from mergemaker.people.rater import count_games, note_results
from mergemaker.people.ratings import points
from mergemaker.rules.words.phrases import counted
from mergemaker.store import Store
from mergemaker.store.results_store import ratings_of
from mergemaker.tables.botpool.bot_pool import BotPool
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.processes.input_reader import InputReader
from mergemaker.tables.processes.review_jobs import ReviewJobs
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.tables.staged.puzzle_practice import PuzzlePractice
from mergemaker.web.identity import COOKIE, Caller, Signer
from mergemaker.web.kept_answers import KeptAnswers
from mergemaker.web.settings import Settings
from mergemaker.web.transport.rate_limits import Limit

if TYPE_CHECKING:
    from mergemaker.web.transport.postgres_sync import PostgresSync

Connection = ASGIConnection[Any, Any, Any, Any]

MOST_SOCKETS = 300
SIGNED_OUT = 4401  # a socket is closed with it, as where a token is not known
MANY_GONE = 500  # sockets
SETTLE_SECONDS = 5.0


class Context:
    """One server process: its settings and everything that lives as long as it does."""

    def __init__(self, settings: Settings, store: Store, signer: Signer, live_tables: LiveTables) -> None:
        self.settings = settings
        self.store = store
        self.signer = signer
        self.live_tables = live_tables
        live_tables.hang_up = self.hang_up
        live_tables.when_rated.append(self._count_games)
        live_tables.unheard_news.append(self.hear_anew)
        live_tables.lists.rate_tables = self._rate_tables
        self.matchmaker = Matchmaker(live_tables)
        self.accounts = Accounts(live_tables)
        self.tournaments = Tournaments(live_tables)
        self.seasons = Seasons(self.tournaments)
        self.desk = HostDesk(live_tables)
        self.notices = TurnNotices(live_tables, word_settings(settings))
        generosity = settings.limits
        self.kept = KeptAnswers()
        self.requests = Limit(120, 30, generosity)  # by address
        self.makes = Limit(20, 0.2, generosity)  # tables and accounts, by address
        self.names = Limit(30, 0.5, generosity)  # names and handles that somebody tries, by address
        self.clubs = Limit(60, 1, generosity)  # lines in the logs of tournaments, by address: a whole club may have one
        self.tries = Limit(10, 1 / 30, generosity)  # of recovery codes, by address and by handle
        self.heavy = Limit(12, 0.5, generosity)  # replays and files, by address: one each, and more for their time
        self.reader = InputReader()
        self.reviews = ReviewJobs(store)
        live_tables.names_gone.append(self.reviews.forget_names)
        self.puzzles = PuzzlePractice(store, live_tables.now)
        self.one_thread = asyncio.Semaphore()  # more would take the processor from the event loop
        self.sockets = Limit(60, 4, generosity)  # connections, by address
        self.most_sockets = MOST_SOCKETS * generosity  # at once, by address
        self.messages = Limit(40, 10, generosity)  # by connection
        self.chat = Limit(5, 0.5, generosity)  # by player
        self.lines: set[Any] = set()  # open sockets
        self._open: Counter[str] = Counter()  # how many of them, by address
        self._gone = 0  # sockets closed since memory was last given back
        self.sync: PostgresSync | None = None

    @classmethod
    async def open(cls, settings: Settings, bot_pool: BotPool | None = None) -> Context:
        """Opens the database and what stands on it."""
        store = await Store.open(settings.database, serving=True)
        key = settings.secret or await store.cookie_key()
        live_tables = LiveTables(store, bot_pool or BotPool(settings.bots), pause=settings.bot_pause)
        context = cls(settings, store, Signer(key), live_tables)
        if not store.is_sqlite:
            from mergemaker.web.transport.postgres_sync import (
                PostgresSync,  # needs asyncpg, which only this database does
            )

            context.sync = PostgresSync(str(settings.database))
            context.live_tables.sync = context.sync
            await context.sync.open(context.live_tables)
        return context

    async def close(self) -> None:
        """Stops everything."""
        await self.matchmaker.close()
        await self.reader.close()
        await self.reviews.close()
        await self.tournaments.close()
        await self.notices.close()
        await self.desk.close()
        await self.live_tables.close()
        if self.sync is not None:
            await self.sync.close()
        await self.store.close()

    async def _count_games(self) -> None:
        """Brings the ratings up to the games that have ended."""
        await count_games(self.store)
        self.kept.forget()

    async def note_old_games(self) -> None:
        """Notes what games came to that ended before there was a place for it, or while no process could.

        A process that was killed may also have noted a game and not counted it.
        """
        await note_results(self.store)
        await self._count_games()

    # Who is it?

    def origin_fits(self, connection: Connection) -> bool:
        """Whether a request comes from our own page, as far as a browser says; programs say nothing."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        if self.settings.origin is not None:
            return origin == self.settings.origin.rstrip("/")
        return urlsplit(origin).netloc == connection.headers.get("host")

    async def who(self, connection: Connection) -> Caller | None:
        """Who a connection belongs to, by its token or its cookie; Refusal where a token is wrong, or it is banned."""
        caller = await self._who(connection)
        if caller is not None:
            self.desk.check_welcome(caller.player)
        return caller

    async def _who(self, connection: Connection) -> Caller | None:
        given = connection.headers.get("authorization")
        if given is not None:
            scheme, _, token = given.partition(" ")
            known = await self._with_token(token) if scheme.lower() == "bearer" else None
            if known is None:
                raise Refusal("bad-token", "That token is not known here.", 401)
            return known
        said = self.signer.subject_of(connection.cookies.get(COOKIE))
        return None if said is None else await self._with_cookie(said)

    async def _with_cookie(self, said: str) -> Caller | None:
        """Whom a cookie of ours stands for: a guest, or an account whose session is good."""
        player, _, secret = said.partition(":")
        account, session = await self.live_tables.accounts.standing(player, hashed(secret) if secret else None)
        if account is None:
            return Caller(player, subject=said) if not secret else None
        if session is None:
            return None  # signed out, or a guest's cookie from before there was an account
        now = self.live_tables.now()
        if now - session.seen > A_WHILE:
            self.live_tables.in_background(self.live_tables.accounts.seen(session.secret, now))
        return Caller(player, name=account.name, subject=said, account=account, session=session.id)

    async def _with_token(self, token: str) -> Caller | None:
        """Whom a program's token stands for."""
        # Looked up by its hash, so that how long it takes tells nothing about the tokens there are.
        key = hashed(token)
        found = await self.live_tables.accounts.with_token(key)
        if found is None:
            known = await self.store.player_with_token(key)
            return None if known is None else Caller(known.id, program=True, name=known.name)
        account, stored = found
        now = self.live_tables.now()
        if now - (stored.used or 0) > A_WHILE:
            self.live_tables.in_background(self.live_tables.accounts.used_token(key, now))
        looks = stored.scope == "look"
        return Caller(account.player, program=True, name=account.name, account=account, session=stored.id, looks=looks)

    def hang_up(self, player: str, session: str | None) -> None:
        """Closes the sockets of a device or a token that is no longer good, or all that a player has."""
        for line in list(self.lines):
            if line.owner == player and session in (None, line.session):
                line.hang_up(SIGNED_OUT)

    async def hear_anew(self, player: str) -> None:
        """Reads again whose chat a player does not want to see, for the sockets that they have in this process."""
        unheard = await self.live_tables.ties.unheard(player)
        for line in self.lines:
            if line.player == player:
                line.unheard = unheard

    async def unheard_changed(self, player: str) -> None:
        """Has every process read that again: the player has blocked or muted somebody, or no longer does."""
        await self.hear_anew(player)
        await self.live_tables.publish("", {"what": "unheard", "player": player})

    async def _rate_tables(self, tables: list[LiveTable]) -> dict[str, int]:
        """The mean rating of the people at each table, in points; a table without ratings has none."""
        players = {seat.player for live in tables for seat in live.seats if seat.player and seat.kind == "person"}
        if not players:
            return {}
        found = await self.store.read(lambda connection: ratings_of(connection, players, ("live", "turns")))
        best: dict[str, float] = {}
        for one in found:
            best[one.player] = max(one.skill, best.get(one.player, one.skill))
        means = {live.id: [best[seat.player] for seat in live.seats if seat.player in best] for live in tables}
        return {table: points(sum(skills) / len(skills)) for table, skills in means.items() if skills}

    async def signed_out(self, player: str, session: str | None) -> None:
        """Closes, in every process, the sockets of a device that was signed out, or of all that a player has."""
        self.hang_up(player, session)
        await self.live_tables.publish("", {"what": "signed out", "player": player, "session": session})

    # Limits.

    @staticmethod
    def address(connection: Connection) -> str:
        """Where a connection comes from. Whoever has an IPv6 address has 2^64 of them, so those count as one."""
        host = connection.client.host if connection.client else "-"
        return str(ip_network(f"{host}/64", strict=False)) if ":" in host and "%" not in host else host

    def crowded(self, connection: Connection) -> bool:
        """Whether as many sockets are open from there as may be."""
        return 0 < self.most_sockets <= self._open[self.address(connection)]

    def connected(self, line: Any, connection: Connection) -> None:
        """A socket is open."""
        self.lines.add(line)
        self._open[self.address(connection)] += 1

    def disconnected(self, line: Any, connection: Connection) -> None:
        """A socket is closed."""
        self.lines.discard(line)
        self.messages.forget(line.caller)
        self._open[self.address(connection)] -= 1
        self._open += Counter()  # those at zero go
        self._gone += 1
        if self._gone >= MANY_GONE:
            self._gone = 0
            asyncio.get_running_loop().call_later(SETTLE_SECONDS, give_memory_back)

    def spend(self, limit: Limit, caller: str) -> None:
        """Takes one of a caller's tokens, or refuses."""
        wait = limit.take(caller)
        if wait:
            raise TooOften(math.ceil(wait))


def word_settings(settings: Settings) -> WordSettings:
    """What the host has set about mail and webhooks."""
    if settings.mail_server is not None:
        check_mail_server(settings.mail_server)
    return WordSettings(
        settings.origin, settings.mail_server, settings.mail_from or "", settings.webhooks, settings.private_webhooks
    )


def give_memory_back() -> None:
    """Returns to the system what a crowd that has gone leaves behind.

    A connection's objects know each other, so only the collector frees them, and it is set to look rarely; what it
    frees, the C library keeps unless it is told.
    """
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):  # another C library than GNU's
        ctypes.CDLL(None).malloc_trim(0)


class TooOften(Refusal):
    """Too many requests; `seconds` until the next may come."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too-often", f"That was too often; try again in {counted(seconds, 'second')}.", 429)
        self.seconds = seconds


def context_of(connection: Connection | WebSocket[Any, Any, Any]) -> Context:
    """The context that a connection came to."""
    context: Context = connection.app.state.context
    return context
