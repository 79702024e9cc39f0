"""Hostile clients: whatever they send, they are refused with a code and a sentence, and others play on."""

import json
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect

from databases import Postgres
from mergemaker.web.context import Context
from mergemaker.web.static_pages import Files
from quick_tables import QuickBotPool
from servers import Client, Seated, Served, served

POSTS = (
    "/api/me", "/api/me/link", "/api/me/carry", "/api/accounts", "/api/play-now", "/api/tables", "/api/tables/ID/join",
    "/api/tables/ID/leave", "/api/tables/ID/words", "/api/tables/ID/seats/1", "/api/tables/ID/start",
    "/api/tables/ID/rematch", "/api/tables/ID/play",
)  # fmt: skip
# Those of clubs, turns over days and the host's desk, each with what it wants.
CLUB_POSTS: dict[str, dict[str, Any]] = {
    "/api/inbox/contact": {"email": "", "webhook": "", "quiet_from": 0, "quiet_to": 0, "zone": "UTC"},
    "/api/inbox/vacation": {"until": 0},
    "/api/tables/ID/orders": {"orders": "sell"},
    "/api/tables/ID/report": {"text": "He said a word"},
    "/api/desk/act": {"what": "end", "target": "ID"},
    "/api/desk/enter": {"token": "x" * 20},
    "/api/tournaments": {"title": "Cup"},
    "/api/tournaments/CLUB/join": {},
    "/api/tournaments/CLUB/check-in": {"here": True},
    "/api/tournaments/CLUB/invite": {"names": ["Zoe"]},
    "/api/tournaments/CLUB/draw": {},
    "/api/tournaments/CLUB/finish": {},
    "/api/seasons": {"title": "Spring"},
}


async def run_a_club(client: Client) -> str:
    """Makes somebody the host of the server and the organiser of a tournament; its id."""
    me = (await client.get("/api/me"))["id"]
    await client.server.context.desk.store.act("command line", "enter", me, "", 1)
    made: str = (await client.post("/api/tournaments", title="Cup"))["id"]
    return made


@pytest.fixture
async def ann(server: Served) -> Any:
    return await Client.new(server, "Ann")


def refused(answer: httpx.Response, *codes: str) -> None:
    assert 400 <= answer.status_code < 500, answer.text
    found = answer.json()
    assert set(found) == {"code", "text"}
    assert found["text"].endswith((".", "…")) or found["code"] == "bad-message"
    assert "Traceback" not in answer.text
    assert not codes or found["code"] in codes, found


def heard(socket: Seated, kind: str) -> dict[str, Any]:
    """The latest message of a kind among those that have come."""
    return next(message for message in reversed(socket.heard) if message["type"] == kind)


async def test_every_form_needs_the_token_of_our_own_page(server: Served, ann: Client):
    table = (await ann.post("/api/play-now", bots=1))["table"]["id"]
    bob, club = await Client.new(server, "Bob"), await run_a_club(ann)
    forms = {path: {"name": "Eve"} if path in ("/api/me", "/api/accounts") else {} for path in POSTS} | CLUB_POSTS
    async with httpx.AsyncClient(base_url=server.http) as http:
        for path, body in forms.items():
            address = path.replace("ID", table).replace("CLUB", club)
            codes = ("csrf",) if path in CLUB_POSTS else ("csrf", "bad-message")
            wrong_ones: list[dict[str, Any]] = [{}, {"X-CSRF-Token": bob.csrf}, {"X-CSRF-Token": b"\xe9"}]
            for wrong in wrong_ones:
                refused(await http.post(address, json=body, headers={"Cookie": ann.cookie, **wrong}), *codes)
            foreign = {"Cookie": ann.cookie, "X-CSRF-Token": ann.csrf}
            for origin in (
                "https://evil.example",
                "null",
                f"{server.http}.evil.example",
                f"http://x@127.0.0.1:{server.port}",
            ):
                answer = await http.post(address, json=body, headers={**foreign, "Origin": origin})
                refused(answer, "origin", "bad-message")
    assert (await ann.get("/api/me"))["name"] == "Ann"
    assert (await ann.get("/api/desk"))["acts"][0]["what"] == "enter"  # and nothing since
    assert (await ann.get(f"/api/tournaments/{club}"))["rounds"] == []


async def test_a_program_registers_without_a_cookie_and_a_page_with_its_token(server: Served, ann: Client):
    async with httpx.AsyncClient(base_url=server.http) as http:
        made = await http.post("/api/accounts", json={"name": "Robot"})
        assert made.status_code == 201
        again = {"Authorization": f"Bearer {made.json()['token']}"}
        assert (await http.post("/api/accounts", json={"name": "Robot 2"}, headers=again)).status_code == 201
        refused(
            await http.post("/api/accounts", json={"name": "R"}, headers={"Authorization": "Bearer x"}), "bad-token"
        )
        refused(await http.post("/api/accounts", json={"name": "R"}, headers={"Cookie": ann.cookie}), "csrf")
        refused(
            await http.post("/api/accounts", json={"name": "R"}, headers={"Origin": "https://evil.example"}), "origin"
        )
    assert (await ann.post("/api/accounts", name="Mine"))["token"].startswith("mm_")


STRANGE_BODIES = [
    b"", b"{", b"[]", b"null", b"7", b"\xff\xfe", b'"\\ud800"',
    b"[" * 50_000, b'{"a":' * 20_000, b'{"name": "\\u0000"}',
    b'{"name": "A", "name": "B", "x": 1}', b'{"name": 1e999}', b'{"version": 99999999999999999999999}', b"name=Ann",
    b'{"token": "' + b"x" * 299 + b'"}', b'{"words": "\\u0000"}', b'{"seats": [null, null], "title": "\\u202e"}',
    b'{"do": "play", "id": "\\u0000", "version": 0, "actions": ["skip"]}', b"x" * 250_000,
    b'{"what": "rename", "target": "\\u0000", "name": "\\u0000"}', b'{"what": "ban", "target": "x", "days": -1}',
    b'{"what": "remove-chat", "target": "TABLE/99999999999999999999"}', b'{"what": "end", "target": "TABLE/"}',
    b'{"text": "\\u0000"}', b'{"title": "\\u0000\\ud83c"}', b'{"names": ["\\u0000", ""]}', b'{"orders": "all"}',
    b'{"email": "a@b\\r\\nBcc: c@d", "webhook": "", "quiet_from": 0, "quiet_to": 0, "zone": "UTC"}',
    b'{"email": "", "webhook": "http://[::1", "quiet_from": 0, "quiet_to": 0, "zone": "../../etc/passwd"}',
    b'{"email": "", "webhook": "", "quiet_from": -1, "quiet_to": 99999, "zone": "\\u0000"}', b'{"until": -1}',
]  # fmt: skip


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_strange_bodies_and_headers_are_refused(kind: str, tmp_path: Path, request: pytest.FixtureRequest):
    url = None
    if kind == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.database()
    async with served(tmp_path, url=url, bot_pool=QuickBotPool()) as server:
        ann = await Client.new(server, "Ann")
        table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
        club = await run_a_club(ann)
        for path in (*POSTS, *CLUB_POSTS, "/api/replay", "/api/verify", "/api/editions/check"):
            address = path.replace("ID", table).replace("CLUB", club)
            kinds = ["application/json", "text/plain", "application/x-www-form-urlencoded"]
            for body in STRANGE_BODIES:
                # What is not called JSON is refused for that, whatever it is: the short ones are enough.
                for content in kinds if len(body) < 10 and path not in CLUB_POSTS else kinds[:1]:
                    headers = {"X-CSRF-Token": ann.csrf, "Content-Type": content}
                    said = body.replace(b"TABLE", table.encode())
                    answer = await ann.http.post(address, content=said, headers=headers)
                    assert answer.status_code < 500, (path, body[:40], answer.text)
        for find in ("%00", "%25", "_", "'", "x" * 61, "%F0%9F"):
            assert (await ann.http.get(f"/api/desk?find={find}")).status_code < 500
        odd: list[dict[str, Any]] = [
            {"Cookie": "mergemaker=" + "x" * 5000},
            {"Cookie": b"mergemaker=\xe9"},
            {"Authorization": "Basic x"},
            {"Authorization": b"Bearer \xe9"},
        ]
        for headers in odd:
            async with httpx.AsyncClient(base_url=server.http) as http:
                assert (await http.get("/api/me", headers=headers)).status_code < 500
        async with ann.at(table) as socket:
            assert (await socket.say("chat", text="a\u0000b"))["type"] == "ack"
            assert heard(socket, "chat")["line"]["text"] == "a b"
            await socket.wire.send(json.dumps({"do": "chat", "id": "\u0000", "text": "x"}))
            assert (await socket.hear("refusal"))["code"] == "bad-message"
        assert (await ann.get("/health"))["status"] == "ok"


async def test_names_and_chat_are_text_and_stay_as_they_are(server: Served, ann: Client):
    markup = "<img src=x onerror=alert(1)>"
    await ann.post("/api/me", name=markup)
    table = (await ann.post("/api/tables", seats=[None, None], title=markup[:40], public=True))["table"]["id"]
    async with ann.at(table) as socket:
        await socket.say("chat", text=f"{markup}\r\n\x1b[31m")
        assert heard(socket, "chat")["line"]["text"] == f"{markup} [31m"
    for path in (f"/api/tables/{table}", "/api/lobby", f"/api/tables/{table}/qr"):
        answer = await ann.http.get(path)
        assert answer.headers["content-type"].startswith(("application/json", "image/svg+xml"))
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert ("<img" in answer.text) == ("json" in answer.headers["content-type"])


async def test_one_address_has_so_many_sockets_and_no_more(server: Served, ann: Client):
    table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
    server.context.most_sockets = 2
    async with ann.at(table) as one:
        async with ann.at(table):
            async with connect(f"{server.ws}/ws/tables/{table}") as wire:
                assert await Seated(wire).closed() == 4429
            async with connect(f"{server.ws}/ws/lobby") as wire:
                assert await Seated(wire).closed() == 4429
        seen = await one.hear("table")
        while seen["table"]["seats"][0]["presence"] != "here":
            seen = await one.hear("table")
        async with ann.at(table):  # there is room again
            assert (await one.say("ping"))["type"] == "pong"


def test_an_ipv6_address_is_one_of_many_of_the_same_caller():
    class From:
        def __init__(self, host: str) -> None:
            self.client = self
            self.host = host

    def address(host: str) -> str:
        return Context.address(From(host))  # type: ignore[arg-type]

    assert address("2001:db8:1:2::1") == address("2001:db8:1:2:ffff::9") != address("2001:db8:1:3::1")
    assert address("203.0.113.5") != address("203.0.113.6")
    assert address("fe80::1%eth0") == "fe80::1%eth0"


async def test_what_goes_wrong_is_logged_without_secrets_and_answered_without_a_trace(
    server: Served, ann: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    token = (await ann.post("/api/me/link"))["path"].removeprefix("/carry/")
    await server.context.store.write(lambda connection: connection.execute(text("DROP TABLE seats")))
    monkeypatch.setattr(logging.getLogger("mergemaker"), "propagate", True)
    monkeypatch.setattr(Files, "get", lambda self, path: 1 // 0)
    answers = [
        await ann.http.post("/api/tables", json={"seats": [None, None]}, headers={"X-CSRF-Token": ann.csrf}),
        await ann.http.get(f"/carry/{token}"),
    ]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (500, "trouble")
        assert all(word not in answer.text for word in ("Traceback", "sqlite", "seats", "ZeroDivision"))
    assert "no such table: seats" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert token not in caplog.text
    assert "[SQL parameters hidden" in caplog.text


async def test_a_stranger_is_not_the_host_of_a_table_that_has_none(server: Served, ann: Client):
    table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
    await ann.post(f"/api/tables/{table}/leave")
    async with connect(f"{server.ws}/ws/tables/{table}") as wire:  # without a cookie
        stranger = Seated(wire)
        welcome = await stranger.hear("welcome")
        assert (welcome["you"]["host"], welcome["you"]["may_chat"]) == (False, False)
        for do, fields in (
            ("mute", {"seat": None, "muted": True}),
            ("chat", {"text": "hello"}),
            ("hint", {}),
            ("stand-in", {}),
            ("return", {}),
            ("undo", {"version": 0}),
            ("play", {"version": 0, "actions": ["skip"]}),
        ):
            answer = await stranger.say(do, **fields)
            assert (answer["type"], answer["code"]) == (
                "refusal",
                {"mute": "not-host", "chat": "no-name"}.get(do, "no-seat"),
            )
