"""Clocks and absentees: time runs out, a bot stands in, the owner comes back; nobody there, nothing runs."""

import pytest

from mergemaker.store import StoredEntry
from mergemaker.tables import autopilot, table_actions
from mergemaker.tables.attendance import GONE_AFTER
from mergemaker.tables.game_log.clocks import DAY, deadline, reserve_left, since
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.messages import Clock
from mergemaker.tables.protocol.refusals import Refusal
from quick_tables import Clockwork, actions_now, people_at, play, play_on, quiet, sit_down, until, whose_turn

LIVE = Clock("live", seconds=30, reserve=60)


def time_of(live_tables: LiveTables) -> Clockwork:
    assert isinstance(live_tables.now, Clockwork)
    return live_tables.now


def pass_time(live_tables: LiveTables, live: LiveTable, seconds: float) -> None:
    time_of(live_tables).pass_(seconds)
    autopilot.wake(live_tables, live)


def other(player: str) -> str:
    return "bob" if player == "ann" else "ann"


async def both_at(live_tables: LiveTables) -> tuple[LiveTable, str, int]:
    """A table of two with a live clock, both of them there; who must decide, and in which seat."""
    live = await people_at(live_tables, "ann", "bob", clock=LIVE)
    for player in ("ann", "bob"):
        sit_down(live_tables, live, player)
    await quiet(live_tables)
    mover = whose_turn(live)
    return live, mover, live.seat_of(mover) or 0


async def test_a_decision_has_its_seconds_and_then_the_reserve(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=LIVE)
    sit_down(live_tables, live, "ann")
    sit_down(live_tables, live, "bob")
    await until(lambda: live.running_since() is not None)
    await quiet(live_tables)
    mover = live.seat_of(whose_turn(live))
    assert mover is not None
    began = live_tables.now()
    shown = live.seat_clocks()[mover]
    assert shown is not None
    assert (shown.deadline, shown.reserve) == (began + 90_000, 60_000)
    assert live.seat_clocks()[1 - mover].deadline is None  # type: ignore[union-attr]
    time_of(live_tables).pass_(45)
    await play(live_tables, live, whose_turn(live), actions_now(live)[0])
    assert live.ledger is not None
    assert live.ledger.entries[0].spent == 45_000
    assert reserve_left(LIVE, live.ledger.entries, mover) == 45_000
    del live_tables.tables[live.id]
    live = await live_tables.table(live.id)  # the log is all it takes
    assert live.seat_clocks()[mover].reserve == 45_000  # type: ignore[union-attr]


async def test_when_time_is_out_a_bot_plays_until_the_owner_returns(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=LIVE)
    people = {player: sit_down(live_tables, live, player) for player in ("ann", "bob")}
    await quiet(live_tables)
    late = whose_turn(live)
    seat = live.seat_of(late)
    assert seat is not None
    pass_time(live_tables, live, 91)
    await until(lambda: whose_turn(live) != late and live.thinking is None)
    assert live.ledger is not None
    assert {entry.by for entry in live.ledger.entries} == {"stand-in"}
    shown = people[other(late)].heard("table")[-1]["table"]["seats"][seat]
    assert (shown["stand_in"], shown["level"]) == (True, "broker")
    await table_actions.come_back(live_tables, live, late)
    assert not people[other(late)].heard("table")[-1]["table"]["seats"][seat]["stand_in"]
    await play_on(live_tables, live, lambda live: whose_turn(live) == late)
    before = live.version
    await quiet(live_tables)
    assert live.version == before  # the owner's decision again


async def test_time_that_ran_out_is_gone_though_the_owner_returns(live_tables: LiveTables):
    live, late, seat = await both_at(live_tables)
    assert live.ledger is not None
    time_of(live_tables).pass_(91)
    with pytest.raises(Refusal, match="Your time for this decision is out, so a bot makes it"):
        await play(live_tables, live, late, actions_now(live)[0])
    async with live.lock:
        await autopilot.set_stand_in(live_tables, live, seat, "time")
    await table_actions.come_back(live_tables, live, late)  # before the bot has decided
    await until(lambda: live.version > 0 and live.thinking is None)
    assert [entry.by for entry in live.ledger.entries] == ["stand-in"]  # the decision whose time was out, and no other
    assert not live.seats[seat].stand_in
    shown = live.seat_clocks()[seat]
    assert shown is not None
    assert shown.reserve == 0  # it is used up
    if whose_turn(live) == late:
        assert shown.deadline == live_tables.now() + 30_000


async def test_a_reserve_that_ran_out_stays_empty_while_a_bot_plays(live_tables: LiveTables):
    live, late, seat = await both_at(live_tables)
    pass_time(live_tables, live, 91)
    await until(lambda: whose_turn(live) != late and live.thinking is None)
    assert live.ledger is not None
    assert reserve_left(LIVE, live.ledger.entries, seat) == 0
    assert sum(entry.spent for entry in live.ledger.entries) == 90_000  # once, however many decisions the bot made


async def test_going_and_coming_back_gives_no_time(live_tables: LiveTables):
    live, mover, _ = await both_at(live_tables)
    began = live_tables.now()
    time_of(live_tables).pass_(50)
    async with live.lock:  # so quickly that the bot has not decided
        await autopilot.set_stand_in(live_tables, live, live.seat_of(mover) or 0, "own")
        await autopilot.set_stand_in(live_tables, live, live.seat_of(mover) or 0, "")
    assert live.deadline() == began + 90_000


def test_taking_back_gives_no_time():
    clock = Clock("live", seconds=30, reserve=60)
    placed = StoredEntry(1, "action", 0, "place 5C", "player", 25_000, 25_000)
    undone = StoredEntry(2, "undo", 0, "undo", "player", 29_000, 4_000)
    assert since(clock, [placed], 0, 0, 0) == 25_000
    assert since(clock, [placed, undone], 0, 0, 0) == 0  # the same decision, and the same time
    again = StoredEntry(3, "action", 0, "place 5C", "player", 40_000, 40_000)
    assert since(clock, [placed, undone, again], 0, 0, 0) == 40_000
    assert reserve_left(clock, [placed, undone, again], 0) == 50_000  # ten seconds over, counted once
    before = StoredEntry(1, "action", 1, "done", "player", 7_000, 7_000)
    after = StoredEntry(2, "action", 0, "place 5C", "player", 32_000, 25_000)
    back = StoredEntry(3, "undo", 0, "undo", "player", 36_000, 4_000)
    assert since(clock, [before, after, back], 0, 0, 0) == 7_000


async def test_a_clock_that_stood_still_goes_on_where_it_was(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", bots=1, clock=LIVE)
    ann = sit_down(live_tables, live, "ann")
    await until(lambda: live.deadline() is not None and live.thinking is None)
    await quiet(live_tables)
    time_of(live_tables).pass_(70)
    live_tables.depart(live, ann)  # a page loaded again is no new time
    time_of(live_tables).pass_(1000)
    sit_down(live_tables, live, "ann")
    await quiet(live_tables)
    assert live.deadline() == live_tables.now() + 20_000


async def test_time_just_before_the_end_is_still_ones_own(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=LIVE)
    sit_down(live_tables, live, "ann")
    await quiet(live_tables)
    pass_time(live_tables, live, 89)
    await quiet(live_tables)
    assert not any(seat.stand_in for seat in live.seats)


async def test_where_nobody_is_left_the_clock_stands_still_and_the_table_is_kept(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=LIVE)
    ann = sit_down(live_tables, live, "ann")
    await quiet(live_tables)
    assert not live.paused
    live_tables.depart(live, ann)
    assert live.paused
    pass_time(live_tables, live, 10_000)
    await quiet(live_tables)
    assert live.version == 0
    assert not any(seat.stand_in for seat in live.seats)
    sit_down(live_tables, live, "bob")
    await until(lambda: live.row.clock_from == live_tables.now())
    assert live.deadline() == live_tables.now() + 90_000


async def test_stand_ins_wait_where_nobody_is(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    ann = sit_down(live_tables, live, "ann")
    await table_actions.go_away(live_tables, live, "ann")
    await table_actions.go_away(live_tables, live, "bob")
    await until(lambda: live.version > 5)
    live_tables.depart(live, ann)
    await until(lambda: live.thinking is None or live.over)
    before = live.version
    await quiet(live_tables)
    assert live.version == before


async def test_days_run_whether_anybody_is_there_or_not(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=Clock("days", days=2))
    late = whose_turn(live)
    pass_time(live_tables, live, 2 * DAY / 1000 + 1)
    await until(lambda: whose_turn(live) != late and live.thinking is None)
    assert live.seats[live.seat_of(late) or 0].stand_in


async def test_days_count_from_when_one_was_asked_not_from_each_decision(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=Clock("days", days=2))
    await play_on(live_tables, live, lambda live: len(actions_now(live)) > 1 and "done" in actions_now(live))
    assert live.ledger is not None
    entries, seat = live.ledger.entries, live.ledger.to_act
    assert seat is not None
    asked = max([entry.at for entry in entries if entry.seat != seat], default=live.row.started or 0)
    time_of(live_tables).pass_(3600)
    await play(live_tables, live, whose_turn(live), next(a for a in actions_now(live) if a.startswith("buy")))
    if live.ledger.to_act == seat:
        assert since(live.clock, live.ledger.entries, seat, live.row.started or 0, 0) == asked


@pytest.mark.parametrize(("clock", "left"), [(Clock("none"), None), (LIVE, 37_000), (Clock("days", days=1), DAY)])
def test_deadlines(clock: Clock, left: int | None):
    assert deadline(clock, 1000, 7000) == (None if left is None else 1000 + left)


async def test_presence_is_here_away_or_gone(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    assert live.presence_of("ann", live_tables.now()) == "gone"
    ann = sit_down(live_tables, live, "ann")
    bob = sit_down(live_tables, live, "bob")
    assert live.presence_of("ann", live_tables.now()) == "here"
    ann.here = False
    live_tables.presence_changed(live)
    assert bob.heard("table")[-1]["table"]["seats"][0]["presence"] == "away"
    live_tables.depart(live, ann)
    assert live.presence_of("ann", live_tables.now()) == "away"
    time_of(live_tables).pass_(GONE_AFTER / 1000)
    assert live.presence_of("ann", live_tables.now()) == "gone"


async def test_watchers_are_counted_but_not_named(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    ann = sit_down(live_tables, live, "ann")
    sit_down(live_tables, live, "stranger")
    await until(lambda: ann.heard("table")[-1]["table"]["watchers"] == 1)  # once in a while is enough
    assert not any("stranger" in text for text in ann.texts)


async def test_a_person_who_plays_again_by_hand_is_back(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=LIVE)
    await play_on(live_tables, live, lambda live: live.version >= 4)
    player = whose_turn(live)
    async with live.lock:
        await autopilot.set_stand_in(live_tables, live, live.seat_of(player) or 0, "own")
    await play(live_tables, live, player, actions_now(live)[0])
    assert not any(seat.stand_in for seat in live.seats)


async def test_a_table_that_nobody_uses_is_let_go_and_comes_back_when_its_days_are_over(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=Clock("days", days=2))
    plain = await people_at(live_tables, "ann", "bob")
    await quiet(live_tables)
    for table in (live, plain):
        table.touched -= 10_000
    live_tables._let_go()
    await quiet(live_tables)
    assert live_tables.tables == {}
    assert await live_tables.store.due(live_tables.now()) == []
    time_of(live_tables).pass_(2 * DAY / 1000 + 1)
    assert await live_tables.store.due(live_tables.now()) == [live.id]
    again = await live_tables.table(live.id)
    await until(lambda: any(seat.stand_in for seat in again.seats))
