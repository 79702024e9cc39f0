"""uvicorn's WebSocket protocol with a way to write that never waits.

An ASGI application sends one message at a time through several coroutines, and a table tells four seats and more of
every action. A connection of this class offers itself to the application as an extension of the scope; whoever finds
it there writes whole messages at once, as long as the other end reads them. Everything else is uvicorn's. This uses
the inside of uvicorn and websockets; `socket_protocol.py` says of which versions.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # compiled, where that could be had
from websockets.http11 import Request
from websockets.protocol import OPEN

from mergemaker.web.transport.frame_meter import MeteredSocket
from mergemaker.web.transport.socket_protocol import EXTENSION

MOST_UNREAD = 8  # messages of a client that may wait before it has to
_TEXT = 0x81  # a whole text message in one frame


class FastSocket(MeteredSocket, WebSocketsSansIOProtocol):
    """A connection that can be written to directly."""

    def handle_connect(self, event: Request) -> None:
        """Offers itself to the application, which is about to start."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"socket": self}

    def connection_lost(self, exc: Exception | None) -> None:
        """Takes the offer back, so that nothing keeps a lost connection."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(EXTENSION, None)

    @property
    def ready(self) -> bool:
        """Whether the other end is there and reads what it is sent."""
        return (
            self.handshake_complete
            and not (self.close_sent or self.disconnected)
            and self.conn.state is OPEN
            and self.writable.is_set()
        )

    def write_texts(self, messages: Iterable[bytes]) -> None:
        """Writes messages in order. Only where it is ready, and without compression."""
        parts = []
        for message in messages:
            length = len(message)
            if length < 126:
                parts.append(pack("!BB", _TEXT, length))
            elif length < 65536:
                parts.append(pack("!BBH", _TEXT, 126, length))
            else:
                parts.append(pack("!BBQ", _TEXT, 127, length))
            parts.append(message)
        self.transport.write(b"".join(parts))

    def data_received(self, data: bytes) -> None:
        """Reads a short text message that comes whole and alone, as nearly all do, by itself; the rest is uvicorn's."""
        if (
            len(data) > 6
            and data[0] == _TEXT
            and data[1] & 0x80
            and len(data) - 6 == data[1] & 0x7F < 126
            and self.handshake_complete
            and not self.flooded
            and self.conn.state is OPEN
            and self.conn.current_size is None  # not in the middle of a message
            and not self.conn.reader.buffer  # nor of a frame
        ):
            self.curr_msg_data_type = "text"
            self.frames = [apply_mask(data[6:], data[2:6])]
            self.send_receive_event_to_app()
        else:
            super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Hands a message on. uvicorn stops reading after each one; here a client may be a few ahead."""
        few = not self.read_paused and self.queue.qsize() < MOST_UNREAD
        self.read_paused |= few
        super().send_receive_event_to_app()
        if few:
            self.read_paused = False
