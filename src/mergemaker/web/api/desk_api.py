"""HTTP: the host's desk, reports to it, and the privacy note."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from mergemaker.clubs.desk_forms import DeskAct, DeskShown, EnterDesk, PrivacyNote, Report
from mergemaker.clubs.privacy import privacy_note
from mergemaker.clubs.turn_forms import Done
from mergemaker.people.accounts import hashed
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.context import Context, context_of
from mergemaker.web.identity import Caller
from mergemaker.web.request_checks import Asked, anybody, changing

DESK_TOKEN = "desk token"  # the name of a setting: the hash of a token and when it ends


async def _host(request: Asked) -> tuple[Context, Caller]:
    """A host of the server; to everybody else the desk does not say that it is there."""
    context, caller = await changing(request)
    if not await context.desk.store.is_host(caller.player):
        raise Refusal("not-found", "There is nothing here.", 404)
    return context, caller


@get("/api/desk", tags=["desk"])
async def desk(
    request: Asked, find: Annotated[str, QueryParameter(max_length=60, pattern="^[^\\u0000]*$")] = ""
) -> DeskShown:
    """The desk, for hosts: people and tables by a part of their name, reports, load, and what was done."""
    context, caller = await anybody(request)
    if caller is None or not await context.desk.store.is_host(caller.player):
        raise Refusal("not-found", "There is nothing here.", 404)
    return await context.desk.page(find.strip())


@post("/api/desk/act", status_code=200, tags=["desk"])
async def desk_act(request: Asked, data: JSONBody[DeskAct]) -> Done:
    """Does something, and writes down who did it and when."""
    context, caller = await _host(request)
    name = await context.live_tables.name_of(caller.player) or caller.player
    await context.desk.act(f"{name} ({caller.player[:8]})", data)
    return Done("Done, and written down.")


@post("/api/desk/enter", status_code=200, tags=["desk"])
async def enter_desk(request: Asked, data: JSONBody[EnterDesk]) -> Done:
    """Makes this browser's person a host, by the link that `mergemaker admin link` printed; it works once."""
    context, caller = await changing(request, "tries")
    kept, _, ends = (await context.store.setting(DESK_TOKEN) or "").partition(" ")
    now = context.live_tables.now()
    if not kept or hashed(data.token) != kept or now > int(ends or 0):
        raise Refusal(
            "bad-token", "That link is wrong, too old, or was used; `mergemaker admin link` makes a new one.", 403
        )
    await context.store.set_setting(DESK_TOKEN, "")
    await context.desk.store.act("command line", "enter", caller.player, "", now)
    return Done("This browser may open the desk.")


@post("/api/tables/{table_id:str}/report", status_code=200, tags=["desk"])
async def report(request: Asked, table_id: FromPath[str], data: JSONBody[Report]) -> Done:
    """Tells the host of the server about something at a table."""
    context, caller = await changing(request, "makes")
    live = await context.live_tables.table(table_id)
    text = " ".join(data.text.split())
    if not text:
        raise Refusal("bad-message", "There is nothing in it.", 400)
    await context.desk.store.report(caller.player, live.id, text, context.live_tables.now())
    return Done("The host of this server will see it.")


@get("/api/privacy", tags=["desk"])
async def privacy(request: Asked) -> PrivacyNote:
    """What this server keeps about people."""
    context = context_of(request)
    return privacy_note(context.notices.settings, context.settings.contact, context.settings.prune_days)
