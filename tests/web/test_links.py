"""Private links: they carry a person to one other device, once, soon, whichever process is asked."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from databases import Postgres
from servers import Client, Served, served


@pytest.fixture
async def ann(server: Served) -> Any:
    return await Client.new(server, "Ann")


async def token_of(client: Client) -> str:
    return str((await client.post("/api/me/link"))["path"]).removeprefix("/carry/")


async def test_a_seat_is_carried_to_another_device_and_kept_on_the_first(server: Served, ann: Client):
    table = (await ann.post("/api/play-now"))["table"]["id"]
    token = await token_of(ann)
    phone = await Client.new(server, "Phone")
    assert (await phone.get(f"/api/tables/{table}"))["you"]["seat"] is None
    me = await phone.post("/api/me/carry", token=token)
    assert me["name"] == "Ann"
    phone.csrf = me["csrf"]
    for device in (phone, ann):
        assert (await device.get(f"/api/tables/{table}"))["you"]["seat"] == 0
        async with device.at(table) as socket:
            assert (await socket.say("chat", text="I am here"))["type"] == "ack"


async def test_a_link_works_once(server: Served, ann: Client):
    token = await token_of(ann)
    phone, thief = await Client.new(server, "Phone"), await Client.new(server, "Thief")
    before = (await thief.get("/api/me"))["id"]
    await phone.post("/api/me/carry", token=token)
    refused = await thief.post("/api/me/carry", status=403, token=token)
    assert refused["code"] == "link-used"
    assert "used already" in refused["text"]
    assert (await thief.get("/api/me"))["id"] == before


async def test_loading_the_page_again_does_no_harm(server: Served, ann: Client):
    token = await token_of(ann)
    assert (await ann.post("/api/me/carry", token=token))["name"] == "Ann"  # on the device that made it: not used up
    phone = await Client.new(server, "Phone")
    for _ in range(2):
        phone.csrf = (await phone.post("/api/me/carry", token=token))["csrf"]


async def test_a_link_is_good_for_a_quarter_of_an_hour(server: Served, ann: Client):
    link = await ann.post("/api/me/link")
    assert link["expires"] - server.context.live_tables.now() <= 15 * 60 * 1000
    phone = await Client.new(server, "Phone")
    server.context.live_tables.now = lambda: link["expires"]
    refused = await phone.post("/api/me/carry", status=403, token=link["path"].removeprefix("/carry/"))
    assert refused["code"] == "link-expired"


async def test_a_new_link_takes_the_place_of_the_last(server: Served, ann: Client):
    first, second = await token_of(ann), await token_of(ann)
    phone = await Client.new(server, "Phone")
    assert (await phone.post("/api/me/carry", status=403, token=first))["code"] == "bad-token"
    assert (await phone.post("/api/me/carry", token=second))["name"] == "Ann"


async def test_a_link_that_was_tampered_with_is_wrong(server: Served, ann: Client):
    token = await token_of(ann)
    key, _, signature = token.partition(".")
    phone = await Client.new(server, "Phone")
    cookie = ann.cookie.partition("=")[2]
    flipped = ("A" if key[0] != "A" else "B") + key[1:]
    for wrong in ("", ".", key, f"{key}.", f"{flipped}.{signature}", f"{key}.{signature[:-1]}", token + "x", cookie):
        assert (await phone.post("/api/me/carry", status=403, token=wrong))["code"] == "bad-token", wrong
    assert (await phone.post("/api/me/carry", token=token))["name"] == "Ann"


async def test_the_database_does_not_know_the_link(server: Served, ann: Client):
    from sqlalchemy import select

    from mergemaker.store.schemas import schema

    token = await token_of(ann)
    rows = await server.context.store.read(lambda connection: connection.execute(select(schema.links)).all())
    assert len(rows) == 1
    assert all(part not in str(rows) for part in token.split("."))


async def test_a_program_carries_nobody(server: Served, ann: Client):
    account = await ann.post("/api/accounts", name="Robot")
    headers = {"Authorization": f"Bearer {account['token']}"}
    token = await token_of(ann)
    for path, body in (("/api/me/link", {}), ("/api/me/carry", {"token": token})):
        answer = await ann.http.post(path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_of_devices_that_race_through_two_processes_one_gets_in(postgres: Postgres, tmp_path: Path):
    url = postgres.database()
    async with served(tmp_path, url=url) as here, served(tmp_path, url=url) as there:
        token = await token_of(await Client.new(here, "Ann"))
        phones = [await Client.new((here, there)[number % 2], f"Phone{number}") for number in range(6)]
        tries = [
            phone.http.post("/api/me/carry", json={"token": token}, headers={"X-CSRF-Token": phone.csrf})
            for phone in phones
        ]
        answers = await asyncio.gather(*tries)
        assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403, 403, 403]
        assert {answer.json()["code"] for answer in answers if answer.status_code == 403} == {"link-used"}
        names = [(await phone.get("/api/me"))["name"] for phone in phones]
        assert names.count("Ann") == 1
