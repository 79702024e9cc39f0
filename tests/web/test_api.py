"""HTTP: people, tables, looking back; and what is refused."""

import asyncio
import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from mergemaker.bots.registry import LADDER
from mergemaker.rules.editions.edition import names
from mergemaker.rules.game import Game
from mergemaker.web.server import address_for_others
from mergemaker.web.settings import Settings
from quick_tables import until
from servers import Client, Process, Served, served


@pytest.fixture
async def ann(server: Served) -> Any:
    client = await Client.new(server, "Ann")
    yield client
    await client.close()


async def finished(server: Served, client: Client, **wanted: Any) -> str:
    """A public game between bots that has come to its end."""
    seats = ["random", "random", "random"]
    table = (await client.post("/api/tables", **{"seats": seats, "sit": False, "public": True, **wanted}))["table"][
        "id"
    ]
    await client.post(f"/api/tables/{table}/start")
    live = await server.context.live_tables.table(table)
    await until(lambda: live.row.status == "finished")
    return str(table)


async def test_a_guest_needs_only_a_name(server: Served):
    async with httpx.AsyncClient(base_url=server.http) as http:
        answer = await http.get("/api/me")
        assert answer.json()["name"] is None
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        headers = {"X-CSRF-Token": answer.json()["csrf"]}
        made = await http.post("/api/play-now", json={}, headers=headers)
        assert made.json()["code"] == "no-name"
        made = await http.post("/api/play-now", json={"name": "Ann"}, headers=headers)
        assert made.status_code == 201
        assert made.json()["path"].startswith("/table/")
        assert (await http.get("/api/me")).json()["name"] == "Ann"


async def test_a_forged_cookie_is_nobody(server: Served, ann: Client):
    forged = ann.cookie[:-3] + "AAA"
    async with httpx.AsyncClient(base_url=server.http, headers={"Cookie": forged}) as http:
        answer = await http.get("/api/me")
        assert answer.json()["name"] is None
        posted = await http.post("/api/me", json={"name": "Eve"}, headers={"X-CSRF-Token": ann.csrf})
        assert (posted.status_code, posted.json()["code"]) == (401, "no-identity")


async def test_a_post_needs_the_token_of_our_own_page(server: Served, ann: Client):
    cookie = {"Cookie": ann.cookie}
    async with httpx.AsyncClient(base_url=server.http) as http:
        for headers in ({}, {"X-CSRF-Token": "x"}):
            answer = await http.post("/api/play-now", json={}, headers=cookie | headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
        foreign = cookie | {"X-CSRF-Token": ann.csrf, "Origin": "https://evil.example"}
        answer = await http.post("/api/play-now", json={}, headers=foreign)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")


async def test_every_answer_has_security_headers(server: Served, ann: Client):
    for path in ("/", "/api/me", "/nothing.js", "/api/nothing", "/schema/openapi.json", "/table/x"):
        headers = (await ann.http.get(path)).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"].replace("style-src-attr 'unsafe-inline'", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"


async def test_refusals_have_a_code_and_a_sentence(server: Served, ann: Client):
    cases = [
        await ann.http.get("/api/nothing"),
        await ann.http.get("/api/tables/nosuchtable"),
        await ann.http.get("/api/tables/..%2f..%2fetc"),
        await ann.http.get("/api/editions/2077"),
        await ann.http.post("/api/tables", content=b"{", headers={"X-CSRF-Token": ann.csrf}),
        await ann.http.post("/api/tables", json={"seats": "x"}, headers={"X-CSRF-Token": ann.csrf}),
        await ann.http.post("/api/tables", json={"seats": [None] * 9}, headers={"X-CSRF-Token": ann.csrf}),
        await ann.http.put("/api/tables", json={}),
        await ann.http.post("/api/replay", json={"record": {"format": 7}}),
        await ann.http.post("/api/tables", content=b"x" * 300_000, headers={"X-CSRF-Token": ann.csrf}),
    ]
    for answer in cases:
        assert 400 <= answer.status_code < 500, answer.text
        assert set(answer.json()) == {"code", "text"}, answer.text
        assert "Traceback" not in answer.text


async def test_too_many_requests_are_refused_with_a_time(tmp_path: Path):
    async with served(tmp_path, limits=0.05) as server, httpx.AsyncClient(base_url=server.http) as http:
        answers = [await http.get("/api/me") for _ in range(10)]
        late = next(answer for answer in answers if answer.status_code == 429)
        assert late.json()["code"] == "too-often"
        assert int(late.headers["retry-after"]) >= 1


async def test_editions_and_bots_are_listed(ann: Client):
    editions = await ann.get("/api/editions")
    assert [edition["name"] for edition in editions] == list(names())
    for name in names():
        page = await ann.get(f"/api/editions/{name}")
        assert [section["title"] for section in page["aid"]][:2] == ["Set-up", "Your turn"]
        assert page["steps"][0]["size"] == 2
        for step in page["steps"]:
            assert f"${step['price']:,}" in page["chart"]["rows"][step["row"]]
        assert len(page["differences"]) == len(names()) - 1
    bots = await ann.get("/api/bots")
    assert [bot["level"] for bot in bots] == list(LADDER)
    assert sorted(bots, key=lambda bot: bot["rating"]) == bots
    assert next(bot["rating"] for bot in bots if bot["level"] == "broker") == 1500
    # Each says in words whom it beats, but the one that beats nobody.
    beaten = [bot["description"] for bot in bots[1:] if "against three" in bot["description"]]
    assert len(beaten) == len(bots) - 1
    own = 'name = "short"\nbase = "1999"\n[turn]\nbuy = 5\n'
    assert (await ann.post("/api/editions/check", rules=own))["buy_limit"] == 5
    assert (await ann.post("/api/editions/check", status=400, rules="name ="))["code"] == "bad-rules"


async def test_a_finished_game_can_be_looked_at_again(server: Served, ann: Client):
    table = await finished(server, ann)
    record = await ann.get(f"/api/tables/{table}/record")
    game = Game.from_record(record)
    verdict = await ann.get(f"/api/tables/{table}/verify")
    assert verdict["fair"]
    assert len(verdict["checks"]) == 4
    replay = await ann.get(f"/api/tables/{table}/replay?eyes=open")
    assert replay["versions"] == game.version == len(replay["frames"]) - 1 == len(replay["money"]) - 1
    assert replay["frames"][-1]["hands"] is not None
    assert replay["money"][-1] == game.money
    assert replay["result"]["standing"][0]["total"] == max(game.money)
    assert all(replay["frames"][at]["events"][-1] for at in replay["mergers"])
    one = await ann.get(f"/api/tables/{table}/replay?eyes=1&first=5&last=6")
    assert [frame["version"] for frame in one["frames"]] == [5, 6]
    assert one["frames"][0]["view"]["seat"] == 1
    assert one["frames"][0]["hands"] is None
    uploaded = await ann.post("/api/replay", record=record)
    assert uploaded["frames"] == replay["frames"]
    assert (await ann.post("/api/verify", record=record))["fair"]
    moment = await ann.get(f"/api/tables/{table}/view?version=5")
    assert moment["view"]["seat"] is None
    assert moment["entry"]["version"] == 5
    lines = (await ann.http.get("/api/records")).text.splitlines()
    assert [json.loads(line)["table"] for line in lines] == [table]
    before = (await ann.http.get(f"/api/records?before={record['finished']}")).text
    assert before == ""


async def test_a_changed_deck_is_found_out(server: Served, ann: Client, tmp_path: Path):
    table = await finished(server, ann)
    record = await ann.get(f"/api/tables/{table}/record")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    command = [sys.executable, "-m", "mergemaker", "verify"]
    fair = await asyncio.to_thread(subprocess.run, [*command, str(file)], capture_output=True, text=True, check=False)
    assert fair.returncode == 0, fair.stderr
    assert "was the one that was committed to" in fair.stdout
    deck = record["deck"]
    for swapped in ([*deck[:-2], deck[-1], deck[-2]], [deck[40], *deck[1:40], deck[0], *deck[41:]], deck[::-1]):
        found = await ann.post("/api/verify", record={**record, "deck": swapped})
        assert not found["fair"]
        assert "This does not hold: “The deck comes from the seed.”" in found["text"]
    proof = {**record["fairness"], "commitment": "0" * 64}
    file.write_text(json.dumps({**record, "fairness": proof}))
    unfair = await asyncio.to_thread(subprocess.run, [*command, str(file)], capture_output=True, text=True, check=False)
    assert unfair.returncode == 1


async def test_while_a_game_runs_its_secrets_are_kept(server: Served, ann: Client):
    table = (await ann.post("/api/tables", seats=[None, None]))["table"]["id"]
    assert (await ann.get(f"/api/tables/{table}/view", status=409))["code"] == "not-started"
    bob = await Client.new(server, "Bob")
    await bob.post(f"/api/tables/{table}/join", words="lucky")
    await ann.post(f"/api/tables/{table}/start")
    assert (await ann.get(f"/api/tables/{table}/record", status=409))["code"] == "not-over"
    assert (await ann.get(f"/api/tables/{table}/verify", status=409))["code"] == "not-over"
    assert (await ann.get(f"/api/tables/{table}/replay?eyes=1", status=403))["code"] == "hidden"
    assert (await ann.get(f"/api/tables/{table}/view?version=1", status=400))["code"] == "hidden"
    mine = await ann.get(f"/api/tables/{table}/replay")
    assert mine["frames"][0]["view"]["seat"] == 0
    await bob.close()


async def test_a_link_has_a_qr_code(ann: Client):
    table = (await ann.post("/api/play-now"))["table"]["id"]
    answer = await ann.http.get(f"/api/tables/{table}/qr")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


async def test_pages_are_served_or_a_polite_word(server: Served, ann: Client):
    for path in ("/", "/table/abc", "/carry/a.b.c"):
        answer = await ann.http.get(path)
        assert answer.status_code == 200
        assert "text/html" in answer.headers["content-type"]
    for path in ("/missing.js", "/../pyproject.toml", "/assets/%2e%2e/app.py"):
        assert (await ann.http.get(path)).status_code == 404


async def test_health_says_whether_the_database_answers(server: Served, ann: Client):
    assert (await ann.get("/health"))["status"] == "ok"

    async def silent() -> bool:
        return False

    server.context.store.works = silent  # type: ignore[method-assign]
    assert (await ann.get("/health", status=503))["database"] is False


async def test_a_server_stops_gracefully(tmp_path: Path):
    server = await Process(f"sqlite+aiosqlite:///{tmp_path}/games.sqlite3", "--log", "json").ready()
    try:
        ann = await Client.new(server.served, "Ann")
        table = (await ann.post("/api/play-now", level="random"))["table"]["id"]
        async with ann.at(table) as socket:
            stopping = asyncio.to_thread(server.stop)
            code, status = await asyncio.gather(socket.closed(), stopping)
        assert code in (1001, 1012)
        assert status == 0
        await ann.close()
    finally:
        if server.process.poll() is None:
            server.kill()


def test_several_workers_on_sqlite_are_refused_in_words():
    command = [sys.executable, "-m", "mergemaker", "serve", "--workers", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "PostgreSQL" in done.stderr


@pytest.mark.parametrize(
    ("host", "found"),
    [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("games.example", "games.example"), ("0.0.0.0", "198.51.100.7")],
)
def test_a_server_says_an_address_that_can_be_opened(host: str, found: str, monkeypatch: pytest.MonkeyPatch):
    class Probe(socket.socket):
        def connect(self, address: Any) -> None:
            """As if there were a network."""

        def getsockname(self) -> Any:
            return ("198.51.100.7", 5)

    monkeypatch.setattr(socket, "socket", Probe)
    assert address_for_others(Settings(host=host, port=8000)) == f"http://{found}:8000/"


def test_a_server_without_a_network_is_found_on_its_own_machine(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", fail)
    assert address_for_others(Settings(host="0.0.0.0", port=8000)) == "http://localhost:8000/"
