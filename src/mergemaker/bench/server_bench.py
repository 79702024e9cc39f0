"""The server's figures, over real sockets on loopback: one server process, SQLite, the clients in this process.

Each table's four connections follow the updates, and whoever must decide sends something legal. Actions are due at
set times whatever the server does, and delays count from when an action was due, so that a server which falls behind
can't hide it. Flat out, the yardstick (`server_processes.py`) is measured in turns with ours, so that whatever else
the machine does disturbs both alike; the processor's time for an action is the figure that other work disturbs least.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec

from mergemaker.bench.figures import Figure
from mergemaker.bench.process_costs import busy_seconds, memory_of
from mergemaker.bench.server_clients import HOST, Wire, connect, post
from mergemaker.rules.words.phrases import counted

SEATS = 4
REBUILT = 300  # actions of the table that is rebuilt
WARM_UP = 3  # seconds
PATIENCE = 10  # seconds for what is under way to come back
ROUNDS = 5  # of ours and the yardstick in turns
LEAD = 0.3  # seconds of each that do not count
AT_ONCE = 8  # tables that are made at the same time
Tell = Callable[[str], None]


class _SeenView(msgspec.Struct):
    actions: list[str] = []


class _Heard(msgspec.Struct):
    """As much of a message as a scripted client needs."""

    type: str
    version: int = 0
    view: _SeenView | None = None


_decode = msgspec.json.Decoder(_Heard).decode


class Load:
    """All tables of a run, and what went on at them."""

    def __init__(self, port: int, tokens: list[str]) -> None:
        self.port = port
        self.tokens = tokens
        self.tables: list[PlayedTable] = []
        self.renewing: set[asyncio.Task[None]] = set()
        self.clear()

    def clear(self) -> None:
        """Counts from nothing."""
        self.sent = 0
        self.acknowledged = 0
        self.refused = 0
        self.held_up = 0  # actions that were due while the one before was under way
        self.late: list[float] = []  # seconds from when an action was due to the last seat's update

    @property
    def lost(self) -> int:
        """Actions that are not acknowledged or not shown to all, and connections that are gone."""
        gone = sum(wire.lost for played in self.tables for wire in played.wires)
        return max(self.sent - self.acknowledged, self.sent - len(self.late)) + gone

    async def come_to_rest(self) -> None:
        """Waits until nothing is under way."""
        end = time.perf_counter() + PATIENCE
        while time.perf_counter() < end and any(played.expected or played.due for played in self.tables):
            await asyncio.sleep(0.02)


class PlayedTable:
    """Four connections at one table."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.number = number
        self.flat_out = False
        self.due: deque[float] = deque()  # when the actions were due that could not be sent yet
        self.wires: list[Wire] = []
        self.expected = 0  # the version that the action under way leads to
        self._dice = random.Random(number)
        self._empty()

    def _empty(self) -> None:
        self.seen = [0] * SEATS
        self.actions: list[list[str]] = [[]] * SEATS
        self._since = 0.0

    async def sit_down(self) -> None:
        """Makes the table and takes its seats, in place of the game before if there was one."""
        load, port, tokens = self.load, self.load.port, self.load.tokens
        for wire in self.wires:
            wire.close()
        self._empty()
        made = await post(port, "/api/tables", {"seats": [None] * SEATS}, tokens[0])
        table = made["table"]["id"]
        for token in tokens[1:]:
            await post(port, f"/api/tables/{table}/join", {}, token)
        await post(port, f"/api/tables/{table}/start", {}, tokens[0])
        self.wires = [
            await connect(port, f"/ws/tables/{table}", lambda text, seat=seat: self._hear(seat, text), tokens[seat])  # type: ignore[misc]
            for seat in range(SEATS)
        ]
        while not any(self.actions):
            await asyncio.sleep(0.01)
        if self not in load.tables:
            load.tables.append(self)

    def _hear(self, seat: int, text: bytes) -> None:
        heard = _decode(text)
        if heard.view is not None:
            self.seen[seat] = heard.version
            self.actions[seat] = heard.view.actions
            if self.expected and min(self.seen) >= self.expected:
                self._arrived()
        elif heard.type == "ack":
            self.load.acknowledged += 1
        elif heard.type == "refusal":
            self.load.refused += 1

    def _arrived(self) -> None:
        """The last seat has the update."""
        self.expected = 0
        self.load.late.append(time.perf_counter() - self._since)
        if not any(self.actions):  # over: a new game
            self.due.clear()
            task = asyncio.create_task(self.sit_down())
            self.load.renewing.add(task)
            task.add_done_callback(self.load.renewing.discard)
        elif self.due:
            self._act(self.due.popleft())
        elif self.flat_out:
            self._act(time.perf_counter())

    def act(self, due: float) -> None:
        """Acts now if it can, and as soon as it can if not."""
        if self.expected:
            self.load.held_up += 1
            self.due.append(due)
        elif any(self.actions):
            self._act(due)

    def _act(self, due: float) -> None:
        seat = next(seat for seat, actions in enumerate(self.actions) if actions)
        # Announcing the end is left until nothing else is, so that games are long.
        action = self._dice.choice([text for text in self.actions[seat] if text != "end"] or ["end"])
        version = self.seen[seat]
        self._since, self.expected = due, version + 1
        self.load.sent += 1
        said = {"do": "play", "id": f"{self.number}-{version}", "version": version, "actions": [action]}
        self.wires[seat].send(msgspec.json.encode(said))


async def _steadily(load: Load, seconds: float) -> None:
    """Every table acts once a second, spread out evenly; then waits for what is under way."""
    start = time.perf_counter()
    for turn in range(round(seconds * len(load.tables))):
        due = start + turn / len(load.tables)
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        elif turn % 50 == 0:
            await asyncio.sleep(0)  # late: what has arrived must be read all the same
        load.tables[turn % len(load.tables)].act(due)
    await load.come_to_rest()


async def _flat_out(load: Load, seconds: float) -> float:
    """Actions a second where every table acts as soon as everybody has seen the last action."""
    for played in load.tables:
        played.flat_out = True
        played.act(time.perf_counter())
    await asyncio.sleep(LEAD)
    before, start = len(load.late), time.perf_counter()
    await asyncio.sleep(seconds)
    rate = (len(load.late) - before) / (time.perf_counter() - start)
    for played in load.tables:
        played.flat_out = False
    await load.come_to_rest()
    return rate


class Echoes:
    """The clients of the yardstick: as many connections as ours has, and as many messages under way at once."""

    def __init__(self) -> None:
        self.count = 0
        self.flat_out = False
        self._wires: list[Wire] = []
        self._under_way = 0

    async def connect(self, port: int, tables: int) -> None:
        """Connects."""
        for at in range(tables * SEATS):
            self._wires.append(await connect(port, "/", lambda _, at=at: self._heard(at)))  # type: ignore[misc]

    def _heard(self, at: int) -> None:
        self.count += 1
        self._under_way -= 1
        if self.flat_out:
            following = at + 1 if (at + 1) % SEATS else at + 1 - SEATS  # the next of its four, as players take turns
            self._say(following)

    def _say(self, at: int) -> None:
        self._under_way += 1
        said = {"do": "play", "id": f"{at}-{self.count}", "version": self.count, "actions": ["place 5C"]}
        self._wires[at].send(msgspec.json.encode(said))

    async def run(self, seconds: float) -> float:
        """Echoes a second."""
        self.flat_out = True
        for at in range(0, len(self._wires), SEATS):
            self._say(at)
        await asyncio.sleep(LEAD)
        before, start = self.count, time.perf_counter()
        await asyncio.sleep(seconds)
        rate = (self.count - before) / (time.perf_counter() - start)
        self.flat_out = False
        end = time.perf_counter() + PATIENCE
        while self._under_way and time.perf_counter() < end:
            await asyncio.sleep(0.02)
        return rate


async def play(tables: int, seconds: float, tell: Tell) -> AsyncIterator[Figure]:
    """The figures of a server with so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        async with running_server("ours", f"{folder}/games.sqlite3") as (port, process):
            tokens = [(await post(port, "/api/accounts", {"name": f"P{n}"}))["token"] for n in range(SEATS)]
            load = Load(port, tokens)
            tell("the first table")
            await PlayedTable(load, 0).sit_down()
            before = memory_of(process)
            await _fill(load, tables, tell)
            async for figure in _steady_figures(load, process, seconds, tell):
                yield figure
            each = (memory_of(process) - before) / max(1, tables - 1)
            yield Figure("memory for each table with its four sockets", each / 1024, "KiB", None, True)
            async with running_server("echo", f"{folder}/echo.sqlite3") as (echo_port, echo_process):
                async for figure in _flat_out_figures(load, process, echo_port, echo_process, seconds, tell):
                    yield figure
    tell(f"rebuilding a table of {REBUILT} actions")
    yield Figure(f"a table of {REBUILT} actions from the store", 1000 * await _rebuild(), "ms", 5, True)


async def _fill(load: Load, tables: int, tell: Tell) -> None:
    """Makes the tables after the first."""
    numbers = iter(range(1, tables))

    async def some() -> None:
        for number in numbers:
            await PlayedTable(load, number).sit_down()
            tell(f"{number} of {tables} tables made")

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def _steady_figures(load: Load, process: int, seconds: float, tell: Tell) -> AsyncIterator[Figure]:
    tables = len(load.tables)
    tell(f"{counted(tables, 'table')}, {tables * SEATS} sockets, each table acting once a second")
    await _steadily(load, WARM_UP)
    load.clear()
    busy = busy_seconds(process)
    await _steadily(load, seconds)
    busy = busy_seconds(process) - busy
    late = sorted(load.late) or [PATIENCE]
    what = f"{counted(tables, 'table')} × {SEATS} seats, {load.sent / seconds:.0f} actions/s"
    yield Figure(f"{what}: refused and lost actions", load.refused + load.lost, "", 0, True)
    yield Figure(f"{what}: median to the last seat's update", 1000 * statistics.median(late), "ms", None, True)
    yield Figure(f"{what}: p99 to the last seat's update", 1000 * late[int(0.99 * len(late))], "ms", 150, True)
    held_up = 100 * load.held_up / max(1, load.sent)
    yield Figure(f"{what}: due before the last had arrived", held_up, "%", None, True)
    yield Figure("the server's processor time for an action", 1000 * busy / max(1, len(late)), "ms", None, True)


async def _flat_out_figures(
    load: Load, process: int, echo_port: int, echo_process: int, seconds: float, tell: Tell
) -> AsyncIterator[Figure]:
    tell("connecting to the yardstick")
    echoes = Echoes()
    await echoes.connect(echo_port, len(load.tables))
    await echoes.run(1)
    load.clear()
    ours, theirs = [], []
    our_time = their_time = 0.0
    answered = echoes.count
    for number in range(1, ROUNDS + 1):
        tell(f"flat out, round {number} of {ROUNDS}")
        our_time -= busy_seconds(process)
        ours.append(await _flat_out(load, seconds / 2 / ROUNDS))
        our_time += busy_seconds(process)
        tell(f"echo after one committed insert, round {number} of {ROUNDS}")
        their_time -= busy_seconds(echo_process)
        theirs.append(await echoes.run(seconds / 2 / ROUNDS))
        their_time += busy_seconds(echo_process)
    rate, bare = statistics.mean(ours), statistics.mean(theirs)
    ratio = rate / bare
    yield Figure("flat out: refused and lost actions", load.refused + load.lost, "", 0, True)
    yield Figure("flat out: actions", rate, "/s", None, False, ratio)
    yield Figure("yardstick: Litestar echo after one committed insert", bare, "/s", None, False)
    yield Figure("flat out, as a share of the yardstick", ratio, "", 0.4, False)
    shares = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    yield Figure(f"the least such share in {ROUNDS} rounds", min(shares), "", None, False)
    yield Figure("flat out: processor time for an action", 1000 * our_time / max(1, len(load.late)), "ms", None, True)
    each = 1000 * their_time / max(1, echoes.count - answered)
    yield Figure("yardstick: processor time for an echo", each, "ms", None, True)


async def _rebuild() -> float:
    """The median of several times that a server needs to load a long table."""
    from mergemaker.bench.long_table import long_table
    from mergemaker.store import Store
    from mergemaker.tables.live_tables import LiveTables

    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/games.sqlite3")
        live_tables = LiveTables(store)
        table = await long_table(live_tables, REBUILT)
        times = []
        for _ in range(20):
            live_tables.tables.clear()
            start = time.perf_counter()
            await live_tables.table(table)
            times.append(time.perf_counter() - start)
        await live_tables.close()
        await store.close()
    return statistics.median(times)


@asynccontextmanager
async def running_server(which: str, file: str) -> AsyncIterator[tuple[int, int]]:
    """One of the servers: its port and its process id. Ctrl-C is for the clients alone, which then stop it."""
    command = [sys.executable, "-m", "mergemaker.bench.server_processes", which, file]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            assert process.stdout is not None
            port = int((await asyncio.to_thread(process.stdout.readline)).split()[-1])
            await _answers(port)
            yield port, process.pid
        finally:
            process.kill()
            process.wait()


async def _answers(port: int) -> None:
    async with asyncio.timeout(60):
        while True:
            try:
                _, writer = await asyncio.open_connection(HOST, port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.05)
