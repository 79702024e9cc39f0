"""People who go: others go on without them, the host's role passes on, seats are left, given up or taken away."""

import asyncio

import pytest

from mergemaker.tables import table_actions, table_setup
from mergemaker.tables.history import own_games
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.forms import Join, Start
from mergemaker.tables.protocol.messages import Clock
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.tables.table_titles import PLACES, new_title, next_title
from quick_tables import Clockwork, actions_now, people_at, play, play_on, quiet, sit_down, until, whose_turn


def wait(live_tables: LiveTables, seconds: float) -> None:
    assert isinstance(live_tables.now, Clockwork)
    live_tables.now.pass_(seconds)


async def turn_of(live_tables: LiveTables, live: LiveTable, player: str) -> None:
    await play_on(live_tables, live, lambda live: whose_turn(live) == player)


async def test_everybody_is_told_who_is_away_and_since_when(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", patience=30)
    ann, bob = (sit_down(live_tables, live, player) for player in ("ann", "bob"))
    told = ann.heard("table")[-1]["table"]
    assert (told["patience"], [seat["away_since"] for seat in told["seats"]]) == (30, [None, None])
    wait(live_tables, 5)
    left = live_tables.now()
    bob.here = False
    live_tables.presence_changed(live)
    wait(live_tables, 7)
    live_tables.depart(live, bob)
    assert ann.heard("table")[-1]["table"]["seats"][1]["away_since"] == left  # looking is what counts
    await quiet(live_tables)
    del live_tables.tables[live.id]
    live = await live_tables.table(live.id)
    assert live.away_since("bob") == left  # another process, or this one after a restart, knows it too


async def test_a_bot_plays_for_somebody_who_is_away_for_long_until_they_return(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", patience=30)
    ann, bob = (sit_down(live_tables, live, player) for player in ("ann", "bob"))
    await turn_of(live_tables, live, "bob")
    with pytest.raises(Refusal, match="bob is here"):
        await table_actions.go_away(live_tables, live, "ann", 1)
    live_tables.depart(live, bob)
    wait(live_tables, 20)
    with pytest.raises(Refusal, match="wait 10 seconds more"):
        await table_actions.go_away(live_tables, live, "ann", 1)
    wait(live_tables, 11)
    with pytest.raises(Refusal, match="only somebody with a seat"):
        await table_actions.go_away(live_tables, live, "stranger", 1)
    await table_actions.go_away(live_tables, live, "ann", 1)
    await until(lambda: whose_turn(live) == "ann" and live.thinking is None)
    told = ann.heard("table")[-1]["table"]["seats"][1]
    assert (told["stand_in"], told["absence"]) == (True, "others")
    sit_down(live_tables, live, "bob")
    await table_actions.look_again(live_tables, live, "bob")
    assert not live.seats[1].stand_in
    await turn_of(live_tables, live, "bob")
    before = live.version
    await quiet(live_tables)
    assert live.version == before  # Bob's own decision again


async def test_where_a_clock_runs_it_looks_after_the_absent(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=Clock("days", days=2))
    sit_down(live_tables, live, "ann")
    wait(live_tables, 3600)
    with pytest.raises(Refusal, match="This table has a clock"):
        await table_actions.go_away(live_tables, live, "ann", 1)


async def test_the_host_of_a_lobby_who_is_away_for_long_is_stood_in_for(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", begin=False)
    ann, bob = (sit_down(live_tables, live, player) for player in ("ann", "bob"))
    live_tables.depart(live, ann)
    wait(live_tables, 59)
    with pytest.raises(Refusal, match="Only the host"):
        await table_setup.start(live_tables, live, "bob", Start())
    wait(live_tables, 2)
    live.tell_table(live_tables.now())
    told = bob.heard("table")[-1]
    assert told["you"]["host"]
    assert [seat["host"] for seat in told["table"]["seats"]] == [False, True]
    ann = sit_down(live_tables, live, "ann")
    assert live.hosts("ann", live_tables.now())  # hers again
    assert not live.hosts("bob", live_tables.now())
    live_tables.depart(live, ann)
    wait(live_tables, 61)
    await table_setup.start(live_tables, live, "bob", Start())
    assert live.row.status == "running"


async def test_nobody_becomes_host_of_a_table_where_nobody_is(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", begin=False)
    wait(live_tables, 600)
    sit_down(live_tables, live, "stranger")
    assert live.host(live_tables.now()) == "ann"


async def test_whoever_resigns_is_a_watcher_and_a_bot_plays_to_the_end(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    ann, bob = (sit_down(live_tables, live, player) for player in ("ann", "bob"))
    await turn_of(live_tables, live, "ann")
    await table_actions.resign(live_tables, live, "ann")
    assert live.hosts("bob", live_tables.now())  # the role passes on
    told = ann.heard("update")[-1]
    assert (told["you"]["seat"], told["view"]["seat"], told["view"]["hand"]) == (None, None, [])
    with pytest.raises(Refusal, match="You are watching"):
        await play(live_tables, live, "ann", actions_now(live)[0])
    with pytest.raises(Refusal, match="You are watching"):
        await table_actions.come_back(live_tables, live, "ann")
    assert bob.heard("table")[-1]["table"]["seats"][0]["absence"] == "resigned"
    assert (await live_tables.lists.lobby("ann")).mine == ()
    while not live.over:
        await until(lambda: live.over or (whose_turn(live) == "bob" and live.thinking is None))
        if not live.over:
            await play(live_tables, live, "bob", actions_now(live)[0])
    assert live.result() is not None
    again = await table_setup.rematch(live_tables, live, "bob")
    assert [seat.kind for seat in again.seats] == ["free", "person"]


async def test_where_all_have_resigned_the_bots_finish(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", bots=1)
    sit_down(live_tables, live, "ann")
    await table_actions.resign(live_tables, live, "ann")
    await until(lambda: live.over)
    assert live.row.host == ""


async def test_the_host_removes_somebody_before_and_during_a_game(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", begin=False)
    for player in ("ann", "bob"):
        sit_down(live_tables, live, player)
    await table_setup.set_seat(live_tables, live, "ann", 1, None)
    assert live.seats[1].kind == "free"
    await table_setup.join(live_tables, live, "bob", Join(name="bob"))
    await table_setup.start(live_tables, live, "ann", Start())
    with pytest.raises(Refusal, match="Only the host"):
        await table_actions.remove(live_tables, live, "bob", 0)
    with pytest.raises(Refusal, match="your own seat; resign"):
        await table_actions.remove(live_tables, live, "ann", 0)
    with pytest.raises(Refusal, match="let a bot play while you are away, or resign"):
        await table_setup.leave(live_tables, live, "ann")
    await table_actions.remove(live_tables, live, "ann", 1)
    assert live.seat_of("bob") is None
    assert live.describe(live_tables.now()).seats[1].absence == "removed"
    with pytest.raises(Refusal, match="Nobody who could be removed"):
        await table_actions.remove(live_tables, live, "ann", 1)
    with pytest.raises(Refusal, match="You are watching"):
        await table_actions.go_away(live_tables, live, "bob")


async def test_a_stand_in_host_may_take_the_hosts_seat_away_and_is_the_host_then(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", begin=False)
    sit_down(live_tables, live, "bob")
    wait(live_tables, 61)
    await table_setup.set_seat(live_tables, live, "bob", 0, None)
    sit_down(live_tables, live, "ann")
    assert live.row.host == "bob"


async def test_ones_games_have_names_of_ones_own_and_are_put_away(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    await own_games.set_label(live_tables, live, "ann", " With  Bob ")
    assert [table.title for table in (await live_tables.lists.lobby("ann")).mine] == ["With Bob"]
    assert [table.title for table in (await live_tables.lists.lobby("bob")).mine] == [live.row.title]
    with pytest.raises(Refusal, match="resign first"):
        await own_games.put_away(live_tables, live, "ann", True)
    await play_on(live_tables, live, lambda live: live.over)
    await own_games.put_away(live_tables, live, "ann", True)
    assert (await live_tables.lists.lobby("ann")).mine == ()
    assert len((await live_tables.lists.lobby("bob")).mine) == 1
    await own_games.put_away(live_tables, live, "ann", False)
    assert len((await live_tables.lists.lobby("ann")).mine) == 1
    with pytest.raises(Refusal, match="You are watching"):
        await own_games.set_label(live_tables, live, "stranger", "Mine")
    with pytest.raises(Refusal, match="printable"):
        await own_games.set_label(live_tables, live, "ann", "\x07")


def test_tables_are_told_apart_by_their_titles():
    assert len(set(PLACES)) == len(PLACES) > 100
    assert new_title().removesuffix(" table") in PLACES
    assert [next_title("Harbour table"), next_title("Harbour table 2")] == ["Harbour table 2", "Harbour table 3"]
    assert len(next_title("x" * 60)) <= 60


async def test_the_host_changes_how_long_one_waits_for_the_absent_before_and_during_a_game(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", begin=False, patience=3600)
    ann, bob = (sit_down(live_tables, live, player) for player in ("ann", "bob"))
    with pytest.raises(Refusal, match="Only the host"):
        await table_actions.set_patience(live_tables, live, "bob", 10)
    await table_actions.set_patience(live_tables, live, "ann", 600)
    assert bob.heard("table")[-1]["table"]["patience"] == 600
    await table_setup.start(live_tables, live, "ann", Start())
    await turn_of(live_tables, live, "bob")
    live_tables.depart(live, bob)
    wait(live_tables, 40)
    with pytest.raises(Refusal, match="wait 560 seconds more"):
        await table_actions.go_away(live_tables, live, "ann", 1)
    await table_actions.set_patience(live_tables, live, "ann", 30)
    assert ann.heard("table")[-1]["table"]["patience"] == 30
    await table_actions.go_away(live_tables, live, "ann", 1)
    assert live.seats[1].absence == "others"
    del live_tables.tables[live.id]
    assert (await live_tables.table(live.id)).row.patience == 30  # it is kept


async def test_bots_take_the_time_that_whoever_plays_alone_against_them_wishes(
    live_tables: LiveTables, monkeypatch: pytest.MonkeyPatch
):
    waited: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        if seconds > 0.1:  # the tests' own waiting is shorter
            waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr("mergemaker.tables.autopilot.asyncio.sleep", note)

    async def longest(*people: str, pace: float | None) -> float:
        live = await people_at(live_tables, *people, bots=1)
        ann = sit_down(live_tables, live, "ann")
        ann.pace = pace
        waited.clear()
        while live.version < 12:
            await until(lambda: live.thinking is None)
            await play(live_tables, live, whose_turn(live), actions_now(live)[0])
        live_tables.depart(live, ann)
        return max(waited, default=0.0)

    assert await longest("ann", pace=None) == 0  # as the server has it
    assert 1.0 < await longest("ann", pace=1.8) <= 1.8
    assert await longest("ann", "bob", pace=1.8) == 0  # others would have to wait as well
