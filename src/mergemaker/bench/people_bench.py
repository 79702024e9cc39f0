"""What the pages of people take with many accounts and many finished games in the database.

The rows are made up here, as many and as large as those of real games, because playing a hundred thousand games would
take hours; the server that answers is the real one, over HTTP, one request at a time.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from sqlalchemy import Connection, Table

from mergemaker.bench.figures import Figure
from mergemaker.bench.process_costs import busy_seconds
from mergemaker.bench.server_bench import Tell, running_server
from mergemaker.bench.server_clients import get
from mergemaker.people.accounts import hashed
from mergemaker.people.ratings import NEWCOMER
from mergemaker.rules.words.phrases import counted
from mergemaker.store import Store, StoredSeat, StoredTable
from mergemaker.store.databases.row_queries import columns, seat_columns
from mergemaker.store.handle_looks import looks_of
from mergemaker.store.schemas import people_schema, results_schema, schema

ACCOUNTS, GAMES, SEATS = 10_000, 100_000, 4
SPAN = 3 * 365 * 24 * 3600 * 1000  # milliseconds over which the games are spread, up to now
ASKED = 40
BATCH = 5000
BOUGHT = '{"Tower":6,"Luxor":3,"American":9,"Worldwide":2,"Festival":4,"Imperial":8,"Continental":5}'


async def fill(file: str, tell: Tell, accounts: int = ACCOUNTS, games: int = GAMES) -> None:
    """A database with so many accounts and finished games."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    tell(f"writing {counted(accounts, 'account')} and {counted(games, 'game')}")
    await store.write(lambda connection: _write(connection, accounts, games))
    await store.close()


def _write(connection: Connection, accounts: int, games: int) -> None:
    chance = random.Random(1)
    start = time.time_ns() // 1_000_000 - SPAN
    people = [f"p{number}" for number in range(accounts)]
    _insert(connection, people_schema.accounts, [
        {"player": player, "handle": player, "kind": "person", "owner": None, "created": start, "shown": "public"}
        for player in people
    ])  # fmt: skip
    _insert(connection, people_schema.handles, [
        {"looks": look, "player": player, "until": None}
        for player in people for look in looks_of(player)
    ])  # fmt: skip
    _insert(connection, people_schema.tokens, [
        {"token": hashed(f"mm_{player}"), "id": player, "player": player, "purpose": "bench", "scope": "look",
         "created": start, "used": 1 << 60}
        for player in people[:ASKED]
    ])  # fmt: skip
    skill = dict.fromkeys(people, NEWCOMER)
    played = dict.fromkeys(people, 0)
    for first in range(0, games, BATCH):
        ends = {number: start + number * SPAN // games for number in range(first, min(first + BATCH, games))}
        _write_games(connection, ends, people, chance, skill, played)
    _insert(connection, results_schema.ratings, [
        {"pool": "live", "player": player, "skill": skill[player], "uncertainty": 2.0, "games": played[player],
         "last": start + SPAN}
        for player in people
    ])  # fmt: skip


def _write_games(
    connection: Connection,
    ends: Mapping[int, int],
    people: list[str],
    chance: random.Random,
    skill: dict[str, float],
    played: dict[str, int],
) -> None:
    tables, seats, results, outcomes, steps = [], [], [], [], []
    for number, at in ends.items():
        table = f"t{number}"
        tables.append(
            columns(
                StoredTable(
                    id=table, title="Harbour table", status="finished", host="p0", edition="tournament", rules=None,
                    hidden=False, public=True, hints=False, undo=False, clock={"kind": "live"}, secret="0" * 64,
                    commitment="0" * 64, created=at, changed=at, started=at, finished=at, rated=True,
                )
            )
        )  # fmt: skip
        margin = chance.randrange(20_000)
        results.append(
            {"table_id": table, "finished": at, "title": "Harbour table", "edition": "tournament", "family": "1999",
             "players": SEATS, "kind": "live", "pool": "live", "counted": True, "public": True, "turns": 70,
             "margin": margin, "best": 30_000 + margin, "chain": "Tower", "chain_size": 20 + number % 30}
        )  # fmt: skip
        for seat, player in enumerate(chance.sample(people, SEATS)):
            before = skill[player]
            skill[player] = before + chance.gauss(0.5 if seat == 0 else -0.1, 1)
            played[player] += 1
            seats.append(seat_columns(table, StoredSeat(seat=seat, kind="person", player=player, name=player)))
            outcomes.append(
                {"table_id": table, "seat": seat, "player": player, "name": player, "level": None, "bot": False,
                 "place": seat + 1, "money": 40_000 - 5000 * seat, "gone": False, "finished": at,
                 "edition": "tournament", "players": SEATS, "pool": "live", "bought": BOUGHT}
            )  # fmt: skip
            steps.append(
                {"pool": "live", "player": player, "table_id": table, "finished": at, "skill": skill[player],
                 "uncertainty": 2.0, "before": before}
            )  # fmt: skip
    for into, rows in (
        (schema.tables, tables), (schema.seats, seats), (results_schema.games, results),
        (results_schema.game_seats, outcomes), (results_schema.rating_steps, steps),
    ):  # fmt: skip
        _insert(connection, into, rows)


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    connection.execute(table.insert(), rows)


async def measure_people(tell: Tell) -> AsyncIterator[Figure]:
    """Fills a database with many accounts and games, and measures the pages about people on it."""
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/people.sqlite3"
        await fill(file, tell)
        async with running_server("ours", file) as (port, process):
            async for figure in people_figures(port, process, tell):
                yield figure


async def people_figures(port: int, process: int, tell: Tell) -> AsyncIterator[Figure]:
    """The median of many requests for each page, each for another person."""
    pages: dict[str, Callable[[int], str]] = {
        "my games": lambda _: "/api/my-games",
        "a profile": lambda person: f"/api/people/p{person * 7 + 3}",
        "the leaderboard": lambda _: "/api/leaderboards",
        "the leaderboard of a month": lambda _: "/api/leaderboards?period=month",
        "the leaderboard of a year": lambda _: "/api/leaderboards?period=year",
        "the hall of records": lambda _: "/api/hall-of-records",
    }
    for what, path in pages.items():
        tell(what)
        times, busy = [], busy_seconds(process)
        for person in range(ASKED):
            began = time.perf_counter()
            await get(port, path(person), f"mm_p{person}")
            times.append(1000 * (time.perf_counter() - began))
        busy = busy_seconds(process) - busy
        group = f"{ACCOUNTS:,} accounts, {GAMES:,} finished games"
        yield Figure(f"{what}, median", statistics.median(times), "ms", 50, True, group=group)
        yield Figure(f"{what}, processor time each", 1000 * busy / ASKED, "ms", None, True, group=group)
        yield Figure(f"{what}, the first", times[0], "ms", None, True, group=group)
