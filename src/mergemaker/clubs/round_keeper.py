"""What the server does for the round that is being played: makes tables, starts them, sees who came, notes results.

Everything here may be done twice, by several processes, and after a restart: what is there already stays.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import IntegrityError

from mergemaker.clubs import tournament_events as events
from mergemaker.clubs.table_ends import ROUND, end_table
from mergemaker.clubs.tournament import Round, RoundTable, Tournament
from mergemaker.clubs.tournament_events import Event
from mergemaker.rules.errors import MergemakerError
from mergemaker.store import StoredSeat
from mergemaker.tables import autopilot, table_setup
from mergemaker.tables.edition_pages import find_edition
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.forms import NewTable, Start
from mergemaker.tables.protocol.refusals import Refusal

if TYPE_CHECKING:
    from mergemaker.clubs.tournaments import Tournaments

log = logging.getLogger("mergemaker.clubs")

SERVER = ""  # who does what nobody did
MINUTE = 60_000


async def look_after(tournaments: Tournaments, ident: str) -> None:
    """Does all that the round being played needs, and stops the tables whose result stands though they still play."""
    tournament = await tournaments.get(ident)
    for one in tournament.rounds:
        for table in one.tables:
            try:
                if table.money is None:
                    await _look_at(tournaments, tournament, one, table)
                else:
                    await _stop(tournaments, table)
            except MergemakerError as error:
                log.warning("a tournament's table needs a look: %s", error, extra={"table": table.table})


async def _stop(tournaments: Tournaments, table: RoundTable) -> None:
    """Lets bots play out a game that nobody waits for any more: time was called, or its result was entered by hand.

    The log says so before it is done, so a server that was killed in between does it at its next start.
    """
    if table.table in tournaments.stopped:
        return
    stored = await tournaments.live_tables.store.table(table.table)
    if stored is not None and stored[0].status != "finished":
        await end_table(tournaments.live_tables, await tournaments.live_tables.table(table.table), ROUND)
    tournaments.stopped.add(table.table)


async def _look_at(tournaments: Tournaments, tournament: Tournament, one: Round, table: RoundTable) -> None:
    live_tables = tournaments.live_tables
    if await live_tables.store.table(table.table) is None:
        await _make_table(live_tables, tournament, one, table)
    live = await live_tables.table(table.table)
    if live.row.status == "open":
        with contextlib.suppress(Refusal):  # another process was faster
            await table_setup.start(live_tables, live, None, Start())
    if live.over:
        result = live.result()
        assert result is not None
        await note_result(tournaments, SERVER, tournament, table, live, result.money, "played")
    else:
        await _see_who_came(tournaments, tournament, one, table, live)


async def _make_table(live_tables: LiveTables, tournament: Tournament, one: Round, table: RoundTable) -> None:
    plan = tournament.plan
    seats = [StoredSeat(seat=at, kind="free") for at in range(len(table.seats))]
    for at, player in enumerate(table.seats):
        who = tournament.people[player]
        table_setup.sit_down(seats, at, who.player, who.name, "")
    wanted = NewTable(
        (None,) * len(seats),
        hidden=plan.hidden,
        public=plan.public,
        hints=plan.hints,
        undo=plan.undo,
        clock=plan.clock,
    )
    number = f" · round {one.number}, table {table.number}"
    title = plan.title[: 60 - len(number)] + number
    with contextlib.suppress(IntegrityError):  # another process was faster
        await table_setup.add_table(
            live_tables,
            tournament.owner,
            find_edition(plan.edition),
            title,
            seats,
            wanted,
            table_id=table.table,
            tournament=tournament.id,
        )


async def _see_who_came(
    tournaments: Tournaments, tournament: Tournament, one: Round, table: RoundTable, live: LiveTable
) -> None:
    now, minutes = tournaments.live_tables.now(), tournament.plan.no_show_minutes
    waited = now - max(one.began, live.row.started or 0, tournaments.since)
    for seat, player in zip(live.seats, table.seats, strict=True):
        came = live.looks(seat.player) or live.last_seen(seat.player) is not None or has_played(live, seat.seat)
        if player in one.no_shows:
            if came and not seat.stand_in:
                await _note_no_show(tournaments, tournament, player, came=True)
            elif not seat.stand_in:  # seated though not there, or the server stopped between the two
                await _sit_in(tournaments.live_tables, live, seat.seat, tournament.plan.stand_in)
        elif minutes and not came and not seat.stand_in and waited > minutes * MINUTE:
            await _note_no_show(tournaments, tournament, player, came=False)
            await _sit_in(tournaments.live_tables, live, seat.seat, tournament.plan.stand_in)


async def _note_no_show(tournaments: Tournaments, tournament: Tournament, player: str, *, came: bool) -> None:
    def make(now: Tournament) -> list[Event]:
        if now.now is None or (player in now.now.no_shows) != came:
            return []
        return [events.CameBack(player) if came else events.NoShow(player)]

    await tournaments.write(tournament.id, SERVER, make)


async def _sit_in(live_tables: LiveTables, live: LiveTable, seat: int, level: str) -> None:
    async with live.lock:
        if not live.over and not live.seats[seat].stand_in:
            await autopilot.set_stand_in(live_tables, live, seat, "others", level)
    autopilot.wake(live_tables, live)


async def note_result(
    tournaments: Tournaments,
    by: str,
    tournament: Tournament,
    table: RoundTable,
    live: LiveTable,
    money: Sequence[int],
    how: str,
) -> None:
    """Notes a table's result, once."""
    no_shows = tournament.now.no_shows if tournament.now else set()
    idle = tuple(
        member
        for seat, member in zip(live.seats, table.seats, strict=True)
        if seat.given_up or (member in no_shows and (seat.stand_in or not has_played(live, seat.seat)))
    )

    def make(now: Tournament) -> list[Event]:
        if now.table(table.table).money is not None:
            return []
        return [events.ResultNoted(table.table, tuple(money), idle, how)]  # type: ignore[arg-type]  # one of the three

    await tournaments.write(tournament.id, by, make)


def has_played(live: LiveTable, seat: int) -> bool:
    """Whether the owner of a seat has decided anything."""
    return any(entry.seat == seat and entry.by == "player" for entry in live.entries)


def money_as_it_stands(live: LiveTable) -> tuple[int, ...]:
    """What each seat would have if the game ended now: money, shares at today's price, and all bonuses."""
    if live.ledger is None:
        return (0,) * len(live.seats)
    open_row = msgspec.structs.replace(live.row, hidden=False)  # where holdings lie open, worth has the bonuses in it
    opened = LiveTable(open_row, live.seats, [])
    opened.begin(list(live.ledger.entries))
    assert opened.ledger is not None
    return tuple(player.worth or 0 for player in opened.ledger.view(None).players)
