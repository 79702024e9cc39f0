"""The server's figures, over real sockets on loopback: one server process, SQLite, the clients in this process.

Clients are scripted: each table's four connections follow the updates and send whatever is legal first, so that the
time measured is the server's. The yardstick is a Litestar server that echoes a message after one committed insert.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from mergemaker.record.bench import Figure

SEATS = 4
REBUILT = 300  # actions of the table that is rebuilt
Tell = Callable[[str], None]


class _SeenView(msgspec.Struct):
    actions: list[str] = []
    seat: int | None = None


class _Heard(msgspec.Struct):
    """As much of a message as a scripted client needs."""

    type: str
    version: int = 0
    code: str = ""
    view: _SeenView | None = None
    decision: str | None = None


_decode = msgspec.json.Decoder(_Heard).decode


class Load:
    """All tables of a run, and what went on at them."""

    def __init__(self) -> None:
        self.tables: list[PlayedTable] = []
        self.errors = 0
        self.actions = 0
        self.late: list[float] = []  # seconds from sending to the last seat's update


class PlayedTable:
    """Four connections at one table."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.number = number
        self.wires: list[ClientConnection] = []
        self.version = 0
        self.views: list[_SeenView | None] = [None] * SEATS
        self.seen = [0] * SEATS
        self.sent_at = 0.0
        self.flat_out = False
        self.over = False
        self.tasks: list[asyncio.Task[None]] = []

    async def follow(self, seat: int) -> None:
        """Reads a seat's messages."""
        wire = self.wires[seat]
        async for text in wire:
            heard = _decode(text)
            if heard.type in ("welcome", "update"):
                self.views[seat] = heard.view
                self.seen[seat] = heard.version
                if heard.type == "update":
                    self._updated(heard.version)
            elif heard.type == "refusal":
                self.load.errors += 1

    def _updated(self, version: int) -> None:
        if min(self.seen) < version or not self.sent_at:
            return
        self.load.late.append(time.perf_counter() - self.sent_at)
        self.sent_at = 0.0
        self.load.actions += 1
        self.version = version
        if self.flat_out:
            self.tasks.append(asyncio.create_task(self.act()))

    async def act(self) -> None:
        """Somebody whose decision it is sends an action."""
        for seat, view in enumerate(self.views):
            if view is not None and view.actions:
                action = view.actions[0]
                said = {
                    "do": "play",
                    "id": f"{self.number}-{self.version}",
                    "version": self.version,
                    "actions": [action],
                }
                self.sent_at = time.perf_counter()
                await self.wires[seat].send(msgspec.json.encode(said).decode())
                return
        self.over = True


async def _post(port: int, path: str, body: dict[str, Any], token: str | None = None) -> Any:
    """A POST over a connection of its own, without a client library: the standard one would block."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = msgspec.json.encode(body)
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n{bearer}"
        f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode()
        + data
    )
    answer = await reader.read()
    writer.close()
    head, _, content = answer.partition(b"\r\n\r\n")
    if b" 20" not in head[:15]:
        raise RuntimeError(content.decode()[:200])
    return msgspec.json.decode(content)


@asynccontextmanager
async def _server(*command: str) -> AsyncIterator[tuple[int, int]]:
    """A server process: its port and its process id."""
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as process:
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
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.05)


def _memory(process: int) -> int:
    """A process's resident memory in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _busy(process: int) -> float:
    """The seconds that a process has kept a core busy."""
    numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


async def _make_table(port: int, tokens: list[str]) -> str:
    seats = [None] * SEATS
    made = await _post(port, "/api/tables", {"seats": seats}, tokens[0])
    table: str = made["table"]["id"]
    for token in tokens[1:]:
        await _post(port, f"/api/tables/{table}/join", {}, token)
    await _post(port, f"/api/tables/{table}/start", {}, tokens[0])
    return table


async def _sit_down(load: Load, port: int, number: int, tokens: list[str]) -> None:
    table = await _make_table(port, tokens)
    played = PlayedTable(load, number)
    for seat in range(SEATS):
        headers = {"Authorization": f"Bearer {tokens[seat]}"}
        address = f"ws://127.0.0.1:{port}/ws/tables/{table}"
        wire = await connect(address, additional_headers=headers, compression=None, max_queue=None, ping_interval=None)
        played.wires.append(wire)
        played.tasks.append(asyncio.create_task(played.follow(seat)))
    load.tables.append(played)


async def _steadily(load: Load, seconds: float) -> None:
    """Every table acts about once a second, spread out evenly."""
    start = time.perf_counter()
    turn = 0
    while True:
        played = load.tables[turn % len(load.tables)]
        due = start + turn / len(load.tables)
        if due - start >= seconds:
            return
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if not played.over and not played.sent_at:
            await played.act()
        turn += 1


async def play(tables: int, seconds: float, tell: Tell) -> AsyncIterator[Figure]:
    """The figures of a server with so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        command = ("-m", "mergemaker.web.bench", "server", f"sqlite+aiosqlite:///{folder}/games.sqlite3")
        async with _server(*command) as (port, process):
            load = Load()
            tokens = [(await _post(port, "/api/accounts", {"name": f"P{n}"}))["token"] for n in range(SEATS)]
            tell(f"{tables} tables being made")
            await _sit_down(load, port, 0, tokens)
            before = _memory(process)
            for number in range(1, tables):
                await _sit_down(load, port, number, tokens)
            tell(f"{tables} tables, {tables * SEATS} sockets, each table acting once a second")
            await _steadily(load, 2)  # warms up
            load.late.clear()
            load.actions = 0
            busy = _busy(process)
            await _steadily(load, seconds)
            busy = _busy(process) - busy
            await asyncio.sleep(1)
            lost = sum(bool(played.sent_at) for played in load.tables)
            what = f"{tables} tables × {SEATS} seats, {load.actions / seconds:.0f} actions/s"
            yield Figure(f"{what}: errors and lost actions", load.errors + lost, "", 0, True)
            late = sorted(load.late)
            yield Figure(f"{what}: median to the last seat's update", 1000 * statistics.median(late), "ms", 150, True)
            yield Figure(f"{what}: p99 to the last seat's update", 1000 * late[int(0.99 * len(late))], "ms", 150, True)
            yield Figure("the server's own time for an action", 1000 * busy / max(1, load.actions), "ms", 1.5, True)
            each = (_memory(process) - before) / max(1, tables - 1)
            yield Figure("memory for each table with its four sockets", each / 1024, "KiB", 1024, True)
            tell("flat out")
            load.actions = 0
            for played in load.tables:
                played.flat_out = True
                if not played.over and not played.sent_at:
                    await played.act()
            await asyncio.sleep(seconds / 2)
            flat_out = load.actions / (seconds / 2)
            for played in load.tables:
                played.flat_out = False
                for task in played.tasks:
                    task.cancel()
        tell("the yardstick: echo and one committed insert")
        bare = await _echoes(folder, tables, seconds / 2)
        ratio = flat_out / bare
        yield Figure("flat out: actions", flat_out, "/s", 0.4 * bare, False, ratio)
        yield Figure("yardstick: Litestar echo after one committed insert", bare, "/s", 0, False)
        yield Figure("flat out, as a share of the yardstick", ratio, "", 0.4, False)
    tell(f"rebuilding a table of {REBUILT} actions")
    yield Figure(f"a table of {REBUILT} actions from the store", 1000 * await _rebuild(), "ms", 5, True)


async def _echoes(folder: str, connections: int, seconds: float) -> float:
    async with _server("-m", "mergemaker.web.bench", "echo", f"{folder}/echo.sqlite3") as (port, _):
        count = 0

        async def one(number: int) -> None:
            nonlocal count
            async with connect(f"ws://127.0.0.1:{port}/", compression=None, ping_interval=None) as wire:
                for turn in range(1_000_000):
                    await wire.send(f"{number} {turn}")
                    await wire.recv()
                    count += 1

        tasks = [asyncio.create_task(one(number)) for number in range(connections)]
        await asyncio.sleep(2)
        before = count
        await asyncio.sleep(seconds)
        after = count
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return (after - before) / seconds


async def _rebuild() -> float:
    """The best of several times that a club needs to load a long table."""
    from mergemaker.store import Store
    from mergemaker.tables.club import Club
    from mergemaker.web.bench_table import long_table

    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/games.sqlite3")
        club = Club(store)
        table = await long_table(club, REBUILT)
        times = []
        for _ in range(20):
            club.tables.clear()
            start = time.perf_counter()
            await club.table(table)
            times.append(time.perf_counter() - start)
        await club.close()
        await store.close()
    return min(times)


def _run_server(database: str) -> None:
    import uvicorn

    from mergemaker.web.app import create_app
    from mergemaker.web.serving import uvicorn_config
    from mergemaker.web.settings import Settings

    settings = Settings(port=0, database=database, limits=0, bot_pause=0, log_level="error")
    config = uvicorn_config(settings, create_app(settings))
    socket = config.bind_socket()
    sys.stdout.write(f"{socket.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[socket])


def _run_echo(file: str) -> None:
    import aiosqlite
    import uvicorn
    from litestar import Litestar, WebSocket, websocket

    from mergemaker.web.serving import uvicorn_config
    from mergemaker.web.settings import Settings

    kept: dict[str, Any] = {}

    @websocket("/")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        while True:
            text = await socket.receive_data(mode="text")
            async with kept["lock"]:
                await kept["database"].execute("INSERT INTO said (text) VALUES (?)", (text,))
                await kept["database"].commit()
            await socket.send_data(text, mode="text")

    async def begin() -> None:
        kept["lock"] = asyncio.Lock()
        kept["database"] = database = await aiosqlite.connect(file)
        await database.execute("PRAGMA journal_mode=WAL")
        await database.execute("PRAGMA synchronous=FULL")
        await database.execute("CREATE TABLE said (id INTEGER PRIMARY KEY, text TEXT)")
        await database.commit()

    settings = Settings(port=0, log_level="error")
    config = uvicorn_config(settings, Litestar([echo], on_startup=[begin], logging_config=None))
    socket = config.bind_socket()
    sys.stdout.write(f"{socket.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[socket])


if __name__ == "__main__":
    {"server": _run_server, "echo": _run_echo}[sys.argv[1]](sys.argv[2])
