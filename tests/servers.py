"""Real servers for tests: uvicorn in this process or in others, on loopback, with clients over real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from databases import sqlite_url
from mergemaker.tables.botpool.bot_pool import BotPool
from mergemaker.web.app import create_app
from mergemaker.web.context import Context
from mergemaker.web.server import uvicorn_config
from mergemaker.web.settings import Settings
from quick_tables import QuickBotPool

# Servers on loopback have none, and to load those of the world takes a client longer than what most tests ask for.
CERTIFICATES = False


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """A running server: its address, and its inside where it runs in this process."""

    def __init__(self, port: int, context: Context | None = None) -> None:
        self.port = port
        self.http = f"http://127.0.0.1:{port}"
        self.ws = f"ws://127.0.0.1:{port}"
        self._house = context
        self.clients: list[Client] = []

    @property
    def context(self) -> Context:
        assert self._house is not None
        return self._house


@asynccontextmanager
async def served(
    folder: Path, *, bot_pool: BotPool | None = None, url: str | None = None, **settings: Any
) -> AsyncIterator[Served]:
    """A server in this process, on a database of its own unless one is given, with bots that answer at once."""
    port = free_port()
    values = {"limits": 0, "bot_pause": 0, "log_level": "error", **settings}
    chosen = Settings(port=port, database=url or sqlite_url(folder), **values)
    app = create_app(chosen, bot_pool or QuickBotPool())
    server = uvicorn.Server(uvicorn_config(chosen, app))
    task = asyncio.create_task(server.serve())
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.005)
    context: Context = app.state.context
    running = Served(port, context)
    try:
        yield running
    finally:
        for client in running.clients:
            await client.close()
        server.should_exit = True
        await task


class Client:
    """Somebody with a browser, as far as the server can tell: a cookie, a CSRF token, sockets."""

    def __init__(self, server: Served, name: str, http: httpx.AsyncClient) -> None:
        self.server = server
        self.name = name
        self.http = http
        self.csrf = ""

    @classmethod
    async def new(cls, server: Served, name: str) -> Client:
        """Somebody new, with a name."""
        # The server closes a connection that asks for nothing after five seconds: no request should go out right then.
        kept = httpx.Limits(keepalive_expiry=2.0)
        http = httpx.AsyncClient(base_url=server.http, timeout=60, limits=kept, verify=CERTIFICATES)
        client = cls(server, name, http)
        server.clients.append(client)
        await client.introduce()
        return client

    async def introduce(self) -> None:
        """Gets a cookie, and says a name."""
        self.csrf = (await self.http.get("/api/me")).json()["csrf"]
        assert (await self.post("/api/me", name=self.name))["name"] == self.name

    async def close(self) -> None:
        """Goes."""
        await self.http.aclose()

    async def get(self, path: str, status: int = 200) -> Any:
        """Gets JSON."""
        answer = await self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, status: int | None = None, **body: Any) -> Any:
        """Posts JSON."""
        answer = await self.http.post(path, json=body, headers={"X-CSRF-Token": self.csrf})
        assert answer.status_code == status or (status is None and answer.status_code < 300), answer.text
        return answer.json()

    @property
    def cookie(self) -> str:
        """The cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @asynccontextmanager
    async def at(self, table: str, version: int | None = None) -> AsyncIterator[Seated]:
        """A socket to a table, its welcome read."""
        query = "" if version is None else f"?version={version}"
        headers = {"Cookie": self.cookie, "Origin": self.server.http}
        async with connect(f"{self.server.ws}/ws/tables/{table}{query}", additional_headers=headers) as wire:
            seated = Seated(wire)
            seated.welcome = await seated.hear("welcome")
            yield seated


class Seated:
    """A connection to a table."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.unread: list[str] = []  # what came before the end, if somebody waited for that
        self.welcome: dict[str, Any] = {}
        self.sent = 0

    async def hear(self, *kinds: str, **wanted: Any) -> dict[str, Any]:
        """The next message of a kind with these values."""
        async with asyncio.timeout(60):
            while True:
                text = str(await self.wire.recv())
                message: dict[str, Any] = json.loads(text)
                self.texts.append(text)
                self.heard.append(message)
                if message["type"] in kinds and all(message.get(key) == value for key, value in wanted.items()):
                    return message

    async def say(self, do: str, **fields: Any) -> dict[str, Any]:
        """Says something and waits for the answer."""
        self.sent += 1
        ident = fields.pop("id", f"{id(self)}-{self.sent}")
        await self.wire.send(json.dumps({"do": do, "id": ident, **fields}))
        return await self.hear("ack", "refusal", "hint", "pong", id=ident)

    @property
    def latest(self) -> dict[str, Any]:
        """The latest message with a view."""
        return next(message for message in reversed(self.heard) if message["type"] in ("welcome", "update"))

    async def play(self, *actions: str, **fields: Any) -> dict[str, Any]:
        """Plays at the latest version."""
        return await self.say("play", **{"version": self.latest["version"], "actions": list(actions), **fields})

    async def closed(self) -> int:
        """The code with which the server closes."""
        try:
            async with asyncio.timeout(30):
                while True:
                    self.unread.append(str(await self.wire.recv()))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


class Process:
    """A server in a process of its own, which can be killed."""

    def __init__(
        self, url: str, *options: str, port: int | None = None, environment: Mapping[str, str] = os.environ
    ) -> None:
        self.port = port or free_port()
        self.served = Served(self.port)
        command = [sys.executable, "-m", "mergemaker", "serve", "--port", str(self.port), "--database", url]
        command += ["--limits", "0", "--bot-pause", "0", "--log-level", "error", *options]
        self.process = subprocess.Popen(command, env={**environment, "MERGEMAKER_BOTS": "1"}, start_new_session=True)

    async def ready(self) -> Process:
        """Waits until it answers; the first start on a machine compiles the rules, which may take minutes."""
        try:
            async with asyncio.timeout(300), httpx.AsyncClient(verify=CERTIFICATES) as http:
                while True:
                    try:
                        if (await http.get(f"{self.served.http}/health")).status_code == 200:
                            return self
                    except httpx.TransportError:
                        assert self.process.poll() is None, "the server ended"
                        await asyncio.sleep(0.05)
        except TimeoutError:
            self.kill()
            raise

    def kill(self) -> None:
        """kill -9, without a word, it and its workers."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Asks it to end, and waits."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)
