"""What a request passes before a handler sees it, and who made it.

Everything that can be said of a request by its headers is said here, before its body is read: how often its address
has asked, whether another site's page had a browser send it, whether its body is JSON.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Literal, TypeVar, cast

import msgspec
from litestar import Request
from litestar.exceptions import HTTPException

from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.processes.input_reader import LONGEST, TooSlow
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.context import Context, context_of
from mergemaker.web.identity import Caller
from mergemaker.web.transport.rate_limits import Limit

Asked = Request[Any, Any, Any]
Limited = Literal["makes", "names", "heavy", "clubs", "tries"]  # the context's limits that a request may spend of

T = TypeVar("T")

A_SECOND = 10  # tokens of the limit for heavy requests that a second of processor time costs

_CHANGES_NOTHING = {"GET", "HEAD", "OPTIONS"}


async def check_request(request: Asked) -> None:
    """Refuses a request by its headers: too many, from another site, or not JSON. Litestar calls it for every one."""
    context = context_of(request)
    context.spend(context.requests, context.address(request))
    if request.method in _CHANGES_NOTHING:
        return
    if not context.origin_fits(request) or request.headers.get("sec-fetch-site", "none") not in _OUR_PAGES:
        raise Refusal("origin", "That comes from another site.", 403)
    headers = request.headers
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if has_body and kind != "application/json":
        raise HTTPException(status_code=415)


_OUR_PAGES = {"same-origin", "none"}  # what a browser says of a request that our page made, or a person by hand


async def anybody(request: Asked) -> tuple[Context, Caller | None]:
    """Who asks, which may be nobody known."""
    context = context_of(request)
    return context, await context.who(request)


async def any_player(request: Asked) -> tuple[Context, str | None]:
    """The player who asks, which may be nobody known."""
    context, caller = await anybody(request)
    return context, caller.player if caller else None


async def somebody(request: Asked, spend: Limited | None = None) -> tuple[Context, Caller]:
    """Who asks; a guest is somebody. Refusal where that is nobody known, or where this is done too often."""
    context, caller = await anybody(request)
    return context, _known(request, caller, spend)


async def known_caller(request: Asked) -> Caller | None:
    """Who makes a request that changes something, if somebody known; a cookie is good only with its CSRF token."""
    context, caller = await anybody(request)
    if caller is not None and caller.looks:
        raise Refusal("forbidden", "That token is good to look, not to change anything.", 403)
    if caller is None or caller.program:
        return caller
    if not context.signer.is_csrf(caller.subject, request.headers.get("x-csrf-token")):
        raise Refusal("csrf", "The page is out of date; load it again.", 403)
    return caller


async def changing(request: Asked, spend: Limited | None = None) -> tuple[Context, Caller]:
    """Who changes something; Refusal where that is nobody known, or where this is done too often."""
    return context_of(request), _known(request, await known_caller(request), spend)


def _known(request: Asked, caller: Caller | None, spend: Limited | None) -> Caller:
    if caller is None:
        raise Refusal("no-identity", "Ask GET /api/me first, and send its cookie.", 401)
    if spend is not None:
        spending(request, spend)
    return caller


def spending(request: Asked, which: Limited) -> Context:
    """Takes a token of a limit from the address that asks, or refuses. Returns the context."""
    context = context_of(request)
    limit: Limit = getattr(context, which)
    context.spend(limit, context.address(request))
    return context


async def looking(request: Asked, table_id: str) -> tuple[Context, LiveTable, str | None]:
    """A table and who looks at it, which may be nobody."""
    context, player = await any_player(request)
    return context, await context.live_tables.table(table_id), player


async def read_file(request: Asked, kind: type[T], what: str, *given: Any) -> T:
    """What a stranger's file says, as the JSON of a kind. The caller pays for the time that it takes to read."""
    context = context_of(request)
    address = context.address(request)
    context.spend(context.heavy, address)
    try:
        found, seconds = await context.reader.read(address, what, *given)
    except TooSlow:
        context.heavy.charge(address, LONGEST * A_SECOND)
        raise
    context.heavy.charge(address, seconds * A_SECOND)
    return cast(T, msgspec.Raw(found))


async def in_thread(request: Asked, work: Callable[[], T]) -> T:
    """What some work of ours comes to, as JSON, done beside the event loop. The caller pays for its time."""
    context = context_of(request)

    def timed() -> tuple[bytes, float]:
        began = time.thread_time()
        return msgspec.json.encode(work()), time.thread_time() - began

    async with context.one_thread:
        found, seconds = await asyncio.to_thread(timed)
    context.heavy.charge(context.address(request), seconds * A_SECOND)
    return cast(T, msgspec.Raw(found))
