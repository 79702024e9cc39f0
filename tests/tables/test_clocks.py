"""Clocks and absentees: time runs out, a bot stands in, the owner comes back; nobody there, nothing runs."""

import pytest

from clubs import Clockwork, actions_now, people_at, play, play_on, quiet, sit_down, until, whose_turn
from mergemaker.tables import driving, playing
from mergemaker.tables.clocks import DAY, deadline, reserve_left, since
from mergemaker.tables.club import Club
from mergemaker.tables.messages import Clock
from mergemaker.tables.table import GONE_AFTER, LiveTable

LIVE = Clock("live", seconds=30, reserve=60)


def time_of(club: Club) -> Clockwork:
    assert isinstance(club.now, Clockwork)
    return club.now


def pass_time(club: Club, live: LiveTable, seconds: float) -> None:
    time_of(club).pass_(seconds)
    driving.wake(club, live)


def other(player: str) -> str:
    return "bob" if player == "ann" else "ann"


async def test_a_decision_has_its_seconds_and_then_the_reserve(club: Club):
    live = await people_at(club, "ann", "bob", clock=LIVE)
    sit_down(club, live, "ann")
    sit_down(club, live, "bob")
    await until(lambda: live.running_since() is not None)
    await quiet(club)
    mover = live.seat_of(whose_turn(live))
    assert mover is not None
    began = club.now()
    shown = live.seat_clocks()[mover]
    assert shown is not None
    assert (shown.deadline, shown.reserve) == (began + 90_000, 60_000)
    assert live.seat_clocks()[1 - mover].deadline is None  # type: ignore[union-attr]
    time_of(club).pass_(45)
    await play(club, live, whose_turn(live), actions_now(live)[0])
    assert live.ledger is not None
    assert live.ledger.entries[0].spent == 45_000
    assert reserve_left(LIVE, live.ledger.entries, mover) == 45_000
    del club.tables[live.id]
    live = await club.table(live.id)  # the log is all it takes
    assert live.seat_clocks()[mover].reserve == 45_000  # type: ignore[union-attr]


async def test_when_time_is_out_a_bot_plays_until_the_owner_returns(club: Club):
    live = await people_at(club, "ann", "bob", clock=LIVE)
    people = {player: sit_down(club, live, player) for player in ("ann", "bob")}
    await quiet(club)
    late = whose_turn(live)
    seat = live.seat_of(late)
    assert seat is not None
    pass_time(club, live, 91)
    await until(lambda: whose_turn(live) != late and live.thinking is None)
    assert live.ledger is not None
    assert {entry.by for entry in live.ledger.entries} == {"stand-in"}
    shown = people[other(late)].heard("table")[-1]["table"]["seats"][seat]
    assert (shown["stand_in"], shown["level"]) == (True, "broker")
    await playing.come_back(club, live, late)
    assert not people[other(late)].heard("table")[-1]["table"]["seats"][seat]["stand_in"]
    await play_on(club, live, lambda live: whose_turn(live) == late)
    before = live.version
    await quiet(club)
    assert live.version == before  # the owner's decision again


async def test_time_just_before_the_end_is_still_ones_own(club: Club):
    live = await people_at(club, "ann", "bob", clock=LIVE)
    sit_down(club, live, "ann")
    await quiet(club)
    pass_time(club, live, 89)
    await quiet(club)
    assert not any(seat.stand_in for seat in live.seats)


async def test_where_nobody_is_left_the_clock_stands_still_and_the_table_is_kept(club: Club):
    live = await people_at(club, "ann", "bob", clock=LIVE)
    ann = sit_down(club, live, "ann")
    await quiet(club)
    assert not live.paused
    club.depart(live, ann)
    assert live.paused
    pass_time(club, live, 10_000)
    await quiet(club)
    assert live.version == 0
    assert not any(seat.stand_in for seat in live.seats)
    sit_down(club, live, "bob")
    await until(lambda: live.row.clock_from == club.now())
    assert live.deadline() == club.now() + 90_000


async def test_stand_ins_wait_where_nobody_is(club: Club):
    live = await people_at(club, "ann", "bob")
    ann = sit_down(club, live, "ann")
    await playing.go_away(club, live, "ann")
    await playing.go_away(club, live, "bob")
    await until(lambda: live.version > 5)
    club.depart(live, ann)
    await until(lambda: live.thinking is None or live.over)
    before = live.version
    await quiet(club)
    assert live.version == before


async def test_days_run_whether_anybody_is_there_or_not(club: Club):
    live = await people_at(club, "ann", "bob", clock=Clock("days", days=2))
    late = whose_turn(live)
    pass_time(club, live, 2 * DAY / 1000 + 1)
    await until(lambda: whose_turn(live) != late and live.thinking is None)
    assert live.seats[live.seat_of(late) or 0].stand_in


async def test_days_count_from_when_one_was_asked_not_from_each_decision(club: Club):
    live = await people_at(club, "ann", "bob", clock=Clock("days", days=2))
    await play_on(club, live, lambda live: len(actions_now(live)) > 1 and "done" in actions_now(live))
    assert live.ledger is not None
    entries, seat = live.ledger.entries, live.ledger.to_act
    assert seat is not None
    asked = max([entry.at for entry in entries if entry.seat != seat], default=live.row.started or 0)
    time_of(club).pass_(3600)
    await play(club, live, whose_turn(live), next(a for a in actions_now(live) if a.startswith("buy")))
    if live.ledger.to_act == seat:
        assert since(live.clock, live.ledger.entries, seat, live.row.started or 0, 0) == asked


@pytest.mark.parametrize(("clock", "left"), [(Clock("none"), None), (LIVE, 37_000), (Clock("days", days=1), DAY)])
def test_deadlines(clock: Clock, left: int | None):
    assert deadline(clock, 1000, 7000) == (None if left is None else 1000 + left)


async def test_presence_is_here_away_or_gone(club: Club):
    live = await people_at(club, "ann", "bob")
    assert live.presence_of("ann", club.now()) == "gone"
    ann = sit_down(club, live, "ann")
    bob = sit_down(club, live, "bob")
    assert live.presence_of("ann", club.now()) == "here"
    ann.here = False
    club.presence_changed(live)
    assert bob.heard("table")[-1]["table"]["seats"][0]["presence"] == "away"
    club.depart(live, ann)
    assert live.presence_of("ann", club.now()) == "away"
    time_of(club).pass_(GONE_AFTER / 1000)
    assert live.presence_of("ann", club.now()) == "gone"


async def test_watchers_are_counted_but_not_named(club: Club):
    live = await people_at(club, "ann", "bob")
    ann = sit_down(club, live, "ann")
    sit_down(club, live, "stranger")
    assert ann.heard("table")[-1]["table"]["watchers"] == 1
    assert not any("stranger" in text for text in ann.texts)


async def test_a_person_who_plays_again_by_hand_is_back(club: Club):
    live = await people_at(club, "ann", "bob", clock=LIVE)
    await play_on(club, live, lambda live: live.version >= 4)
    player = whose_turn(live)
    async with live.lock:
        await driving.set_stand_in(club, live, live.seat_of(player) or 0, True)
    await play(club, live, player, actions_now(live)[0])
    assert not any(seat.stand_in for seat in live.seats)


async def test_a_table_that_nobody_uses_is_let_go_and_comes_back_when_its_days_are_over(club: Club):
    live = await people_at(club, "ann", "bob", clock=Clock("days", days=2))
    plain = await people_at(club, "ann", "bob")
    await quiet(club)
    for table in (live, plain):
        table.touched -= 10_000
    club._let_go()
    await quiet(club)
    assert club.tables == {}
    assert await club.store.due(club.now()) == []
    time_of(club).pass_(2 * DAY / 1000 + 1)
    assert await club.store.due(club.now()) == [live.id]
    again = await club.table(live.id)
    await until(lambda: any(seat.stand_in for seat in again.seats))
