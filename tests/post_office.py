"""A real mail server and a real HTTP receiver on loopback, which keep what they get."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller

from servers import free_port


class Mailbox:
    """An SMTP server that keeps every mail."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  # aiosmtpd's name
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        self._controller.start()
        try:
            yield self
        finally:
            self._controller.stop()


class Receiver:
    """An HTTP server that keeps every JSON body; `answer` is the status that it gives, `location` where it sends on."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.answer, self.location = 200, ""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(receiver.answer)
                if receiver.location:
                    self.send_header("Location", receiver.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/hook"

    @contextmanager
    def open(self) -> Iterator[Receiver]:
        thread = threading.Thread(target=self._server.serve_forever)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()


class Dripping:
    """Somebody who takes a connection and sends a letter now and then, for as long as the other side listens."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.hung_up = False
        self._over = threading.Event()

    def _drip(self) -> None:
        wire, _ = self._listening.accept()
        with wire:
            wire.setblocking(False)
            while not self._over.wait(0.02):
                try:
                    wire.send(b"H")
                    while wire.recv(4096):
                        pass
                    self.hung_up = True  # the end of what the other side sends
                    return
                except BlockingIOError:
                    continue
                except OSError:
                    self.hung_up = True
                    return

    @contextmanager
    def open(self) -> Iterator[Dripping]:
        thread = threading.Thread(target=self._drip)
        thread.start()
        try:
            yield self
            thread.join(30)
        finally:
            self._over.set()
            thread.join()
            self._listening.close()
