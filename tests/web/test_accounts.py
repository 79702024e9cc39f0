"""Accounts: a guest keeps their games, comes back on other devices, and goes; and what strangers try."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest_asyncio
from sqlalchemy import select

from databases import Postgres
from mergemaker.people.accounts import CODES
from mergemaker.review.digest import digest_of
from mergemaker.store.schemas import schema
from mergemaker.store.schemas.review_schema import seat_reviews
from passkey_device import PasskeyDevice
from quick_tables import QuickBotPool, play_on
from servers import Client, Served, served


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        yield by_name(server)


def by_name(server: Served) -> Served:
    """The same server, by a name that browsers allow passkeys for."""
    server.http, server.ws = f"http://localhost:{server.port}", f"ws://localhost:{server.port}"
    return server


async def keep(client: Client, handle: str) -> tuple[PasskeyDevice, list[str]]:
    """Makes a guest an account; the device with its passkey, and the recovery codes."""
    device = PasskeyDevice(client.server.http)
    options = (await client.post("/api/account/new/options", handle=handle))["options"]
    kept = await client.post("/api/account/new", credential=device.make(options))
    client.csrf = kept["csrf"]
    return device, kept["codes"]


async def sign_in(client: Client, device: PasskeyDevice, **more: Any) -> Any:
    options = (await client.post("/api/account/sign-in/options"))["options"]
    me = await client.post("/api/account/sign-in", credential=device.answer(options), **more)
    client.csrf = me["csrf"]
    return me


async def refused(client: Client, path: str, **body: Any) -> tuple[int, str]:
    answer = await client.http.post(path, json=body, headers={"X-CSRF-Token": client.csrf})
    return answer.status_code, answer.json()["code"]


async def test_a_guest_keeps_their_games_and_comes_back_on_a_second_device_and_by_a_code(server: Served):
    ann = await Client.new(server, "Guest")
    table = (await ann.post("/api/play-now"))["table"]["id"]
    device, codes = await keep(ann, "Anna")
    me = await ann.get("/api/me")
    assert (me["handle"], me["name"], me["kind"]) == ("Anna", "Anna", "person")
    assert len(set(codes)) == CODES

    phone = await Client.new(server, "Phone")
    assert (await sign_in(phone, device))["handle"] == "Anna"
    lost = await Client.new(server, "Lost")
    recovered = await lost.post("/api/account/recover", handle="ANNA", code=codes[0].upper())
    lost.csrf = recovered["csrf"]
    for one in (ann, phone, lost):
        assert (await one.get(f"/api/tables/{table}"))["you"]["seat"] == 0
    page = await ann.get("/api/account")
    assert sorted(one["how"] for one in page["devices"]) == ["code", "passkey", "passkey"]
    assert (page["codes_left"], len(page["passkeys"])) == (CODES - 1, 1)
    again = await Client.new(server, "Again")
    assert await refused(again, "/api/account/recover", handle="Anna", code=codes[0]) == (403, "bad-code")

    new = (await ann.post("/api/account/codes"))["codes"]
    assert await refused(again, "/api/account/recover", handle="Anna", code=codes[1]) == (403, "bad-code")
    assert (await again.post("/api/account/recover", handle="Anna", code=new[3]))["handle"] == "Anna"


async def test_what_a_guest_played_on_the_second_device_is_brought_along(server: Served):
    ann = await Client.new(server, "Guest")
    device, _ = await keep(ann, "Anna")
    phone = await Client.new(server, "Phone")
    table = (await phone.post("/api/play-now"))["table"]["id"]
    async with phone.at(table) as socket:
        await socket.say("chat", text="as a guest")
        guest = dict(phone.http.cookies)
        await sign_in(phone, device, bring=True)
    assert (await ann.get(f"/api/tables/{table}"))["you"]["seat"] == 0
    async with ann.at(table) as socket:
        assert socket.welcome["you"]["host"]
        assert (await socket.say("chat", text="as myself"))["type"] == "ack"
    stale = httpx.AsyncClient(base_url=server.http, cookies=guest)
    assert (await stale.get(f"/api/tables/{table}")).json()["you"]["seat"] is None
    await stale.aclose()


async def test_a_guests_cookie_is_worth_nothing_once_there_is_an_account(server: Served):
    """Session fixation: whoever planted or copied the cookie before does not get in afterwards."""
    ann = await Client.new(server, "Guest")
    table = (await ann.post("/api/play-now"))["table"]["id"]
    planted = dict(ann.http.cookies)
    device, _ = await keep(ann, "Anna")
    thief = httpx.AsyncClient(base_url=server.http, cookies=planted)
    assert (await thief.get(f"/api/tables/{table}")).json()["you"]["seat"] is None
    me = (await thief.get("/api/me")).json()
    assert (me["handle"], me["name"]) == (None, None)
    await thief.aclose()
    before = dict(ann.http.cookies)
    await sign_in(ann, device)
    assert dict(ann.http.cookies) != before


async def test_signing_out_everywhere_ends_every_session_and_socket(server: Served):
    ann, phone = await Client.new(server, "Guest"), await Client.new(server, "Phone")
    device, _ = await keep(ann, "Anna")
    await sign_in(phone, device)
    table = (await ann.post("/api/play-now"))["table"]["id"]
    kept = [dict(one.http.cookies) for one in (ann, phone)]
    async with phone.at(table) as socket:
        await ann.post("/api/account/sign-out", everywhere=True)
        assert await socket.closed() == 4401
    for cookies in kept:
        async with httpx.AsyncClient(base_url=server.http, cookies=cookies) as old:
            assert (await old.get("/api/me")).json()["handle"] is None
    await ann.introduce()
    await sign_in(ann, device)
    page = await ann.get("/api/account")
    await sign_in(phone_again := await Client.new(server, "Phone"), device)
    other = next(one for one in (await ann.get("/api/account"))["devices"] if not one["this"])
    await ann.post("/api/account/sign-out", session=other["id"])
    assert (await phone_again.get("/api/me"))["handle"] is None
    assert (await ann.get("/api/account"))["devices"] == page["devices"]


async def test_a_ceremony_can_be_ended_once_by_the_one_who_began_it_for_what_it_was_begun(server: Served):
    ann, eve = await Client.new(server, "Guest"), await Client.new(server, "Eve")
    device, _ = await keep(ann, "Anna")
    options = (await eve.post("/api/account/sign-in/options"))["options"]
    answer = device.answer(options)
    other = await Client.new(server, "Other")
    assert await refused(other, "/api/account/sign-in", credential=answer) == (403, "bad-passkey")
    assert await refused(eve, "/api/account/sign-in", credential=answer) == (
        403,
        "bad-passkey",
    )  # used up by that
    options = (await eve.post("/api/account/sign-in/options"))["options"]
    answer = device.answer(options)
    made = await eve.post("/api/account/sign-in", credential=answer)
    eve.csrf = made["csrf"]
    assert await refused(eve, "/api/account/sign-in", credential=answer) == (403, "bad-passkey")
    # Of another purpose, at another site, too late, with another key, with nonsense.
    options = (await other.post("/api/account/new/options", handle="Otto"))["options"]
    assert await refused(other, "/api/account/sign-in", credential=device.answer(options)) == (403, "bad-passkey")
    options = (await other.post("/api/account/sign-in/options"))["options"]
    device.origin = "http://localhost:1"
    assert await refused(other, "/api/account/sign-in", credential=device.answer(options)) == (403, "bad-passkey")
    device.origin = server.http
    options = (await other.post("/api/account/sign-in/options"))["options"]
    clock = server.context.live_tables.now
    server.context.live_tables.now = lambda: clock() + 10 * 60 * 1000
    assert await refused(other, "/api/account/sign-in", credential=device.answer(options)) == (403, "bad-passkey")
    server.context.live_tables.now = clock
    forged = PasskeyDevice(server.http)
    forged.id = device.id
    options = (await other.post("/api/account/sign-in/options"))["options"]
    forged.counter = 50
    assert await refused(other, "/api/account/sign-in", credential=forged.answer(options)) == (403, "bad-passkey")
    wrong: tuple[dict[str, Any], ...] = ({}, {"id": 3}, {"response": {"clientDataJSON": "e30"}}, {"response": []})
    for nonsense in wrong:
        assert await refused(other, "/api/account/sign-in", credential=nonsense) == (403, "bad-passkey")
    assert (await other.get("/api/me"))["handle"] is None


async def test_handles_are_unique_whatever_the_case_and_the_letters(server: Served):
    ann = await Client.new(server, "Guest")
    await keep(ann, "Anna-Kay")
    bob = await Client.new(server, "Bob")
    for alike in ("anna-kay", "ANNAKAY", "Anna_Kay", "Ánna.Kay"):
        assert await refused(bob, "/api/account/new/options", handle=alike) == (409, "handle-taken"), alike
    for bad in ("ab", "a b c", "Br\u043eker", "broker", "M0gul", "x" * 30, "<b>"):
        assert await refused(bob, "/api/account/new/options", handle=bad) == (400, "bad-handle"), bad
    # Letters that no language of today writes names with are there to be taken for others.
    for odd in ("\u1d00nna-kay", "\u0251nna-kay", "\u04cf\u043e\u043b\u0430", "\u03f3\u03bf\u03bd", "p\u01c0um"):
        assert await refused(bob, "/api/account/new/options", handle=odd) == (400, "bad-handle"), odd
    # A guest may be called what they like, and is not taken for somebody else.
    assert (await bob.post("/api/me", name="anna kay"))["name"] == "anna kay (guest)"
    # A handle that was given up is kept from others, and can be taken back.
    await ann.post("/api/account/handle", handle="Kay")
    cyrillic = "\u041a\u0430\u0443"
    assert await refused(bob, "/api/account/new/options", handle=cyrillic) == (409, "handle-taken")
    assert await refused(bob, "/api/account/new/options", handle="Annakay") == (409, "handle-taken")
    assert (await ann.get("/api/me"))["name"] == "Kay"
    await ann.post("/api/account/handle", handle="AnnaKay")
    await keep(bob, "Bobby")
    assert await refused(bob, "/api/account/handle", handle="ANNA.KAY") == (409, "handle-taken")
    clock = server.context.live_tables.now
    server.context.live_tables.now = lambda: clock() + 91 * 24 * 3600 * 1000
    assert (await bob.post("/api/account/handle", handle="kay"))["handle"] == "kay"


async def test_nothing_tells_a_stranger_which_handles_there_are(server: Served):
    ann, eve = await Client.new(server, "Guest"), await Client.new(server, "Eve")
    await keep(ann, "Anna")
    answers = [
        (await eve.http.post("/api/account/recover", json={"handle": handle, "code": "abcd-efgh"},
                             headers={"X-CSRF-Token": eve.csrf})).text
        for handle in ("Anna", "Nobody-here")
    ]  # fmt: skip
    assert answers[0] == answers[1]
    one, two = [(await eve.post("/api/account/sign-in/options"))["options"] for _ in range(2)]
    assert {**one, "challenge": ""} == {**two, "challenge": ""}
    assert not one.get("allowCredentials")


async def test_what_costs_is_limited(tmp_path: Path):
    async with served(tmp_path, bot_pool=QuickBotPool(), limits=1) as server:
        eve = await Client.new(by_name(server), "Eve")
        codes = [await refused(eve, "/api/account/recover", handle=f"Anna{n}", code="x") for n in range(11)]
        assert codes == [(403, "bad-code")] * 10 + [(429, "too-often")]
        tries = [await refused(eve, "/api/account/new/options", handle="--") for _ in range(40)]
        assert tries[0] == (400, "bad-handle")
        assert tries[-1] == (429, "too-often")


async def test_another_sites_page_changes_nothing(server: Served):
    ann = await Client.new(server, "Guest")
    await keep(ann, "Anna")
    for path in ("/api/account/delete", "/api/account/sign-out", "/api/account/codes", "/api/account/tokens"):
        foreign = {"X-CSRF-Token": ann.csrf, "Origin": "https://evil.example"}
        assert (await ann.http.post(path, json={}, headers=foreign)).json()["code"] == "origin"
        assert (await ann.http.post(path, json={"handle": "Anna", "purpose": "x"})).json()["code"] in (
            "csrf",
            "bad-message",
        )
    assert (await ann.get("/api/me"))["handle"] == "Anna"


async def test_where_passkeys_cant_be_used_it_is_said_why(tmp_path: Path):
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        ann = await Client.new(server, "Ann")  # at http://127.0.0.1
        assert f"http://localhost:{server.port}" in (await ann.get("/api/me"))["no_passkeys"]
        answer = await ann.post("/api/account/new/options", status=409, handle="Anna")
        assert answer["code"] == "no-passkeys"
    async with served(tmp_path, bot_pool=QuickBotPool(), origin="http://games.example") as server:
        ann = await Client.new(server, "Ann")
        assert "HTTPS" in (await ann.get("/api/me"))["no_passkeys"]
        assert "private link" in (await ann.get("/api/me"))["no_passkeys"]
    async with served(tmp_path, bot_pool=QuickBotPool(), origin="https://games.example") as server:
        async with httpx.AsyncClient(base_url=server.http) as somebody:
            answer = await somebody.get("/api/me")
        assert answer.json()["no_passkeys"] == ""
        assert "Secure" in answer.headers["set-cookie"]


async def test_tokens_have_a_purpose_are_listed_and_can_be_revoked(server: Served):
    ann = await Client.new(server, "Guest")
    await keep(ann, "Anna")
    look = await ann.post("/api/account/tokens", purpose="my spreadsheet")
    program = {"Authorization": f"Bearer {look['token']}"}
    async with httpx.AsyncClient(base_url=server.http, headers=program) as spreadsheet:
        assert (await spreadsheet.get("/api/account")).json()["handle"] == "Anna"
        assert (await spreadsheet.get("/api/me/export")).status_code == 200
        for path in ("/api/play-now", "/api/account/tokens", "/api/me"):
            answer = await spreadsheet.post(path, json={"name": "x", "purpose": "y"} if path != "/api/play-now" else {})
            assert answer.json()["code"] in ("forbidden", "bad-message"), path
            assert answer.status_code in (403, 400)
    await ann.post("/api/account/bots", handle="Robby")
    assert await refused(ann, "/api/account/tokens", purpose="x", bot="Other") == (404, "not-found")
    play = await ann.post("/api/account/tokens", purpose="plays at night", bot="robby")
    async with httpx.AsyncClient(base_url=server.http, headers={"Authorization": f"Bearer {play['token']}"}) as bot:
        me = (await bot.get("/api/me")).json()
        assert (me["name"], me["kind"], me["handle"]) == ("Robby (bot)", "bot", "Robby")
        made = (await bot.post("/api/play-now", json={})).json()
        assert made["table"]["seats"][0]["name"] == "Robby (bot)"
        page = await ann.get("/api/account")
        assert [(one["purpose"], one["scope"], one["bot"]) for one in page["tokens"]] == [
            ("my spreadsheet", "look", None), ("plays at night", "play", "Robby"),
        ]  # fmt: skip
        assert play["token"] not in str(page)
        await ann.post("/api/account/tokens/revoke", id=play["listed"]["id"])
        assert (await bot.get("/api/me")).status_code == 401
    bob = await Client.new(server, "Bob")
    await keep(bob, "Bobby")
    assert await refused(bob, "/api/account/tokens/revoke", id=look["listed"]["id"]) == (404, "not-found")


async def test_the_database_keeps_no_secret_as_it_is(server: Served):
    ann = await Client.new(server, "Guest")
    _, codes = await keep(ann, "Anna")
    token = (await ann.post("/api/account/tokens", purpose="x"))["token"]
    cookie = ann.cookie.partition("=")[2].split(":")[1].split(".")[0]

    def everything(connection: Any) -> str:
        return str([connection.execute(select(table)).all() for table in schema.metadata.sorted_tables])

    kept = await server.context.store.read(everything)
    for secret in (*codes, *(code.replace("-", "") for code in codes), token, cookie):
        assert secret not in kept


async def test_everything_about_me_can_be_taken_along_and_deleted(server: Served):
    ann, bob = await Client.new(server, "Guest"), await Client.new(server, "Bob")
    table = (await ann.post("/api/tables", seats=[None, None], name="Guest"))["table"]["id"]
    await bob.post(f"/api/tables/{table}/join", name="Bob")
    await ann.post(f"/api/tables/{table}/start")
    await keep(ann, "Anna")
    async with ann.at(table) as socket:
        await socket.say("chat", text="hello everybody")
    live_tables = server.context.live_tables
    await play_on(live_tables, await live_tables.table(table), lambda _: False)
    running = (await ann.post("/api/play-now"))["table"]["id"]
    found = await ann.get("/api/me/export")
    assert found["handle"] == "Anna"
    assert [record["table"] for record in found["records"]] == [table]
    assert {row["table_id"] for row in found["rows"]["seats"]} == {table, running}
    assert [row["text"] for row in found["rows"]["chat"]] == ["hello everybody"]
    assert "secret" not in found["rows"]["tables"][0]
    assert "public_key" not in str(found["rows"])

    seat_review = {"table_id": table, "seat": 0, "judge": "test", "body": '{"summary": {"name": "Anna"}}'}
    await server.context.store.write(lambda connection: connection.execute(seat_reviews.insert().values(**seat_review)))
    record = (await bob.http.get(f"/api/tables/{table}/record")).json()
    ours = {"format": 1, "digest": digest_of(record), "seats": record["seats"], "story": ["Guest wins."]}
    others = {**ours, "digest": "f" * 32, "seats": ["Guest", "Eve"]}
    for one in (ours, others):
        await server.context.reviews.store.keep_review(one["digest"], "normal", 1, msgspec.json.encode(one))
    tournament = (await bob.post("/api/tournaments", title="Thursday"))["id"]
    await bob.post(f"/api/tournaments/{tournament}/invite", names=["anna", "Eve"])
    await ann.post(f"/api/tournaments/{tournament}/join")
    me = (await ann.get("/api/me"))["id"]
    await server.context.desk.store.act(f"Anna ({me[:8]})", "ban", "somebody", "", 1)
    assert await refused(ann, "/api/account/delete", handle="Bobby") == (400, "bad-handle")
    await ann.post("/api/account/delete", handle="anna")
    assert (await ann.get("/api/me"))["handle"] is None
    seen = await bob.get(f"/api/tables/{table}")
    assert [seat["name"] for seat in seen["table"]["seats"]] == ["a former player", "Bob"]
    record = (await bob.http.get(f"/api/tables/{table}/record")).json()
    assert record["seats"] == ["a former player", "Bob"]
    assert seen["table"]["result"] is not None
    async with bob.at(table) as socket:
        assert [line["name"] for line in socket.welcome["chat"]] == ["a former player"]
        assert "hello everybody" not in str(socket.welcome)
    other = await bob.get(f"/api/tables/{running}")
    assert other["table"]["seats"][0]["absence"] == "resigned"

    def everything(connection: Any) -> str:
        return str([connection.execute(select(table)).all() for table in schema.metadata.sorted_tables])

    assert "anna" not in (await server.context.store.read(everything)).lower()
    assert await server.context.reviews.store.review(ours["digest"], "normal", 1) is None
    assert await server.context.reviews.store.review(others["digest"], "normal", 1) is not None
    page = await bob.get(f"/api/tournaments/{tournament}")
    assert page["invited"] == ["Eve"]
    assert [line["name"] for line in page["standings"]] == ["a former player"]


async def test_an_account_is_the_same_in_every_process(postgres: Postgres, tmp_path: Path):
    url = postgres.database()
    async with served(tmp_path, url=url) as here, served(tmp_path, url=url) as there:
        ann = await Client.new(by_name(here), "Guest")
        table = (await ann.post("/api/play-now"))["table"]["id"]
        phone = await Client.new(by_name(there), "Phone")
        device, _ = await keep(ann, "Anna")
        device.origin = there.http
        await sign_in(phone, device)
        async with phone.at(table) as socket:
            assert socket.welcome["you"]["seat"] == 0
            await ann.post("/api/account/sign-out", everywhere=True)
            assert await socket.closed() == 4401
        assert (await phone.get("/api/me"))["handle"] is None
