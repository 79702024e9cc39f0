"""Two processes on one database: what is said at one is heard at the other, once, whatever happens between them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from mergemaker.store import Store
from mergemaker.tables import sync, table_actions
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.refusals import Refusal
from quick_tables import Clockwork, Person, QuickBotPool, people_at, quick_live_tables, sit_down


class Wire:
    """Carries messages to another process when it is told to; until then they are kept."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []

    async def publish(self, message: dict[str, object]) -> None:
        self.kept.append(msgspec.json.decode(msgspec.json.encode(message)))

    async def deliver(self, to: LiveTables) -> None:
        for message in self.kept:
            await sync.hear(to, message)
        self.kept.clear()


class Pair:
    """A table in two processes, with somebody connected to each."""

    def __init__(self, here: LiveTables, there: LiveTables, live: LiveTable, other: LiveTable) -> None:
        self.here, self.there, self.live, self.other = here, there, live, other
        self.wire = Wire()
        here.sync = self.wire
        self.bob: Person = sit_down(there, other, "bob")

    async def say(self, text: str) -> None:
        await table_actions.say(self.here, self.live, "ann", text, text)

    def heard(self) -> list[str]:
        return [message["line"]["text"] for message in self.bob.heard("chat")]


@pytest.fixture
async def pair(tmp_path: Path) -> Any:
    async with quick_live_tables(tmp_path) as here:
        live = await people_at(here, "ann", "bob")
        there = LiveTables(here.store, QuickBotPool(), now=Clockwork())
        try:
            yield Pair(here, there, live, await there.table(live.id))
        finally:
            await there.close()


async def test_a_line_that_was_read_already_is_not_heard_again(pair: Pair):
    await pair.say("one")
    await sync.catch_up(pair.there)  # the connection was cut, and all is read
    await pair.wire.deliver(pair.there)  # then the message comes after all
    await pair.wire.deliver(pair.there)
    assert pair.heard() == ["one"]


async def test_a_line_that_was_missed_is_read_though_a_later_one_was_heard(pair: Pair):
    await pair.say("lost")
    pair.wire.kept.clear()
    await table_actions.say(pair.there, pair.other, "bob", "b1", "mine")
    await sync.catch_up(pair.there)
    assert sorted(pair.heard()) == ["lost", "mine"]
    assert [line.text for line in pair.other.chat] == ["lost", "mine"]


async def test_who_could_not_be_told_is_told_to_look(pair: Pair):
    await pair.say("lost")
    pair.wire.kept.clear()
    await pair.here.publish("", {"what": "missed"})
    await pair.wire.deliver(pair.there)
    assert pair.heard() == ["lost"]


async def test_a_process_that_said_nothing_more_is_found_out(pair: Pair):
    await pair.say("lost")
    pair.wire.kept.clear()
    pair.there.sync = Wire()  # it knows that it is not alone
    await pair.there._refresh()
    assert pair.heard() == ["lost"]


async def test_a_line_whose_answer_was_lost_is_told_when_it_is_sent_again(pair: Pair, monkeypatch: pytest.MonkeyPatch):
    say = Store.say

    async def cut(*given: Any) -> Any:
        await say(*given)
        raise ConnectionResetError

    monkeypatch.setattr(Store, "say", cut)
    with pytest.raises(Refusal, match="busy"):
        await pair.say("one")
    monkeypatch.undo()
    await pair.say("one")
    await pair.wire.deliver(pair.there)
    assert pair.heard() == ["one"]
    assert [line.text for line in pair.live.chat] == ["one"]
