"""Two servers on one PostgreSQL: a tournament, turns over days and the host's desk are the same through both doors."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from websockets.asyncio.client import connect

from databases import Postgres
from mergemaker.clubs.turn_notices import WordSettings
from post_office import Receiver
from quick_tables import QuickBotPool, actions_now, play, whose_turn
from servers import Client, Seated, Served, served


@pytest_asyncio.fixture
async def doors(postgres: Postgres, tmp_path: Path) -> AsyncIterator[tuple[Served, Served]]:
    url = postgres.database()
    async with (
        served(tmp_path, url=url, bot_pool=QuickBotPool()) as here,
        served(tmp_path, url=url, bot_pool=QuickBotPool()) as there,
    ):
        yield here, there


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


def through(door: Served, client: Client) -> Client:
    """The same person at another server."""
    http = httpx.AsyncClient(base_url=door.http, timeout=60, cookies=dict(client.http.cookies))
    again = Client(door, client.name, http)
    again.csrf = client.csrf
    door.clients.append(again)
    return again


async def answered(client: Client, path: str, **body: Any) -> int:
    answer = await client.http.post(path, json=body, headers={"X-CSRF-Token": client.csrf})
    return answer.status_code


async def test_a_round_is_drawn_once_its_tables_are_made_once_and_a_result_is_noted_once(doors: tuple[Served, Served]):
    here, there = doors
    host = await Client.new(here, "Organiser")
    made = await host.post("/api/tournaments", title="Cup", rounds=2, clock={"kind": "none"}, no_show_minutes=0)
    path = f"/api/tournaments/{made['id']}"
    people = [await Client.new(door, f"P{number}") for number, door in enumerate((here, there) * 4)]
    await asyncio.gather(*(person.post(f"{path}/join") for person in people))
    async with connect(f"{there.ws}/ws/tournaments/{made['id']}") as wire:
        wall = Seated(wire)
        again = through(there, host)
        codes = await asyncio.gather(answered(host, f"{path}/draw"), answered(again, f"{path}/draw"))
        assert min(codes) < 300
        pages = [await one.get(path) for one in (host, again)]
        assert pages[0]["rounds"] == pages[1]["rounds"]
        (drawn,) = pages[0]["rounds"]
        seated = [seat["name"] for table in drawn["tables"] for seat in table["seats"]]
        assert sorted(seated) == sorted(person.name for person in people)
        async with asyncio.timeout(30):
            while not wall.heard or not wall.heard[-1]["rounds"]:
                wall.heard.append(json.loads(await wire.recv()))
    for person, door in zip(people, (there, here) * 4, strict=True):
        mine = (await through(door, person).get(path))["you"]["table"].rsplit("/", 1)[1]
        assert (await through(door, person).get(f"/api/tables/{mine}"))["you"]["seat"] is not None
    await asyncio.gather(answered(host, f"{path}/time"), answered(again, f"{path}/time"))
    pages = [await one.get(path) for one in (host, again)]
    assert pages[0]["standings"] == pages[1]["standings"]
    assert [table["how"] for table in pages[0]["rounds"][0]["tables"]] == ["time", "time"]
    log = (await here.context.tournaments.logs.whole(made["id"])).events  # type: ignore[union-attr]
    assert sum('"kind":"result"' in event.body for event in log) == 2
    assert sum('"kind":"round drawn"' in event.body for event in log) == 1
    assert [event.version for event in log] == list(range(1, len(log) + 1))


async def test_namesakes_who_come_by_two_doors_at_once_are_told_apart(doors: tuple[Served, Served]):
    host = await Client.new(doors[0], "Organiser")
    path = f"/api/tournaments/{(await host.post('/api/tournaments', title='Cup'))['id']}"
    twins = [await Client.new(doors[number % 2], "Ann") for number in range(6)]
    await asyncio.gather(*(twin.post(f"{path}/join") for twin in twins))
    names = [one["name"] for one in (await host.get(path))["people"]]
    assert len(set(names)) == 6, names


async def waiting(client: Client) -> list[str]:
    """The tables that wait for somebody, as the inbox has them."""
    return [line["id"] for line in (await client.get("/api/inbox"))["tables"] if line["your_turn"]]


async def test_turns_wait_in_every_inbox_and_one_of_the_servers_tells(doors: tuple[Served, Served], receiver: Receiver):
    here, there = doors
    for door in doors:
        door.context.notices.settings = WordSettings("https://acquire.example", private=True)
    ann, bob = await Client.new(here, "Ann"), await Client.new(there, "Bob")
    me = (await ann.get("/api/me"))["id"]
    tables = []
    for _ in range(2):
        table = (await ann.post("/api/tables", seats=[None, None], clock={"kind": "days", "days": 3}))["table"]["id"]
        await bob.post(f"/api/tables/{table}/join")
        await ann.post(f"/api/tables/{table}/start")
        live = await here.context.live_tables.table(table)
        while whose_turn(live) == me:
            await play(here.context.live_tables, live, me, actions_now(live)[0])
        tables.append(table)
    for door in doors:
        async with asyncio.timeout(30):
            while await waiting(through(door, bob)) != tables:
                await asyncio.sleep(0.01)
    await there.context.notices.set_contact((await bob.get("/api/me"))["id"], "", receiver.url, (0, 0), "UTC")
    receiver.bodies.clear()  # the trial message
    for door in doors:
        clock = door.context.live_tables.now
        door.context.live_tables.now = lambda clock=clock: clock() + 6 * 60_000  # type: ignore[misc]
    told = await asyncio.gather(*(door.context.notices.tell_all() for door in doors for _ in range(3)))
    assert sum(told) == 1
    (body,) = receiver.bodies
    assert sorted(line["path"] for line in body["tables"]) == sorted(f"/table/{table}" for table in tables)


async def test_what_is_done_at_one_desk_is_done_at_every_server(doors: tuple[Served, Served]):
    here, there = doors
    host, bob = await Client.new(here, "Host"), await Client.new(there, "Bob")
    await here.context.desk.store.act("command line", "enter", (await host.get("/api/me"))["id"], "", 1)
    table = (await bob.post("/api/tables", seats=[None, None]))["table"]["id"]
    target = (await bob.get("/api/me"))["id"]
    async with bob.at(table) as socket:
        await socket.say("chat", text="something bad")
        await host.post("/api/desk/act", what="remove-chat", target=table)
        assert await socket.closed() == 4401  # to connect again, and hear what is left
    async with bob.at(table) as socket:
        assert "something bad" not in str(socket.welcome)
        await host.post("/api/desk/act", what="ban", target=target, why="enough")
        assert await socket.closed() == 4401
    assert await answered(bob, "/api/tables", seats=[None, None]) == 403
    acts = [(await through(door, host).get("/api/desk"))["acts"] for door in doors]
    assert acts[0] == acts[1]
    assert [act["what"] for act in acts[0]] == ["ban", "remove-chat", "enter"]
    await through(there, host).post("/api/desk/act", what="unban", target=target)
    assert await answered(bob, "/api/tables", seats=[None, None]) < 300
