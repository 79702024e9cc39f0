"""HTTP and a socket: tournaments and seasons of clubs. docs/look-up/protocol.md says what each is for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import msgspec
from litestar import Response, get, post, websocket
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from mergemaker.clubs.club_forms import (
    CheckIn,
    ClubListed,
    ClubLists,
    CorrectResult,
    DrawRound,
    Invite,
    JoinTournament,
    PutInSeasonForm,
    SamePersonForm,
    SeasonShown,
    TakeOff,
    TournamentShown,
)
from mergemaker.clubs.season import SeasonPlan
from mergemaker.clubs.standings import as_csv
from mergemaker.clubs.tournament_events import TournamentPlan
from mergemaker.rules.errors import MergemakerError
from mergemaker.store.club_logs import StoredClub
from mergemaker.tables.history.replays import record_of
from mergemaker.tables.live_table import encode
from mergemaker.web.api.games_api import link_picture
from mergemaker.web.context import Context, context_of
from mergemaker.web.request_checks import Asked, any_player, changing, spending
from mergemaker.web.transport.sockets import NO_TABLE, Line, Socket, only_listen, run_line

SHOWN = 30
LIST_SECONDS = 3.0  # that a list of public tournaments may be old


def _listed(club: StoredClub, player: str | None) -> ClubListed:
    path = f"/club/{club.id}" if club.kind == "tournament" else f"/season/{club.id}"
    host = bool(player) and club.owner == player
    return ClubListed(club.id, club.title, club.status, path, host, club.season, club.created, club.changed)


async def _public(context: Context) -> list[StoredClub]:
    """Public tournaments that are open or being played; whether they are public, their logs say."""
    logs = context.tournaments.logs
    found = [club for status in ("running", "open") for club in await logs.with_status("tournament", status, SHOWN)]
    return [club for club in found if (await context.tournaments.get(club.id)).plan.public]


@get("/api/clubs", tags=["clubs"])
async def clubs(request: Asked) -> ClubLists:
    """One's own tournaments and seasons, and public ones that are open or being played."""
    context, player = await any_player(request)
    logs = context.tournaments.logs
    own = {kind: await logs.of_person(kind, player) if player else [] for kind in ("tournament", "season")}
    found = await context.kept.get("public clubs", lambda: _public(context), LIST_SECONDS)
    public = [_listed(club, player) for club in found]
    tournaments, seasons = (tuple(_listed(club, player) for club in own[kind]) for kind in ("tournament", "season"))
    return ClubLists(tournaments, seasons, tuple(public))


@post("/api/tournaments", tags=["clubs"])
async def new_tournament(request: Asked, data: JSONBody[TournamentPlan]) -> TournamentShown:
    """A new tournament; whoever makes it is its organiser."""
    context, caller = await changing(request, "makes")
    made = await context.tournaments.make(caller.player, data)
    return await context.tournaments.page(made.id, caller.player)


async def _at(request: Asked, club_id: str, do: Callable[..., Awaitable[object]], *given: object) -> TournamentShown:
    """Does something at a tournament for whoever asks, and shows it as it is afterwards."""
    context, caller = await changing(request, "clubs")
    await do(club_id, caller.player, *given)
    return await context.tournaments.page(club_id, caller.player)


@get("/api/tournaments/{club_id:str}", tags=["clubs"])
async def tournament(request: Asked, club_id: FromPath[str]) -> TournamentShown:
    """A tournament: people, rounds, standings."""
    context, player = await any_player(request)
    return await context.tournaments.page(club_id, player)


@post("/api/tournaments/{club_id:str}/join", status_code=200, tags=["clubs"])
async def join_tournament(request: Asked, club_id: FromPath[str], data: JSONBody[JoinTournament]) -> TournamentShown:
    """Takes part, and is checked in; also between rounds."""
    return await _at(request, club_id, context_of(request).tournaments.join, data.name)


@post("/api/tournaments/{club_id:str}/check-in", status_code=200, tags=["clubs"])
async def check_in(request: Asked, club_id: FromPath[str], data: JSONBody[CheckIn]) -> TournamentShown:
    """Says who is there for the next round."""
    return await _at(request, club_id, context_of(request).tournaments.check_in, data)


@post("/api/tournaments/{club_id:str}/leave", status_code=200, tags=["clubs"])
async def leave_tournament(request: Asked, club_id: FromPath[str], data: JSONBody[TakeOff]) -> TournamentShown:
    """Takes oneself off the list, or the organiser somebody else."""
    return await _at(request, club_id, context_of(request).tournaments.leave, data)


@post("/api/tournaments/{club_id:str}/invite", status_code=200, tags=["clubs"])
async def invite(request: Asked, club_id: FromPath[str], data: JSONBody[Invite]) -> TournamentShown:
    """The organiser notes who is expected."""
    return await _at(request, club_id, context_of(request).tournaments.invite, data.names)


@post("/api/tournaments/{club_id:str}/draw", status_code=200, tags=["clubs"])
async def draw_round(request: Asked, club_id: FromPath[str], data: JSONBody[DrawRound]) -> TournamentShown:
    """The organiser draws the next round; its tables begin at once."""
    context, caller = await changing(request, "heavy")
    await context.tournaments.draw(club_id, caller.player, seat_missing=data.seat_missing)
    return await context.tournaments.page(club_id, caller.player)


@post("/api/tournaments/{club_id:str}/time", status_code=200, tags=["clubs"])
async def call_time(request: Asked, club_id: FromPath[str]) -> TournamentShown:
    """The organiser calls time: tables that still play are counted as if their game ended now."""
    return await _at(request, club_id, context_of(request).tournaments.call_time)


@post("/api/tournaments/{club_id:str}/correct", status_code=200, tags=["clubs"])
async def correct_result(request: Asked, club_id: FromPath[str], data: JSONBody[CorrectResult]) -> TournamentShown:
    """The organiser puts a result right."""
    return await _at(request, club_id, context_of(request).tournaments.correct, data)


@post("/api/tournaments/{club_id:str}/finish", status_code=200, tags=["clubs"])
async def finish_tournament(request: Asked, club_id: FromPath[str]) -> TournamentShown:
    """The organiser closes the tournament."""
    return await _at(request, club_id, context_of(request).tournaments.finish)


@post("/api/tournaments/{club_id:str}/reopen", status_code=200, tags=["clubs"])
async def reopen_tournament(request: Asked, club_id: FromPath[str]) -> TournamentShown:
    """The organiser opens a tournament that was closed too soon."""
    return await _at(request, club_id, partial(context_of(request).tournaments.finish, finished=False))


@post("/api/tournaments/{club_id:str}/season", status_code=200, tags=["clubs"])
async def put_in_season(request: Asked, club_id: FromPath[str], data: JSONBody[PutInSeasonForm]) -> TournamentShown:
    """Lets the evening count for a season of the organiser's, or for none."""
    return await _at(request, club_id, context_of(request).seasons.put_in, data.season)


def _file(text: str, kind: str, name: str) -> Response[str]:
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@get("/api/tournaments/{club_id:str}/results.csv", tags=["clubs"])
async def results_csv(request: Asked, club_id: FromPath[str]) -> Response[str]:
    """The standings and every table's result, for a spreadsheet."""
    found = await context_of(request).tournaments.get(club_id)
    return _file(as_csv(found), "text/csv; charset=utf-8", f"tournament-{club_id}.csv")


@get("/api/tournaments/{club_id:str}/records", tags=["clubs"])
async def tournament_records(request: Asked, club_id: FromPath[str]) -> Stream:
    """The records of all its games that are over, as one file of JSON Lines."""
    context = spending(request, "heavy")
    found = await context.tournaments.get(club_id)

    async def lines() -> AsyncIterator[bytes]:
        for one in found.rounds:
            for table in one.tables:
                try:
                    record = record_of(await context.live_tables.table(table.table))
                except MergemakerError:
                    continue  # not over, or damaged
                # Of a table whose time was called bots have played the end; what counts is the money as it was.
                counted = {"how": table.how, "counted": table.money}
                where = {"tournament": club_id, "round": one.number, "number": table.number, **counted}
                yield msgspec.json.encode({**record, **where}) + b"\n"

    name = f'attachment; filename="tournament-{club_id}.jsonl"'
    return Stream(lines(), media_type="application/x-ndjson", headers={"Content-Disposition": name})


@get("/api/tournaments/{club_id:str}/qr", tags=["clubs"])
async def tournament_qr(request: Asked, club_id: FromPath[str]) -> Response[str]:
    """A QR code of the tournament's link, as SVG."""
    found = await context_of(request).tournaments.get(club_id)
    return link_picture(request, f"/club/{found.id}")


@post("/api/seasons", tags=["clubs"])
async def new_season(request: Asked, data: JSONBody[SeasonPlan]) -> SeasonShown:
    """A new season; whoever makes it is its organiser."""
    context, caller = await changing(request, "makes")
    return await context.seasons.page(await context.seasons.make(caller.player, data), caller.player)


@get("/api/seasons/{club_id:str}", tags=["clubs"])
async def season(request: Asked, club_id: FromPath[str]) -> SeasonShown:
    """A season and its league table, worked out anew from its evenings."""
    context, player = await any_player(request)
    return await context.seasons.page(club_id, player)


@post("/api/seasons/{club_id:str}/same", status_code=200, tags=["clubs"])
async def same_person(request: Asked, club_id: FromPath[str], data: JSONBody[SamePersonForm]) -> SeasonShown:
    """The organiser says that two lines of the table are one person."""
    context, caller = await changing(request)
    await context.seasons.join_lines(club_id, caller.player, data.one, data.other)
    return await context.seasons.page(club_id, caller.player)


@get("/api/seasons/{club_id:str}/table.csv", tags=["clubs"])
async def season_csv(request: Asked, club_id: FromPath[str]) -> Response[str]:
    """The league table for a spreadsheet."""
    return _file(await context_of(request).seasons.csv(club_id), "text/csv; charset=utf-8", f"season-{club_id}.csv")


@websocket("/ws/tournaments/{club_id:str}")
async def tournament_socket(socket: Socket, club_id: FromPath[str]) -> None:
    """Sends a tournament, and again whenever it changes."""

    async def attend(context: Context, line: Line) -> None:
        tournaments = context.tournaments
        try:
            tournaments.watch(club_id, line)
            line.send(encode(await tournaments.page(club_id, line.player or None)))
            await only_listen(context, line, socket)
        except MergemakerError:
            line.hang_up(NO_TABLE)
        finally:
            tournaments.leave_off(club_id, line)

    await run_line(socket, attend)
