"""The two servers that `mergemaker bench server` compares, each run as a process: ours, and the yardstick.

The yardstick is a bare Litestar server that echoes a message after one committed insert, on SQLite set up as ours is.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Literal

import uvicorn
from litestar import Litestar, WebSocket, websocket

from mergemaker.web.app import create_app
from mergemaker.web.server import uvicorn_config
from mergemaker.web.settings import Settings


def run_ours(file: str) -> None:
    """Our server, without limits: it is to be pushed."""
    settings = Settings(port=0, database=f"sqlite+aiosqlite:///{file}", limits=0, bot_pause=0, log_level="error")
    _run(settings, create_app(settings))


def run_echo(file: str) -> None:
    """The yardstick."""
    import aiosqlite

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
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            await database.execute(f"PRAGMA {pragma}")
        await database.execute("CREATE TABLE said (id INTEGER PRIMARY KEY, text TEXT)")
        await database.commit()

    settings = Settings(port=0, log_level="error")
    _run(settings, Litestar([echo], on_startup=[begin], logging_config=None), sockets="websockets-sansio")


def _run(settings: Settings, app: Litestar, sockets: Literal["websockets-sansio"] | None = None) -> None:
    config = uvicorn_config(settings, app)
    if sockets:  # the yardstick has uvicorn's own: our HTTP would take such a socket for a request without an end
        config.http, config.ws = "auto", sockets
    socket = config.bind_socket()
    sys.stdout.write(f"{socket.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[socket])


if __name__ == "__main__":
    {"ours": run_ours, "echo": run_echo}[sys.argv[1]](sys.argv[2])
