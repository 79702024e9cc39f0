"""A tournament with no-shows, a late comer and a kill -9 in every round: nobody sits twice, no result is lost.

Both the small one and the evening of seventeen over four rounds belong to `make soak`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from databases import sqlite_url
from mergemaker.clubs.standings import standings
from mergemaker.clubs.tournaments import Tournaments
from mergemaker.store import Store
from mergemaker.tables.history.archive import check_all
from mergemaker.tables.live_tables import LiveTables
from servers import Client, Process, Served, free_port
from stubborn_players import Stubborn


class Club:
    """A server that is killed again and again, an organiser, and people."""

    def __init__(self, url: str, port: int) -> None:
        self.url, self.port = url, port
        self.people: list[Client] = []
        self.server = Process(url, port=port)
        self.path = ""

    async def open(self, count: int, **plan: Any) -> None:
        await self.server.ready()
        self.host = await Client.new(Served(self.port), "Organiser")
        made = await self.host.post("/api/tournaments", title="Thursday cup", **plan)
        self.path = f"/api/tournaments/{made['id']}"
        for number in range(count):
            await self.come(f"P{number:02}")

    async def come(self, name: str) -> Client:
        client = await Client.new(Served(self.port), name)
        self.people.append(client)
        await client.post(f"{self.path}/join")
        return client

    async def kill(self) -> None:
        self.server.kill()
        self.server = await Process(self.url, port=self.port).ready()

    async def page(self) -> dict[str, Any]:
        found: dict[str, Any] = await self.host.get(self.path)
        return found

    async def close(self) -> None:
        for client in [*self.people, *([self.host] if self.path else [])]:
            await client.close()
        if self.server.process.poll() is None:
            self.server.kill()


def results_of(page: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    """The results that are noted, by round and table."""
    return {
        (one["number"], table["number"]): [seat["money"] for seat in table["seats"]]
        for one in page["rounds"]
        for table in one["tables"]
        if table["how"]
    }


async def play_round(club: Club, number: int, away: list[str]) -> dict[tuple[int, int], list[int]]:
    """A round with a kill in the middle of play; answers with all results."""
    page = await club.host.post(f"{club.path}/draw", seat_missing=True)
    seats = [seat["name"] for table in page["rounds"][-1]["tables"] for seat in table["seats"]]
    assert set(Counter(seats).values()) == {1}
    assert sorted(seats) == sorted(client.name for client in club.people)
    players: list[Stubborn] = []
    tasks: list[asyncio.Task[None]] = []
    for client in club.people:
        table = (await client.get(club.path))["you"]["table"].rsplit("/", 1)[1]
        if client.name not in away:
            players.append(Stubborn(client, table, number * 100 + len(players)))
            tasks.append(asyncio.create_task(players[-1].play()))
    try:
        async with asyncio.timeout(300):
            while sum(len(player.acknowledged) for player in players) < 40:
                await asyncio.sleep(0.01)
        before = results_of(await club.page())
        await club.kill()
        async with asyncio.timeout(600):
            while len(now := results_of(await club.page())) < sum(
                len(one["tables"]) for one in (await club.page())["rounds"]
            ):
                await asyncio.sleep(0.1)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert before.items() <= now.items()
    return now


@pytest.mark.soak
@pytest.mark.parametrize(("count", "rounds"), [(6, 2), (16, 4)])
async def test_an_evening_with_a_kill_in_every_round(count: int, rounds: int, tmp_path: Path):
    url = sqlite_url(tmp_path)
    club = Club(url, free_port())
    try:
        await club.open(count, rounds=rounds, clock={"kind": "none"}, stand_in="random")
        away = [club.people[1].name, club.people[4].name]  # have said that they come, and do not
        for client in (club.people[1], club.people[4]):
            await client.post(f"{club.path}/check-in", here=False)
        known: dict[tuple[int, int], list[int]] = {}
        for number in range(1, rounds + 1):
            now = await play_round(club, number, away)
            assert known.items() <= now.items()
            known = now
            if number == 1:
                await club.come("Late")
        page = await club.host.post(f"{club.path}/finish")
        by_name = {line["name"]: line for line in page["standings"]}
        assert all(by_name[name]["points"] == 0 for name in away)
        assert by_name["Late"]["rounds"][0] is None
        assert all(points is not None for points in by_name["Late"]["rounds"][1:])
        assert (await club.page())["standings"] == page["standings"]
        records = (await club.host.http.get(f"{club.path}/records")).text.splitlines()
        assert len(records) == sum(len(one["tables"]) for one in page["rounds"])
        text = (await club.host.http.get(f"{club.path}/results.csv")).text
        assert text.count("\r\n") == 3 + len(by_name) + sum(len(one) for one in known.values())
        await the_log_says_the_same(url, page)
    finally:
        await club.close()


async def the_log_says_the_same(url: str, page: dict[str, Any]) -> None:
    """Another process, which knows nothing but the database, comes to the same standings."""
    store = await Store.open(url)
    try:
        found = await Tournaments(LiveTables(store)).get(page["id"])
        assert msgspec.json.decode(msgspec.json.encode(standings(found))) == page["standings"]
        assert {finding.trouble async for finding in check_all(store)} == {""}
    finally:
        await store.close()
