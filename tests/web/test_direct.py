"""Messages written directly to a socket: whole, in order, and never waiting for somebody who does not read."""

import asyncio
from typing import Any

from websockets.asyncio.client import connect

from mergemaker.web.bench_clients import Wire
from mergemaker.web.bench_clients import connect as connect_barely
from mergemaker.web.sockets import TOO_SLOW, Line
from servers import Served


async def line_of(server: Served, known: set[Any]) -> Line:
    """The line of a connection that has just been made."""
    async with asyncio.timeout(60):
        while not server.house.lines - known:
            await asyncio.sleep(0.005)
    (line,) = server.house.lines - known
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
        while slow_line in server.house.lines:
            await asyncio.sleep(0.005)
    quick.close()
