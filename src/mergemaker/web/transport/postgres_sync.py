"""Messages between processes on one PostgreSQL, through Litestar's channels.

All processes share one channel. Messages are small: PostgreSQL carries at most 8,000 bytes. A lost connection is made
again, and then every table in memory is read anew, since nobody knows what was missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from mergemaker.rules.errors import MergemakerError
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.sync import catch_up, hear

log = logging.getLogger("mergemaker.web")

CHANNEL = "mergemaker"
RETRY_SECONDS = 1.0
PATIENCE = 5.0  # seconds for an answer of the database
TRIES = 30
# The last is what asyncpg says when a connection is cut in the middle of a question.
LOST = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresError, asyncpg.InternalClientError)


class PostgresChannels(AsyncPgChannelsBackend):
    """Litestar's back end with one lasting connection to publish on, where its own makes a new one each time."""

    _publisher: Any = None
    hurried = False  # one try must do: the database has been away for long, or the server stops
    untold = False  # whether others have missed something

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Publishes on a connection that is kept, or on a new one if it was lost.

        Litestar calls this from one task, which must not fail; what others say later waits meanwhile.
        """
        for _ in range(1 if self.hurried else TRIES):
            try:
                if self._publisher is None or self._publisher.is_closed():
                    self._publisher = await self._connect()
                for channel in channels:
                    await self._publisher.execute("SELECT pg_notify($1, $2)", channel, data.decode(), timeout=PATIENCE)
                self.hurried = False
                return
            except asyncpg.InvalidParameterValueError:  # it is too long, and will be next time
                break
            except Exception as error:  # whatever it was: if this task ends, nobody is ever told anything again
                log.warning("a message could not be published", extra={"trouble": type(error).__name__})
                self._drop(self._publisher)
                self._publisher = None
                await asyncio.sleep(RETRY_SECONDS)
        self.hurried = self.untold = True
        log.warning("the other processes could not be told; they will be told to look for themselves")

    async def hears(self) -> bool:
        """Whether the connection that listens is good: a cable may be cut without a word, so it is asked."""
        if not self._listener_conn.is_closed():
            try:
                await self._listener_conn.execute("SELECT 1", timeout=PATIENCE)
            except LOST:
                self._drop(self._listener_conn)
        return not self._listener_conn.is_closed()

    async def listen_again(self) -> None:
        """Connects and listens as before."""
        self._listener_conn = await self._connect()
        self._subscribed_channels.clear()
        await self.subscribe([CHANNEL])

    @staticmethod
    def _drop(connection: Any) -> None:
        if connection is not None:
            connection.terminate()

    async def on_shutdown(self) -> None:
        """Closes both connections, without waiting for a database that may be away."""
        self._drop(self._publisher)
        self._drop(self._listener_conn)
        await super().on_shutdown()


class PostgresSync:
    """The sync of a server whose database is PostgreSQL."""

    def __init__(self, database: str) -> None:
        dsn = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
        self._backend = PostgresChannels(dsn)
        self._plugin = ChannelsPlugin(self._backend, channels=[CHANNEL])
        self._tasks: list[asyncio.Task[None]] = []

    async def publish(self, message: dict[str, object]) -> None:
        """Tells the other processes; they hear it in the order of telling."""
        self._plugin.publish(msgspec.json.encode(message), CHANNEL)

    async def open(self, live_tables: LiveTables) -> None:
        """Begins to listen."""
        await self._plugin.__aenter__()
        self._tasks = [asyncio.create_task(self._listen(live_tables)), asyncio.create_task(self._watch(live_tables))]

    async def close(self) -> None:
        """Stops; what is still to be told is told, if the database answers."""
        self._backend.hurried = True
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(Exception):
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*self._tasks, return_exceptions=True)
                await self._plugin.__aexit__(None, None, None)

    async def _listen(self, live_tables: LiveTables) -> None:
        async with self._plugin.start_subscription([CHANNEL]) as subscriber:
            async for text in subscriber.iter_events():
                try:
                    await hear(live_tables, msgspec.json.decode(text))
                except Exception:
                    log.exception("a message from another process failed")

    async def _watch(self, live_tables: LiveTables) -> None:
        missed = False  # whether something may have been said that was not heard
        while True:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                if not await self._backend.hears():
                    missed = True
                    await self._backend.listen_again()
                if missed:
                    await catch_up(live_tables)
                    log.info("the other processes are heard again")
                missed = False
                if self._backend.untold:
                    self._backend.untold = False  # it is true again if this can't be told either
                    await live_tables.publish("", {"what": "missed"})
            except (*LOST, SQLAlchemyError, MergemakerError):
                log.warning("the database does not answer; trying again")
