"""HTTP: puzzles. Whoever is known by a cookie or a token has their own ratings, repeats and history, guests too."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from mergemaker.puzzles.practice import Wish
from mergemaker.review.digest import digest_of
from mergemaker.review.grades import is_costly
from mergemaker.tables.history.replays import record_of
from mergemaker.tables.protocol import puzzle_forms as forms
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.context import context_of
from mergemaker.web.request_checks import Asked, any_player, changing, looking

Asking = Annotated[str | None, QueryParameter(max_length=40)]
MOST_OWN = 12  # puzzles that one press makes of a game


async def _solver(request: Asked) -> str:
    """Who asks; somebody without a cookie tries as nobody, and nothing is kept."""
    return (await any_player(request))[1] or ""


@get("/api/puzzles", tags=["puzzles"])
async def puzzle_shelf(request: Asked) -> forms.PuzzleShelf:
    """How many puzzles there are of each idea and edition, and when mistakes come again."""
    return context_of(request).puzzles.shelf()


@get("/api/puzzles/next", tags=["puzzles"])
async def puzzle_next(
    request: Asked, idea: Asking = None, edition: Asking = None, but: Asking = None, own: FromQuery[bool] = False
) -> forms.PuzzleAsked:
    """The puzzle that suits the caller now: what is due again, then new ones of their level. `but` is left out."""
    player = await _solver(request)
    return await context_of(request).puzzles.next(player, Wish(idea, edition), but or "", own=own)


@get("/api/puzzles/daily", tags=["puzzles"])
async def puzzle_daily(request: Asked) -> forms.PuzzleAsked:
    """The puzzle of today, the same for everybody on this server. Days begin at midnight UTC."""
    return await context_of(request).puzzles.daily(await _solver(request))


@get("/api/puzzles/me", tags=["puzzles"])
async def puzzle_progress(request: Asked) -> forms.PuzzleProgress:
    """How the caller has done: rating and its curve, latest tries, ideas, what comes again, puzzles of their own."""
    return await context_of(request).puzzles.progress(await _solver(request))


@get("/api/puzzles/{name:str}", tags=["puzzles"])
async def puzzle_by_name(request: Asked, name: FromPath[str]) -> forms.PuzzleAsked:
    """A puzzle by its id."""
    return await context_of(request).puzzles.chosen(name, await _solver(request))


@post("/api/puzzles/{name:str}", status_code=200, tags=["puzzles"])
async def puzzle_try(request: Asked, name: FromPath[str], data: JSONBody[forms.PuzzleTry]) -> forms.PuzzleAnswer:
    """Tries an answer, or gives up. The first verdict counts for the ratings; once it is over the solution is shown."""
    context, caller = await changing(request)
    if not data.actions and not data.give_up:
        raise Refusal("bad-message", "Nothing was decided.", 400)
    return await context.puzzles.answer(name, caller.player, data)


@post("/api/tables/{table_id:str}/puzzles", status_code=200, tags=["puzzles"])
async def puzzles_of_game(
    request: Asked, table_id: FromPath[str], data: JSONBody[forms.OwnPuzzleWish]
) -> forms.OwnPuzzles:
    """Makes puzzles of the caller's own of a reviewed game's costly decisions: one, or all of their own seat."""
    # Imported here: the server itself judges nothing, and need not load what does.
    from mergemaker.puzzles.own_puzzle import own_puzzle

    context, caller = await changing(request)
    _, live, _ = await looking(request, table_id)
    record = record_of(live)
    review = await context.reviews.reviewed(digest_of(record), data.depth)
    seat = live.seat_of(caller.player)
    verdicts = [
        one
        for one in review.verdicts
        if (one.at == data.at if data.at is not None else is_costly(one.grade) and one.seat == seat)
    ]
    if not verdicts:
        raise Refusal("no-puzzle", "There is no costly decision there that has been judged.", 404)
    worst = sorted(verdicts, key=lambda one: -one.cost)[:MOST_OWN]
    made = [(verdict.at, own_puzzle(record, verdict)) for verdict in worst]
    return forms.OwnPuzzles(await context.puzzles.keep_own(caller.player, table_id, made))
