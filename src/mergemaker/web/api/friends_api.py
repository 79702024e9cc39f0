"""HTTP: people find each other. Following, blocking, muting, invitations, the match button, circles of friends."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from mergemaker.people import ties_forms as forms
from mergemaker.store.handle_looks import looks_of
from mergemaker.store.ties_store import Circle
from mergemaker.tables import table_setup
from mergemaker.tables.live_tables import new_id
from mergemaker.tables.protocol.forms import Join, NewTable
from mergemaker.tables.protocol.messages import Clock
from mergemaker.tables.protocol.refusals import Refusal, need_title, no_seat
from mergemaker.web.api.accounts_api import no_account, own_account
from mergemaker.web.api.people_api import no_person, visible_person
from mergemaker.web.context import Context
from mergemaker.web.request_checks import Asked, changing, somebody

MOST_CIRCLES = 20
MOST_IN_CIRCLE = 12


@get("/api/friends", tags=["people"])
async def friends(request: Asked) -> forms.Friends:
    """Whom one follows and where they play, blocks and mutes; invitations; circles of friends."""
    context, caller = await somebody(request)
    return await _friends(context, caller.player)


async def _friends(context: Context, player: str) -> forms.Friends:
    ties = context.live_tables.ties
    return forms.Friends(
        tuple(await ties.ties_of(player)),
        tuple(await ties.invitations_of(player)),
        tuple(_circle(one, player) for one in await ties.circles_of(player)),
    )


@post("/api/people/{handle:str}/tie", status_code=200, tags=["people"])
async def set_tie(request: Asked, handle: FromPath[str], data: JSONBody[forms.SetTie]) -> forms.Friends:
    """Follows, blocks or mutes somebody, or no longer."""
    context, caller, account = await own_account(request, "names")
    other = await context.accounts.store.with_handle(looks_of(handle), context.accounts.now)
    ties = context.live_tables.ties
    if other is None or other.player == account.player:
        raise no_person()
    if data.kind == "follow" and data.on:
        await visible_person(context, caller, handle)  # whoever wants to be seen by nobody is not followed either
        if await ties.blocks(account.player, [other.player]):
            raise no_person()
    await ties.set_tie(account.player, other.player, data.kind, data.on, context.accounts.now)
    await context.unheard_changed(account.player)
    return await _friends(context, account.player)


@post("/api/tables/{table_id:str}/invite", status_code=200, tags=["people"])
async def invite(request: Asked, table_id: FromPath[str], data: JSONBody[forms.InviteToTable]) -> forms.Friends:
    """Invites somebody by their handle. The answer is the same whether there is such a person or not."""
    context, caller = await changing(request)
    if caller.account is None:
        raise no_account()
    context.spend(context.makes, context.address(request))
    live = await context.live_tables.table(table_id)
    if live.seat_of(caller.player) is None and live.row.host != caller.player:
        raise no_seat()
    other = await context.accounts.store.with_handle(looks_of(data.handle), context.accounts.now)
    if other is not None and other.player != caller.player:
        await context.live_tables.ties.invite(new_id(), other.player, caller.player, live.id, context.accounts.now)
    return await _friends(context, caller.player)


@post("/api/invitations/put-away", status_code=200, tags=["people"])
async def put_invitation_away(request: Asked, data: JSONBody[forms.Answered]) -> forms.Friends:
    """Puts an invitation away."""
    context, _, account = await own_account(request)
    await context.live_tables.ties.drop_invitation(account.player, data.id)
    return await _friends(context, account.player)


# The match button.


@post("/api/match", status_code=200, tags=["people"])
async def seek(request: Asked, data: JSONBody[forms.Seek]) -> forms.Seeking:
    """Looks for a game in the background; guests may, unless it is rated."""
    context, caller = await changing(request, "makes")
    return await context.matchmaker.seek(caller.player, data)


@get("/api/match", tags=["people"])
async def seeking(request: Asked) -> forms.Seeking:
    """How it stands. Whoever does not ask for a minute is no longer looked for."""
    context, caller = await somebody(request)
    return await context.matchmaker.seeking(caller.player)


@post("/api/match/stop", status_code=200, tags=["people"])
async def stop_seeking(request: Asked) -> forms.Seeking:
    """No longer looks for a game."""
    context, caller = await changing(request)
    return await context.matchmaker.stop(caller.player)


# Circles: a table for friends that keeps its people from game to game.


def _circle(circle: Circle, player: str) -> forms.CircleListed:
    member = player in circle.players
    names = circle.names if member else circle.names[:1]
    return forms.CircleListed(
        circle.id, circle.title, names, circle.owner == player, member, circle.table if member else None
    )


async def _find(context: Context, ident: str) -> Circle:
    is_one = len(ident) <= 16 and ident.isascii() and ident.isalnum()
    circle = await context.live_tables.ties.circle(ident) if is_one else None
    if circle is None:
        raise Refusal("no-circle", "There is no such circle of friends.", 404)
    return circle


@post("/api/circles", tags=["people"])
async def new_circle(request: Asked, data: JSONBody[forms.NewCircle]) -> forms.CircleListed:
    """A circle of friends; its link lets others in."""
    context, caller = await changing(request, "makes")
    title = need_title(data.title)
    if len(await context.live_tables.ties.circles_of(caller.player)) >= MOST_CIRCLES:
        raise Refusal("too-many", f"One belongs to {MOST_CIRCLES} circles at most: leave one first.")
    ident = new_id()
    await context.live_tables.ties.add_circle(ident, title, caller.player, context.live_tables.now())
    return _circle(await _find(context, ident), caller.player)


@get("/api/circles/{circle_id:str}", tags=["people"])
async def circle_page(request: Asked, circle_id: FromPath[str]) -> forms.CircleListed:
    """A circle, by its link."""
    context, caller = await somebody(request)
    return _circle(await _find(context, circle_id), caller.player)


@post("/api/circles/{circle_id:str}/join", status_code=200, tags=["people"])
async def join_circle(request: Asked, circle_id: FromPath[str]) -> forms.CircleListed:
    """Comes into a circle whose link one has."""
    context, caller = await changing(request)
    circle = await _find(context, circle_id)
    if caller.player not in circle.players:
        if len(circle.players) >= MOST_IN_CIRCLE:
            raise Refusal("too-many", f"A circle has {MOST_IN_CIRCLE} people at most.")
        if await context.live_tables.ties.blocks(caller.player, circle.players):
            raise Refusal("blocked", "Somebody in this circle and you keep apart.", 403)
        await context.live_tables.need_name(caller.player, None)
        await context.live_tables.ties.join_circle(circle.id, caller.player, context.live_tables.now())
    return _circle(await _find(context, circle_id), caller.player)


@post("/api/circles/{circle_id:str}/leave", status_code=200, tags=["people"])
async def leave_circle(request: Asked, circle_id: FromPath[str]) -> forms.Friends:
    """Leaves a circle."""
    context, caller = await changing(request)
    await _find(context, circle_id)
    await context.live_tables.ties.join_circle(circle_id, caller.player, 0, on=False)
    return await _friends(context, caller.player)


@post("/api/circles/{circle_id:str}/play", status_code=200, tags=["people"])
async def play_in_circle(request: Asked, circle_id: FromPath[str]) -> forms.TableCalled:
    """The circle's table: the one that waits or runs, or a new one with a seat for each; the caller sits down there."""
    context, caller = await changing(request, "makes")
    circle = await _find(context, circle_id)
    if caller.player not in circle.players:
        raise Refusal("no-circle", "Come into the circle first.", 403)
    live_tables = context.live_tables
    if circle.table is not None:
        live = await live_tables.table(circle.table)
        if not live.over:
            if live.row.status == "open" and any(seat.kind == "free" for seat in live.seats):
                await table_setup.join(live_tables, live, caller.player, Join())
            return forms.TableCalled(live.id, f"/table/{live.id}")
    seats: tuple[None, ...] = (None,) * max(2, min(6, len(circle.players)))
    live = await table_setup.new_table(live_tables, caller.player, NewTable(seats, title=circle.title, clock=Clock()))
    if not await live_tables.ties.set_circle_table(circle.id, circle.table, live.id):
        await table_setup.leave(live_tables, live, caller.player)  # somebody else was faster: their table it is
        circle = await _find(context, circle_id)
        live = await live_tables.table(str(circle.table))
        await table_setup.join(live_tables, live, caller.player, Join())
    return forms.TableCalled(live.id, f"/table/{live.id}")
