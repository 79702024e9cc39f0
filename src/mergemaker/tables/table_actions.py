"""After the start: actions, undo, chat, advice, standing in and coming back.

Every answer comes after what it answers for is on disk. A message that comes twice is answered as the first time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from mergemaker.rules.errors import IllegalAction
from mergemaker.rules.words.phrases import counted
from mergemaker.rules.words.plans import advice_text
from mergemaker.store import Conflict, StoredChat, StoredEntry, StoredSeat
from mergemaker.tables import autopilot
from mergemaker.tables.game_log.ledger import Ledger
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.messages import Acknowledged, Hint, Mute, Play, Undo
from mergemaker.tables.protocol.refusals import Refusal, busy, stale

log = logging.getLogger("mergemaker.tables")

ADVISER = "magnate"

Acknowledge = Callable[[Acknowledged], None]


async def play(
    live_tables: LiveTables, live: LiveTable, player: str, message: Play, acknowledge: Acknowledge | None = None
) -> Acknowledged:
    """Plays actions for a player; Refusal or IllegalAction says why not."""

    def wanted(ledger: Ledger, seat: int) -> list[tuple[str, str]]:
        return [("action", text) for text in ledger.check(seat, message.actions)]

    return await _write(live_tables, live, player, message, wanted, acknowledge)


async def undo(
    live_tables: LiveTables, live: LiveTable, player: str, message: Undo, acknowledge: Acknowledge | None = None
) -> Acknowledged:
    """Takes back a player's last action."""

    def wanted(ledger: Ledger, seat: int) -> list[tuple[str, str]]:
        if not live.row.undo:
            raise Refusal("no-undo", "At this table nothing is taken back.")
        ledger.check_undo(seat)
        return [("undo", "undo")]

    return await _write(live_tables, live, player, message, wanted, acknowledge)


async def _write(
    live_tables: LiveTables,
    live: LiveTable,
    player: str,
    message: Play | Undo,
    wanted: Callable[[Ledger, int], list[tuple[str, str]]],
    acknowledge: Acknowledge | None,
) -> Acknowledged:
    seat = live.own_seat(player).seat
    async with live.lock:
        before = live.sent.get((seat, message.id))
        if before is None:
            ledger = live.need_ledger()
            if message.version != ledger.version:
                raise stale()
            if ledger.to_act == seat and live.time_is_out(live_tables.now()):
                text = "Your time for this decision is out, so a bot makes it; the next one is yours again."
                raise Refusal("time-out", text)
            writing = wanted(ledger, seat)
            entries = _entries(live_tables, live, seat, message.id, writing)
            done = Acknowledged(message.id, entries[-1].version)
            tell = None if acknowledge is None else (lambda: acknowledge(done))
            try:
                await live_tables.append(live, entries, tell)
            except Conflict:
                # Another process was faster: perhaps with this very message, sent there before.
                before = live.sent.get((seat, message.id))
                if before is None:
                    raise stale() from None
    if before is None:
        if live.seats[seat].stand_in:
            await come_back(live_tables, live, player)
        autopilot.wake(live_tables, live)
        return done
    again = Acknowledged(message.id, before, again=True)
    if acknowledge is not None:
        acknowledge(again)
    return again


def _entries(
    live_tables: LiveTables, live: LiveTable, seat: int, client: str, writing: list[tuple[str, str]]
) -> list[StoredEntry]:
    now = live_tables.now()
    taken = live.time_taken(now) if live.ledger and live.ledger.to_act == seat else 0
    entries = [
        StoredEntry(live.version + at, kind, seat, text, "player", now) for at, (kind, text) in enumerate(writing, 1)
    ]
    entries[0] = msgspec.structs.replace(entries[0], spent=taken)
    entries[-1] = msgspec.structs.replace(entries[-1], client=client)
    return entries


async def come_back(live_tables: LiveTables, live: LiveTable, player: str) -> None:
    """The owner of a seat takes it over from the bot that stands in."""
    seat = live.own_seat(player).seat
    async with live.lock:
        if live.seats[seat].stand_in and live.row.status == "running":
            await autopilot.set_stand_in(live_tables, live, seat, "")
    autopilot.wake(live_tables, live)


async def look_again(live_tables: LiveTables, live: LiveTable, player: str) -> None:
    """Somebody looks at the table again: if others sent a bot meanwhile, its work is done."""
    seat = live.seat_of(player)
    if seat is not None and live.seats[seat].absence == "others":
        await come_back(live_tables, live, player)


async def go_away(live_tables: LiveTables, live: LiveTable, player: str, seat: int | None = None) -> None:
    """Lets a bot play for a seat until its owner returns: one's own, or that of somebody who is away for too long."""
    mine = live.own_seat(player).seat
    live.need_ledger()
    wanted = mine if seat is None else seat
    async with live.lock:
        if live.row.rated and wanted == mine:
            raise Refusal("rated", "In a rated game no bot plays for you while you have time; resign to give up.")
        if wanted != mine:
            _check_away(live, wanted, live_tables.now())
        if not live.seats[wanted].stand_in and not live.over:
            await autopilot.set_stand_in(live_tables, live, wanted, "own" if wanted == mine else "others")
    autopilot.wake(live_tables, live)


def _check_away(live: LiveTable, seat: int, now: int) -> None:
    """Refuses to send a bot for somebody who is there, has just gone, or has a clock that looks after that."""
    if not seat < len(live.seats) or live.seats[seat].kind != "person":
        raise Refusal("seat-taken", "Nobody whom a bot could play for sits there.")
    name = live.seats[seat].name
    if live.clock.kind != "none":
        raise Refusal("not-away", f"This table has a clock: when {name}’s time is out, a bot plays.")
    missed = live.missed_for(live.seats[seat].player, now)
    if not missed:
        raise Refusal("not-away", f"{name} is here.")
    wait = live.row.patience - missed // 1000
    if wait > 0:
        raise Refusal("not-away", f"{name} is away for a short while only: wait {counted(wait, 'second')} more.")


async def resign(live_tables: LiveTables, live: LiveTable, player: str) -> None:
    """The owner of a seat gives it up for good; a bot plays it to the end."""
    await _give_up(live_tables, live, lambda: live.own_seat(player), "resigned")


async def remove(live_tables: LiveTables, live: LiveTable, player: str, seat: int) -> None:
    """The host takes a seat from its owner for good; a bot plays it to the end."""

    def owned() -> StoredSeat:
        live.check_host(player, live_tables.now())
        if not seat < len(live.seats) or live.seats[seat].kind != "person" or live.seats[seat].given_up:
            raise Refusal("seat-taken", "Nobody who could be removed sits there.")
        if live.seats[seat].player == player:
            raise Refusal("seat-taken", "That is your own seat; resign to give it up.")
        if live.row.rated:
            raise Refusal("rated", "In a rated game nobody is removed: the clock looks after who is away.")
        return live.seats[seat]

    await _give_up(live_tables, live, owned, "removed")


async def _give_up(live_tables: LiveTables, live: LiveTable, owned: Callable[[], StoredSeat], absence: str) -> None:
    def change() -> None:
        live.need_ledger()
        if live.over:
            raise Refusal("game-over", "The game is over.")
        seat = owned()
        autopilot.stand_in(seat, absence, live_tables.now())
        if live.row.host == seat.player:
            live.row.host = next((other.player or "" for other in live.people()), "")

    async with live.lock:
        await live_tables.change(live, change)
        live.tell_log(live.version, live_tables.now())  # whoever gave a seat up sees what watchers see from now on
    autopilot.wake(live_tables, live)


async def say(live_tables: LiveTables, live: LiveTable, player: str, client: str, text: str) -> None:
    """Says something to the table."""
    seat = live.seat_of(player)
    if live.row.mute_watchers if seat is None else live.seats[seat].muted:
        raise Refusal("muted", "The host has muted you.", 403)
    if not live_tables.may_speak(player):
        raise Refusal("muted", "The host of this server has silenced you.", 403)
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not words:
        raise Refusal("bad-message", "There is nothing in it.", 400)
    name = live.seats[seat].name if seat is not None else await live_tables.name_of(player)
    if name is None:
        raise Refusal("no-name", "Say what you are called first.", 400)
    line = StoredChat(id=0, player=player, seat=seat, name=name, text=words, at=live_tables.now())
    try:
        kept = await live_tables.store.say(live.id, line, client)
    except Exception:
        log.exception("a chat message could not be written")
        raise busy() from None  # it may have been written all the same; sent again, it is found
    if live.hear(kept):
        await live_tables.publish(live.id, {"what": "chat", "line": kept})


async def mute(live_tables: LiveTables, live: LiveTable, player: str, message: Mute) -> None:
    """The host mutes a seat or all watchers, or lets them speak again."""

    def change() -> None:
        live.check_host(player, live_tables.now())
        if message.seat is None:
            live.row.mute_watchers = message.muted
        elif message.seat < len(live.seats):
            live.seats[message.seat].muted = message.muted
        else:
            raise Refusal("seat-taken", "There is no such seat.")

    async with live.lock:
        await live_tables.change(live, change)


async def set_patience(live_tables: LiveTables, live: LiveTable, player: str, seconds: int) -> None:
    """The host says after how long others may go on without somebody who is away; before the start or during play."""

    def change() -> None:
        live.check_host(player, live_tables.now())
        if live.over:
            raise Refusal("game-over", "The game is over.")
        live.row.patience = seconds

    async with live.lock:
        await live_tables.change(live, change)
    live_tables.presence_changed(live)  # somebody may have been away for long enough now


async def advise(live_tables: LiveTables, live: LiveTable, player: str, client: str) -> Hint:
    """A bot's advice on a player's own decision."""
    seat = live.own_seat(player).seat
    ledger = live.need_ledger()
    if not live.row.hints:
        raise Refusal("no-hints", "At this table there are no hints.")
    if ledger.to_act != seat:
        raise IllegalAction("not-your-turn", "It is not your turn, so there is nothing to advise.")
    version = ledger.version
    action, line, told = await live_tables.bot_pool.advise(ADVISER, ledger.view(seat), live.owner)
    return Hint(client, version, action, told or advice_text(ADVISER, [action]), tuple(line))
