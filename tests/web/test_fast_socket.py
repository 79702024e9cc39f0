"""Messages written directly to a socket: whole, in order, and never waiting for somebody who does not read."""

import asyncio
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from mergemaker.bench.server_clients import Wire, post
from mergemaker.bench.server_clients import connect as connect_barely
from mergemaker.web.transport.sockets import TOO_SLOW, Line
from servers import Served


async def line_of(server: Served, known: set[Any]) -> Line:
    """The line of a connection that has just been made."""
    async with asyncio.timeout(60):
        while not server.context.lines - known:
            await asyncio.sleep(0.005)
    (line,) = server.context.lines - known
    assert isinstance(line, Line)
    return line


async def test_messages_of_every_length_arrive_whole_and_in_order(server: Served):
    async with connect(f"{server.ws}/ws/lobby", max_size=None, compression=None) as wire:
        line = await line_of(server, set())
        assert line._direct is not None
        await wire.recv()  # the lists
        sent = [str(length % 10) * length for length in (1, 125, 126, 127, 65_535, 65_536, 200_000, 3)]
        for message in sent:
            line.send(message.encode())
        async with asyncio.timeout(60):
            assert [await wire.recv() for _ in sent] == sent


async def test_a_slow_reader_is_cut_off_and_others_miss_nothing(server: Served):
    heard: list[bytes] = []

    def hear(message: bytes) -> None:
        if message.endswith(b"."):  # the rest are the lists
            heard.append(message)

    quick = await connect_barely(server.port, "/ws/lobby", hear)
    quick_line = await line_of(server, set())
    slow: Wire = await connect_barely(server.port, "/ws/lobby", lambda _: None)
    slow_line = await line_of(server, {quick_line})
    slow._transport.pause_reading()
    sent: list[bytes] = []
    async with asyncio.timeout(120):
        while slow_line.closing is None:
            message = b"%d" % len(sent) + b"." * 50_000
            sent.append(message)
            slow_line.send(message)
            quick_line.send(message)
            while len(heard) < len(sent):
                await asyncio.sleep(0)
        assert slow_line.closing == TOO_SLOW
        assert quick_line.closing is None
        assert heard == sent
        slow.close()
        while slow_line in server.context.lines:
            await asyncio.sleep(0.005)
    quick.close()


def frame(payload: bytes, first: int = 0x81, mask: bytes = b"\x01\x80\xff\x37") -> bytes:
    """A client's frame; not the last of its message, or of another kind, if `first` says so."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0xFE]) + len(payload).to_bytes(2, "big")
    return bytes([first]) + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


def ping(number: int) -> bytes:
    """A message that is answered with its id."""
    return b'{"do":"ping","id":"%d"}' % number


# The second half of this one, from the second byte of a letter on, looks like a frame of its own.
TWO_FACED = frame('{"do":"ping","id":"1\u104a"}'.encode() + b" " * 12, mask=b"\0\0\0\0")
CUT = TWO_FACED.index(b"\x81\x8a")


@pytest.mark.parametrize(
    "pieces",
    [
        [frame(ping(1)), frame(ping(2)), frame(ping(3))],
        [frame(ping(1)) + frame(ping(2)), frame(ping(3))],
        [frame(ping(1))[:3], frame(ping(1))[3:], frame(ping(2)), frame(ping(3))],
        [TWO_FACED[:CUT], TWO_FACED[CUT:], frame(ping(2)), frame(ping(3))],
        [frame(ping(1)) + frame(ping(2))[:9], frame(ping(2))[9:] + frame(ping(3))],
        [frame(ping(1)[:8], 0x01), frame(ping(1)[8:], 0x80), frame(ping(2)), frame(ping(3))],
        [
            frame(ping(1)[:8], 0x01),
            frame(b"are you there", 0x89),
            frame(ping(1)[8:], 0x80),
            frame(ping(2) + b" " * 200),
            frame(ping(3)),
        ],
    ],
    ids=["alone", "together", "in pieces", "two-faced", "overlapping", "fragmented", "interrupted"],
)
async def test_a_client_may_cut_its_messages_as_it_likes(server: Served, pieces: list[bytes]):
    table = (await server_table(server))["table"]["id"]
    heard: list[Any] = []
    wire = await connect_barely(
        server.port, f"/ws/tables/{table}", lambda text: heard.append(msgspec.json.decode(text))
    )
    async with asyncio.timeout(60):
        for piece in pieces:
            wire._transport.write(piece)
            for _ in range(5):  # so that pieces come one by one where they can; together they must do as well
                await asyncio.sleep(0)
        while sum(message["type"] == "pong" for message in heard) < 3:
            await asyncio.sleep(0.005)
    assert [message["id"].rstrip("\u104a") for message in heard if message["type"] == "pong"] == ["1", "2", "3"]
    wire.close()


async def test_a_message_inside_another_ends_the_connection(server: Served):
    table = (await server_table(server))["table"]["id"]
    heard: list[bytes] = []
    wire = await connect_barely(server.port, f"/ws/tables/{table}", heard.append)
    async with asyncio.timeout(60):
        wire._transport.write(frame(ping(1)[:8], 0x01))
        for _ in range(5):
            await asyncio.sleep(0)
        wire._transport.write(frame(ping(2)))
        while not wire.lost:
            await asyncio.sleep(0.005)
    assert not any(b"pong" in message for message in heard)


async def server_table(server: Served) -> Any:
    token = (await post(server.port, "/api/accounts", {"name": "Ann"}))["token"]
    return await post(server.port, "/api/tables", {"seats": [None, "clerk"]}, token)
