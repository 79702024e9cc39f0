"""The store's contract, the same on SQLite and PostgreSQL."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import inspect

from mergemaker.store import (
    Conflict,
    Store,
    StoredChat,
    StoredEntry,
    StoredLink,
    StoredPlayer,
    StoredSeat,
    StoredTable,
    StoreError,
)
from mergemaker.store.schemas import schema as tables


def a_table(name: str = "harbour", **changes: Any) -> StoredTable:
    values: dict[str, Any] = {
        "id": name, "title": "Harbour table", "status": "open", "host": "ann", "edition": "1999", "rules": None,
        "hidden": False, "public": True, "hints": True, "undo": True, "clock": {"kind": "none"}, "secret": "ab" * 32,
        "commitment": "cd" * 32, "created": 1, "changed": 1,
    }  # fmt: skip
    return StoredTable(**{**values, **changes})


def seats(*people: str) -> list[StoredSeat]:
    return [StoredSeat(seat=at, kind="person", player=name, name=name.title()) for at, name in enumerate(people)]


def entry(version: int, **changes: Any) -> StoredEntry:
    values = {"version": version, "kind": "action", "seat": 0, "action": "place 5C", "by": "player", "at": 5}
    return StoredEntry(**{**values, **changes})


async def test_a_table_comes_back_as_it_was_kept(store: Store):
    table = a_table(rules={"name": "own", "chart": [1, 2]}, clock={"kind": "live", "seconds": 30}, due=17)
    await store.add_table(table, seats("ann", "bob"))
    assert await store.table("harbour") == (table, seats("ann", "bob"))
    assert await store.table("nowhere") is None


async def test_a_whole_table_is_what_its_parts_are(store: Store):
    await store.add_table(a_table(), seats("ann", "bob"))
    await store.append("harbour", [entry(1), entry(2)])
    await store.append("elsewhere", [entry(1)])
    await store.say("harbour", StoredChat(id=0, player="ann", seat=0, name="Ann", text="Hello", at=3), "c1")
    await store.say("harbour", StoredChat(id=0, player="bob", seat=1, name="Bob", text="Hi", at=4), "c1")
    whole = await store.whole("harbour")
    assert whole is not None
    assert (whole.table, whole.seats) == await store.table("harbour")
    assert whole.entries == await store.entries("harbour") == [entry(1), entry(2)]
    assert whole.chat == await store.chat("harbour")
    assert [line.text for line in whole.chat] == ["Hello", "Hi"]
    assert await store.whole("nowhere") is None


async def test_a_log_keeps_its_order(store: Store):
    for version in (1, 2, 3):
        await store.append("harbour", [entry(version, client=f"c{version}", spent=version)])
    await store.append("harbour", [entry(4), entry(5)])
    log = await store.entries("harbour")
    assert [found.version for found in log] == [1, 2, 3, 4, 5]
    assert log[1] == entry(2, client="c2", spent=2)
    assert await store.entries("harbour", after=3) == [entry(4), entry(5)]


async def test_a_version_is_written_once(store: Store):
    await store.append("harbour", [entry(1)])
    with pytest.raises(Conflict):
        await store.append("harbour", [entry(1, action="place 6C")])
    assert await store.entries("harbour") == [entry(1)]


async def test_an_append_of_several_goes_in_whole_or_not_at_all(store: Store):
    await store.append("harbour", [entry(2)])
    with pytest.raises(Conflict):
        await store.append("harbour", [entry(1), entry(2)])
    assert await store.entries("harbour") == [entry(2)]


async def test_a_clients_message_is_written_once(store: Store):
    await store.append("harbour", [entry(1, client="m1")])
    with pytest.raises(Conflict):
        await store.append("harbour", [entry(2, client="m1")])
    await store.append("harbour", [entry(2, client="m1", seat=1)])  # another seat's ids are its own


async def test_of_many_writers_at_once_one_wins_and_others_are_not_disturbed(store: Store):
    race = [store.append("harbour", [entry(1, action=f"sell {number}")]) for number in range(20)]
    apart = [store.append(f"table{number}", [entry(1)]) for number in range(20)]
    results = await asyncio.gather(*race, *apart, return_exceptions=True)
    assert [result for result in results[:20] if result is None] == [None]
    assert all(isinstance(result, Conflict) for result in results[:20] if result is not None)
    assert results[20:] == [None] * 20
    assert len(await store.entries("harbour")) == 1


async def test_two_stores_on_one_database_do_not_overwrite_each_other(store: Store, url: str):
    other = await Store.open(url)
    try:
        await store.append("harbour", [entry(1)])
        with pytest.raises(Conflict):
            await other.append("harbour", [entry(1)])
        await store.add_table(a_table(), seats("ann", "bob"))
        here, there = await store.table("harbour"), await other.table("harbour")
        assert here is not None
        assert there is not None
        here[0].title = "Here"
        await store.change_table(here[0])
        there[0].title = "There"
        with pytest.raises(Conflict):
            await other.change_table(there[0])
        kept = await store.table("harbour")
        assert kept is not None
        assert kept[0].title == "Here"
    finally:
        await other.close()


async def test_changing_a_table_changes_the_given_seats(store: Store):
    table = a_table()
    await store.add_table(table, seats("ann", "bob"))
    table.status = "running"
    left = StoredSeat(seat=1, kind="free")
    await store.change_table(table, [left])
    assert await store.table("harbour") == (table, [seats("ann")[0], left])
    await store.looked("harbour", 0, 12, 5)
    found = await store.table("harbour")
    assert found is not None
    assert found[1][0].looked == 12


async def test_lists_have_public_tables_the_latest_first(store: Store):
    await store.add_table(a_table("old", changed=5), seats("ann"))
    await store.add_table(a_table("new", changed=9), seats("bob"))
    await store.add_table(a_table("private", public=False, changed=7), seats("ann"))
    await store.add_table(a_table("done", status="finished", finished=8), seats("ann"))
    assert await store.listed("open", limit=10) == ["new", "old"]
    assert await store.listed("open", limit=1) == ["new"]
    assert await store.listed("finished", limit=10) == ["done"]
    assert await store.listed("finished", limit=10, before=8) == []
    assert await store.tables_of("ann", limit=10) == ["private", "old", "done"]
    assert set(await store.all_tables()) == {"old", "new", "private", "done"}


async def test_running_tables_that_are_due_are_found(store: Store):
    for name, due in (("unknown", None), ("past", 10), ("future", 99)):
        await store.add_table(a_table(name, status="running", due=due), seats("ann"))
    await store.add_table(a_table("open"), seats("ann"))
    assert set(await store.due(50)) == {"unknown", "past"}


async def test_chat_is_kept_in_order_and_once(store: Store):
    line = StoredChat(id=0, player="ann", seat=None, name="Ann", text="Hello <b>", at=3)
    first = await store.say("harbour", line, "c1")
    assert await store.say("harbour", line, "c1") == first  # sent twice
    second = await store.say("harbour", line, "c2")
    assert await store.chat("harbour") == [first, second]
    assert await store.chat("harbour", limit=1) == [second]
    assert (await store.chat("harbour"))[0].text == "Hello <b>"


async def test_people_keep_their_name_and_programs_their_token(store: Store):
    await store.keep_player(StoredPlayer("ann", "Ann", 1))
    await store.keep_player(StoredPlayer("ann", "Anna", 2))
    assert await store.player("ann") == StoredPlayer("ann", "Anna", 1)
    assert await store.player("bob") is None
    await store.keep_player(StoredPlayer("bot", "Bot", 1, "hash"))
    assert await store.player_with_token("hash") == StoredPlayer("bot", "Bot", 1, "hash")
    assert await store.player_with_token("other") is None


async def test_a_setting_is_made_once_for_all(store: Store):
    assert await store.setting("mood") is None
    await store.set_setting("mood", "one", first=True)
    await store.set_setting("mood", "two", first=True)
    assert await store.setting("mood") == "one"
    await store.set_setting("mood", "three")
    assert await store.setting("mood") == "three"
    assert len(await store.cookie_key()) == 64
    assert await store.cookie_key() == await store.cookie_key()


async def test_a_private_link_works_once_and_in_time(store: Store):
    await store.add_link(StoredLink("one", "ann", expires=100), now=10)
    assert await store.link("one") == StoredLink("one", "ann", 100)
    assert not await store.use_link("other", now=20)
    assert await store.use_link("one", now=20)
    assert not await store.use_link("one", now=21)
    assert await store.link("one") == StoredLink("one", "ann", 100, used=20)
    await store.add_link(StoredLink("two", "ann", expires=100), now=30)
    assert not await store.use_link("two", now=100)
    assert await store.link("nothing") is None


async def test_a_new_private_link_takes_the_place_of_the_last(store: Store):
    await store.add_link(StoredLink("used", "ann", expires=100), now=10)
    assert await store.use_link("used", now=10)
    for token, player in (("first", "ann"), ("bobs", "bob"), ("second", "ann")):
        await store.add_link(StoredLink(token, player, expires=100), now=10)
    assert [await store.use_link(token, now=20) for token in ("first", "second", "bobs")] == [False, True, True]
    assert await store.link("used") is not None  # so that a second use can be told from a wrong link, for a day
    await store.add_link(StoredLink("late", "eve", expires=10**9), now=10**9)
    assert await store.link("used") is None


async def test_of_many_who_use_a_private_link_at_once_one_may(store: Store, url: str):
    other = await Store.open(url)
    try:
        await store.add_link(StoredLink("one", "ann", expires=100), now=10)
        tries = [(store, other)[number % 2].use_link("one", now=20) for number in range(20)]
        assert sorted(await asyncio.gather(*tries)) == [False] * 19 + [True]
    finally:
        await other.close()


async def test_opening_twice_changes_nothing(store: Store, url: str):
    again = await Store.open(url)
    names = await again.read(lambda connection: set(inspect(connection).get_table_names()))
    await again.close()
    assert names == set(tables.metadata.tables)


@pytest.mark.parametrize("wrong", ["mysql://x/y", "sqlite+aiosqlite://", "nonsense"])
async def test_a_database_that_is_none_is_refused_in_words(wrong: str):
    with pytest.raises(StoreError):
        await Store.open(wrong)
