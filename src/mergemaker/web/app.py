"""The application: handlers, security headers, limits and life span put together."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import ModuleType
from typing import Any

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.datastructures.headers import MutableScopeHeaders
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from mergemaker import __version__
from mergemaker.tables.botpool.bot_pool import BotPool
from mergemaker.web.api import (
    accounts_api,
    clubs_api,
    coach_api,
    desk_api,
    friends_api,
    games_api,
    identity_api,
    lessons_api,
    people_api,
    puzzles_api,
    reviews_api,
    rules_api,
    tables_api,
    turns_api,
)
from mergemaker.web.context import Context, context_of
from mergemaker.web.document_pages import DOCUMENTS, documents
from mergemaker.web.error_answers import HANDLERS as PROBLEMS
from mergemaker.web.request_checks import Asked, check_request
from mergemaker.web.settings import Settings
from mergemaker.web.static_pages import Files, pages
from mergemaker.web.transport.sockets import RESTART, lobby_socket, table_socket

APIS = (
    identity_api, accounts_api, people_api, friends_api, tables_api, games_api, reviews_api, rules_api, lessons_api,
    puzzles_api, coach_api, clubs_api, turns_api, desk_api,
)  # fmt: skip
LARGEST_BODY = 200_000  # bytes; records may be larger, see games_api

# Scripts come from here and nowhere else; a page may set an element's style, which drawing a board needs.
_ALLOWED = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
CONTENT_SECURITY = "; ".join(_ALLOWED)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # a table's link is a key to it
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith("/api"):
        headers.setdefault("Cache-Control", "no-store")
    if scope.get("scheme") == "https":
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")


async def _describe_first(request: Asked) -> None:
    """Has the OpenAPI document made, once, beside the event loop: it takes as long as hundreds of moves."""
    await check_request(request)
    async with context_of(request).one_thread:
        for plugin in request.app.plugins:
            make = getattr(plugin, "provide_openapi_schema", None)  # of the one that has no public name
            if make is not None:
                await asyncio.to_thread(make)


def handlers_of(room: ModuleType) -> list[BaseRouteHandler]:
    """Every handler that a module defines."""
    return [found for found in vars(room).values() if isinstance(found, BaseRouteHandler)]


def create_app(settings: Settings, bot_pool: BotPool | None = None) -> Litestar:
    """A server's application; its bots think in processes of their own unless a pool is given."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        context = await Context.open(settings, bot_pool)
        app.state.context = context
        await context.live_tables.open()
        context.live_tables.in_background(context.note_old_games())
        context.matchmaker.open()
        context.tournaments.open()
        await context.notices.open()
        await context.desk.open()
        # What is there now stays; looking it over again and again would make everybody wait.
        gc.collect()
        gc.freeze()
        # Often and little at a time, for the same reason; what a log is made of is not looked over at all (gc=False).
        gc.set_threshold(10_000, 10, 100)
        try:
            yield
        finally:
            for line in list(context.lines):
                line.hang_up(RESTART)
            await context.close()

    app = Litestar(
        route_handlers=[
            *(handler for room in APIS for handler in handlers_of(room)),
            lobby_socket,
            table_socket,
            documents,
            pages,
        ],
        lifespan=[life],
        state=State({"files": Files(), "documents": Files(DOCUMENTS)}),
        exception_handlers=PROBLEMS,
        before_request=check_request,
        before_send=[_add_headers],
        compression_config=CompressionConfig(backend="gzip", minimum_size=2000, gzip_compress_level=4),
        openapi_config=OpenAPIConfig(
            title="mergemaker",
            version=__version__,
            description="The board game Acquire. /docs/look-up/protocol.html says what the messages mean.",
            path="/schema",
            openapi_router=Router(
                "/schema", route_handlers=[], include_in_schema=False, before_request=_describe_first
            ),
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = _head_as_get(app.asgi_handler)
    return app


def _head_as_get(handler: ASGIApp) -> ASGIApp:
    """Answers HEAD wherever there is a GET, as HTTP wants it; uvicorn leaves the body out."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        seen: Any = scope
        if seen.get("method") == "HEAD":
            seen = {**seen, "method": "GET"}  # a copy: uvicorn goes on to see HEAD in its own
        await handler(seen, receive, send)

    return handle
