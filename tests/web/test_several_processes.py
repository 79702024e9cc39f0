"""Several processes on one PostgreSQL: any of them serves any table, and one of two writers loses cleanly."""

import asyncio
import random
from pathlib import Path

from clubs import QuickThinkers
from databases import Postgres
from servers import Client, Process, Seated, served


async def play_to_the_end(seats: list[Seated], most: int = 10_000) -> None:
    """Everybody plays at random as soon as it is their turn; who sits where does not matter."""
    chooser = random.Random(5)

    async def one(seat: Seated) -> None:
        while not seat.latest.get("result") and seat.latest["version"] < most:
            actions = seat.latest["view"]["actions"]
            if actions:
                answer = await seat.play(chooser.choice(actions))
                assert answer["type"] == "ack" or answer["code"] == "stale", answer
                await seat.hear("update", version=answer["version"])
            else:
                await seat.hear("update")

    await asyncio.gather(*(one(seat) for seat in seats))


async def test_two_processes_play_one_table(postgres: Postgres, tmp_path: Path):
    url = postgres.database()
    async with (
        served(tmp_path, url=url, thinkers=QuickThinkers()) as here,
        served(tmp_path, url=url, thinkers=QuickThinkers()) as there,
    ):
        ann, bob = await Client.new(here, "Ann"), await Client.new(there, "Bob")
        table = (await ann.post("/api/tables", seats=[None, None, "clerk"], public=True))["table"]["id"]
        async with ann.at(table) as a, bob.at(table) as b:
            await bob.post(f"/api/tables/{table}/join")
            seen = await a.hear("table")
            while seen["table"]["seats"][1]["presence"] != "here":  # Bob sits there, connected to the other process
                seen = await a.hear("table")
            assert seen["table"]["seats"][1]["name"] == "Bob"
            await ann.post(f"/api/tables/{table}/start")
            await asyncio.gather(a.hear("update"), b.hear("update"))
            await b.say("chat", text="good luck")
            assert (await a.hear("chat"))["line"]["text"] == "good luck"
            await play_to_the_end([a, b])
            assert a.latest["version"] == b.latest["version"]
            assert a.latest["result"] == b.latest["result"]
        ledgers = [(await side.house.club.table(table)).ledger for side in (here, there)]
        assert ledgers[0] is not None
        assert ledgers[1] is not None
        assert ledgers[0].entries == ledgers[1].entries
        stored = await here.house.store.entries(table)
        assert [entry.version for entry in stored] == list(range(1, len(stored) + 1))
        lobby = await bob.get("/api/lobby")
        assert [listed["id"] for listed in lobby["finished"]] == [table]
        await ann.close()
        await bob.close()


async def test_of_two_who_act_at_once_in_two_processes_one_wins(postgres: Postgres, tmp_path: Path):
    url = postgres.database()
    async with served(tmp_path, url=url) as here, served(tmp_path, url=url) as there:
        ann = await Client.new(here, "Ann")
        table = (await ann.post("/api/tables", seats=[None, None], sit=True))["table"]["id"]
        bob = await Client.new(there, "Bob")
        await bob.post(f"/api/tables/{table}/join")
        await ann.post(f"/api/tables/{table}/start")
        mover = ann if (await ann.get(f"/api/tables/{table}"))["table"]["to_act"] == 0 else bob
        elsewhere = Client(there if mover is ann else here, mover.name, mover.http)
        async with mover.at(table) as one, elsewhere.at(table) as two:
            for side in (one, two):
                if side.latest["view"] is None:  # that process has not heard of the start yet
                    await side.hear("update")
            actions = one.latest["view"]["actions"]
            answers = await asyncio.gather(one.play(actions[0]), two.play(actions[1]))
            assert sorted(answer["type"] for answer in answers) == ["ack", "refusal"]
            assert next(answer for answer in answers if answer["type"] == "refusal")["code"] == "stale"
            await asyncio.gather(*(side.hear("update") for side in (one, two) if side.latest["version"] == 0))
            assert one.latest["version"] == two.latest["version"] == 1

            # The same message through both doors is applied once, and acknowledged by both.
            async def both(ident: str) -> list[str]:
                while not (actions := one.latest["view"]["actions"]):
                    return []
                said = [side.play(actions[0], id=ident) for side in (one, two)]
                return sorted(answer["type"] for answer in await asyncio.gather(*said))

            assert await both("twice") in ([], ["ack", "ack"])
        await ann.close()
        await bob.close()


async def test_workers_share_a_port_and_a_table(postgres: Postgres):
    server = await Process(postgres.database(), "--workers", "2").ready()
    try:
        people = [await Client.new(server.served, name) for name in ("Ann", "Bob", "Eve")]
        table = (await people[0].post("/api/tables", seats=[None, None, None]))["table"]["id"]
        for person in people[1:]:
            await person.post(f"/api/tables/{table}/join")
        await people[0].post(f"/api/tables/{table}/start")
        async with people[0].at(table) as a, people[1].at(table) as b, people[2].at(table) as c:
            for seat in (a, b, c):
                if seat.latest["view"] is None:
                    await seat.hear("update")
            await play_to_the_end([a, b, c], most=60)
        assert server.stop() == 0
    finally:
        for person in server.served.clients:
            await person.close()
        if server.process.poll() is None:
            server.kill()
