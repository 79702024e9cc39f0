"""HTTP: who the caller is, guest or not; private links to other devices; programs without an account."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from mergemaker.people.accounts import NewSession, hashed
from mergemaker.people.passkeys import Site
from mergemaker.store import StoredLink, StoredPlayer
from mergemaker.store.schemas.people_rows import StoredAccount
from mergemaker.tables.protocol.forms import Account, Carry, Me, NewAccount, PrivateLink, Rename
from mergemaker.tables.protocol.refusals import Refusal, need_name
from mergemaker.web.context import Context, context_of
from mergemaker.web.identity import COOKIE, COOKIE_SECONDS, LINK_MILLISECONDS, Caller, new_player, new_token, subject
from mergemaker.web.request_checks import Asked, Limited, anybody, changing, known_caller, spending


def site_of(request: Asked) -> Site:
    """The address by which people see the server."""
    return Site(context_of(request).settings.origin or str(request.base_url))


def device_of(request: Asked, given: str = "") -> str:
    """What a device is called in its owner's list: what they say, or the kind of system that it says it is."""
    agent = request.headers.get("user-agent", "")
    system = next(
        (word for word in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux") if word in agent), ""
    )
    browser = next((word for word in ("Firefox", "Edg", "Chrome", "Safari") if word in agent), "")
    shown = {"Macintosh": "Mac", "Edg": "Edge"}
    told = " on ".join(shown.get(word, word) for word in (browser, system) if word)
    return given.strip() or told or "a device"


def cookie_for(context: Context, request: Asked, said: str) -> Cookie:
    """A cookie that says who somebody is."""
    origin = context.settings.origin or str(request.base_url)
    return Cookie(
        key=COOKIE,
        value=context.signer.cookie(said),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",  # so that a link to a table opened from a chat finds its player
        secure=origin.startswith("https:"),
    )


async def me_of(context: Context, request: Asked, caller: Caller) -> Me:
    """Who the caller is, for the caller."""
    name = caller.name or await context.live_tables.name_of(caller.player)
    csrf = "" if caller.program else context.signer.csrf(caller.subject)
    account = caller.account
    handle, kind = (account.handle, account.kind) if account else (None, "guest")
    return Me(caller.player, name, csrf, caller.program, handle, kind, site_of(request).why_not)  # type: ignore[arg-type]


def caller_in(account: StoredAccount, session: NewSession) -> Caller:
    """Who is signed in by a new session."""
    said = subject(account.player, session.secret)
    return Caller(account.player, name=account.name, subject=said, account=account, session=session.stored.id)


async def answer_to(context: Context, request: Asked, caller: Caller) -> Response[Me]:
    """Who the caller is from now on, with the cookie that says so."""
    return Response(await me_of(context, request, caller), cookies=[cookie_for(context, request, caller.subject)])


@get("/api/me", tags=["people"])
async def me(request: Asked) -> Response[Me]:
    """Who the caller is; a cookie for whoever has none."""
    context, caller = await anybody(request)
    if caller is not None:
        return Response(await me_of(context, request, caller))
    player = new_player()
    return await answer_to(context, request, Caller(player, subject=subject(player)))


@post("/api/me", status_code=200, tags=["people"])
async def rename(request: Asked, data: JSONBody[Rename]) -> Me:
    """Gives oneself a name. An account goes by its handle, whatever is given."""
    context, caller = await changing(request, "names")
    await context.live_tables.need_name(caller.player, data.name)
    return await me_of(context, request, msgspec.structs.replace(caller, name=None))


@post("/api/me/link", status_code=200, tags=["people"])
async def private_link(request: Asked) -> PrivateLink:
    """A link that makes one other device the same person, once and soon."""
    context, caller = await person(request, "makes")
    now, token = context.live_tables.now(), context.signer.link()
    link = StoredLink(hashed(token), caller.player, now + LINK_MILLISECONDS)
    await context.store.add_link(link, now)
    return PrivateLink(f"/carry/{token}", link.expires)


@post("/api/me/carry", status_code=200, tags=["people"])
async def carry(request: Asked, data: JSONBody[Carry]) -> Response[Me]:
    """Makes this device the person that a private link belongs to."""
    context, caller = await person(request)
    now, token = context.live_tables.now(), hashed(data.token)
    link = await context.store.link(token) if context.signer.is_link(data.token) else None
    again = "make a new one on the other device."
    if link is None:
        raise Refusal("bad-token", f"That link is wrong, or a newer one has taken its place; {again}", 403)
    if link.player == caller.player:  # the page was loaded again, or this is the device that made the link
        return Response(await me_of(context, request, caller))
    if not await context.store.use_link(token, now):
        if link.used is None and link.expires <= now:
            raise Refusal("link-expired", f"That link is too old; {again}", 403)
        raise Refusal("link-used", f"That link has been used already; {again}", 403)
    account = await context.accounts.store.account(link.player)
    if account is None:
        return await answer_to(context, request, Caller(link.player, subject=subject(link.player)))
    # Every device of an account has a session of its own, so that it can be signed out.
    session = await context.accounts.sign_in(link.player, device_of(request), "link")
    return await answer_to(context, request, caller_in(account, session))


async def person(request: Asked, spend: Limited | None = None) -> tuple[Context, Caller]:
    """A caller who is known by a cookie: only such a one can be somebody else's device."""
    context, caller = await changing(request, spend)
    if caller.program:
        raise Refusal("forbidden", "A program carries its token.", 403)
    return context, caller


@post("/api/accounts", tags=["people"])
async def new_account(request: Asked, data: JSONBody[NewAccount]) -> Account:
    """An account for a program, with a token that is shown this once."""
    context = spending(request, "makes")
    await known_caller(request)  # a program that has no account yet has no cookie either
    name = need_name(data.name)
    player, token = new_player(), new_token()
    await context.store.keep_player(StoredPlayer(player, name, context.live_tables.now(), hashed(token)))
    return Account(player, name, token)
