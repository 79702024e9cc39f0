"""HTTP: turns over days. The inbox, how one hears of one's turns, vacation, orders, and the links of messages."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from mergemaker.clubs.inbox import contact_shown, inbox_of, set_orders
from mergemaker.clubs.turn_forms import ContactShown, Done, FollowLink, Inbox, SetContact, SetOrders, SetVacation
from mergemaker.clubs.turn_notices import TurnNotices
from mergemaker.web.request_checks import Asked, changing, somebody, spending


@get("/api/inbox", tags=["turns"])
async def inbox(request: Asked) -> Inbox:
    """One's running tables, those that wait for one first, the longest wait first."""
    context, caller = await somebody(request)
    return await inbox_of(context.notices, caller.player)


@post("/api/inbox/contact", status_code=200, tags=["turns"])
async def set_contact(request: Asked, data: JSONBody[SetContact]) -> ContactShown:
    """How one hears of one's turns; a new e-mail address is asked first."""
    context, caller = await changing(request, "makes")
    quiet = data.quiet_from, data.quiet_to
    found = await context.notices.set_contact(caller.player, data.email.strip(), data.webhook.strip(), quiet, data.zone)
    return contact_shown(context.notices, found)


@post("/api/inbox/vacation", status_code=200, tags=["turns"])
async def set_vacation(request: Asked, data: JSONBody[SetVacation]) -> ContactShown:
    """Clocks of days stand still for one until then."""
    context, caller = await changing(request, "makes")
    return contact_shown(context.notices, await context.notices.vacation(caller.player, data.until))


def _notices(request: Asked) -> TurnNotices:
    """Who sends word, for a link that needs no cookie but may not be guessed."""
    return spending(request, "names").notices


@post("/api/inbox/confirm", status_code=200, tags=["turns"])
async def confirm_address(request: Asked, data: JSONBody[FollowLink]) -> Done:
    """The link in the mail that asks: this address wants to hear. It signs nobody in."""
    await _notices(request).confirm(data.token)
    return Done("Thank you. You will hear when it is your turn.")


@post("/api/inbox/stop", status_code=200, tags=["turns"])
async def stop_word(request: Asked, data: JSONBody[FollowLink]) -> Done:
    """The link in every message: no more of them. It signs nobody in."""
    await _notices(request).stop(data.token)
    return Done("You will hear no more.")


@post("/api/tables/{table_id:str}/orders", status_code=200, tags=["turns"])
async def leave_orders(request: Asked, table_id: FromPath[str], data: JSONBody[SetOrders]) -> Done:
    """What becomes of one's shares when a merger in somebody else's turn asks."""
    context, caller = await changing(request)
    live = await context.live_tables.table(table_id)
    await set_orders(context.live_tables, live, caller.player, data.orders)
    return Done("You are asked." if not data.orders else "Your orders stand.")
