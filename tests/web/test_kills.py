"""kill -9 under load: what was acknowledged is there after the restart, once, and tables with bots go on.

The long run is `make soak`; `make test` kills once. `pytest -m soak tests/web/test_kills.py -s` shows the figures.
"""

import asyncio
import random
from pathlib import Path

import pytest

from databases import sqlite_url
from mergemaker.store import Store
from mergemaker.tables.history.archive import check_all
from servers import Client, Process, Served, free_port
from stubborn_players import Stubborn

TABLES = 3


async def made_table(ann: Client, bob: Client) -> str:
    table: str = (await ann.post("/api/tables", seats=[None, "random", None, "clerk"]))["table"]["id"]
    await bob.post(f"/api/tables/{table}/join")
    await ann.post(f"/api/tables/{table}/start")
    return table


@pytest.mark.parametrize("kills", [1, pytest.param(55, marks=pytest.mark.soak)])
async def test_nothing_acknowledged_is_ever_lost(kills: int, tmp_path: Path):
    url, port = sqlite_url(tmp_path), free_port()
    server = await Process(url, port=port).ready()
    dice = random.Random(1)
    address = Served(port)
    players: list[Stubborn] = []
    tasks: list[asyncio.Task[None]] = []
    people: list[Client] = []

    async def more_tables() -> None:
        """Keeps the server busy: a new table for each that has been played out."""
        while sum(not task.done() for task in tasks) < 2 * TABLES:
            number = len(players)
            ann, bob = await Client.new(address, f"Ann{number}"), await Client.new(address, f"Bob{number}")
            people.extend((ann, bob))
            table = await made_table(ann, bob)
            for person in (ann, bob):
                players.append(Stubborn(person, table, len(players)))
                tasks.append(asyncio.create_task(players[-1].play()))

    try:
        for _ in range(kills):
            await more_tables()
            # In the middle of play, however slow the machine is: after so many more actions.
            enough = sum(len(player.acknowledged) for player in players) + dice.randint(11, 30)
            async with asyncio.timeout(120):
                while sum(len(player.acknowledged) for player in players) < enough:
                    await asyncio.sleep(0.01)
                    await more_tables()
            server.kill()
            server = await Process(url, port=port).ready()
        for task in tasks:  # from here on the server is the bots' alone
            task.cancel()
        watched = await people[0].post("/api/tables", seats=["random", "random"], sit=False)
        bots_only = watched["table"]["id"]
        await people[0].post(f"/api/tables/{bots_only}/start")
        server.kill()
        server = await Process(url, port=port).ready()
        async with asyncio.timeout(300):  # the first start of the bots on a machine compiles them
            while (await people[0].get(f"/api/tables/{bots_only}"))["table"]["status"] != "finished":
                await asyncio.sleep(0.1)
        server.kill()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for person in people:
            await person.close()
        if server.process.poll() is None:
            server.kill()
    for task in tasks:
        if task.done() and not task.cancelled() and task.exception():
            raise task.exception()  # type: ignore[misc]
    await nothing_is_lost(url, players, 10 * kills)


async def nothing_is_lost(url: str, players: list[Stubborn], at_least: int) -> None:
    store = await Store.open(url)
    try:
        kept = 0
        for player in players:
            log = await store.entries(player.table)
            assert [entry.version for entry in log] == list(range(1, len(log) + 1))
            mine = [(entry.client, entry.version) for entry in log if entry.seat == player.seat and entry.client]
            assert len(dict(mine)) == len(mine)
            for ident, version in player.acknowledged.items():
                assert dict(mine)[ident] == version
                kept += 1
        assert kept > at_least
        assert {finding.trouble async for finding in check_all(store)} == {""}
        tables = len({player.table for player in players})
        print(f"{kept:,} acknowledged actions of {len(players)} players at {tables} tables, all there once")  # noqa: T201
    finally:
        await store.close()
