"""One's own play over many games: what the reviews of a person's finished games come to, and having the rest reviewed.

A game counts that its person played to the end from the deal on; of its decisions only those that they made
themselves. All are reviewed at one depth, so that they can be compared.
"""

from __future__ import annotations

import msgspec

from mergemaker.review.depths import NORMAL
from mergemaker.review.digest import digest_of, judge_name
from mergemaker.review.findings import Review
from mergemaker.review.many_games import SeatGame, player_sum, seat_game
from mergemaker.store.review_store import FinishedSeat
from mergemaker.tables.edition_pages import edition_title
from mergemaker.tables.history.replays import record_of
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.processes.review_jobs import ReviewJobs
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.tables.protocol.review_forms import JudgedNow, OwnGame, OwnPlay

MOST_GAMES = 400  # the latest that are counted
AT_ONCE = 4  # reviews that are there already and are taken in with one request


async def own_play(jobs: ReviewJobs, player: str, now: JudgedNow | None = None) -> OwnPlay:
    """What a person's reviewed games come to."""
    seats = await jobs.store.finished_seats(player, judge_name(), limit=MOST_GAMES)
    oldest_first = [
        msgspec.structs.replace(msgspec.json.decode(seat.body, type=SeatGame), number=number)
        for number, seat in enumerate(reversed(seats), 1)
        if seat.body is not None
    ]
    play = player_sum("", oldest_first) if oldest_first else None
    points = {} if play is None else {point.number: point for point in play.over_time}
    games = tuple(
        OwnGame(
            seat.table,
            seat.title,
            seat.edition,
            edition_title(seat.edition),
            seat.finished,
            points.get(len(seats) - at),
        )
        for at, seat in enumerate(seats)
    )
    return OwnPlay(play, games, sum(seat.body is None for seat in seats), now)


async def review_next(jobs: ReviewJobs, live_tables: LiveTables, player: str) -> OwnPlay:
    """Has the latest game that is not reviewed yet reviewed, or looks how far it is. Returns the play of all games."""
    seats = await jobs.store.finished_seats(player, judge_name(), limit=MOST_GAMES)
    now = None
    for seat in [seat for seat in seats if seat.body is None][:AT_ONCE]:
        now = await _look_at(jobs, live_tables, seat, player)
        if now is not None:
            break
    return await own_play(jobs, player, now)


async def _look_at(jobs: ReviewJobs, live_tables: LiveTables, seat: FinishedSeat, player: str) -> JudgedNow | None:
    """How far the review of a game is; None when it is complete and taken in."""
    live = await live_tables.table(seat.table)
    record = record_of(live)
    try:
        found = await jobs.progress(record, digest_of(record), NORMAL.name, player)
    except Refusal as refused:
        if refused.code != "too-often":
            raise
        return JudgedNow(seat.table, 0, 0)  # others of one's reviews are under way
    if found.complete and found.review is not None:
        await take_in(jobs, live, found.review)
        return None
    return JudgedNow(seat.table, found.judged, found.decisions)


async def take_in(jobs: ReviewJobs, live: LiveTable, review: Review) -> None:
    """Keeps what a complete review at the usual depth came to for everybody who played."""
    if review.depth != NORMAL.name or live.ledger is None or await jobs.store.has_seats(live.id, review.judge):
        return
    own = live.ledger.chosen_by_players()
    bodies = {}
    for seat in live.seats:
        if seat.player is not None:
            game = seat_game(0, review, seat.seat, own)
            nameless = msgspec.structs.replace(game.summary, name="")  # whose it is, the seat alone says
            bodies[seat.seat] = msgspec.json.encode(msgspec.structs.replace(game, summary=nameless))
    await jobs.store.keep_seats(live.id, review.judge, bodies)
