"""HTTP: reviews of finished games. Whoever may look at a table may see its review, once the game is over."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from mergemaker.review.depths import NORMAL
from mergemaker.review.digest import digest_of
from mergemaker.review.findings import WhatIf
from mergemaker.review.picture import picture_of
from mergemaker.tables.history.own_play import own_play, review_next, take_in
from mergemaker.tables.history.replays import record_of
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.protocol.forms import CancelReview, ReviewProgress, ReviewUpload, ReviewWanted
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.tables.protocol.review_forms import OwnPlay
from mergemaker.web.context import Context, context_of
from mergemaker.web.request_checks import Asked, changing, looking, read_file, somebody

DepthAsked = Annotated[str, QueryParameter(pattern="^(quick|normal|deep)$")]
A_WHAT_IF = 3  # tokens of the limit for heavy requests


async def _finished(request: Asked, table_id: str) -> tuple[Context, LiveTable, dict[str, Any]]:
    """A finished table and its record; Refusal while it runs."""
    context, live, _ = await looking(request, table_id)
    return context, live, record_of(live)


@get("/api/tables/{table_id:str}/review", tags=["reviews"])
async def table_review(request: Asked, table_id: FromPath[str], depth: DepthAsked = NORMAL.name) -> ReviewProgress:
    """A finished game's review, as far as it is. The first who asks has it begun; ask again until it is complete."""
    context, live, record = await _finished(request, table_id)
    caller = await context.who(request)
    owner = caller.player if caller else context.address(request)
    found = await context.reviews.progress(record, digest_of(record), depth, owner)
    if found.complete and found.review is not None:
        await take_in(context.reviews, live, found.review)
    return found


@get("/api/tables/{table_id:str}/review/picture", tags=["reviews"])
async def review_picture(request: Asked, table_id: FromPath[str], depth: DepthAsked = NORMAL.name) -> Response[str]:
    """The picture to share, as SVG; 404 until somebody has asked for the review."""
    context, _, record = await _finished(request, table_id)
    review = await context.reviews.reviewed(digest_of(record), depth)
    return Response(picture_of(review), media_type="image/svg+xml")


@post("/api/tables/{table_id:str}/review/cancel", status_code=200, tags=["reviews"])
async def cancel_review(request: Asked, table_id: FromPath[str], data: JSONBody[CancelReview]) -> CancelReview:
    """Stops a review that the caller has begun. What is judged is kept, and asking again goes on from there."""
    context, caller = await changing(request)
    _, _, record = await _finished(request, table_id)
    context.reviews.cancel(digest_of(record), data.depth, caller.player)
    return data


@get("/api/tables/{table_id:str}/what-if", tags=["reviews"])
async def table_what_if(
    request: Asked,
    table_id: FromPath[str],
    at: Annotated[int, QueryParameter(ge=1, le=100_000)],
    depth: DepthAsked = "quick",
) -> WhatIf:
    """What could have been done in place of an action, numbered from 1 on, and everybody's chances after it."""
    context, _, record = await _finished(request, table_id)
    context.spend(context.heavy, context.address(request))
    context.heavy.charge(context.address(request), A_WHAT_IF)
    return await context.reviews.what_if(record, digest_of(record), depth, at)


@post("/api/reviews", status_code=200, tags=["reviews"], request_max_body_size=1_000_000)
async def review_upload(request: Asked, data: JSONBody[ReviewUpload]) -> ReviewWanted:
    """Begins the review of a record file; it is found by its digest, which only those know who have the record."""
    context, caller = await changing(request)
    digest = msgspec.json.decode(await read_file(request, bytes, "finished", data.record), type=str)
    await context.reviews.progress(data.record, digest, data.depth, caller.player)
    return ReviewWanted(digest, data.depth)


@get("/api/reviews/{digest:str}", tags=["reviews"])
async def review_by_digest(request: Asked, digest: FromPath[str], depth: DepthAsked = NORMAL.name) -> ReviewProgress:
    """A record's review, as far as it is."""
    found = await context_of(request).reviews.stored(digest, depth)
    if found is None:
        raise Refusal("no-review", "There is no such review here; open the record again.", 404)
    return found


@get("/api/me/play", tags=["reviews"])
async def my_play(request: Asked) -> OwnPlay:
    """The caller's own play over all their reviewed games: accuracy by kind of decision, over time, and luck in all."""
    context, caller = await somebody(request)
    return await own_play(context.reviews, caller.player)


@post("/api/me/play", status_code=200, tags=["reviews"])
async def review_my_next(request: Asked) -> OwnPlay:
    """Has the caller's latest game that is not reviewed yet reviewed. Ask again until none is `waiting`."""
    context, caller = await changing(request)
    return await review_next(context.reviews, context.live_tables, caller.player)
