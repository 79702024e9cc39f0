"""Tournaments over HTTP: what people and the organiser do, what each may not, and what the wall is told."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from evenings import play_out
from mergemaker.clubs import round_keeper, tournaments
from mergemaker.clubs.round_keeper import look_after
from mergemaker.tables.history.archive import check_all
from mergemaker.web.transport.rate_limits import Limit
from quick_tables import Clockwork, QuickBotPool, quiet
from servers import Client, Served, served


async def evening(server: Served, count: int = 4, **plan: Any) -> tuple[Client, list[Client], str]:
    """An organiser, people who take part, and the tournament's path."""
    host = await Client.new(server, "Organiser")
    made = await host.post("/api/tournaments", title="Cup", clock={"kind": "none"}, **plan)
    path = f"/api/tournaments/{made['id']}"
    people = [await Client.new(server, f"P{number}") for number in range(count)]
    for client in people:
        await client.post(f"{path}/join")
    return host, people, path


def tables_of(page: dict[str, Any]) -> list[str]:
    return [table["path"].rsplit("/", 1)[1] for table in page["rounds"][-1]["tables"]]


async def test_an_evening_from_the_invitation_to_the_spreadsheet(server: Served):
    host, people, path = await evening(server, 3, rounds=2)
    page = await host.post(f"{path}/invite", names=["P1", " Zoe ", "Zoe"])
    assert page["invited"] == ["Zoe"]
    assert page["next_tables"] == [3]
    page = await host.post(f"{path}/draw")
    assert [seat["name"] for table in page["rounds"][0]["tables"] for seat in table["seats"]] != []
    (table,) = tables_of(page)
    assert (await people[0].get(path))["you"]["table"] == f"/table/{table}"
    dice = random.Random(4)
    while not all([await play_out(client, table, dice) for client in people]):
        pass
    await look_after(server.context.tournaments, page["id"])
    page = await host.get(path)
    (done,) = page["rounds"][0]["tables"]
    assert done["how"] == "played"
    seen = (await host.get(f"/api/tables/{table}"))["table"]
    assert seen["tournament"] == page["id"]  # so that its page leads back to the standings
    money = seen["result"]["money"]
    assert [seat["money"] for seat in done["seats"]] == money
    late = await Client.new(server, "Late")
    assert (await late.post(f"{path}/join"))["you"]["number"] == 4
    page = await host.post(f"{path}/draw")
    assert len(page["rounds"][1]["tables"][0]["seats"]) == 4
    page = await host.post(f"{path}/time")
    assert {table["how"] for table in page["rounds"][1]["tables"]} == {"time"}
    assert all(seat["money"] == 6000 for seat in page["rounds"][1]["tables"][0]["seats"])
    await quiet(server.context.live_tables)
    page = await host.post(f"{path}/correct", round=2, table=1, money=[1, 2, 3, 4])
    assert [seat["place"] for seat in page["rounds"][1]["tables"][0]["seats"]] == [4, 3, 2, 1]
    assert (await host.post(f"{path}/draw", status=409))["code"] == "last-round"
    assert (await host.post(f"{path}/finish"))["status"] == "finished"
    assert (await late.post(f"{path}/check-in", status=403, here=True, number=1))["code"] == "not-host"
    text = (await host.http.get(f"{path}/results.csv")).text
    assert text.splitlines()[0] == "place,name,points,wins,money,opponents,round 1,round 2"
    records = (await host.http.get(f"{path}/records")).text.splitlines()
    assert [(one["round"], one["how"]) for one in map(json.loads, records)] == [(1, "played"), (2, "corrected")]
    assert (await host.http.get(f"{path}/qr")).text.startswith("<svg")
    lists = await late.get("/api/clubs")
    assert [one["title"] for one in lists["tournaments"]] == ["Cup"]


@pytest.mark.parametrize("what", ["invite", "draw", "time", "correct", "finish", "reopen"])
async def test_only_the_organiser_runs_it(server: Served, what: str):
    _, people, path = await evening(server, 3)
    bodies: dict[str, dict[str, Any]] = {
        "invite": {"names": ["Zoe"]},
        "correct": {"round": 1, "table": 1, "money": [1, 2, 3]},
    }
    body = bodies.get(what, {})
    assert (await people[0].post(f"{path}/{what}", status=403, **body))["code"] == "not-host"


async def test_nobody_is_told_ids_and_names_are_told_apart(server: Served):
    host, people, path = await evening(server, 3)
    twin = await Client.new(server, "P1")
    page = await twin.post(f"{path}/join")
    assert [one["name"] for one in page["people"]] == ["P0", "P1", "P2", "P1 2"]
    ids = [(await client.get("/api/me"))["id"] for client in (host, *people, twin)]
    assert not any(ident in json.dumps(page) for ident in ids)
    again = await twin.post(f"{path}/join", name="Twin")
    assert [one["name"] for one in again["people"]] == ["P0", "P1", "P2", "Twin"]


async def test_namesakes_who_come_at_the_same_moment_are_told_apart(server: Served):
    host, _, path = await evening(server, 0)
    twins = [await Client.new(server, "Ann") for _ in range(5)]
    await asyncio.gather(*(twin.post(f"{path}/join") for twin in twins))
    names = [one["name"] for one in (await host.get(path))["people"]]
    assert len(set(names)) == 5
    assert names[0] == "Ann"
    told = [(await twin.get(path))["you"]["name"] for twin in twins]
    assert sorted(told) == sorted(names)


async def test_whoever_does_not_come_has_a_bot_until_they_do(server: Served):
    clock = Clockwork()
    clock.at = server.context.live_tables.now()
    server.context.live_tables.now = clock
    host, people, path = await evening(server, 4, no_show_minutes=5)
    page = await host.post(f"{path}/draw")
    (table,) = tables_of(page)
    tournaments = server.context.tournaments
    async with people[0].at(table), people[1].at(table), people[2].at(table):
        clock.pass_(4 * 60)
        await look_after(tournaments, page["id"])
        assert not any(seat["no_show"] for seat in (await host.get(path))["rounds"][0]["tables"][0]["seats"])
        clock.pass_(2 * 60)
        await look_after(tournaments, page["id"])
        page = await host.get(path)
        seats = page["rounds"][0]["tables"][0]["seats"]
        assert [seat["name"] for seat in seats if seat["no_show"]] == ["P3"]
        assert [one["here"] for one in page["people"]] == [True, True, True, False]
        async with people[3].at(table):
            await look_after(tournaments, page["id"])
            page = await host.get(path)
            assert not any(seat["no_show"] for seat in page["rounds"][0]["tables"][0]["seats"])
            assert page["people"][3]["here"]


async def test_when_time_is_called_the_tables_stop_for_their_people(server: Served):
    host, people, path = await evening(server, 4, public=True)
    page = await host.post(f"{path}/draw")
    (table,) = tables_of(page)
    async with people[0].at(table):
        page = await host.post(f"{path}/time")
        (counted,) = page["rounds"][0]["tables"]
        await quiet(server.context.live_tables)  # bots play it out before the eyes of whoever looks
    assert (await people[0].get("/api/inbox"))["tables"] == []
    ended = (await host.get(f"/api/tables/{table}"))["table"]
    assert (ended["status"], {seat["absence"] for seat in ended["seats"]}) == ("finished", {"round"})
    (mine,) = (await people[0].get("/api/my-games"))["finished"]
    assert all(seat["gone"] for seat in mine["seats"])
    records = await people[0].get("/api/hall-of-records")
    assert not any(records.values())  # what bots have played out sets none
    await look_after(server.context.tournaments, page["id"])
    assert (await host.get(path))["rounds"][0]["tables"] == [counted]  # what the bots made of it counts nothing
    (record,) = map(json.loads, (await host.http.get(f"{path}/records")).text.splitlines())
    assert record["counted"] == [seat["money"] for seat in counted["seats"]] == [6000] * 4
    assert record["result"]["money"] != record["counted"]


async def test_tables_stop_though_the_server_is_killed_when_time_has_just_been_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def killed(*_: object) -> None:
        """What comes after the line in the log never happens."""

    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        host, _, path = await evening(server, 7)
        page = await host.post(f"{path}/draw")
        monkeypatch.setattr(round_keeper, "_stop", killed)
        before = await host.post(f"{path}/time")
        tables = tables_of(page)
        assert {table["how"] for table in before["rounds"][0]["tables"]} == {"time"}
        assert [(await host.get(f"/api/tables/{table}"))["table"]["status"] for table in tables] == ["running"] * 2
        cookies, csrf = host.http.cookies, host.csrf
    monkeypatch.undo()
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        host = await Client.new(server, "Organiser")
        host.http.cookies, host.csrf = cookies, csrf
        async with asyncio.timeout(60):
            while {(await host.get(f"/api/tables/{table}"))["table"]["status"] for table in tables} != {"finished"}:
                await asyncio.sleep(0.01)
        after = await host.get(path)
        assert after["rounds"] == before["rounds"]
        assert after["standings"] == before["standings"]
        assert {finding.trouble async for finding in check_all(server.context.store)} == {""}
        # Everybody is free for the next round.
        assert len((await host.post(f"{path}/draw"))["rounds"][1]["tables"]) == 2


async def test_the_wall_hears_of_every_change(server: Served):
    _, _, path = await evening(server, 3)
    ident = path.rsplit("/", 1)[1]
    async with connect(f"{server.ws}/ws/tournaments/{ident}") as wire:
        assert len(json.loads(await wire.recv())["people"]) == 3
        await (await Client.new(server, "Late")).post(f"{path}/join")
        heard = json.loads(await wire.recv())
        assert [one["name"] for one in heard["people"]] == ["P0", "P1", "P2", "Late"]
        assert heard["you"]["number"] is None


async def test_what_can_not_be_is_said_plainly(server: Served):
    host, people, path = await evening(server, 2)
    assert (await host.post(f"{path}/draw", status=409))["text"] == "A round needs 3 people who are here."
    assert (await host.post("/api/tournaments", status=400, title="  "))["code"] == "bad-message"
    assert (await host.post("/api/tournaments", status=400, title="x", fewest=5, liked=3))["code"] == "bad-message"
    assert (await host.post("/api/tournaments", status=404, title="x", season="nowhere"))["code"] == "no-season"
    assert (await host.get("/api/tournaments/nowhere", status=404))["code"] == "no-tournament"
    assert (await host.post(f"{path}/check-in", status=403))["code"] == "no-seat"
    assert (await people[0].post(f"{path}/leave"))["you"]["number"] is None
    assert (await people[0].post(f"{path}/check-in", status=409))["code"] == "left"
    assert (await people[0].post(f"{path}/join"))["you"]["number"] == 1


async def test_nobody_can_fill_a_log_by_coming_and_going(server: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tournaments, "MOST_LINES", 12)
    host, people, path = await evening(server, 3)  # seven lines
    for number in range(5):
        await people[0].post(f"{path}/check-in", here=bool(number % 2))
    refused = await people[0].post(f"{path}/check-in", status=409, here=True)
    assert "only the organiser" in refused["text"]
    assert (await host.post(f"{path}/check-in", here=True, number=1))["people"][0]["here"]
    assert len((await host.post(f"{path}/draw"))["rounds"]) == 1


async def test_changes_of_tournaments_are_limited_by_address(server: Served):
    host, people, path = await evening(server, 3)
    server.context.clubs = Limit(2, 0.001)
    for here in (False, True):
        await people[0].post(f"{path}/check-in", here=here)
    assert (await people[0].post(f"{path}/check-in", status=429, here=False))["code"] == "too-often"
    assert (await host.get(path))["people"][0]["here"]
