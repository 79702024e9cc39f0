"""A server that is killed while it rates: the next start comes to what `mergemaker db rerate` comes to."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from databases import sqlite_url
from mergemaker.people.rater import count_games, rerate
from mergemaker.store import Store
from mergemaker.store.results_store import uncounted
from mergemaker.store.schemas import results_schema, schema
from people_at_tables import play_to_the_end, rated_table, with_account
from quick_tables import QuickBotPool, quick_live_tables
from servers import Client, Process, Served, free_port, served
from stubborn_players import Stubborn

RESULTS = (results_schema.games, results_schema.game_seats, results_schema.rating_steps, results_schema.ratings)


async def results_in(store: Store) -> list[list[Any]]:
    """Every result and every rating."""

    def look(connection: Any) -> list[list[Any]]:
        return [
            [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in RESULTS
        ]

    return await store.read(look)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: Any, tmp_path: Path) -> str:
    return sqlite_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres").database()


@pytest.mark.parametrize("killed", ["before the game is rated", "before its end is noted"])
async def test_the_next_start_rates_what_a_killed_server_left(killed: str, url: str, tmp_path: Path):
    async with quick_live_tables(tmp_path, url=url) as live_tables:  # which count nothing, as if killed right then
        clock: Any = live_tables.now
        for handle in ("Anna", "Bobby"):
            await with_account(live_tables, handle)
        for number in range(2):
            clock.pass_(60)
            last = await play_to_the_end(live_tables, await rated_table(live_tables, "anna", "bobby"), seed=number)
            if number == 0:
                await count_games(live_tables.store)

        def unnoted(connection: Any) -> None:
            mine = schema.tables.c.id == last.id
            connection.execute(update(schema.tables).where(mine).values(status="running", finished=None, due=1))
            for table in (results_schema.games, results_schema.game_seats):
                connection.execute(table.delete().where(table.c.table_id == last.id))

        if killed == "before its end is noted":
            await live_tables.store.write(unnoted)
    async with served(tmp_path, url=url, bot_pool=QuickBotPool()) as server:
        store = server.context.store
        async with asyncio.timeout(60):
            while len((await results_in(store))[0]) < 2 or len(await store.read(uncounted)):
                await asyncio.sleep(0.01)
        found = await results_in(store)
        assert {row[4] for row in found[3]} == {2}  # games of each rating
        assert await rerate(store) == (2, 2)
        assert await results_in(store) == found


@pytest.mark.soak
async def test_ratings_and_history_through_many_kills_at_the_end_of_games(url: str):
    """Four people play rated games over sockets; whenever one of them hears of the end, the server is killed."""
    store = await Store.open(url)
    await store.close()
    port, kills = free_port(), 12
    server = await Process(url, port=port).ready()
    people: list[Client] = []
    try:
        people += [await with_session(url, Served(port), name) for name in ("Anna", "Bobby", "Carla", "Dora")]
        dice = random.Random(2)
        for number in range(kills):
            clock = {"kind": "live", "seconds": 600, "reserve": 7200}
            table = (await people[0].post("/api/tables", seats=[None] * 4, rated=True, clock=clock))["table"]["id"]
            for person in people[1:]:
                await person.post(f"/api/tables/{table}/join")
            await people[0].post(f"/api/tables/{table}/start")
            players = [Stubborn(person, table, number * 10 + at) for at, person in enumerate(people)]
            tasks = [asyncio.create_task(player.play()) for player in players]
            async with asyncio.timeout(600):
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(dice.random() * 0.05)
            server.kill()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            server = await Process(url, port=port).ready()
        async with asyncio.timeout(60):
            while (await people[0].get("/api/my-games"))["found"] < kills:
                await asyncio.sleep(0.05)
        await asyncio.sleep(1)
    finally:
        for person in people:
            await person.close()
        server.kill()
    store = await Store.open(url)
    try:
        found = await results_in(store)
        assert len(found[0]) == kills
        assert await rerate(store) == (kills, kills)
        assert await results_in(store) == found
    finally:
        await store.close()


async def with_session(url: str, server: Served, handle: str) -> Client:
    """A browser of somebody with an account, made behind the server's back."""
    from mergemaker.people.accounts import Accounts
    from mergemaker.tables.live_tables import LiveTables
    from mergemaker.web.identity import Signer

    store = await Store.open(url)
    live_tables = LiveTables(store, QuickBotPool())
    try:
        player = await with_account(live_tables, handle)
        session = await Accounts(live_tables).sign_in(player, "test", "passkey")
        signer = Signer(await store.cookie_key())
    finally:
        await live_tables.close()
        await store.close()
    client = await Client.new(server, "Guest")
    client.name = handle
    client.http.cookies.clear()
    client.http.cookies.set("mergemaker", signer.cookie(f"{player}:{session.secret}"))
    client.csrf = signer.csrf(f"{player}:{session.secret}")
    return client
