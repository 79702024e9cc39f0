"""The table's socket: origin, tokens, resuming, the fuzzer, and a program that plays a whole game."""

import asyncio
import importlib.util
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from websockets.asyncio.client import connect

from mergemaker.web.transport.sockets import MOST_NONSENSE
from quick_tables import QuickBotPool
from servers import Client, Seated, Served, served

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "websocket_bot.py"


@pytest.fixture
async def ann(server: Served) -> Any:
    client = await Client.new(server, "Ann")
    yield client
    await client.close()


async def close_code(server: Served, path: str, **headers: str) -> int:
    async with connect(server.ws + path, additional_headers=headers) as wire:
        return await Seated(wire).closed()


async def test_a_page_of_another_origin_is_refused(server: Served, ann: Client):
    table = (await ann.post("/api/play-now"))["table"]["id"]
    path = f"/ws/tables/{table}"
    assert await close_code(server, path, Origin="https://evil.example", Cookie=ann.cookie) == 4403
    assert await close_code(server, "/ws/lobby", Origin="null") == 4403
    assert await close_code(server, path, Authorization="Bearer nonsense") == 4401
    assert await close_code(server, "/ws/tables/nothing") == 4404


async def test_the_lobby_is_told_of_changes(server: Served, ann: Client):
    headers = {"Cookie": ann.cookie, "Origin": server.http}
    async with connect(f"{server.ws}/ws/lobby", additional_headers=headers) as wire:
        lobby = Seated(wire)
        assert (await lobby.hear("lobby"))["mine"] == []
        table = (await ann.post("/api/tables", seats=[None, "clerk"], public=True))["table"]["id"]
        seen = await lobby.hear("lobby")
        assert [listed["id"] for listed in seen["open"]] == [table]
        assert [listed["id"] for listed in seen["mine"]] == [table]


async def test_a_lost_connection_resumes_where_it_was(server: Served, ann: Client):
    table = (await ann.post("/api/play-now", bots=1))["table"]["id"]
    chooser = random.Random(1)

    async def my_turn(socket: Seated) -> None:
        while not socket.latest["view"]["actions"]:
            await socket.hear("update")

    async with ann.at(table) as socket:
        for _ in range(4):
            await my_turn(socket)
            answer = await socket.play(chooser.choice(socket.latest["view"]["actions"]))
            await socket.hear("update", version=answer["version"])
        await my_turn(socket)
        seen, action = socket.latest["version"], socket.latest["view"]["actions"][0]
        # It is sent, and the connection breaks before the answer comes.
        message = {"do": "play", "id": "lost", "version": seen, "actions": [action]}
        await socket.wire.send(json.dumps(message))
    async with ann.at(table, version=seen) as socket:
        answer = await socket.say("play", id="lost", version=seen, actions=[action])
        assert answer["type"] == "ack"
        assert answer["version"] == seen + 1
        again = await socket.say("play", id="lost", version=seen, actions=[action])
        assert (again["again"], again["version"]) == (True, seen + 1)
    async with ann.at(table, version=seen) as socket:
        assert socket.welcome["since"] == seen
        assert socket.welcome["entries"][0]["action"] == action
    log = await server.context.store.entries(table)
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))


async def test_messages_are_answered(server: Served, ann: Client):
    table = (await ann.post("/api/play-now", bots=1))["table"]["id"]
    async with ann.at(table) as socket:
        assert (await socket.say("ping"))["type"] == "pong"
        assert (await socket.say("chat", text="hello"))["type"] == "ack"
        assert (await socket.say("chat", text=""))["code"] == "bad-message"
        assert (await socket.say("chat", text="x" * 301))["code"] == "bad-message"
        assert (await socket.say("stand-in"))["type"] == "ack"
        assert (await socket.say("return"))["type"] == "ack"
        assert (await socket.say("mute", seat=1, muted=True))["type"] == "ack"
        assert (await socket.say("play", version=socket.latest["version"], actions=[]))["code"] == "bad-message"
        assert (await socket.say("play", version=-1, actions=["skip"]))["code"] == "bad-message"
        assert (await socket.say("undo", version=99))["code"] == "stale"
        await socket.wire.send(json.dumps({"do": "presence", "here": False}))
        seen = await socket.hear("table")
        while seen["table"]["seats"][0]["presence"] != "away":
            seen = await socket.hear("table")


async def test_a_key_that_nobody_knows_is_refused_in_a_body_and_ignored_in_a_message(ann: Client):
    """As the protocol says it; a value of the wrong kind is refused in both."""
    assert (await ann.post("/api/play-now", 400, bots=1, colour="red"))["code"] == "bad-message"
    assert (await ann.post("/api/play-now", 400, bots="one"))["code"] == "bad-message"
    table = (await ann.post("/api/play-now", bots=1))["table"]["id"]
    async with ann.at(table) as socket:
        assert (await socket.say("chat", text="hello", colour="red"))["type"] == "ack"
        assert (await socket.say("chat", text=5))["code"] == "bad-message"


def nonsense() -> st.SearchStrategy[str | bytes]:
    """Anything that a hostile client might send: noise, JSON of other shapes, and messages that are nearly right."""
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40)
    trees = st.recursive(
        scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner), max_leaves=8
    )
    kinds = ("play", "undo", "chat", "hint", "presence", "return", "stand-in", "mute", "ping", "x")
    nearly = st.fixed_dictionaries(
        {"do": st.sampled_from(kinds)},
        optional={
            "id": st.text(max_size=70) | scalars,
            "version": st.integers(-3, 50) | scalars,
            "actions": st.lists(st.sampled_from(["place 5C", "skip", "done", "end", "trade 2"]) | st.text(max_size=9))
            | trees,
            "text": st.text(max_size=310) | scalars,
            "here": st.booleans() | scalars,
            "seat": st.integers(-1, 7) | scalars,
            "muted": st.booleans() | scalars,
        },
    )
    texts = (nearly | trees).map(lambda tree: json.dumps(tree, allow_nan=True))
    return texts | st.text(max_size=60) | st.binary(max_size=60)


async def test_the_fuzzer_is_only_ever_refused(server: Served, ann: Client, caplog: pytest.LogCaptureFixture):
    """Noise on the socket: never a crash, never a dead table. The table plays on afterwards."""
    bob = await Client.new(server, "Bob")
    table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
    await bob.post(f"/api/tables/{table}/join")
    await ann.post(f"/api/tables/{table}/start")
    from hypothesis import HealthCheck, Phase, given, settings

    sent: list[str | bytes] = []

    @settings(max_examples=400, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None)
    @given(nonsense())
    def collect(noise: str | bytes) -> None:
        sent.append(noise)

    collect()
    caplog.set_level("WARNING")
    while sent:
        batch, sent = sent[: MOST_NONSENSE - 1], sent[MOST_NONSENSE - 1 :]
        async with bob.at(table) as socket:
            for noise in batch:
                await socket.wire.send(noise)
            assert (await socket.say("ping"))["type"] == "pong"
    assert [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []
    live = await server.context.live_tables.table(table)
    assert not live.lock.locked()
    mover = ann if live.ledger is not None and live.ledger.to_act == 0 else bob
    async with mover.at(table) as socket:
        assert (await socket.play(socket.latest["view"]["actions"][0]))["type"] == "ack"
    await bob.close()


async def test_a_message_that_is_too_long_ends_the_connection_not_the_table(server: Served, ann: Client):
    table = (await ann.post("/api/play-now", bots=1))["table"]["id"]
    async with ann.at(table) as socket:
        await socket.wire.send("x" * 9000)
        assert (await socket.hear("refusal"))["code"] == "too-large"
        await socket.wire.send("x" * 20_000)
        assert await socket.closed() == 1009
    async with ann.at(table) as socket:
        assert (await socket.say("ping"))["type"] == "pong"


async def test_the_example_program_plays_a_whole_game_within_the_limits(tmp_path: Path):
    async with served(tmp_path, bot_pool=QuickBotPool(), limits=1) as server:
        await the_example_plays(server, await Client.new(server, "Ann"))


async def the_example_plays(server: Served, ann: Client) -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 60
    loaded = importlib.util.spec_from_file_location("websocket_bot", EXAMPLE)
    assert loaded is not None
    assert loaded.loader is not None
    example = importlib.util.module_from_spec(loaded)
    loaded.loader.exec_module(example)
    made = await ann.post("/api/tables", seats=[None, "random", "random"], sit=False)
    table = made["table"]["id"]
    account = await asyncio.to_thread(example.post, server.http, "/api/accounts", {"name": "Robot"})
    await asyncio.to_thread(example.post, server.http, f"/api/tables/{table}/join", {}, account["token"])
    await ann.post(f"/api/tables/{table}/start")
    result = await example.play(server.http, table, account["token"])
    assert result["end"]
    live = await server.context.live_tables.table(table)
    assert live.over
    assert live.seats[0].name == "Robot"
    player = await server.context.store.player(account["id"])
    assert player is not None
    assert account["token"] not in str(player)
