"""Frames over a WebSocket, counted before anybody reads them, so that a flood is cut off while it is cheap.

Messages are limited where they are understood (`sockets.py`). But pings, pongs and empty parts of messages never get
there, and answering or keeping each of them costs more than sending it. Here only their headers are looked at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from struct import pack
from typing import Any

from mergemaker.web.transport.rate_limits import Limit

BURST, EACH_SECOND = 400, 100  # frames of one connection; our page sends ten messages a second at most
GRACE = 1.0  # seconds in which answers to what came before a flood may still be written
TOO_MANY = 4429


class FrameMeter:
    """Counts the frames in a stream of bytes that comes in pieces."""

    def __init__(self) -> None:
        self._skip = 0  # bytes of the last frame that are still to come
        self._part = b""  # of a header that came in two pieces

    def frames_in(self, data: bytes) -> int:
        """How many frames begin in this piece, one whose header is not complete left for the next."""
        data = self._part + data
        at, found, end = self._skip, 0, len(data)
        while at + 1 < end:
            length = data[at + 1] & 0x7F
            more = {126: 2, 127: 8}.get(length, 0)
            head = 2 + more + (4 if data[at + 1] & 0x80 else 0)
            if at + head > end:
                break
            if more:
                length = int.from_bytes(data[at + 2 : at + 2 + more], "big")
            at += head + length
            found += 1
        self._part = data[at:]
        self._skip = max(0, at - end)
        return found


class MeteredSocket(asyncio.Protocol):
    """What uvicorn's WebSocket protocols get besides: a count of frames, and word to whoever counts connections."""

    config: Any
    transport: Any
    on_lost: Callable[[], None] | None = None
    _meter: FrameMeter | None = None
    _limit: Limit
    flooded = False

    def data_received(self, data: bytes) -> None:
        """Hands data on, unless there are too many frames in it."""
        if self._meter is None:  # the first piece is the request to open the socket
            self._meter = FrameMeter()
            self._limit = Limit(BURST, EACH_SECOND, getattr(self.config, "limits", 1.0))
        else:
            if self.flooded:
                return
            frames = self._meter.frames_in(data)
            if frames and self._limit.take("", frames):
                self.flooded = True
                self.transport.pause_reading()
                asyncio.get_running_loop().call_later(GRACE, self._cut_off)
                return
        super().data_received(data)

    def _cut_off(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(pack("!BBH", 0x88, 2, TOO_MANY))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Passes it on, and says so to whoever counts."""
        super().connection_lost(exc)
        if self.on_lost is not None:
            self.on_lost()
