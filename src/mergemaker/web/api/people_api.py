"""HTTP: one's own games, profiles, leaderboards and the hall of records."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter

from mergemaker.people import histories, leaderboards
from mergemaker.people.export import records_of
from mergemaker.people.history_forms import HallOfRecords, Leaderboard, MyGames, Period, Profile
from mergemaker.store.handle_looks import looks_of
from mergemaker.store.history_store import Wanted
from mergemaker.store.schemas.people_rows import StoredAccount
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.context import Context
from mergemaker.web.identity import Caller
from mergemaker.web.request_checks import Asked, anybody, somebody


def shown_to(caller: Caller | None) -> list[str]:
    """Whose profiles somebody may see, by what their owners said."""
    return ["public", "players"] if caller is not None and caller.account is not None else ["public"]


def no_person() -> Refusal:
    """Nobody has that handle, or nobody may know: the same word for both."""
    return Refusal("no-person", "There is nobody of that handle whose profile you may see.", 404)


async def visible_person(context: Context, caller: Caller | None, handle: str) -> StoredAccount:
    """Somebody whose profile the caller may see."""
    account = await context.accounts.store.with_handle(looks_of(handle), context.accounts.now)
    mine = caller is not None and account is not None and caller.player == account.player
    if account is None or not (mine or account.shown in shown_to(caller)):
        raise no_person()
    if caller is not None and "block" in await context.live_tables.ties.tied(account.player, caller.player):
        raise no_person()
    return account


@get("/api/my-games", tags=["people"])
async def my_games(
    request: Asked,
    edition: Annotated[str | None, QueryParameter(max_length=100)] = None,
    players: Annotated[int | None, QueryParameter(ge=2, le=6)] = None,
    opponent: Annotated[str | None, QueryParameter(max_length=40)] = None,
    result: FromQuery[Literal["won", "lost"] | None] = None,
    rated: FromQuery[bool | None] = None,
    cleared: FromQuery[bool] = False,
    before: Annotated[int | None, QueryParameter(ge=0, le=1 << 53)] = None,
) -> MyGames:
    """One's own games, running and finished, with their results, reviews and what they did to one's rating."""
    context, caller = await somebody(request)
    wanted = Wanted(edition, players, _no_nul(opponent), result, rated, cleared, before)
    return await context.store.read(
        lambda connection: histories.my_games(connection, caller.player, wanted, shown_to(caller))
    )


def _no_nul(text: str | None) -> str | None:
    return text.replace("\0", "") if text else None


@get("/api/my-games/records", tags=["people"])
async def my_records(request: Asked) -> Response[bytes]:
    """The records of one's finished games, one a line."""
    context, caller = await somebody(request, "heavy")
    lines = [msgspec.json.encode(record) + b"\n" for record in await records_of(context.live_tables, caller.player)]
    name = {"Content-Disposition": 'attachment; filename="my-games.jsonl"'}
    return Response(b"".join(lines), media_type="application/jsonl", headers=name)


@get("/api/people/{handle:str}", tags=["people"])
async def person_profile(request: Asked, handle: FromPath[str]) -> Profile:
    """Somebody's results, ratings and opponents, if they let the caller see them."""
    context, caller = await anybody(request)
    context.spend(context.names, f"profiles {context.address(request)}")
    account = await visible_person(context, caller, handle)
    mine = caller is not None and caller.player == account.player
    return await context.store.read(lambda connection: histories.profile(connection, account, mine, shown_to(caller)))


@get("/api/leaderboards", tags=["people"])
async def leaderboard(
    request: Asked, pool: Annotated[str, QueryParameter(max_length=60)] = "live", period: FromQuery[Period] = "all"
) -> Leaderboard:
    """The best of a kind of game: over all time by rating, over a period by what they gained in it."""
    context, caller = await anybody(request)
    shown, now = shown_to(caller), context.live_tables.now()
    found = await context.kept.get(
        ("leaderboard", pool, period, len(shown)),
        lambda: context.store.read(
            lambda connection: leaderboards.leaderboard(connection, pool.replace("\0", ""), period, shown, now)
        ),
    )
    if caller is None or caller.account is None:
        return found
    mine = caller.account.handle
    ranked = tuple(msgspec.structs.replace(one, you=one.handle == mine) for one in found.ranked)
    return msgspec.structs.replace(found, ranked=ranked)


@get("/api/hall-of-records", tags=["people"])
async def records(request: Asked) -> HallOfRecords:
    """Games that stand out."""
    context, caller = await anybody(request)
    shown = shown_to(caller)
    return await context.kept.get(
        ("records", len(shown)),
        lambda: context.store.read(lambda connection: leaderboards.hall_of_records(connection, shown)),
    )
