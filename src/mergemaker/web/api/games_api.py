"""HTTP: looking back. Earlier moments, replays, records, proofs, and the QR code of a table's link."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
import segno
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.phrases import counted
from mergemaker.tables.game_log.seat_views import bare
from mergemaker.tables.history.replays import OPEN, record_of, replay_of_table, verdict
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.protocol.forms import Moment, Replay, Upload, Verdict
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.context import Context, context_of
from mergemaker.web.request_checks import Asked, in_thread, looking, read_file, spending

VersionAsked = Annotated[int | None, QueryParameter(ge=0, le=100_000)]


async def _seat_looking(request: Asked, table_id: str) -> tuple[Context, LiveTable, int | None]:
    """A table and the seat of whoever looks at it."""
    context, live, player = await looking(request, table_id)
    return context, live, live.seat_of(player)


@get("/api/tables/{table_id:str}/view", tags=["games"])
async def view(request: Asked, table_id: FromPath[str], version: VersionAsked = None) -> Moment:
    """The table as the caller saw it at a version."""
    _, live, seat = await _seat_looking(request, table_id)
    ledger = live.need_ledger()
    at = ledger.version if version is None else version
    if at > ledger.version:
        raise Refusal("hidden", f"The log has {counted(ledger.version, 'entry', 'entries')} so far.", 400)
    entries = ledger.told_entries(seat, at - 1)[:1] if at else ()
    return Moment(at, bare(ledger.view_at(at, seat)), entries[0] if entries else None)


@get("/api/tables/{table_id:str}/replay", tags=["games"])
async def replay(
    request: Asked,
    table_id: FromPath[str],
    eyes: Annotated[str | None, QueryParameter(pattern="^([0-5]|open)$")] = None,
    first: VersionAsked = None,
    last: VersionAsked = None,
) -> Replay:
    """The game so far, with the caller's own eyes; when it is over, with anybody's."""
    context, live, seat = await _seat_looking(request, table_id)
    context.spend(context.heavy, context.address(request))
    chosen = None if eyes is None else OPEN if eyes == "open" else int(eyes)
    return await in_thread(request, replay_of_table(live, seat, chosen, first or 0, last))


@get("/api/tables/{table_id:str}/record", tags=["games"])
async def record(request: Asked, table_id: FromPath[str]) -> dict[str, Any]:
    """The record of a finished game."""
    _, live, _ = await _seat_looking(request, table_id)
    return record_of(live)


@get("/api/tables/{table_id:str}/verify", tags=["games"])
async def verify_table(request: Asked, table_id: FromPath[str]) -> Verdict:
    """Whether a finished game's shuffle was the committed one."""
    context, live, _ = await _seat_looking(request, table_id)
    context.spend(context.heavy, context.address(request))
    found, commitment = record_of(live), live.row.commitment
    return await in_thread(request, lambda: verdict(found, commitment))


@post("/api/replay", status_code=200, tags=["games"], request_max_body_size=1_000_000)
async def replay_upload(request: Asked, data: JSONBody[Upload]) -> Replay:
    """The replay of a record file; nothing is kept."""
    return await read_file(request, Replay, "replay", data.record, data.eyes)


@post("/api/verify", status_code=200, tags=["games"], request_max_body_size=1_000_000)
async def verify_upload(request: Asked, data: JSONBody[Upload]) -> Verdict:
    """Whether a record's shuffle was the committed one."""
    return await read_file(request, Verdict, "verdict", data.record)


@get("/api/records", tags=["games"])
async def records(
    request: Asked,
    before: Annotated[int | None, QueryParameter(ge=0, le=1 << 53)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 100,
) -> Stream:
    """Finished public games as JSON Lines, the latest first."""
    context = spending(request, "heavy")
    tables = await context.store.listed("finished", limit=limit, before=before)

    async def lines() -> AsyncIterator[bytes]:
        for table in tables:
            try:
                yield msgspec.json.encode(record_of(await context.live_tables.table(table))) + b"\n"
            except MergemakerError:
                continue

    return Stream(lines(), media_type="application/x-ndjson")


@get("/api/tables/{table_id:str}/qr", tags=["games"])
async def qr_code(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """A QR code of the table's link, as SVG."""
    _, live, _ = await _seat_looking(request, table_id)
    return link_picture(request, f"/table/{live.id}")


def link_picture(request: Asked, path: str) -> Response[str]:
    """A QR code of a page of ours, as SVG."""
    origin = context_of(request).settings.origin or str(request.base_url)
    drawn = io.BytesIO()
    code = segno.make(f"{origin.rstrip('/')}{path}", error="m", micro=False)
    code.save(drawn, kind="svg", scale=8, border=2, xmldecl=False, light="white", dark="black", omitsize=True)
    return Response(drawn.getvalue().decode(), media_type="image/svg+xml")
