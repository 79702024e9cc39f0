"""Running the server: uvicorn with our limits, logs, and a shutdown that lets connections finish."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import logging.config
import os
import signal
import socket
import threading
import time
import webbrowser

import uvicorn
from litestar import Litestar

from mergemaker.rules.errors import MergemakerError
from mergemaker.store import Store
from mergemaker.store.databases.engines import default_url
from mergemaker.web.app import create_app
from mergemaker.web.log_format import log_config
from mergemaker.web.settings import Settings, as_environment, settings_from
from mergemaker.web.transport.connections import GuardedHttp, ServerConfig, open_more_files
from mergemaker.web.transport.socket_protocol import socket_protocol

log = logging.getLogger("mergemaker.web")

LARGEST_MESSAGE = 16_384  # bytes over a socket
DRAIN_SECONDS = 5
PARENT_SECONDS = 1.0  # between two looks at whether the main process is there
BACKLOG = 128  # connections that wait to be taken; as many may be taken before the first can be refused
LONGEST_START = 800  # quarters of a second


def app_from_environment() -> Litestar:
    """The application of a worker process, which finds its settings in the environment."""
    threading.Thread(target=_end_with_parent, args=[os.getppid()], daemon=True).start()
    return create_app(settings_from({}))


def _end_with_parent(parent: int) -> None:
    """Ends a worker whose main process is gone, however it went: nobody would ever stop it, and it holds the port."""
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(2 * DRAIN_SECONDS)
    os._exit(1)


async def _try_database(database: str) -> None:
    """Opens the database once before the server starts, so that what is wrong with it can be said in a sentence."""
    await (await Store.open(database, serving=True)).close()


def uvicorn_config(settings: Settings, app: Litestar | str) -> uvicorn.Config:
    """How uvicorn runs the server."""
    config = ServerConfig(
        app,
        factory=isinstance(app, str),
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=GuardedHttp,
        ws=socket_protocol(),
        backlog=BACKLOG,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # messages are small and there are many; the time is worth more
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=log_config(settings),
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=65_536,
    )
    config.limits = settings.limits
    return config


EVERYWHERE = ("0.0.0.0", "::")  # listening at every address of the machine is no address that one could open


def address_for_others(settings: Settings) -> str:
    """Where people find the page: at every address, it is the one by which others on the network reach this machine."""
    host = settings.host
    if host in EVERYWHERE:
        host = "localhost"
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # which sends nothing; no machine has this address
            host = probe.getsockname()[0]
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def _open_page(settings: Settings) -> None:
    """Opens the page as soon as it is served; the first start of all compiles the rules before that."""
    shown = "localhost" if settings.host in (*EVERYWHERE, "127.0.0.1") else settings.host
    for _ in range(LONGEST_START):
        with contextlib.suppress(OSError):
            socket.create_connection((shown, settings.port), timeout=1).close()
            webbrowser.open(f"http://{shown}:{settings.port}/")
            return
        time.sleep(0.25)


def serve(settings: Settings, *, open_page: bool = False) -> None:
    """Serves until it is stopped."""
    database = settings.database or default_url()
    if settings.workers > 1 and database.startswith("sqlite"):
        raise MergemakerError(
            "Several workers need a PostgreSQL database, through which they hear of each other: "
            "--database postgresql+asyncpg://…"
        )
    asyncio.run(_try_database(database))
    open_more_files()
    if open_page:
        threading.Thread(target=_open_page, args=[settings], daemon=True).start()
    logging.config.dictConfig(log_config(settings))
    kind = "SQLite" if database.startswith("sqlite") else "PostgreSQL"
    facts = {"address": address_for_others(settings), "workers": settings.workers, "database": kind}
    log.info("serving", extra=facts)
    # uvicorn raises the signal that stopped it once more at the end; by then it has been obeyed.
    signal.signal(signal.SIGTERM, lambda *_: None)
    if settings.workers == 1:
        uvicorn.Server(uvicorn_config(settings, create_app(settings))).run()
        return
    os.environ.update(as_environment(settings))
    config = uvicorn_config(settings, "mergemaker.web.server:app_from_environment")
    from uvicorn.supervisors import Multiprocess

    Multiprocess(config, sockets=[config.bind_socket()]).run()
