"""People find each other: the match button, invitations, following, circles; and blocking and muting everywhere."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

from databases import Postgres
from people_at_tables import rated_table, signed_in, with_account
from quick_tables import QuickBotPool
from servers import Client, Served, served


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        yield server


async def people(server: Served, *handles: str) -> list[Client]:
    for handle in handles:
        await with_account(server.context.live_tables, handle)
    return [await signed_in(server, handle) for handle in handles]


async def test_the_match_button_brings_people_together_and_bots_fill_in_after_a_time(server: Served):
    ann, bob, carla = await people(server, "Anna", "Bobby", "Carla")
    assert (await ann.get("/api/match"))["seeking"] is False
    wish: dict[str, Any] = {"players": 2, "clock": "live", "rated": True}
    waiting = await ann.post("/api/match", **wish)
    assert (waiting["seeking"], waiting["table"]) == (True, None)
    assert (await bob.post("/api/match", players=3, clock="live", rated=True))["table"] is None  # another size
    assert (await carla.post("/api/match", players=2, clock="days", rated=True))["table"] is None  # another clock
    found = await carla.post("/api/match", edition="1999", clock="live", rated=True)  # any size is two as well
    table = found["table"]
    assert (await ann.get("/api/match"))["table"] == table
    seen = await ann.get(f"/api/tables/{table}")
    assert (seen["table"]["status"], seen["table"]["rated"], seen["table"]["edition"]) == ("running", True, "1999")
    assert {seat["name"] for seat in seen["table"]["seats"]} == {"Anna", "Carla"}
    await ann.post("/api/match/stop")
    assert await ann.get("/api/match") == {"seeking": False, "since": None, "others": 0, "table": None}

    # Bobby does not wait for ever: bots fill in.
    clock = server.context.live_tables.now
    await bob.post("/api/match", players=4, fill_after=60, level="clerk")
    assert await server.context.matchmaker.match() == 0
    server.context.live_tables.now = lambda: clock() + 61_000
    await bob.get("/api/match")
    assert await server.context.matchmaker.match() == 1
    table = (await bob.get("/api/match"))["table"]
    seats = (await bob.get(f"/api/tables/{table}"))["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "bot", "bot"]
    # Whoever closed the page is not waited for.
    await carla.post("/api/match", players=2)
    server.context.live_tables.now = lambda: clock() + 200_000
    assert (await ann.post("/api/match", players=2))["table"] is None

    guest = await Client.new(server, "Guest")
    assert (await guest.post("/api/match", status=403, rated=True))["code"] == "no-account"
    assert (await guest.post("/api/match", players=2))["table"] is not None


async def test_whoever_is_blocked_meets_nobody(server: Served):
    ann, bob, carla = await people(server, "Anna", "Bobby", "Carla")
    await bob.post("/api/people/anna/tie", kind="follow")
    await ann.post("/api/people/Bobby/tie", kind="block")
    assert (await bob.get("/api/friends"))["ties"] == []  # no longer follows,
    assert (await bob.post("/api/people/anna/tie", status=404, kind="follow"))["code"] == "no-person"
    await bob.get("/api/people/anna", status=404)  # sees no profile,
    table = (await ann.post("/api/tables", seats=[None, None, None]))["table"]["id"]
    assert (await bob.post(f"/api/tables/{table}/join", status=403))["code"] == "blocked"  # can't sit down,
    other = (await bob.post("/api/tables", seats=[None, None, None]))["table"]["id"]
    await bob.post(f"/api/tables/{other}/invite", handle="Anna")
    assert (await ann.get("/api/friends"))["invitations"] == []  # invites in vain,
    for one in (ann, bob):
        assert (await one.post("/api/match", players=2))["table"] is None  # and is not matched.
    assert (await carla.post("/api/match", players=2))["table"] is not None
    circle = await ann.post("/api/circles", title="Us")
    assert (await bob.post(f"/api/circles/{circle['id']}/join", status=403))["code"] == "blocked"
    await ann.post("/api/people/Bobby/tie", kind="block", on=False)
    await bob.post(f"/api/tables/{table}/join")


async def test_whoever_wants_to_be_seen_by_nobody_is_not_seen_playing(server: Served):
    ann, bob, carla = await people(server, "Anna", "Bobby", "Carla")
    await bob.post("/api/people/anna/tie", kind="follow")
    await rated_table(server.context.live_tables, "anna", "carla", public=True, title="Harbour")
    assert [(tie["handle"], tie["title"]) for tie in (await bob.get("/api/friends"))["ties"]] == [("Anna", "Harbour")]
    await ann.post("/api/account/shown", shown="nobody")
    assert [(tie["handle"], tie["table"]) for tie in (await bob.get("/api/friends"))["ties"]] == [("Anna", None)]
    assert (await carla.post("/api/people/anna/tie", status=404, kind="follow"))["code"] == "no-person"
    await carla.post("/api/people/anna/tie", kind="mute")  # what one has to read is another matter
    await bob.post("/api/people/anna/tie", kind="follow", on=False)
    assert (await bob.get("/api/friends"))["ties"] == []


async def test_what_somebody_muted_says_is_not_heard(server: Served):
    ann, bob, carla = await people(server, "Anna", "Bobby", "Carla")
    live = await rated_table(server.context.live_tables, "anna", "bobby", "carla")
    async with ann.at(live.id) as one, bob.at(live.id) as two, carla.at(live.id) as three:
        await two.say("chat", text="before")
        await one.hear("chat")
        await ann.post("/api/people/bobby/tie", kind="mute")
        await two.say("chat", text="unwanted")
        await three.say("chat", text="welcome")
        assert (await one.hear("chat"))["line"]["text"] == "welcome"
        assert (await two.hear("chat"))["line"]["text"]  # others hear everything
    async with ann.at(live.id) as again:
        assert [line["text"] for line in again.welcome["chat"]] == ["welcome"]
    async with carla.at(live.id) as others:
        assert [line["text"] for line in others.welcome["chat"]] == ["before", "unwanted", "welcome"]


async def test_friends_are_followed_invited_and_keep_a_table(server: Served):
    ann, bob = await people(server, "Anna", "Bobby")
    guest = await Client.new(server, "Gus")
    await bob.post("/api/people/Anna/tie", kind="follow")
    assert (await bob.get("/api/friends"))["ties"] == [
        {"handle": "Anna", "kind": "follow", "table": None, "title": None}
    ]
    table = (await ann.post("/api/tables", seats=[None, None], public=True, title="Pier"))["table"]["id"]
    answers = [await ann.post(f"/api/tables/{table}/invite", handle=name) for name in ("bobby", "Nobody-Such")]
    assert answers[0] == answers[1]
    assert (await guest.post(f"/api/tables/{table}/invite", status=403, handle="Anna"))["code"] == "no-account"
    assert (await bob.post(f"/api/tables/{table}/invite", status=403, handle="Anna"))["code"] == "no-seat"
    invited = (await bob.get("/api/friends"))["invitations"]
    assert [(one["handle"], one["title"]) for one in invited] == [("Anna", "Pier")]
    await bob.post(f"/api/tables/{table}/join")
    await ann.post(f"/api/tables/{table}/start")
    friends = await bob.get("/api/friends")
    assert friends["ties"][0]["table"] == table
    assert friends["invitations"] == []  # it has started
    circle = await ann.post("/api/circles", title="Thursday")
    for one in (bob, guest):
        assert (await one.post(f"/api/circles/{circle['id']}/join"))["member"]
    first = await bob.post(f"/api/circles/{circle['id']}/play")
    assert await ann.post(f"/api/circles/{circle['id']}/play") == first
    seats = (await ann.get(f"/api/tables/{first['table']}"))["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["Bobby", "Anna", None]
    listed = (await guest.get("/api/friends"))["circles"][0]
    assert (listed["names"], listed["table"]) == (["Anna", "Bobby", "Gus"], first["table"])
    await guest.post(f"/api/circles/{circle['id']}/leave")
    assert (await guest.get(f"/api/circles/{circle['id']}"))["names"] == ["Anna"]  # of strangers, one name only
    await guest.get("/api/circles/none", status=404)


async def test_people_of_different_processes_are_matched_once(postgres: Postgres, tmp_path: Path):
    url = postgres.database()
    async with served(tmp_path, url=url) as here, served(tmp_path, url=url) as there:
        ann, bob = await Client.new(here, "Ann"), await Client.new(there, "Bob")
        await ann.post("/api/match", players=2)
        table = (await bob.post("/api/match", players=2))["table"]
        assert table is not None
        assert (await ann.get("/api/match"))["table"] == table
