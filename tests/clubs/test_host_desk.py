"""The host's desk: every act is written down, people are kept out and let in, reports come, tidying up tells first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mergemaker.clubs import host_desk
from mergemaker.clubs.desk_forms import DeskAct
from mergemaker.clubs.privacy import privacy_note
from mergemaker.clubs.turn_notices import WordSettings
from mergemaker.people.accounts import hashed
from mergemaker.rules.errors import MergemakerError
from mergemaker.store import Store, StoredPlayer
from mergemaker.store.accounts_store import AccountsStore
from mergemaker.store.prune import look, prune
from mergemaker.tables.history.archive import check_all
from mergemaker.web.api.desk_api import DESK_TOKEN
from people_at_tables import signed_in, with_account
from quick_tables import people_at, quick_live_tables, quiet
from servers import Client, Served


async def host_of(server: Served) -> Client:
    """Somebody who has followed the link of `mergemaker admin link`."""
    host = await Client.new(server, "Hostess")
    ends = server.context.live_tables.now() + 60_000
    await server.context.store.set_setting(DESK_TOKEN, f"{hashed('secret')} {ends}")
    await host.post("/api/desk/enter", token="secret")
    return host


async def ident(client: Client) -> str:
    return str((await client.get("/api/me"))["id"])


async def test_the_desk_is_there_for_hosts_alone_and_its_link_works_once(server: Served):
    ann = await Client.new(server, "Ann")
    assert (await ann.get("/api/desk", status=404))["code"] == "not-found"
    assert (await ann.post("/api/desk/enter", status=403, token="secret"))["code"] == "bad-token"
    host = await host_of(server)
    assert (await ann.post("/api/desk/enter", status=403, token="secret"))["code"] == "bad-token"
    page = await host.get("/api/desk")
    assert [act["what"] for act in page["acts"]] == ["enter"]
    refused = await ann.post("/api/desk/act", status=404, what="ban", target=await ident(host))
    assert refused["code"] == "not-found"


async def test_acts_do_what_they_say_and_are_written_down(server: Served):
    host, ann, bob = await host_of(server), await Client.new(server, "Ann"), await Client.new(server, "Bob")
    table = (await ann.post("/api/tables", seats=[None, None], public=True))["table"]["id"]
    await bob.post(f"/api/tables/{table}/join")
    await ann.post(f"/api/tables/{table}/start")
    async with bob.at(table) as seated:
        assert (await seated.say("chat", text="rude words"))["type"] == "ack"
        await ann.post(f"/api/tables/{table}/report", text="Bob is rude")
        (report,) = (await host.get("/api/desk"))["reports"]
        assert (report["by"], report["table"], report["text"]) == ("Ann", table, "Bob is rude")
        whom = await ident(bob)

        async def act(what: str, target: str = whom, **more: Any) -> None:
            await host.post("/api/desk/act", what=what, target=target, why="because", **more)

        await act("silence", days=1)
        assert (await seated.say("chat", text="more"))["code"] == "muted"
        await act("unsilence")
        assert (await seated.say("chat", text="sorry"))["type"] == "ack"
        await act("remove-chat", table)
        await act("rename", name="Robert")
        await act("ban")
        assert await seated.closed() == 4401
    assert (await bob.get("/api/lobby", status=403))["code"] == "banned"
    assert "because" in (await bob.get("/api/me", status=403))["text"]
    await act("unban")
    assert (await bob.get("/api/me"))["name"] == "Robert"
    async with ann.at(table) as looks:
        assert {line["text"] for line in looks.welcome["chat"]} == {"(removed by the host of the server)"}
    await act("close-report", report["id"])
    await act("end", table)
    await quiet(server.context.live_tables)
    ended = (await ann.get(f"/api/tables/{table}"))["table"]
    assert ended["status"] == "finished"
    assert {seat["absence"] for seat in ended["seats"]} == {"removed"}
    page = await host.get("/api/desk?find=ROB")
    assert [one["name"] for one in page["people"]] == ["Robert"]
    assert page["reports"] == []
    done = ["end", "close-report", "unban", "ban", "rename", "remove-chat", "unsilence", "silence", "enter"]
    assert [line["what"] for line in page["acts"]] == done
    assert all(line["done"] and line["at"] for line in page["acts"])
    assert all(line["by"].startswith("Hostess (") for line in page["acts"][:-1])
    assert page["load"]["database_bytes"] > 0
    assert {finding.trouble async for finding in check_all(server.context.store)} == {""}


async def test_somebody_with_an_account_is_renamed_by_another_handle(server: Served):
    host = await host_of(server)
    for handle in ("Rudolf", "Robert"):
        await with_account(server.context.live_tables, handle)
    rude = await signed_in(server, "Rudolf")
    for taken, code in (("Robert", 409), ("r0bert", 409), ("a b", 400)):
        await host.post("/api/desk/act", status=code, what="rename", target="rudolf", name=taken)
    await host.post("/api/desk/act", what="rename", target="rudolf", name="Rufus")
    me = await rude.get("/api/me")
    assert (me["handle"], me["name"]) == ("Rufus", "Rufus")
    made = await rude.post("/api/tables", seats=[None, None])
    assert made["table"]["seats"][0]["name"] == "Rufus"


async def test_nobody_is_renamed_without_a_line_about_it(server: Served, monkeypatch: pytest.MonkeyPatch):
    host = await host_of(server)
    await with_account(server.context.live_tables, "Rudolf")

    def killed(*_: object) -> None:
        raise RuntimeError("the server ends here")

    monkeypatch.setattr(host_desk, "write_act", killed)
    await host.post("/api/desk/act", status=500, what="rename", target="rudolf", name="Rufus")
    account = await server.context.accounts.store.account("rudolf")
    assert account is not None
    assert account.handle == "Rudolf"


async def test_whoever_is_banned_or_silenced_sends_no_bot_instead(server: Served):
    host, live_tables = await host_of(server), server.context.live_tables
    await with_account(live_tables, "Rudolf")
    await with_account(live_tables, "Rudolfs-bot", kind="bot", owner="rudolf")
    token, _ = await server.context.accounts.new_token("rudolf", "plays", "Rudolfs-bot")
    as_bot = {"Authorization": f"Bearer {token}"}
    assert (await host.http.get("/api/lobby", headers=as_bot)).status_code == 200
    await host.post("/api/desk/act", what="silence", target="rudolf")
    assert not live_tables.may_speak("rudolfs-bot")
    await host.post("/api/desk/act", what="ban", target="rudolf", why="rude")
    refused = await host.http.get("/api/lobby", headers=as_bot)
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")
    for what in ("unban", "unsilence"):
        await host.post("/api/desk/act", what=what, target="rudolf")
    assert (await host.http.get("/api/lobby", headers=as_bot)).status_code == 200
    assert live_tables.may_speak("rudolfs-bot")


async def test_the_desk_calls_people_and_tables_by_name_whatever_is_looked_for(server: Served):
    host, ann = await host_of(server), await Client.new(server, "Ann")
    table = (await ann.post("/api/tables", seats=[None, None], title="Harbour"))["table"]["id"]
    await ann.post(f"/api/tables/{table}/report", text="It is cold here")
    await host.post("/api/desk/act", what="silence", target=await ident(ann))
    await host.post("/api/desk/act", what="remove-chat", target=f"{table}/1")
    page = await host.get("/api/desk?find=nobody-such")
    assert page["people"] == page["tables"] == []
    assert page["reports"][0]["by"] == "Ann"
    assert [act["called"] for act in page["acts"]] == ["Harbour", "Ann", "Hostess"]


async def test_an_act_of_the_command_line_is_done_by_the_running_server(server: Served):
    host, ann = await host_of(server), await Client.new(server, "Ann")
    table = (await ann.post("/api/play-now", bots=1))["table"]["id"]
    desk = server.context.desk
    await desk.store.act("command line", "end", table, "", 1)
    assert not (await host.get("/api/desk"))["acts"][-1]["done"]
    await desk.look()
    await quiet(server.context.live_tables)
    assert (await ann.get(f"/api/tables/{table}"))["table"]["status"] == "finished"


async def test_what_is_not_there_is_said(server: Served):
    host = await host_of(server)
    for what, code in (("ban", "no-person"), ("end", "no-table")):
        assert (await host.post("/api/desk/act", status=404, what=what, target="nobody"))["code"] == code
    assert (await host.post("/api/desk/act", status=400, what="rename", target=await ident(host)))["code"] == "no-name"


async def test_tidying_up_tells_first_and_leaves_what_is_finished(tmp_path: Path):
    async with quick_live_tables(tmp_path) as live_tables:
        store, now = live_tables.store, live_tables.now()
        await store.keep_player(StoredPlayer("lonely", "Lonely", now))
        left = await people_at(live_tables, "ann", "bob")
        over = await people_at(live_tables, "ann", "eve")
        from mergemaker.clubs.host_desk import HostDesk

        desk = HostDesk(live_tables)
        await desk.act("test", DeskAct("end", over.id))
        await quiet(live_tables)
        assert over.over
        found = await look(store, now + 1000)
        assert [table for table, _, _ in found.tables] == [left.id]
        assert [guest for guest, _ in found.guests] == ["lonely"]
        assert await store.table(left.id) is not None
        assert (await look(store, now - 1000)) == type(found)((), ())
        gone = await prune(store, now + 1000)
        assert [guest for guest, _ in gone.guests] == ["lonely", "bob"]
        assert await store.table(left.id) is None
        assert await store.table(over.id) is not None


def test_the_privacy_note_says_what_the_settings_do():
    plain = " ".join(section.text for section in privacy_note(WordSettings(), None, None).sections)
    assert "sends no mail" in plain
    full = privacy_note(WordSettings("https://x", "smtp://x", "a@b.org"), "host@example.org", 90)
    said = " ".join(section.text for section in full.sections)
    assert "your e-mail address and a webhook’s address" in said
    assert "after 90 days" in said
    assert "host@example.org" in said


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    from mergemaker.cli import app

    app([*words], standalone_mode=False)
    return capsys.readouterr().out


def test_the_commands_of_the_desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    import asyncio

    url = f"sqlite+aiosqlite:///{tmp_path}/games.sqlite3"

    async def make() -> None:
        store = await Store.open(url)
        await store.keep_player(StoredPlayer("abc", "Ann", 1))
        await store.close()

    asyncio.run(make())
    base = ["--database", url]
    assert "abc  Ann" in run(capsys, "admin", "people", "an", *base)
    assert "written down" in run(capsys, "admin", "ban", "abc", "--why", "spam", *base)
    assert "rename abc" in run(capsys, "admin", "rename", "abc", "Anna", *base)
    assert "1 person, 0 tables" in run(capsys, "admin", "load", *base)
    assert json.loads(run(capsys, "admin", "load", "--json", *base))["disk_free"] > 0
    acts = json.loads(run(capsys, "admin", "acts", "--json", *base))
    assert [(act["what"], act["by"], act["why"]) for act in acts][-1] == ("ban", "command line", "spam")
    assert run(capsys, "admin", "link", *base).startswith("http://127.0.0.1:8000/desk/enter/")
    assert "would go" in run(capsys, "admin", "prune", "--days", "1", *base)
    assert "0 tables and 1 guest removed" in run(capsys, "admin", "prune", "--days", "1", "--yes", *base)
    assert "What is kept" in run(capsys, "admin", "privacy")


def test_the_command_line_renames_somebody_with_an_account_by_another_handle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    import asyncio

    url = f"sqlite+aiosqlite:///{tmp_path}/games.sqlite3"
    base = ["--database", url]

    async def make() -> None:
        async with quick_live_tables(tmp_path, url=url) as live_tables:
            for handle in ("Rudolf", "Robert"):
                await with_account(live_tables, handle)

    asyncio.run(make())
    for wrong, why in (("r0bert", "Somebody has that handle"), ("a b", "A handle has letters"), (" ", "printable")):
        with pytest.raises(MergemakerError, match=why):
            run(capsys, "admin", "rename", "rudolf", wrong, *base)
    assert json.loads(run(capsys, "admin", "acts", "--json", *base)) == []  # what was refused was not done
    assert "written down" in run(capsys, "admin", "rename", "rudolf", "Rufus", "--why", "rude", *base)
    assert "rudolf  Rufus" in run(capsys, "admin", "people", "rufus", *base)

    async def handle() -> str:
        store = await Store.open(url)
        try:
            found = await AccountsStore(store).account("rudolf")
            return found.handle if found else ""
        finally:
            await store.close()

    assert asyncio.run(handle()) == "Rufus"
    (act,) = json.loads(run(capsys, "admin", "acts", "--json", *base))
    assert (act["what"], act["target"], act["why"], act["by"]) == ("rename", "rudolf", "rude", "command line")


async def test_whoever_leaves_the_desk_can_open_it_no_more(server: Served, capsys: pytest.CaptureFixture[str]):
    import asyncio

    host = await host_of(server)
    base = ["--database", str(server.context.settings.database)]
    assert f"{await ident(host)}  Hostess" in await asyncio.to_thread(run, capsys, "admin", "hosts", *base)
    with pytest.raises(MergemakerError, match="can’t open the desk"):
        await asyncio.to_thread(run, capsys, "admin", "leave-desk", "nobody", *base)
    await asyncio.to_thread(run, capsys, "admin", "leave-desk", await ident(host), *base)
    await host.get("/api/desk", status=404)
    assert (await server.context.desk.store.latest_acts())[0].what == "leave-desk"
