"""Damaged logs, clocks that are set back, crowds of watchers, and one person's many bots: everybody else plays on."""

import asyncio
import time

import pytest
from sqlalchemy import text

from mergemaker.rules.errors import MergemakerError
from mergemaker.tables import live_tables as module
from mergemaker.tables.botpool.fair_queue import FairQueue
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.refusals import BrokenLog
from mergemaker.tables.steady_clock import SteadyClock
from quick_tables import Person, people_at, play_on, sit_down, until


@pytest.mark.parametrize("written", ["place 13Z", "place 1A", "buy Nothing", "sell 3", ""])
async def test_a_damaged_log_tells_nobody_what_is_in_a_hand(written: str, live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", public=True)
    good = await people_at(live_tables, "eve", "joe", public=True)
    await play_on(live_tables, live, lambda live: live.version > 20)
    damage = text("UPDATE entries SET action = :written WHERE table_id = :table AND version = 9")
    where = {"written": written, "table": live.id}
    await live_tables.store.write(lambda connection: connection.execute(damage, where))
    live_tables.tables.clear()
    with pytest.raises(BrokenLog) as told:
        await live_tables.table(live.id)
    assert str(told.value) == "The log of this table is damaged, and can’t be shown."
    assert (told.value.code, told.value.status) == ("broken", 500)
    assert [table.id for table in (await live_tables.lists.lobby("ann")).watch] == [good.id]
    await asyncio.wait_for(live_tables.tables_of(await live_tables.store.due(1 << 60)), 30)  # housekeeping goes on
    assert good.id in live_tables.tables


async def test_entries_of_another_process_that_do_not_follow_are_refused_alike(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    await play_on(live_tables, live, lambda live: live.version > 3)
    assert live.ledger is not None
    wrong = live.ledger.entries[-1].__class__(live.version + 1, "action", 0, "place 13Z", "player", 1)
    with pytest.raises(BrokenLog) as told:
        live.grow([wrong])
    assert "13Z" not in str(told.value)
    assert isinstance(told.value.__cause__, MergemakerError)


def test_the_time_of_the_tables_does_not_go_back(monkeypatch: pytest.MonkeyPatch):
    wall, steady = [1_000_000.0], [50.0]
    monkeypatch.setattr(time, "time_ns", lambda: int(wall[0] * 1e9))
    monkeypatch.setattr(time, "monotonic", lambda: steady[0])
    clock = SteadyClock()
    assert clock() == 1_000_000_000
    wall[0], steady[0] = 1_000_000.0 - 3600, 60.0  # set back by an hour, ten seconds later
    assert clock() == 1_000_010_000
    wall[0], steady[0] = 1_000_000.0 + 100, 61.0  # set forward again
    assert clock() == 1_000_100_000
    clock.catch_up(1_000_200_000)
    assert clock() == 1_000_200_000


async def test_a_crowd_of_watchers_is_told_of_in_one_message(live_tables: LiveTables, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "WATCHERS_SECONDS", 0.05)
    live = await people_at(live_tables, "ann", "bob")
    ann = sit_down(live_tables, live, "ann")
    before = len(ann.texts)
    crowd = [Person(f"watcher {number}") for number in range(200)]
    for watcher in crowd:
        live_tables.arrive(live, watcher)
    assert len(ann.texts) == before
    await until(lambda: bool(ann.heard("table")) and ann.heard("table")[-1]["table"]["watchers"] == 200)
    assert len(ann.texts) == before + 1
    for watcher in crowd:
        live_tables.depart(live, watcher)
    await until(lambda: ann.heard("table")[-1]["table"]["watchers"] == 0)
    assert len(ann.texts) == before + 2


async def test_whoever_has_had_least_is_next():
    queue: FairQueue[str] = FairQueue()
    queue.put("process")
    had: list[str] = []

    async def think(owner: str, seconds: float) -> None:
        process = await queue.get(owner)
        had.append(owner)
        await asyncio.sleep(0)
        queue.put(process, owner, seconds)

    many = [asyncio.create_task(think("many", 2)) for _ in range(20)]
    await asyncio.sleep(0)
    few = [asyncio.create_task(think("few", 1)) for _ in range(4)]
    gone = asyncio.create_task(think("gone", 1))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(*many, *few)
    assert "gone" not in had
    assert had.index("few") <= 2
    assert had[:8].count("few") == 4
    assert queue.wanting == -1
