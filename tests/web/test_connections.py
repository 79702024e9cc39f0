"""Connections that say nothing, or far too much: they are closed, and others are served meanwhile."""

import asyncio
import json
import logging
import os
import resource
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from databases import sqlite_url
from mergemaker.web.log_format import FloodFilter
from mergemaker.web.transport import connections, frame_meter, socket_protocol
from mergemaker.web.transport.connections import Connections, GuardedHttp
from mergemaker.web.transport.frame_meter import FrameMeter
from quick_tables import QuickBotPool
from servers import Client, Process, Seated, Served, served

HALF = b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "


async def closed_by_server(reader: asyncio.StreamReader) -> bytes:
    """What the server said before it closed the connection."""
    async with asyncio.timeout(30):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "READ_SECONDS", "SWEEP_SECONDS"):
        monkeypatch.setattr(connections, name, 0.05)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        HALF,
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ],
    ids=["silent", "half a header", "half a body"],
)
async def test_a_connection_that_does_not_go_on_is_closed(said: bytes, server: Served, hasty: None):
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(said)
    await writer.drain()
    assert await closed_by_server(reader) == b""
    writer.close()


async def test_a_connection_may_be_used_again_and_again_but_not_by_halves(
    server: Served, monkeypatch: pytest.MonkeyPatch
):
    made: list[GuardedHttp] = []
    let_in = Connections.let_in

    def noted(self: Connections, protocol: GuardedHttp, transport: Any) -> bool:
        made.append(protocol)
        return let_in(self, protocol, transport)

    monkeypatch.setattr(Connections, "let_in", noted)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    later = asyncio.get_running_loop().time() + 1000
    for _ in range(3):
        writer.write(b"GET /api/none HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"There is nothing here." in await reader.readuntil(b"}")
        assert made[0].waits
        assert not made[0].is_overdue(later)  # how long it may be idle, uvicorn knows
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.05)
    monkeypatch.setattr(connections, "SWEEP_SECONDS", 0.05)
    writer.write(HALF)
    await writer.drain()
    assert await closed_by_server(reader) == b""
    assert len(made) == 1
    writer.close()


async def test_where_there_are_too_many_a_silent_one_makes_room(server: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "most_connections", lambda: 4)
    silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(6)]
    async with httpx.AsyncClient(base_url=server.http) as http:
        assert (await http.get("/health")).status_code == 200
    assert await closed_by_server(silent[0][0]) == b""
    for _, writer in silent:
        writer.close()


async def test_one_address_has_so_many_connections_unless_it_is_a_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(connections, "MOST_OF_ONE", 2)
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.1")
    async with served(tmp_path, bot_pool=QuickBotPool(), limits=1) as server:
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(3)]
        assert await closed_by_server(held[2][0]) == b""
        held[0][1].close()
        async with httpx.AsyncClient(base_url=server.http) as http:
            answer = None
            while answer is None:
                try:
                    answer = await http.get("/health")
                except httpx.TransportError:  # the one that was closed is not counted out yet
                    await asyncio.sleep(0.01)
        for _, writer in held:
            writer.close()
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    async with served(tmp_path, bot_pool=QuickBotPool(), limits=1) as server:
        through_proxy = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(4)]
        through_proxy[3][1].write(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert b"200 OK" in await closed_by_server(through_proxy[3][0])
        for _, writer in through_proxy:
            writer.close()


async def test_sockets_are_counted_until_they_are_gone(server: Served, monkeypatch: pytest.MonkeyPatch):
    counted: list[Connections] = []
    let_in = Connections.let_in

    def noted(self: Connections, protocol: GuardedHttp, transport: Any) -> bool:
        counted.append(self)
        return let_in(self, protocol, transport)

    monkeypatch.setattr(Connections, "let_in", noted)
    async with connect(f"{server.ws}/ws/lobby") as wire:
        await wire.recv()
        assert len(counted[0]) == 1
        assert not counted[0]._http  # a socket may be silent for as long as it answers pings
    async with asyncio.timeout(30):
        while len(counted[0]):
            await asyncio.sleep(0.01)


async def test_head_is_answered_like_get_without_its_body(server: Served):
    async with httpx.AsyncClient(base_url=server.http) as http:
        for path in ("/health", "/api/editions", "/", "/schema/openapi.json"):
            whole, head = await http.get(path), await http.head(path)
            assert (head.status_code, head.content) == (whole.status_code, b"")
            assert head.headers["content-type"] == whole.headers["content-type"]
        assert (await http.head("/api/none")).status_code == 404


# Sockets.


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 100_000])
def test_frames_are_counted_however_they_are_cut(size: int):
    sent = [
        Frame(Opcode.PING, b""),
        Frame(Opcode.TEXT, b"x" * 125),
        Frame(Opcode.TEXT, b"x" * 126, fin=False),
        Frame(Opcode.CONT, b"", fin=False),
        Frame(Opcode.CONT, b"x" * 70_000),
        Frame(Opcode.PONG, b"123"),
    ]
    stream = b"".join(frame.serialize(mask=True) for frame in sent)
    meter = FrameMeter()
    assert sum(meter.frames_in(stream[at : at + size]) for at in range(0, len(stream), size)) == len(sent)


FLOODS = {
    "pings": [Frame(Opcode.PING, b"")],
    "pongs": [Frame(Opcode.PONG, b"")],
    "empty parts": [Frame(Opcode.TEXT, b"", fin=False), *[Frame(Opcode.CONT, b"", fin=False)] * 600],
}


@pytest.mark.parametrize("way", ["fast", "public"])
@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_frames_is_cut_off(kind: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    if way == "public":
        monkeypatch.setattr(socket_protocol, "KNOWN", {"uvicorn": ("none",)})
    monkeypatch.setattr(frame_meter, "GRACE", 0.01)
    async with served(tmp_path, bot_pool=QuickBotPool(), limits=1) as server:
        ann = await Client.new(server, "Ann")
        table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
        frames = FLOODS[kind]
        data = b"".join(frame.serialize(mask=True) for frame in (frames * 600)[:601])
        async with ann.at(table) as socket:
            assert (await socket.say("ping"))["type"] == "pong"
            socket.wire.transport.write(data)
            assert await socket.closed() == 4429
        async with connect(f"{server.ws}/ws/lobby") as wire:  # nobody in particular
            await wire.recv()
            wire.transport.write(data)
            assert await Seated(wire).closed() == 4429
            assert (await ann.get("/health"))["status"] == "ok"


async def test_a_flood_of_messages_is_closed_as_such_and_what_was_done_is_answered(tmp_path: Path):
    async with served(tmp_path, bot_pool=QuickBotPool(), limits=1) as server:
        ann = await Client.new(server, "Ann")
        table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
        async with ann.at(table) as socket:
            for at in range(100):
                await socket.wire.send(json.dumps({"do": "ping", "id": f"p{at}"}))
            assert await socket.closed() == 4429
            heard = [json.loads(text) for text in socket.unread]
    answers = [message["id"] for message in heard if message["type"] in ("pong", "refusal")]
    assert answers == [f"p{at}" for at in range(len(answers))]
    assert len(answers) >= 60  # 40 at once, then 20 refusals


async def test_chat_is_limited_by_person(tmp_path: Path):
    async with served(tmp_path, bot_pool=QuickBotPool(), limits=1) as server:
        ann = await Client.new(server, "Ann")
        table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
        async with ann.at(table) as socket:
            codes = [(await socket.say("chat", text="spam")).get("code") for _ in range(7)]
            assert "too-often" in codes


async def test_a_game_is_played_over_the_public_way_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(socket_protocol, "KNOWN", {"uvicorn": ("none",)})
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        ann, bob = await Client.new(server, "Ann"), await Client.new(server, "Bob")
        table = (await ann.post("/api/tables", seats=[None, None], edition="1999"))["table"]["id"]
        await bob.post(f"/api/tables/{table}/join")
        await ann.post(f"/api/tables/{table}/start")
        async with ann.at(table) as one, bob.at(table) as two:
            assert all(line._direct is None for line in server.context.lines)
            seats = (one, two)
            for _ in range(20):
                view = one.latest["view"]
                mover = seats[view["to_act"]]
                assert (await mover.play(mover.latest["view"]["actions"][0]))["type"] == "ack"
                version = one.latest["version"]
                for seat in seats:
                    while seat.latest["version"] <= version:
                        await seat.hear("update")
            assert one.latest["version"] == two.latest["version"] == 20


def test_the_fast_way_is_for_the_versions_it_was_written_for(monkeypatch: pytest.MonkeyPatch):
    installed = {"uvicorn": "0.54.0", "websockets": "17.4"}
    monkeypatch.setattr(socket_protocol, "version", installed.__getitem__)
    assert socket_protocol.socket_protocol().__name__ == "FastSocket"
    for name, other in (("uvicorn", "0.30.6"), ("uvicorn", "0.540.0"), ("websockets", "12.0"), ("websockets", "18.0")):
        monkeypatch.setitem(installed, name, other)
        assert socket_protocol.socket_protocol().__name__ == "PlainSocket"
        monkeypatch.undo()
        monkeypatch.setattr(socket_protocol, "version", installed.__getitem__)


# Logs.


def test_a_log_can_not_be_flooded():
    flood = FloodFilter(most=3, seconds=10)

    def said(message: str, at: float) -> logging.LogRecord | None:
        record = logging.LogRecord("x", logging.WARNING, "", 0, message, (), None)
        record.created = at
        return record if flood.filter(record) else None

    assert [said("again", at) is not None for at in range(6)] == [True, True, True, False, False, False]
    assert said("something else", 5) is not None
    later = said("again", 11)
    assert later is not None
    assert vars(later)["kept_back"] == 3


@pytest.mark.soak
async def test_a_thousand_half_requests_leave_the_server_reachable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """They once made it unreachable. `pytest -m soak -k half -s` shows the figures."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    monkeypatch.setattr(connections, "most_connections", lambda: 1024 - connections.SPARE_FILES)
    try:
        async with served(tmp_path, bot_pool=QuickBotPool()) as server, AsyncExitStack() as stack:
            for _ in range(1200):
                _, writer = await asyncio.open_connection("127.0.0.1", server.port)
                stack.callback(writer.close)
                writer.write(HALF)
            waits = []
            async with httpx.AsyncClient(base_url=server.http) as http:
                for _ in range(50):
                    asked = time.monotonic()
                    assert (await http.get("/health")).status_code == 200
                    waits.append(1000 * (time.monotonic() - asked))
            print(f"/health after 1,200 half requests: {sorted(waits)[25]:.0f} ms, at most {max(waits):.0f} ms")  # noqa: T201
            assert len(list(Path("/proc/self/fd").iterdir())) < 1200 + 1024
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.soak
async def test_a_long_flood_of_pings_holds_up_nobody(tmp_path: Path):
    async with served(tmp_path, bot_pool=QuickBotPool(), limits=1) as server:
        ping = Frame(Opcode.PING, b"").serialize(mask=True) * 10_000
        waits = []
        for _ in range(50):
            async with connect(f"{server.ws}/ws/lobby", ping_interval=None) as wire:
                await wire.recv()
                for _ in range(20):  # 200,000
                    wire.transport.write(ping)
                async with httpx.AsyncClient(base_url=server.http) as http:
                    asked = time.monotonic()
                    assert (await http.get("/health")).status_code in (200, 429)
                    waits.append(1000 * (time.monotonic() - asked))
                assert await Seated(wire).closed() in (4429, 1006)
        print(f"/health under 50 × 200,000 pings: {sorted(waits)[25]:.0f} ms, at most {max(waits):.0f} ms")  # noqa: T201


@pytest.mark.soak
async def test_two_thousand_idle_watchers_cost_little_and_what_they_had_is_used_again(tmp_path: Path):
    """They once cost 600 MB, for good. `pytest -m soak -k watchers -s` shows the figures."""
    server = await Process(sqlite_url(tmp_path)).ready()  # with no limits: they all come from here

    def megabytes() -> float:
        pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    try:
        ann = await Client.new(server.served, "Ann")
        table = (await ann.post("/api/tables", seats=[None, "clerk"], public=True))["table"]["id"]
        await ann.post(f"/api/tables/{table}/start")
        async with ann.at(table):
            pass
        figures = [megabytes()]
        idle: dict[str, Any] = {
            "ping_interval": None,
            "compression": None,
            "open_timeout": None,
        }  # however busy the machine is
        for _ in range(2):
            watchers = []
            for _ in range(2000):
                wire = await connect(f"{server.served.ws}/ws/tables/{table}", **idle)
                watchers.append((wire, asyncio.create_task(_listen(wire))))
            figures.append(megabytes())
            for wire, listening in watchers:
                wire.transport.abort()
                await listening
            async with asyncio.timeout(60):
                while (await ann.get(f"/api/tables/{table}"))["table"]["watchers"]:
                    await asyncio.sleep(0.1)
        before, first, second = figures
        print(f"before {before:.0f} MB, with 2,000 watchers {first:.0f} MB, with the next 2,000 {second:.0f} MB")  # noqa: T201
        assert first - before < 200
        assert second - first < 30  # what the first ones had is used again
        await ann.close()
    finally:
        server.kill()


async def _listen(wire: ClientConnection) -> None:
    """Reads whatever comes, until the connection is no more."""
    with suppress(ConnectionClosed):
        async for _ in wire:
            pass
