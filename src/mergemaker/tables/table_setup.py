"""Before the start: making tables, sitting down, getting up, words for the shuffle, starting, playing again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from mergemaker.record.fair_shuffle import SECRET_BYTES, commitment_of
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.store import StoredEntry, StoredSeat, StoredTable
from mergemaker.tables import autopilot
from mergemaker.tables.edition_pages import find_edition
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables, new_id
from mergemaker.tables.protocol.forms import Join, NewTable, PlayNow, Start
from mergemaker.tables.protocol.refusals import Refusal, started
from mergemaker.tables.table_titles import new_title, next_title


async def new_table(
    live_tables: LiveTables, player: str, wanted: NewTable, house_rules: Edition | None = None
) -> LiveTable:
    """A new open table; `house_rules` is what the text `wanted.rules` says, if there is one."""
    edition = house_rules or find_edition(wanted.edition)
    if not edition.allows(len(wanted.seats)):
        fewest, most = edition.players.fewest, edition.players.most
        raise Refusal("wrong-players", f"{edition.title} is for {fewest} to {most} players.", 400)
    if not wanted.title.isprintable():
        raise Refusal("bad-message", "A title has printable characters only.", 400)
    sits = wanted.sit and None in wanted.seats
    if wanted.sit and not sits:
        raise Refusal("no-free-seat", "No seat is left for you: one must be nobody’s, or say that you only watch.", 400)
    if wanted.rated:
        wanted = await _rated(live_tables, player, wanted, edition)
    name = await live_tables.need_name(player, wanted.name)
    seats = [StoredSeat(seat=at, kind="bot" if level else "free", level=level) for at, level in enumerate(wanted.seats)]
    if sits:
        sit_down(seats, next(seat.seat for seat in seats if seat.kind == "free"), player, name, wanted.words)
    name_bots(seats)
    title = " ".join(wanted.title.split()) or new_title()
    return await add_table(live_tables, player, edition, title[:60], seats, wanted)


async def _rated(live_tables: LiveTables, player: str, wanted: NewTable, edition: Edition) -> NewTable:
    """A rated table's wishes: what makes games comparable is not the host's choice."""
    await need_account(live_tables, player)
    if edition.name not in names():
        raise Refusal("not-rated", "A rated game is played by the rules of an edition as it is.", 400)
    if wanted.clock.kind == "none":
        raise Refusal("not-rated", "A rated game has a clock: choose one.", 400)
    if all(level is not None for level in wanted.seats[1:]) and None not in wanted.seats:
        raise Refusal("not-rated", "A rated game has people in it.", 400)
    return msgspec.structs.replace(wanted, hints=False, undo=False)


async def need_account(live_tables: LiveTables, player: str) -> None:
    """Refuses a guest at a rated table."""
    if await live_tables.accounts.account(player) is None:
        raise Refusal("no-account", "A rated game is for people with an account: keep your games, or sign in.", 403)


async def add_table(
    live_tables: LiveTables,
    host: str,
    edition: Edition,
    title: str,
    seats: list[StoredSeat],
    wanted: NewTable,
    rematch_of: str | None = None,
    origin: dict[str, Any] | None = None,
    table_id: str | None = None,
    tournament: str | None = None,
) -> LiveTable:
    """A table with these seats, stored; `origin` is a moment of another game that it begins at."""
    secret = secrets.token_hex(SECRET_BYTES)
    now = live_tables.now()
    row = StoredTable(
        id=table_id or new_id(),
        title=title,
        status="open",
        host=host,
        edition=edition.name,
        rules=None if edition.name in names() else edition.to_dict(),
        hidden=edition.hides(wanted.hidden),
        public=wanted.public,
        hints=wanted.hints,
        undo=wanted.undo,
        clock=msgspec.to_builtins(wanted.clock),
        patience=wanted.patience,
        secret=secret,
        commitment=commitment_of(secret),
        created=now,
        changed=now,
        rematch_of=rematch_of,
        rated=wanted.rated and origin is None,
        origin=origin,
        tournament=tournament,
    )
    await live_tables.store.add_table(row, seats)
    live_tables.lists.changed()
    return await live_tables.table(row.id)


async def play_now(live_tables: LiveTables, player: str, wanted: PlayNow) -> LiveTable:
    """A running table with one person and bots."""
    seats = (None, *([wanted.level] * wanted.bots))
    table = NewTable(seats, wanted.edition, name=wanted.name, hidden=wanted.hidden, words=wanted.words)
    live = await new_table(live_tables, player, table)
    await start(live_tables, live, player, Start())
    return live


def sit_down(seats: Sequence[StoredSeat], at: int, player: str, name: str, words: str) -> None:
    """Gives a seat to a person, by a name that nobody else there has."""
    taken = {seat.name for seat in seats if seat.seat != at}
    shown, number = name, 2
    while shown in taken:
        shown, number = f"{name[:36]} {number}", number + 1
    seat = seats[at]
    seat.kind, seat.player, seat.name, seat.level, seat.words = "person", player, shown, None, words


def name_bots(seats: Sequence[StoredSeat]) -> None:
    """Bots go by their level, with a number where there are several."""
    for level in {seat.level for seat in seats if seat.kind == "bot"}:
        alike = [seat for seat in seats if seat.kind == "bot" and seat.level == level]
        people = {seat.name for seat in seats if seat.kind == "person"}
        for number, seat in enumerate(alike, 1):
            name = f"{str(level).capitalize()} {number}" if len(alike) > 1 else str(level).capitalize()
            seat.name = f"{name} (bot)" if name in people else name


def _free(seat: StoredSeat) -> None:
    seat.kind, seat.player, seat.name, seat.level, seat.words, seat.muted = "free", None, None, None, "", False


async def _before_start(live_tables: LiveTables, live: LiveTable, change: Callable[[], None]) -> None:
    """Changes an open table under its lock."""

    def checked() -> None:
        if live.row.status != "open":
            raise started()
        change()

    async with live.lock:
        await live_tables.change(live, checked)


async def join(live_tables: LiveTables, live: LiveTable, player: str, wanted: Join) -> None:
    """Takes a seat; whoever has one keeps it."""
    if live.seat_of(player) is not None:
        return
    if live.row.status != "open":
        raise started()
    if live.row.rated:
        await need_account(live_tables, player)
    around = {seat.player for seat in live.seats if seat.kind == "person" and seat.player} | {live.row.host}
    if await live_tables.ties.blocks(player, around - {"", player}):
        raise Refusal("blocked", "Somebody at this table and you keep apart; you can watch.", 403)
    name = await live_tables.need_name(player, wanted.name)

    def change() -> None:
        if live.seat_of(player) is not None:
            return
        free = [seat.seat for seat in live.seats if seat.kind == "free"]
        if wanted.seat is not None and wanted.seat not in free:
            exists = wanted.seat < len(live.seats)
            raise Refusal("seat-taken", "That seat is taken." if exists else "There is no such seat.")
        if not free:
            raise Refusal("no-free-seat", "No seat is free any more; you can watch.")
        sit_down(live.seats, free[0] if wanted.seat is None else wanted.seat, player, name, wanted.words)
        if not live.row.host:
            live.row.host = player
        name_bots(live.seats)

    await _before_start(live_tables, live, change)


async def leave(live_tables: LiveTables, live: LiveTable, player: str) -> None:
    """Gets up before the start; a host who goes leaves the table to the next person."""
    if live.row.status == "running":
        raise Refusal("started", "The game has started: let a bot play while you are away, or resign.")

    def change() -> None:
        _free(live.own_seat(player))
        if live.row.host == player:
            live.row.host = next((s.player or "" for s in live.seats if s.kind == "person"), "")

    await _before_start(live_tables, live, change)


async def set_words(live_tables: LiveTables, live: LiveTable, player: str, words: str) -> None:
    """Adds a seat's words to the shuffle."""

    def change() -> None:
        live.own_seat(player).words = words

    await _before_start(live_tables, live, change)


async def set_seat(live_tables: LiveTables, live: LiveTable, player: str, seat: int, level: str | None) -> None:
    """The host sits a bot down, or frees a seat."""

    def change() -> None:
        live.check_host(player, live_tables.now())
        if not seat < len(live.seats):
            raise Refusal("seat-taken", "There is no such seat.")
        if level is not None and live.seats[seat].kind == "person":
            raise Refusal("seat-taken", "Somebody sits there.")
        if live.seats[seat].player == player:
            raise Refusal("seat-taken", "That is your own seat; leave the table to free it.")
        if live.row.host == live.seats[seat].player:  # who was away for so long that another hosts
            live.row.host = player
        _free(live.seats[seat])
        if level is not None:
            live.seats[seat].kind, live.seats[seat].level = "bot", level
        name_bots(live.seats)

    await _before_start(live_tables, live, change)


async def start(
    live_tables: LiveTables, live: LiveTable, player: str | None, wanted: Start, begun: Sequence[StoredEntry] = ()
) -> None:
    """Starts the game: from here on the deck is fixed by the secret and everybody's words.

    `player` is the host, or None where the server starts it, for a tournament.
    `begun` is the log so far, where the game begins at a moment of another one; it is in the store already.
    """

    def change() -> None:
        if live.row.status != "open":
            raise started()
        if player is not None:
            live.check_host(player, live_tables.now())
        for seat in live.seats:
            if seat.kind == "free":
                if wanted.fill is None:
                    raise Refusal("free-seats", "Seats are still free: wait, or fill them with bots.")
                seat.kind, seat.level = "bot", wanted.fill
        name_bots(live.seats)
        live.row.status = "running"
        live.row.started = live_tables.now()

    async with live.lock:
        await live_tables.change(live, change, tell=False)
        live.begin(list(begun))
        live.tell_table(live_tables.now())
        live.tell_log(0, live_tables.now())
    autopilot.wake(live_tables, live)


def _again(seat: StoredSeat) -> StoredSeat:
    """A seat of the rematch: whoever gave theirs up is not expected."""
    if seat.kind == "person" and not seat.given_up:
        return StoredSeat(seat=seat.seat, kind="person", player=seat.player, name=seat.name, muted=seat.muted)
    if seat.kind == "bot":
        return StoredSeat(seat=seat.seat, kind="bot", name=seat.name, level=seat.level)
    return StoredSeat(seat=seat.seat, kind="free")


async def rematch(live_tables: LiveTables, live: LiveTable, player: str) -> LiveTable:
    """The table where the same people play again; the first who asks makes it, and is its host."""
    if not live.over:
        raise Refusal("not-over", "A rematch can be asked for when the game is over.")
    live.own_seat(player)
    async with live.lock:
        if live.row.rematch is None:
            seats = [_again(seat) for seat in live.seats]
            row = live.row
            wanted = NewTable(
                (None, None),
                hidden=row.hidden,
                public=row.public,
                hints=row.hints,
                undo=row.undo,
                clock=live.clock,
                patience=row.patience,
                rated=row.rated,
            )
            title = next_title(row.title)
            again = await add_table(live_tables, player, live.edition, title, seats, wanted, rematch_of=row.id)

            def change() -> None:
                live.row.rematch = live.row.rematch or again.id

            await live_tables.change(live, change)
    return await live_tables.table(str(live.row.rematch))
