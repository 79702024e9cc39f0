"""Clients for measuring: connections that cost next to nothing, so that the time measured is the server's.

They speak as much of HTTP and of WebSocket as our own servers need, and trust them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from struct import pack, unpack_from
from typing import Any

import msgspec

HOST = "127.0.0.1"
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Wire(asyncio.Protocol):
    """A WebSocket connection; `hear` gets each text message."""

    def __init__(self, head: bytes, hear: Callable[[bytes], None]) -> None:
        self._head = head
        self._hear = hear
        self._transport: Any = None
        self._unread = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for a WebSocket."""
        self._transport = transport
        self._transport.write(self._head)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server hung up, or we did."""
        self.lost = True
        if not self.open.done():
            self.open.set_exception(ConnectionError("The server hung up."))

    def data_received(self, data: bytes) -> None:
        """Reads as many frames as are there."""
        data = self._unread + data if self._unread else data
        at = 0
        if not self.open.done():
            head, found, _ = data.partition(b"\r\n\r\n")
            if not found:
                self._unread = data
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(head.decode(errors="replace")[:200]))
                return
            self.open.set_result(None)
            at = len(head) + 4
        while len(data) - at >= 2:
            kind, length, start = data[at] & 15, data[at + 1], at + 2
            if length == 126:
                if len(data) - at < 4:
                    break
                (length,), start = unpack_from("!H", data, start), at + 4
            elif length == 127:
                if len(data) - at < 10:
                    break
                (length,), start = unpack_from("!Q", data, start), at + 10
            if len(data) - start < length:
                break
            at = start + length
            self._take(kind, data[start:at])
        self._unread = data[at:]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == _TEXT:
            self._hear(payload)
        elif kind == _PING:
            self._write(_PONG, payload)
        elif kind == _CLOSE:
            self._transport.close()

    def send(self, text: bytes) -> None:
        """Sends a text message."""
        self._write(_TEXT, text)

    def _write(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        size = pack("!B", 128 | length) if length < 126 else pack("!BH", 128 | 126, length)
        self._transport.write(b"%c%b\0\0\0\0%b" % (128 | kind, size, payload))  # a mask of zeros changes nothing

    def close(self) -> None:
        """Hangs up."""
        self._transport.close()


async def connect(port: int, path: str, hear: Callable[[bytes], None], token: str | None = None) -> Wire:
    """An open WebSocket connection."""
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{_bearer(token)}"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(head, hear), HOST, port)
    await wire.open
    return wire


async def get(port: int, path: str, token: str | None = None) -> Any:
    """The answer to a GET over a connection of its own."""
    head = f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n{_bearer(token)}Connection: close\r\n\r\n"
    return await _ask(port, head.encode())


async def post(port: int, path: str, body: dict[str, Any], token: str | None = None) -> Any:
    """The answer to a POST over a connection of its own."""
    data = msgspec.json.encode(body)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nContent-Type: application/json\r\n{_bearer(token)}"
        f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n"
    )
    return await _ask(port, head.encode() + data)


async def _ask(port: int, request: bytes) -> Any:
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    head, _, content = answer.partition(b"\r\n\r\n")
    if b" 20" not in head[:15]:
        raise ConnectionError(content.decode(errors="replace")[:200])
    return msgspec.json.decode(content)


def _bearer(token: str | None) -> str:
    return f"Authorization: Bearer {token}\r\n" if token else ""
