"""HTTP: accounts. A guest keeps their games, signs in elsewhere, looks after devices, bots and tokens, or goes."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from mergemaker.people import people_forms as forms
from mergemaker.people.accounts import give_handle
from mergemaker.people.export import everything_of
from mergemaker.people.passkeys import Passkeys, wrong_passkey
from mergemaker.store.handle_looks import looks_of
from mergemaker.store.schemas.people_rows import StoredAccount, StoredToken
from mergemaker.tables.protocol.forms import Me
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.api.identity_api import answer_to, caller_in, cookie_for, device_of, person, site_of
from mergemaker.web.context import Context
from mergemaker.web.identity import COOKIE, Caller, subject
from mergemaker.web.request_checks import Asked, Limited, anybody, somebody


async def _guest(request: Asked, spend: Limited) -> tuple[Context, Caller]:
    """A caller without an account."""
    context, caller = await person(request, spend)
    if caller.account is not None:
        raise Refusal("signed-in", f"You are signed in as {caller.account.handle}; sign out first.")
    return context, caller


async def own_account(request: Asked, spend: Limited | None = None) -> tuple[Context, Caller, StoredAccount]:
    """A caller with an account, in a browser: what is changed there, a token must not."""
    context, caller = await person(request, spend)
    if caller.account is None:
        raise no_account()
    return context, caller, caller.account


def no_account() -> Refusal:
    """Only somebody with an account can do that."""
    return Refusal("no-account", "That needs an account: keep your games first, or sign in.", 403)


def _passkeys(context: Context, request: Asked, player: str) -> Passkeys:
    return Passkeys(context.accounts.store, site_of(request), player, context.accounts.now)


# A guest keeps their games.


@post("/api/account/new/options", status_code=200, tags=["accounts"])
async def begin_new(request: Asked, data: JSONBody[forms.WantHandle]) -> forms.Ceremony:
    """Begins the ceremony that makes a guest an account, with a handle that is free."""
    context, caller = await _guest(request, "names")
    passkeys = _passkeys(context, request, caller.player)
    handle = await context.accounts.free_handle(data.handle)
    return forms.Ceremony(await passkeys.begin_registration(handle, "new"))


@post("/api/account/new", tags=["accounts"])
async def keep_games(request: Asked, data: JSONBody[forms.KeepGames]) -> Response[forms.Kept]:
    """Makes the guest an account, with all games and seats; answers with recovery codes, shown this once."""
    context, caller = await _guest(request, "makes")
    label = device_of(request, data.label)
    passkeys = _passkeys(context, request, caller.player)
    passkey, handle = await passkeys.end_registration("new", data.credential, label)
    account, session, codes = await context.accounts.keep_games(caller.player, handle, passkey, label)
    said = subject(caller.player, session.secret)
    context.hang_up(caller.player, None)  # sockets that came with the guest's cookie come again with the new one
    kept = forms.Kept(account.handle, tuple(codes), context.signer.csrf(said))
    return Response(kept, cookies=[cookie_for(context, request, said)])


# Signing in and out.


@post("/api/account/sign-in/options", status_code=200, tags=["accounts"])
async def begin_sign_in(request: Asked) -> forms.Ceremony:
    """Begins the ceremony that signs in; the same for everybody."""
    context, caller = await person(request, "names")
    return forms.Ceremony(await _passkeys(context, request, caller.player).begin_sign_in())


@post("/api/account/sign-in", status_code=200, tags=["accounts"])
async def sign_in(request: Asked, data: JSONBody[forms.SignIn]) -> Response[Me]:
    """Signs in with a passkey."""
    context, caller = await person(request)
    player = await _passkeys(context, request, caller.player).end_sign_in(data.credential)
    return await _signed_in(context, request, caller, player, "passkey", data)


@post("/api/account/recover", status_code=200, tags=["accounts"])
async def recover(request: Asked, data: JSONBody[forms.Recover]) -> Response[Me]:
    """Signs in with a handle and one of its recovery codes, which is used up by it."""
    context, caller = await person(request, "tries")
    context.spend(context.tries, f"handle {looks_of(data.handle)[0]}")
    player = await context.accounts.recover(data.handle, data.code)
    return await _signed_in(context, request, caller, player, "code", data)


async def _signed_in(
    context: Context, request: Asked, caller: Caller, player: str, how: str, data: forms.SignIn | forms.Recover
) -> Response[Me]:
    """Signs a caller in as a player, with the guest's games if they are to be brought along."""
    guest = caller.player if data.bring and caller.account is None else None
    session = await context.accounts.sign_in(player, device_of(request, data.label), how, guest)
    account = await context.accounts.store.account(player)
    if account is None:
        raise wrong_passkey()
    return await answer_to(context, request, caller_in(account, session))


@post("/api/account/sign-out", status_code=200, tags=["accounts"])
async def sign_out(request: Asked, data: JSONBody[forms.SignOut]) -> Response[None]:
    """Signs a device out: this one, another one, or all."""
    context, caller, account = await own_account(request)
    which = None if data.everywhere else data.session or caller.session
    if not await context.accounts.store.sign_out(account.player, which):
        raise Refusal("not-found", "There is no such device.", 404)
    await context.signed_out(account.player, which)
    answer: Response[None] = Response(None)
    if which in (None, caller.session):
        answer.delete_cookie(COOKIE)
    return answer


# One's own account.


@get("/api/account", tags=["accounts"])
async def account_page(request: Asked) -> forms.AccountPage:
    """One's own account."""
    context, caller = await anybody(request)
    if caller is None or caller.account is None:
        raise no_account()
    return await _page(context, request, caller, caller.account)


async def _page(context: Context, request: Asked, caller: Caller, account: StoredAccount) -> forms.AccountPage:
    store, player = context.accounts.store, account.player
    bots = await store.bots_of(player)
    return forms.AccountPage(
        handle=account.handle,
        kind=account.kind,
        created=account.created,
        shown=account.shown,  # type: ignore[arg-type]  # one of the three that this package writes
        passkeys=tuple(
            forms.Passkey(one.credential, one.label, one.created, one.used) for one in await store.passkeys_of(player)
        ),
        devices=tuple(
            forms.Device(one.id, one.label, one.how, one.created, one.seen, one.id == caller.session)
            for one in await store.sessions_of(player)
        ),
        codes_left=await store.codes_left(player),
        tokens=tuple(_token(one, bots) for one in await store.tokens_of([player, *(bot.player for bot in bots)])),
        bots=tuple(bot.handle for bot in bots),
        passkeys_here=site_of(request).why_not,
    )


def _token(token: StoredToken, bots: list[StoredAccount]) -> forms.Token:
    bot = next((one.handle for one in bots if one.player == token.player), None)
    return forms.Token(token.id, token.purpose, token.scope, bot, token.created, token.used)


@post("/api/account/handle", status_code=200, tags=["accounts"])
async def set_handle(request: Asked, data: JSONBody[forms.WantHandle]) -> forms.AccountPage:
    """Takes another handle; the one before is kept from others for three months."""
    context, caller, account = await own_account(request, "names")
    renamed = await give_handle(context.accounts.store, account, data.handle, context.accounts.now)
    return await _page(context, request, caller, renamed)


@post("/api/account/shown", status_code=200, tags=["accounts"])
async def set_shown(request: Asked, data: JSONBody[forms.SetShown]) -> forms.AccountPage:
    """Says who may see one's profile."""
    context, caller, account = await own_account(request)
    await context.accounts.store.show(account.player, data.shown)
    account.shown = data.shown
    return await _page(context, request, caller, account)


@post("/api/account/passkeys/options", status_code=200, tags=["accounts"])
async def begin_passkey(request: Asked) -> forms.Ceremony:
    """Begins the ceremony that adds a passkey."""
    context, _, account = await own_account(request, "names")
    return forms.Ceremony(await _passkeys(context, request, account.player).begin_registration(account.handle, "add"))


@post("/api/account/passkeys", status_code=200, tags=["accounts"])
async def add_passkey(request: Asked, data: JSONBody[forms.KeepGames]) -> forms.AccountPage:
    """Adds a passkey, for another device or in case one is lost."""
    context, caller, account = await own_account(request)
    label = device_of(request, data.label)
    passkeys = _passkeys(context, request, account.player)
    passkey, _ = await passkeys.end_registration("add", data.credential, label)
    await context.accounts.add_passkey(passkey)
    return await _page(context, request, caller, account)


@post("/api/account/passkeys/remove", status_code=200, tags=["accounts"])
async def drop_passkey(request: Asked, data: JSONBody[forms.DropPasskey]) -> forms.AccountPage:
    """Takes a passkey away."""
    context, caller, account = await own_account(request)
    await context.accounts.drop_passkey(account.player, data.id)
    return await _page(context, request, caller, account)


@post("/api/account/codes", status_code=200, tags=["accounts"])
async def fresh_codes(request: Asked) -> forms.FreshCodes:
    """New recovery codes in place of those before, shown this once."""
    context, _, account = await own_account(request, "makes")
    return forms.FreshCodes(tuple(await context.accounts.fresh_codes(account.player)))


# Programs.


@post("/api/account/bots", tags=["accounts"])
async def new_bot(request: Asked, data: JSONBody[forms.WantHandle]) -> forms.AccountPage:
    """An account for a bot that one answers for; it says at every table that it is a bot."""
    context, caller, account = await own_account(request, "makes")
    await context.accounts.new_bot(account.player, data.handle)
    return await _page(context, request, caller, account)


@post("/api/account/tokens", tags=["accounts"])
async def new_token(request: Asked, data: JSONBody[forms.NewToken]) -> forms.FreshToken:
    """A token for a program, shown this once: to look at one's own things, or to play as one's bot."""
    context, _, account = await own_account(request, "makes")
    token, stored = await context.accounts.new_token(account.player, data.purpose, data.bot)
    return forms.FreshToken(token, _token(stored, await context.accounts.store.bots_of(account.player)))


@post("/api/account/tokens/revoke", status_code=200, tags=["accounts"])
async def revoke_token(request: Asked, data: JSONBody[forms.RevokeToken]) -> forms.AccountPage:
    """Takes a token away."""
    context, caller, account = await own_account(request)
    bots = await context.accounts.store.bots_of(account.player)
    player = await context.accounts.store.revoke([account.player, *(bot.player for bot in bots)], data.id)
    if player is None:
        raise Refusal("not-found", "There is no such token.", 404)
    await context.signed_out(player, data.id)
    return await _page(context, request, caller, account)


# Everything, and the end.


@get("/api/me/export", tags=["accounts"])
async def export(request: Asked) -> Response[forms.Export]:
    """Everything that belongs to the caller, guest or not: rows by table, and the records of games that are over."""
    context, caller = await somebody(request, "heavy")
    handle = caller.account.handle if caller.account else None
    found = await everything_of(context.live_tables, caller.player, handle)
    name = f"mergemaker-{handle or 'guest'}.json".encode("ascii", "ignore").decode()
    return Response(found, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@post("/api/account/delete", status_code=200, tags=["accounts"])
async def delete_account(request: Asked, data: JSONBody[forms.DeleteAccount]) -> Response[None]:
    """Deletes the account: finished games stay with the others, who played with a former player."""
    context, _, account = await own_account(request)
    if not set(looks_of(data.handle)) & set(looks_of(account.handle)):
        raise Refusal("bad-handle", "Type your own handle to say that you mean it.", 400)
    await context.accounts.delete(account)
    await context.signed_out(account.player, None)
    answer: Response[None] = Response(None)
    answer.delete_cookie(COOKIE)
    return answer
