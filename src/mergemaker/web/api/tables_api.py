"""HTTP: people, tables and lists. docs/look-up/protocol.md says what each is for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, PathParameter

from mergemaker import __version__
from mergemaker.rules.editions.edition import Edition
from mergemaker.tables import table_actions, table_setup
from mergemaker.tables.history import own_games
from mergemaker.tables.history.play_on import play_on
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.protocol import forms
from mergemaker.tables.protocol.messages import PROTOCOL, Acknowledged, Lobby, Play
from mergemaker.web.context import Context, context_of
from mergemaker.web.request_checks import Asked, any_player, changing, looking, read_file, spending

SeatInPath = Annotated[int, PathParameter(ge=0, le=5)]


@get("/health", tags=["server"])
async def health(request: Asked) -> Response[forms.Health]:
    """Whether the server works."""
    context = context_of(request)
    works = await context.store.works()
    body = forms.Health("ok" if works else "failing", __version__, PROTOCOL, works, context.live_tables.bot_pool.warmed)
    return Response(body, status_code=200 if works else 503)


# Tables.


async def _at_table(request: Asked, table_id: str) -> tuple[Context, LiveTable, str]:
    context, caller = await changing(request)
    return context, await context.live_tables.table(table_id), caller.player


async def _at(
    request: Asked, table_id: str, do: Callable[..., Awaitable[LiveTable | None]], *given: object
) -> forms.Made:
    """Does something at a table for whoever asks. Says how it is afterwards, or the other table that came of it."""
    context, live, player = await _at_table(request, table_id)
    other = await do(context.live_tables, live, player, *given)
    return _made(context, other or live, player)


def _made(context: Context, live: LiveTable, player: str | None) -> forms.Made:
    now = context.live_tables.now()
    return forms.Made(live.describe(now), live.you(player, now), f"/table/{live.id}")


@get("/api/lobby", tags=["tables"])
async def lobby(request: Asked) -> Lobby:
    """The lists of the home page."""
    context, player = await any_player(request)
    return await context.live_tables.lists.lobby(player)


@post("/api/play-now", tags=["tables"])
async def play_now(request: Asked, data: JSONBody[forms.PlayNow]) -> forms.Made:
    """A game against bots, started at once."""
    context, caller = await changing(request, "makes")
    live = await table_setup.play_now(context.live_tables, caller.player, data)
    return _made(context, live, caller.player)


@post("/api/tables", tags=["tables"])
async def new_table(request: Asked, data: JSONBody[forms.NewTable]) -> forms.Made:
    """A new open table."""
    context, caller = await changing(request, "makes")
    own = None if data.rules is None else msgspec.json.decode(await read_file(request, bytes, "rules", data.rules))
    house_rules = None if own is None else Edition.from_dict(own)
    live = await table_setup.new_table(context.live_tables, caller.player, data, house_rules)
    return _made(context, live, caller.player)


@get("/api/tables/{table_id:str}", tags=["tables"])
async def table(request: Asked, table_id: FromPath[str]) -> forms.Made:
    """A table."""
    context, live, player = await looking(request, table_id)
    return _made(context, live, player)


@post("/api/tables/{table_id:str}/join", status_code=200, tags=["tables"])
async def join(request: Asked, table_id: FromPath[str], data: JSONBody[forms.Join]) -> forms.Made:
    """Takes a free seat."""
    return await _at(request, table_id, table_setup.join, data)


@post("/api/tables/{table_id:str}/leave", status_code=200, tags=["tables"])
async def leave(request: Asked, table_id: FromPath[str]) -> forms.Made:
    """Gets up before the start."""
    return await _at(request, table_id, table_setup.leave)


@post("/api/tables/{table_id:str}/words", status_code=200, tags=["tables"])
async def words(request: Asked, table_id: FromPath[str], data: JSONBody[forms.SetWords]) -> forms.Made:
    """Adds words to the shuffle."""
    return await _at(request, table_id, table_setup.set_words, data.words)


@post("/api/tables/{table_id:str}/seats/{seat:int}", status_code=200, tags=["tables"])
async def set_seat(
    request: Asked, table_id: FromPath[str], seat: SeatInPath, data: JSONBody[forms.SetSeat]
) -> forms.Made:
    """The host sits a bot down or frees a seat."""
    return await _at(request, table_id, table_setup.set_seat, seat, data.level)


@post("/api/tables/{table_id:str}/seats/{seat:int}/remove", status_code=200, tags=["tables"])
async def remove(request: Asked, table_id: FromPath[str], seat: SeatInPath) -> forms.Made:
    """The host takes a person's seat away: before the start it is free, afterwards a bot plays it to the end."""
    context, live, player = await _at_table(request, table_id)
    if live.row.status == "open":
        await table_setup.set_seat(context.live_tables, live, player, seat, None)
    else:
        await table_actions.remove(context.live_tables, live, player, seat)
    return _made(context, live, player)


@post("/api/tables/{table_id:str}/patience", status_code=200, tags=["tables"])
async def set_patience(request: Asked, table_id: FromPath[str], data: JSONBody[forms.SetPatience]) -> forms.Made:
    """The host says after how long others may go on without somebody who is away."""
    return await _at(request, table_id, table_actions.set_patience, data.patience)


@post("/api/tables/{table_id:str}/resign", status_code=200, tags=["tables"])
async def resign(request: Asked, table_id: FromPath[str]) -> forms.Made:
    """Gives one's seat up for good; a bot plays it to the end."""
    return await _at(request, table_id, table_actions.resign)


@post("/api/tables/{table_id:str}/label", status_code=200, tags=["tables"])
async def set_label(request: Asked, table_id: FromPath[str], data: JSONBody[forms.SetLabel]) -> forms.Made:
    """Gives a table a name of one's own in one's list."""
    return await _at(request, table_id, own_games.set_label, data.label)


@post("/api/tables/{table_id:str}/put-away", status_code=200, tags=["tables"])
async def put_away(request: Asked, table_id: FromPath[str], data: JSONBody[forms.PutAway]) -> forms.Made:
    """Takes a finished table off one's list, or puts it back."""
    return await _at(request, table_id, own_games.put_away, data.away)


@post("/api/tables/{table_id:str}/start", status_code=200, tags=["tables"])
async def start(request: Asked, table_id: FromPath[str], data: JSONBody[forms.Start]) -> forms.Made:
    """Starts the game."""
    return await _at(request, table_id, table_setup.start, data)


@post("/api/tables/{table_id:str}/rematch", status_code=200, tags=["tables"])
async def rematch(request: Asked, table_id: FromPath[str]) -> forms.Made:
    """The table where the same people play again."""
    return await _at(request, table_id, table_setup.rematch)


@post("/api/tables/{table_id:str}/play-on", tags=["tables"])
async def play_on_from(request: Asked, table_id: FromPath[str], data: JSONBody[forms.PlayOn]) -> forms.Made:
    """A new game against bots from a moment of a finished one, with the hands as they were."""
    spending(request, "makes")
    return await _at(request, table_id, play_on, data)


@post("/api/tables/{table_id:str}/play", status_code=200, tags=["tables"])
async def play(request: Asked, table_id: FromPath[str], data: JSONBody[Play]) -> Acknowledged:
    """Plays actions, as over the socket."""
    context, live, player = await _at_table(request, table_id)
    return await table_actions.play(context.live_tables, live, player, data)
