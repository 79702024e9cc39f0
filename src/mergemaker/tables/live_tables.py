"""All live tables of a server: loads them from the store, and lets go of those that nobody uses.

What people do at a table stands in `table_setup.py` (before the start) and `table_actions.py` (after it); what the
server does by itself, bots and clocks, in `autopilot.py`; the lists of the home page in `lobby_lists.py`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

import msgspec
from sqlalchemy import Connection

from mergemaker.rules.errors import MergemakerError
from mergemaker.store import Conflict, Store, StoredEntry, StoredPlayer, StoredSeat
from mergemaker.store.accounts_store import AccountsStore
from mergemaker.store.handle_looks import looks_of
from mergemaker.store.results_store import keep_game
from mergemaker.store.ties_store import TiesStore
from mergemaker.tables import autopilot
from mergemaker.tables.attendance import Listener
from mergemaker.tables.botpool.bot_pool import BotPool
from mergemaker.tables.history.game_results import game_result
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.lobby_lists import LobbyLists
from mergemaker.tables.processes.rules_warmup import warm_rules
from mergemaker.tables.protocol.refusals import BrokenLog, Refusal, busy, need_name, no_table
from mergemaker.tables.rounds import Rounds
from mergemaker.tables.steady_clock import SteadyClock
from mergemaker.tables.sync import NoSync, Sync

log = logging.getLogger("mergemaker.tables")

ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
IDLE_SECONDS = 300
ROUNDS_SECONDS = 30
WATCHERS_SECONDS = 1.0  # with a thousand watchers, telling each of every other is a million messages
NEVER = 1 << 62
SILENT_AFTER = 3 * ROUNDS_SECONDS * 1000
TRIES = 5


def new_id(length: int = 16) -> str:
    """An id that nobody can guess: five random bits a letter."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))


class LiveTables:
    """All tables of this process. `pause` is how long a bot takes at least where somebody watches, in seconds."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool | None = None,
        *,
        now: Callable[[], int] | None = None,
        pause: float = 0.0,
        sync: Sync | None = None,
    ) -> None:
        self.store = store
        self.accounts = AccountsStore(store)
        self.ties = TiesStore(store)
        self.bot_pool = bot_pool or BotPool()
        self.now = now or SteadyClock()
        self.pause = pause
        self.sync: Sync = sync or NoSync()
        self.process = new_id(8)
        self.tables: dict[str, LiveTable] = {}
        self.closing = False
        # Those who hear of things are above this room, and add themselves to these lists.
        self.when_rated: list[Callable[[], Awaitable[None]]] = []  # hear that rated games have ended
        self.unheard_news: list[Callable[[str], Awaitable[None]]] = []  # hear whose wishes about chat have changed
        self.names_gone: list[Callable[[set[str]], Awaitable[None]]] = []  # hear who goes by these names no more
        self.hang_up: Callable[[str, str | None], None] = lambda player, session: None  # of a device that is signed out
        self.when_over: list[Callable[[LiveTable], None]] = []  # hear of every game that ends here
        self.may_speak: Callable[[str], bool] = lambda player: True  # whom the host of the server has silenced
        self.when_asked: list[Callable[[LiveTable], None]] = []  # hear whose turn it is, whenever that may have changed
        self.club_news: list[Callable[[str], None]] = []  # hear of every tournament that another process changed
        self.desk_news: list[Callable[[str], Awaitable[None]]] = []  # hear of acts at the desk of another process
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.lists = LobbyLists(self)
        self._housekeeping = Rounds(self._keep_house, ROUNDS_SECONDS, "housekeeping failed")
        self._background: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Gets everything ready, then takes up the tables that were left in the middle of something."""
        warm_rules()
        self.bot_pool.warm()
        self._housekeeping.open()

    async def close(self) -> None:
        """Stops bots and clocks; everything that was acknowledged is on disk already."""
        self.closing = True
        await self._housekeeping.close()
        tasks = [self.lists.task, *(table.thinking for table in self.tables.values())]
        for table in self.tables.values():
            autopilot.stop_timers(table)
        running = [task for task in (*tasks, *self._background) if task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self.bot_pool.close()

    def in_background(self, work: Awaitable[None]) -> None:
        """Does something that nobody waits for; what goes wrong is logged."""

        async def guarded() -> None:
            try:
                await work
            except Exception:
                log.exception("background work failed")

        task = asyncio.create_task(guarded())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    @property
    def alone(self) -> bool:
        """Whether no other process is on this database."""
        return isinstance(self.sync, NoSync)

    async def publish(self, table: str, message: dict[str, object]) -> None:
        """Tells the other processes on this database about a table."""
        await self.sync.publish({"from": self.process, "table": table, **message})

    # Tables.

    async def table(self, table: str) -> LiveTable:
        """A table by its id; Refusal where there is none."""
        live = self.tables.get(table)
        if live is None:
            if not (0 < len(table) <= 40 and table.isascii() and table.isalnum()):
                raise no_table()
            task = self._loading.get(table)
            if task is None:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(task)
            if live is None:
                raise no_table()
        live.touched = time.monotonic()
        if not self.alone:
            await self._freshen(live)
        return live

    async def _freshen(self, live: LiveTable) -> None:
        """Reads a table again if another process has changed it and its message is still on the way."""
        said = max((line.id for line in live.chat), default=0)
        if await self.store.freshness(live.id) != (live.row.revision, live.version, said):
            await self.read_again(live)

    async def read_again(self, live: LiveTable) -> None:
        """Reads all of a table that another process may have changed, and tells the news."""
        async with live.lock:
            await self.reload(live)
        for line in await self.store.chat(live.id):
            live.hear(line)
        live.tell_table(self.now())

    async def read_people_again(self, live: LiveTable) -> None:
        """Reads a table again where people have other ids or names than they had: an account took over, or is gone."""
        async with live.lock:
            await self.reload(live)
            live.chat = await self.store.chat(live.id)
            if live.ledger is not None:
                live.begin(live.ledger.entries)
                live.tell_log(0, self.now())
        live.tell_table(self.now())

    async def _load(self, table: str) -> LiveTable | None:
        found = await self.store.whole(table)
        if found is None:
            return None
        row = found.table
        try:
            live = LiveTable(row, found.seats, found.chat)
            if row.status != "open":
                live.begin(found.entries)
        except Exception as error:
            log.error("a table is damaged; `mergemaker db check` says how", extra={"table": table})
            raise BrokenLog(table) from error
        if isinstance(self.now, SteadyClock):
            self.now.catch_up(max([row.changed, *(entry.at for entry in found.entries[-1:])]))
        live.touched = time.monotonic()
        self.tables[table] = live
        await self.publish(table, {"what": "who"})
        if live.over and row.status == "running":  # stopped between the last action and the note of it
            self.in_background(self.note_end(live))
        autopilot.wake(self, live)
        return live

    async def reload(self, live: LiveTable) -> None:
        """Reads a table again, because another process changed it or a write went wrong; listeners hear the news."""
        found = await self.store.table(live.id)
        if found is None:
            raise no_table()
        live.row, live.seats = found
        if live.row.status == "open":
            return
        before = live.version
        if live.ledger is None:
            live.begin(await self.store.entries(live.id))
            live.tell_log(0, self.now())
        else:
            live.grow(await self.store.entries(live.id, before))
            if live.version > before:
                live.tell_log(before, self.now())

    async def change(
        self,
        live: LiveTable,
        change: Callable[[], None],
        *,
        tell: bool = True,
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Changes a table and its seats: `change` does it in memory, or refuses, and what is different is written.

        `also` is written in the same transaction.

        The table's lock must be held. If another process was faster, the table is read again and `change` asked again.
        """
        for _ in range(TRIES):
            row, seats = msgspec.structs.replace(live.row), [msgspec.structs.replace(seat) for seat in live.seats]
            try:
                change()
                live.row.changed = self.now()
                changed = [seat for seat, before in zip(live.seats, seats, strict=True) if seat != before]
                await self.store.change_table(live.row, changed, also)
                break
            except Conflict:
                await self.reload(live)
            except Refusal:
                live.row, live.seats = row, seats
                raise
            except Exception:
                live.row, live.seats = row, seats
                log.exception("a table could not be written")
                raise busy() from None
        else:
            raise busy()
        if tell:
            live.tell_table(self.now())
        self.lists.changed()
        await self.publish(live.id, {"what": "row"})
        self.tell_presence(live)  # a watcher may have become a player

    async def change_own_seat(
        self, live: LiveTable, player: str, change: Callable[[StoredSeat], None], *, tell: bool = True
    ) -> None:
        """Changes the seat that somebody has, under the table's lock; Refusal where they have none."""
        async with live.lock:
            await self.change(live, lambda: change(live.own_seat(player)), tell=tell)

    async def append(
        self, live: LiveTable, entries: list[StoredEntry], acknowledge: Callable[[], None] | None = None
    ) -> None:
        """Writes entries to a table's log, then applies them, then tells everybody, the sender first.

        Conflict: somebody was faster. The table's lock must be held.
        """
        before = live.version
        try:
            await self.store.append(live.id, entries)
        except Conflict:
            await self.reload(live)
            raise
        except Exception:
            log.exception("a log could not be written")
            # It may have been written all the same; what is on disk decides.
            await self.reload(live)
            raise busy() from None
        live.grow(entries)
        if acknowledge is not None:
            acknowledge()
        live.tell_log(before, self.now())
        if not self.alone:
            self.in_background(self.publish(live.id, {"what": "log", "entries": msgspec.to_builtins(entries)}))
        if live.over:
            await self.note_end(live)

    async def note_end(self, live: LiveTable) -> None:
        """Notes that a game is over."""

        def over() -> None:
            live.row.status = "finished"
            assert live.ledger is not None
            live.row.finished = live.row.finished or live.ledger.entries[-1].at
            live.row.due = None

        def note(connection: Connection) -> None:
            found = game_result(live, bots)
            if found is not None:
                keep_game(connection, *found)

        players = [seat.player for seat in live.seats if seat.player]
        bots = {one.player for one in (await self.accounts.accounts_of(players)).values() if one.kind == "bot"}
        try:
            await self.change(live, over, also=note)
            for count in self.when_rated if live.row.rated else ():
                self.in_background(count())
        except Refusal:
            log.warning("the end of a game could not be noted; the next load will", extra={"table": live.id})
        for hear in self.when_over:
            hear(live)

    # People.

    async def name_of(self, player: str) -> str | None:
        """The name that a player goes by."""
        known = await self.store.player(player)
        return known.name if known else None

    async def need_name(self, player: str, given: str | None) -> str:
        """A player's name: the one given now, which is remembered, or the one remembered.

        An account goes by its handle whatever is given; a guest whose name looks like somebody's handle is called a
        guest, so that nobody is taken for somebody else.
        """
        account = await self.accounts.account(player)
        if account is not None:
            return account.name
        if given is None:
            name = await self.name_of(player)
            if name is None:
                raise Refusal("no-name", "Say what you are called first.", 400)
            return name
        name = need_name(given)
        looks = looks_of(name)
        if any(looks) and await self.accounts.with_handle(looks, self.now()) is not None:
            name = f"{name[:32]} (guest)"
        await self.store.keep_player(StoredPlayer(player, name, self.now()))
        return name

    # Connections.

    def arrive(self, live: LiveTable, listener: Listener) -> None:
        """Somebody connects to a table."""
        was_deserted, left = live.deserted, live.deserted_at
        live.listeners.add(listener)
        self._attendance_changed(live, listener)
        if was_deserted and not live.deserted:
            self.in_background(autopilot.go_on(self, live, left))

    def depart(self, live: LiveTable, listener: Listener) -> None:
        """A connection ends."""
        live.listeners.discard(listener)
        seat = live.seat_of(listener.player)
        self._attendance_changed(live, listener)
        if seat is not None:
            seen = live.away_since(listener.player) or self.now()
            live.seats[seat].looked, live.seats[seat].seen = live.version, seen
            self.in_background(self.store.looked(live.id, seat, live.version, seen))
        autopilot.wake(self, live)

    def _attendance_changed(self, live: LiveTable, listener: Listener) -> None:
        """Tells everybody at once when a player comes or goes; how many watch, once in a while is enough."""
        if live.seat_of(listener.player) is not None or (listener.player and listener.player == live.row.host):
            self.presence_changed(live)
        elif live.watch_timer is None:
            live.watch_timer = asyncio.get_running_loop().call_later(WATCHERS_SECONDS, self._tell_watchers, live)

    def _tell_watchers(self, live: LiveTable) -> None:
        live.watch_timer = None
        if not self.closing:
            live.tell_table(self.now())
            self.tell_presence(live)

    def presence_changed(self, live: LiveTable) -> None:
        """Tells everybody who is there, and again when those who are not have been away for long."""
        if not self.closing:
            live.note_presence(self.now())
            live.tell_table(self.now())
            self.tell_presence(live)
            autopilot.watch_absence(self, live)

    def tell_presence(self, live: LiveTable) -> None:
        """Tells the other processes who is connected here."""
        if self.alone:
            return
        people: dict[str, bool] = {}
        for listener in live.listeners:
            if live.seat_of(listener.player) is not None or listener.player == live.row.host:
                people[listener.player] = people.get(listener.player, False) or listener.here
        watchers = len({p.player for p in live.listeners if live.seat_of(p.player) is None})
        self.in_background(self.publish(live.id, {"what": "presence", "people": people, "watchers": watchers}))

    async def tables_of(self, tables: list[str]) -> list[LiveTable]:
        """Tables by their ids; one that is damaged is left out."""
        found = []
        for table in tables:
            try:
                found.append(await self.table(table))
            except MergemakerError:
                log.warning("a table can't be listed", extra={"table": table})
        return found

    # Housekeeping.

    async def _keep_house(self) -> None:
        await self.tables_of([table for table in await self.store.due(self.now()) if table not in self.tables])
        self._let_go()
        await self._refresh()

    async def _refresh(self) -> None:
        """Says again who is here, and forgets processes that have not done so for long: they are gone."""
        for live in list(self.tables.values()):
            if live.listeners and not self.alone:
                await self._freshen(live)  # a process that was killed may have written without a word
                self.tell_presence(live)
            silent = [name for name, (at, _, _) in live.elsewhere.items() if self.now() - at > SILENT_AFTER]
            for name in silent:
                del live.elsewhere[name]
            if silent:
                live.tell_table(self.now())

    def _let_go(self) -> None:
        """Forgets tables that nobody uses; the store has them."""
        for live in list(self.tables.values()):
            idle = time.monotonic() - live.touched > IDLE_SECONDS
            if idle and not (live.listeners or live.lock.locked() or autopilot.at_work(live)):
                autopilot.stop_timers(live)
                del self.tables[live.id]
                if live.row.status == "running":
                    # Only a clock of days runs out while nobody is there; a table without one waits for people.
                    due = live.deadline() if live.clock.kind == "days" else None
                    self.in_background(self.store.set_due(live.id, due or NEVER))
