"""Connections, before anything is known of them but their address: how many there may be, and how long each may take.

uvicorn waits for ever for the rest of a request, and takes connections until the process has no file left to open.
Here one that does not say what it wants is closed after a while, and where there are too many, the address that has
most of those loses its oldest. Nothing is read of uvicorn's inside but `cycle`, the request that is being answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from mergemaker.web.transport.frame_meter import MeteredSocket

HEAD_SECONDS = 15.0  # for a request's first line and headers, and for a first request at all
BODY_SECONDS = 15.0  # without a byte of a body that is announced
REQUEST_SECONDS = 60.0  # for a whole request
READ_SECONDS = 60.0  # without a byte of an answer being read
SWEEP_SECONDS = 1.0
SPARE_FILES = 256  # for the database, bot processes, and what is accepted before it can be refused
MOST_OF_ONE = 400  # connections of one address: 300 sockets, and a browser's requests beside them


class ServerConfig(uvicorn.Config):
    """uvicorn's settings, and how generous our own limits are."""

    limits: float = 1.0


def most_connections() -> int:
    """How many connections there is room for, by the number of files that this process may open."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return 10_000
    return max(64, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE_FILES)


def open_more_files(wanted: int = 65_536) -> None:
    """Raises this process's limit of open files as far as the system lets it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def _proxies() -> set[str]:
    """Addresses that bring other people's requests, as uvicorn has them."""
    return {address.strip() for address in os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1").split(",")}


class Connections:
    """The connections of one server, by address and age."""

    def __init__(self, limits: float) -> None:
        self.most = most_connections()
        self.most_of_one = MOST_OF_ONE * limits
        self.proxies = _proxies()
        self._of: Counter[str] = Counter()
        self._open: dict[Any, str] = {}  # by transport
        self._http: dict[GuardedHttp, str] = {}  # those that are no sockets, the oldest first
        self._sweep: asyncio.TimerHandle | None = None

    @classmethod
    def of(cls, protocol: Any) -> Connections:
        """Those of the server that a protocol belongs to."""
        state = vars(protocol.server_state)
        found: Connections = state.setdefault("mergemaker_connections", cls(protocol.config.limits))
        return found

    def __len__(self) -> int:
        return len(self._open)

    def let_in(self, protocol: GuardedHttp, transport: Any) -> bool:
        """Whether there is room for one more."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        shared = not address or address in self.proxies or "*" in self.proxies
        if not shared and 0 < self.most_of_one <= self._of[address]:
            return False
        if len(self._open) >= self.most and not self._make_room():
            return False
        self._open[transport] = address
        self._http[protocol] = address
        self._of[address] += 1
        if self._sweep is None:
            self._sweep = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._close_overdue)
        return True

    def upgraded(self, protocol: GuardedHttp) -> None:
        """A connection has become a socket, which has its own rules."""
        self._http.pop(protocol, None)

    def let_go(self, protocol: GuardedHttp, transport: Any) -> None:
        """A connection is gone."""
        self._http.pop(protocol, None)
        address = self._open.pop(transport, None)
        if address is not None:
            self._of[address] -= 1
            self._of += Counter()  # those at zero go

    def _make_room(self) -> bool:
        """Closes a connection that asks for nothing. Returns whether there was one."""
        waiting = [(protocol, address) for protocol, address in self._http.items() if protocol.waits]
        if not waiting:
            return False
        crowd = Counter(address for _, address in waiting).most_common(1)[0][0]
        oldest = next(protocol for protocol, address in waiting if address == crowd)
        oldest.transport.abort()
        self.let_go(oldest, oldest.transport)
        return True

    def _close_overdue(self) -> None:
        now = asyncio.get_running_loop().time()
        for protocol in [protocol for protocol in self._http if protocol.is_overdue(now)]:
            protocol.transport.abort()
        self._sweep = None
        if self._http:
            self._sweep = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._close_overdue)


class GuardedHttp(AutoHTTPProtocol):  # type: ignore[valid-type, misc]  # one of two classes of uvicorn's
    """uvicorn's HTTP protocol, with an end to its patience."""

    _heard = 0.0  # when data last came
    _began: float | None = None  # when the first byte came of a request whose headers are not complete
    _asked = 0.0  # when the headers were of the request that is being answered
    _answering: Any = None  # that request
    _unread = 0, 0.0  # bytes of an answer that are not read yet, and since when it is as many

    def connection_made(self, transport: Any) -> None:
        """Takes a connection, if there is room."""
        super().connection_made(transport)
        self._heard = self._began = asyncio.get_running_loop().time()
        if not Connections.of(self).let_in(self, transport):
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Reads on; a request that asks for a socket becomes one."""
        self._heard = asyncio.get_running_loop().time()
        if self._began is None and self.waits:
            self._began = self._heard
        super().data_received(data)
        if self.cycle is not self._answering:
            self._answering, self._asked, self._began = self.cycle, self._heard, None
        other = self.transport.get_protocol()
        if isinstance(other, MeteredSocket):
            connections, transport = Connections.of(self), self.transport
            connections.upgraded(self)
            other.on_lost = lambda: connections.let_go(self, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Lets the place go."""
        super().connection_lost(exc)
        Connections.of(self).let_go(self, self.transport)

    @property
    def waits(self) -> bool:
        """Whether nothing has been asked, or all of it answered."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def is_overdue(self, now: float) -> bool:
        """Whether this has taken too long."""
        if self.waits:
            return self._began is not None and now - self._began > HEAD_SECONDS
        if self.cycle.more_body:
            return now - self._heard > BODY_SECONDS or now - self._asked > REQUEST_SECONDS
        unread = self.transport.get_write_buffer_size()
        if unread != self._unread[0] or not unread:
            self._unread = unread, now
        return now - self._unread[1] > READ_SECONDS
