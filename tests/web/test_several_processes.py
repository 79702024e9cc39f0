"""Several processes on one PostgreSQL: any of them serves any table, and one of two writers loses cleanly."""

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from databases import Postgres, cut_off
from mergemaker.store import Store
from mergemaker.tables.history.archive import check_all
from quick_tables import QuickBotPool
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
        served(tmp_path, url=url, bot_pool=QuickBotPool()) as here,
        served(tmp_path, url=url, bot_pool=QuickBotPool()) as there,
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
        ledgers = [(await side.context.live_tables.table(table)).ledger for side in (here, there)]
        assert ledgers[0] is not None
        assert ledgers[1] is not None
        assert ledgers[0].entries == ledgers[1].entries
        stored = await here.context.store.entries(table)
        assert [entry.version for entry in stored] == list(range(1, len(stored) + 1))
        async with asyncio.timeout(60):
            while not (finished := (await bob.get("/api/lobby"))["finished"]):
                await asyncio.sleep(0.05)  # until this process has heard that it is over
        assert [listed["id"] for listed in finished] == [table]
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


# All connections; in the soak also those who speak, and those who listen.
@pytest.mark.parametrize(
    "what", ["%", *(pytest.param(one, marks=pytest.mark.soak) for one in ("%pg_notify%", "SELECT 1"))]
)
async def test_processes_that_lose_their_connections_catch_up(what: str, postgres: Postgres, tmp_path: Path):
    url = postgres.database()
    async with (
        served(tmp_path, url=url, bot_pool=QuickBotPool()) as here,
        served(tmp_path, url=url, bot_pool=QuickBotPool()) as there,
    ):
        ann, bob = await Client.new(here, "Ann"), await Client.new(there, "Bob")
        table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
        await bob.post(f"/api/tables/{table}/join")
        await ann.post(f"/api/tables/{table}/start")
        chooser = random.Random(3)
        async with ann.at(table) as a, bob.at(table) as b:
            for side in (a, b):
                if side.latest["view"] is None:
                    await side.hear("update")
            for number in range(3):
                await play_to_the_end([a, b], most=a.latest["version"] + 4)
                await level(a, b)
                async with asyncio.timeout(60):
                    while not await cut_off(url, what):  # those who listen ask whether they still do, once a second
                        await asyncio.sleep(0.1)
                mover, other = (a, b) if a.latest["view"]["actions"] else (b, a)
                action = chooser.choice(mover.latest["view"]["actions"])
                answer = await mover.play(action, id=f"cut off {number}")
                while answer["type"] != "ack":  # the connection was lost in the middle of it
                    assert answer["code"] in ("busy", "trouble", "stale"), answer
                    answer = await mover.play(action, id=f"cut off {number}")
                await other.hear("update", version=answer["version"])
                await mover.hear("update", version=answer["version"])
                said = await mover.say("chat", text=f"still there? {number}")
                assert said["type"] == "ack"
                assert (await other.hear("chat"))["line"]["text"] == f"still there? {number}"
        log = await here.context.store.entries(table)
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))


async def test_who_is_away_from_one_process_is_stood_in_for_and_comes_back_at_another(
    postgres: Postgres, tmp_path: Path
):
    url, passed = postgres.database(), [0]
    async with (
        served(tmp_path, url=url, bot_pool=QuickBotPool()) as here,
        served(tmp_path, url=url, bot_pool=QuickBotPool()) as there,
    ):
        for process in (here, there):
            clock = process.context.live_tables.now
            process.context.live_tables.now = lambda clock=clock: clock() + passed[0]  # type: ignore[misc]
        ann, bob = await Client.new(here, "Ann"), await Client.new(there, "Bob")
        table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
        await bob.post(f"/api/tables/{table}/join")
        await ann.post(f"/api/tables/{table}/start")
        async with ann.at(table) as a:
            async with bob.at(table) as b:
                for side in (a, b):
                    if side.latest["view"] is None:
                        await side.hear("update")
                while a.latest["view"]["to_act"] == 0:
                    answer = await a.play(a.latest["view"]["actions"][0])
                    await a.hear("update", version=answer["version"])
                await level(a, b)
            await told_of_bob(a, away=True)  # he left at the other process
            async with asyncio.timeout(60):
                while "is here" in (refused := await a.say("stand-in", seat=1))["text"]:
                    await asyncio.sleep(0.05)  # that he had not come yet may be told as late as that he left
            assert (refused["type"], refused["code"]) == ("refusal", "not-away")
            passed[0] += 61_000
            assert (await a.say("stand-in", seat=1))["type"] == "ack"
            while a.latest["view"]["to_act"] != 0:
                await a.hear("update")
            entries = [entry for heard in a.heard for entry in heard.get("entries", ()) if entry["seat"] == 1]
            assert {entry["by"] for entry in entries} == {"stand-in"}
            async with bob.at(table) as b:  # where nothing but the database knows that a bot played for him
                await level(a, b)  # which may hear of it a moment later
                bob_again = await told_of_bob(a, away=False)
                assert (bob_again["stand_in"], bob_again["absence"]) == (False, "")
                await a.wire.close()
                passed[0] += 61_000
                you = (await bob.get(f"/api/tables/{table}"))["you"]
                async with asyncio.timeout(60):
                    while not you["host"]:  # until this process has heard that Ann is gone
                        passed[0] += 1000
                        await asyncio.sleep(0.05)
                        you = (await bob.get(f"/api/tables/{table}"))["you"]


async def told_of_bob(seat: Seated, *, away: bool) -> dict[str, Any]:
    """What a seat is told of seat 1 once that is away, or is there and plays for itself."""
    while True:
        bob: dict[str, Any] = (await seat.hear("table"))["table"]["seats"][1]
        if (bob["away_since"] is not None) == away and (away or not bob["stand_in"]):
            return bob


async def level(*seats: Seated) -> None:
    """Waits until all have seen as much as the one who has seen most."""
    version = max(int(seat.latest["version"]) for seat in seats)
    behind = [seat for seat in seats if seat.latest["version"] < version]
    await asyncio.gather(*(seat.hear("update", version=version) for seat in behind))


async def test_what_was_said_while_a_process_was_deaf_is_heard_later(postgres: Postgres, tmp_path: Path):
    url = postgres.database()
    async with served(tmp_path, url=url) as here, served(tmp_path, url=url) as there:
        ann, bob = await Client.new(here, "Ann"), await Client.new(there, "Bob")
        table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
        async with ann.at(table) as a, bob.at(table) as b:
            assert there.context.sync is not None
            backend = there.context.sync._backend
            again, deaf = backend.listen_again, asyncio.Event()

            async def not_yet() -> None:
                deaf.set()
                raise OSError("the database is away")

            backend.listen_again = not_yet  # type: ignore[method-assign]
            backend._listener_conn.terminate()
            await asyncio.wait_for(deaf.wait(), 60)
            await a.say("chat", text="anybody?")
            await bob.post(f"/api/tables/{table}/join")
            await ann.post(f"/api/tables/{table}/start")
            backend.listen_again = again  # type: ignore[method-assign]
            assert (await b.hear("chat"))["line"]["text"] == "anybody?"
            if b.latest["view"] is None:
                await b.hear("update")
            assert b.latest["view"]["seat"] == 1


async def test_two_machines_play_one_table_and_one_of_them_dies(postgres: Postgres):
    """Two servers that share a database and nothing else; a person may knock at either door."""
    url = postgres.database()
    one, two = Process(url), Process(url)
    people: list[Client] = []
    try:
        await asyncio.gather(one.ready(), two.ready())
        ann, bob = await Client.new(one.served, "Ann"), await Client.new(two.served, "Bob")
        elsewhere = Client(two.served, "Ann", httpx.AsyncClient(base_url=two.served.http, cookies=ann.http.cookies))
        people += [ann, bob, elsewhere]
        elsewhere.csrf = (await elsewhere.get("/api/me"))["csrf"]
        assert (await elsewhere.get("/api/me"))["name"] == "Ann"  # the cookie is good at both
        table = (await ann.post("/api/tables", seats=[None, None, "clerk"]))["table"]["id"]
        await bob.post(f"/api/tables/{table}/join")
        await elsewhere.post(f"/api/tables/{table}/start")
        races = 0
        async with elsewhere.at(table) as there, bob.at(table) as b:
            async with ann.at(table) as here:
                for side in (here, there, b):
                    if side.latest["view"] is None:
                        await side.hear("update")
                while races < 8:
                    await level(here, there, b)
                    if actions := there.latest["view"]["actions"]:
                        # Ann decides at both doors at once, each time otherwise.
                        answers = await asyncio.gather(here.play(actions[0]), there.play(actions[-1]))
                        kinds = sorted(answer["type"] for answer in answers)
                        assert kinds == ["ack", "refusal"], answers
                        assert next(found for found in answers if found["type"] == "refusal")["code"] == "stale"
                        races += 1
                        version = next(found for found in answers if found["type"] == "ack")["version"]
                        await asyncio.gather(
                            *(s.hear("update", version=version) for s in (here, there) if s.latest["version"] < version)
                        )
                    elif actions := b.latest["view"]["actions"]:
                        await b.play(actions[0])
                        await b.hear("update")
                    else:
                        await b.hear("update")
                one.kill()
            await play_to_the_end([there, b])
            assert there.latest["result"] == b.latest["result"]
        assert two.stop() == 0
        store = await Store.open(url)
        assert [(found.status, found.trouble) async for found in check_all(store)] == [("finished", "")]
        await store.close()
    finally:
        for person in people:
            await person.close()
        for process in (one, two):
            if process.process.poll() is None:
                process.kill()


@pytest.mark.soak
async def test_workers_end_when_their_main_process_is_killed(postgres: Postgres):
    server = await Process(postgres.database(), "--workers", "2").ready()
    server.process.kill()  # it alone
    server.process.wait()
    async with asyncio.timeout(30), httpx.AsyncClient() as http:
        while True:
            try:
                await http.get(f"{server.served.http}/health")
            except httpx.TransportError:
                break
            await asyncio.sleep(0.1)
    again = await Process(postgres.database(), port=server.port).ready()
    assert again.stop() == 0
