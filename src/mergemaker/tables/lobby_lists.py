"""The lists of the home page: open, running and finished tables, one's own, and who looks at them now."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from mergemaker.tables.attendance import Listener
from mergemaker.tables.live_table import LiveTable, encode
from mergemaker.tables.protocol.messages import Lobby

if TYPE_CHECKING:
    from mergemaker.tables.live_tables import LiveTables

PublicLists = tuple[list[LiveTable], list[LiveTable], list[LiveTable]]  # open, running, finished

LIST_LENGTH = 30
MINE_LENGTH = 50


async def _rate_none(tables: list[LiveTable]) -> dict[str, int]:
    """Where nobody keeps ratings."""
    return {}


class LobbyLists:
    """The lists that this process shows."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._live_tables = live_tables
        self.rate_tables: Callable[[list[LiveTable]], Awaitable[dict[str, int]]] = _rate_none  # set by a room above
        self.task: asyncio.Task[None] | None = None  # that tells of a change soon
        self._listeners: set[Listener] = set()
        self._ratings: dict[str, int] = {}  # of the tables that are listed for everybody

    async def lobby(self, player: str | None, public: PublicLists | None = None) -> Lobby:
        """What the home page shows a player; the public lists are the same for everybody, and may be given."""
        lists = public or await self._public_lists()
        tables = self._live_tables
        mine = await tables.tables_of(await tables.store.tables_of(player, limit=MINE_LENGTH)) if player else ()
        shown = (tuple(live.listed(player, self._ratings.get(live.id)) for live in found) for found in lists)
        opened, watch, finished = shown
        return Lobby(opened, watch, tuple(live.listed(player) for live in mine), finished)

    async def _public_lists(self) -> PublicLists:
        tables = self._live_tables
        opened, running, finished = [
            await tables.tables_of(await tables.store.listed(status, limit=LIST_LENGTH))
            for status in ("open", "running", "finished")
        ]
        self._ratings = await self.rate_tables([*opened, *running])
        running.sort(key=lambda live: -self._ratings.get(live.id, 0))  # the best games to watch first
        return opened, running, finished

    def watch(self, listener: Listener) -> None:
        """Somebody looks at the home page."""
        self._listeners.add(listener)
        self._live_tables.in_background(self._tell([listener]))

    def leave(self, listener: Listener) -> None:
        """Somebody leaves the home page."""
        self._listeners.discard(listener)

    def changed(self, *, everywhere: bool = True) -> None:
        """The lists changed; those who look at them hear of it, at most once a second."""
        if self._listeners and not self._live_tables.closing and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self._tell_soon())
        if everywhere and not self._live_tables.alone:
            self._live_tables.in_background(self._live_tables.publish("", {"what": "lobby"}))

    async def _tell_soon(self) -> None:
        await asyncio.sleep(1)
        await self._tell(list(self._listeners))

    async def _tell(self, listeners: list[Listener]) -> None:
        public = await self._public_lists()
        for listener in listeners:
            listener.send(encode(await self.lobby(listener.player, public)))
