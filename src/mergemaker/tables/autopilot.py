"""What a server does at a table by itself: bots decide, clocks run out, stand-ins take over."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from typing import TYPE_CHECKING

from mergemaker.store import Conflict, StoredEntry, StoredSeat
from mergemaker.tables.botpool.bot_questions import REMEMBERING
from mergemaker.tables.live_table import STAND_IN, LiveTable
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.tables.standing_orders import ordered_action

if TYPE_CHECKING:
    from mergemaker.tables.live_tables import LiveTables

log = logging.getLogger("mergemaker.tables")

PATIENCE_WITH_OTHERS = 4.0  # seconds that a process which did not act last leaves to the one which did


def at_work(live: LiveTable) -> bool:
    """Whether a bot thinks here, or a clock runs that only this process watches."""
    return (live.thinking is not None and not live.thinking.done()) or (
        live.timer is not None and live.clock.kind == "live"
    )


def stop_timers(live: LiveTable) -> None:
    """Stops what a table waits for: a clock that runs out, and whoever will have been away for long."""
    for timer in (live.timer, live.absence_timer):
        if timer is not None:
            timer.cancel()
    live.timer = live.absence_timer = None


def watch_absence(live_tables: LiveTables, live: LiveTable) -> None:
    """Tells everybody when somebody will have been away for so long that others may go on without them."""
    if live.absence_timer is not None:
        live.absence_timer.cancel()
    wait = live.next_absence(live_tables.now())
    if wait is not None and not live_tables.closing:
        loop = asyncio.get_running_loop()
        live.absence_timer = loop.call_later(wait / 1000, _tell_who_is_away, live_tables, live)


def _tell_who_is_away(live_tables: LiveTables, live: LiveTable) -> None:
    live.tell_table(live_tables.now())
    watch_absence(live_tables, live)


def wake(live_tables: LiveTables, live: LiveTable, *, mine: bool = True) -> None:
    """Looks at what comes next at a table: a bot, a clock, or nothing. `mine`: no other process is at it."""
    if live.timer is not None:
        live.timer.cancel()
        live.timer = None
    if mine:
        for hear in live_tables.when_asked:
            hear(live)
    if live_tables.closing or live.ledger is None or live.ledger.over:
        return
    if mine and ordered_action(live) is not None:
        live_tables.in_background(obey(live_tables, live))
        return
    if live.bot_to_act(live_tables.now()) is not None:
        if not mine:  # the process that acted last lets the bot think; this one only if that one has gone
            wait = random.uniform(0.5, 1) * PATIENCE_WITH_OTHERS
            live.timer = asyncio.get_running_loop().call_later(wait, wake, live_tables, live)
        elif live.thinking is None or live.thinking.done():
            live.thinking = asyncio.create_task(_think(live_tables, live))
        return
    deadline = live.deadline()
    if deadline is not None:
        wait = min(max(0, deadline - live_tables.now()) / 1000, 3600.0)
        if not mine:
            wait += random.uniform(0.5, 1) * PATIENCE_WITH_OTHERS
        live.timer = asyncio.get_running_loop().call_later(wait, _time_is_out, live_tables, live)


def _time_is_out(live_tables: LiveTables, live: LiveTable) -> None:
    live.timer = None
    deadline = live.deadline()
    if deadline is None or deadline > live_tables.now():
        wake(live_tables, live)
    else:
        live_tables.in_background(_stand_in(live_tables, live))


async def _stand_in(live_tables: LiveTables, live: LiveTable) -> None:
    async with live.lock:
        seat, deadline = live.asked, live.deadline()
        if seat is None or deadline is None or deadline > live_tables.now():
            return
        try:
            await set_stand_in(live_tables, live, seat.seat, "time")
        except Refusal:
            log.warning("a stand-in could not be noted", extra={"table": live.id})
    wake(live_tables, live)


async def obey(live_tables: LiveTables, live: LiveTable) -> None:
    """Does what the owner of a seat has left orders for."""
    async with live.lock:
        seat, action = live.asked, ordered_action(live)
        if seat is None or action is None:
            return
        try:
            await _play(live_tables, live, seat.seat, action, "player")
        except (Conflict, Refusal):
            return  # another process was faster, or wakes the table again
    wake(live_tables, live)


async def set_stand_in(
    live_tables: LiveTables, live: LiveTable, seat: int, absence: str, level: str = STAND_IN
) -> None:
    """Lets a bot play for a seat, for a reason, or without one its owner again. The table's lock must be held."""
    await live_tables.change(live, lambda: stand_in(live.seats[seat], absence, live_tables.now(), level))


def stand_in(owner: StoredSeat, absence: str, now: int, level: str = STAND_IN) -> None:
    """Notes on a seat that a bot plays for its owner and why, or with no reason that its owner does."""
    owner.stand_in, owner.absence = bool(absence), absence
    owner.level = level if absence else None
    if absence:
        owner.absent_from = now


async def go_on(live_tables: LiveTables, live: LiveTable, left: int) -> None:
    """Somebody has come to a table where nobody was: a live clock runs on from where it stood still."""
    async with live.lock:
        if live.ledger is not None and not live.over and live.clock.kind == "live":

            def change() -> None:
                began = live.asked_since()
                taken = 0 if began is None else max(0, left - began)
                live.row.clock_from = live_tables.now() - taken

            await live_tables.change(live, change)
    wake(live_tables, live)


async def _think(live_tables: LiveTables, live: LiveTable) -> None:
    """Plays for bots until a person must decide."""
    trouble = 0
    while not live_tables.closing and (level := live.bot_to_act(live_tables.now())) is not None:
        try:
            await _decide(live_tables, live, level)
            trouble = 0
        except Conflict:
            continue
        except Refusal:
            trouble += 1
        except Exception:
            trouble += 1
            log.exception("a bot's move failed", extra={"table": live.id})
        if trouble:
            await asyncio.sleep(min(30, 2**trouble / 4))
    live.thinking = None
    wake(live_tables, live)


async def _decide(live_tables: LiveTables, live: LiveTable, level: str) -> None:
    ledger = live.ledger
    assert ledger is not None
    seat, version, decision = ledger.to_act, ledger.version, ledger.decision
    assert seat is not None
    began = time.monotonic()
    witnessed = ledger.witnessed(seat) if level in REMEMBERING else ()
    action = await live_tables.bot_pool.choose(level, ledger.view(seat), live.owner, witnessed)
    if live.listeners and (pace := live.pace(live_tables.pause)):
        pause = pace if decision in ("place", "trade") else pace / 3
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
    async with live.lock:
        if ledger.version != version or live.bot_to_act(live_tables.now()) is None:
            return  # its owner came back, or another process was faster
        await _play(live_tables, live, seat, action, "bot" if live.seats[seat].kind == "bot" else "stand-in")


async def _play(live_tables: LiveTables, live: LiveTable, seat: int, action: str, by: str) -> None:
    """Writes an action to the log. The table's lock must be held."""
    now = live_tables.now()
    entry = StoredEntry(live.version + 1, "action", seat, action, by, now, spent=live.time_taken(now))
    await live_tables.append(live, [entry])
