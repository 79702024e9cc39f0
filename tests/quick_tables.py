"""Live tables for tests: a clock that stands still, bots that answer at once, and people who note what they hear."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from databases import sqlite_url
from mergemaker.rules.views import SeenView
from mergemaker.store import Store
from mergemaker.tables import table_actions, table_setup
from mergemaker.tables.botpool.bot_pool import BotPool
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.forms import Join, NewTable, Start
from mergemaker.tables.protocol.messages import Acknowledged, Play, Undo


class QuickBotPool(BotPool):
    """Bots that play at random, without a process of their own."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self.random = random.Random(seed)
        self.asked: list[str] = []

    def warm(self) -> None:
        """There is nothing to be warmed."""

    async def choose(
        self, level: str, view: SeenView, owner: str = "", witnessed: Sequence[tuple[Any, int]] = ()
    ) -> str:
        self.asked.append(level)
        await asyncio.sleep(0)
        return self.random.choice(view.actions)

    async def advise(self, level: str, view: SeenView, owner: str = "") -> tuple[str, list[str], str]:
        action = await self.choose(level, view)
        return action, ["done"], f"The {level} would {action}. Your stake in Tower is worth $500 more."


class Clockwork:
    """A clock that moves only when it is told."""

    def __init__(self) -> None:
        self.at = 1_700_000_000_000

    def __call__(self) -> int:
        return self.at

    def pass_(self, seconds: float) -> None:
        self.at += round(seconds * 1000)


class Person:
    """Somebody connected to a table, who notes everything that is said."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.here = True
        self.pace: float | None = None
        self.texts: list[str] = []

    def send(self, message: bytes) -> None:
        self.texts.append(message.decode())

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type."""
        return [message for text in self.texts if (message := msgspec.json.decode(text))["type"] == kind]

    @property
    def view(self) -> dict[str, Any]:
        """The latest view."""
        messages = [msgspec.json.decode(text) for text in self.texts]
        found: dict[str, Any] = [m for m in messages if m["type"] in ("welcome", "update")][-1]["view"]
        return found


@asynccontextmanager
async def quick_live_tables(
    folder: Path, bot_pool: BotPool | None = None, url: str | None = None
) -> AsyncIterator[LiveTables]:
    """Live tables on a new database."""
    store = await Store.open(url or sqlite_url(folder))
    live_tables = LiveTables(store, bot_pool or QuickBotPool(), now=Clockwork())
    try:
        yield live_tables
    finally:
        await live_tables.close()
        await store.close()


async def people_at(
    live_tables: LiveTables, *players: str, bots: int = 0, begin: bool = True, **wanted: Any
) -> LiveTable:
    """A table where people sit in order, then bots; it is started unless told otherwise."""
    table = NewTable((*(None for _ in players), *(["clerk"] * bots)), name=players[0], **wanted)  # type: ignore[arg-type]
    live = await table_setup.new_table(live_tables, players[0], table)
    for player in players[1:]:
        await table_setup.join(live_tables, live, player, Join(name=player))
    if begin:
        await table_setup.start(live_tables, live, players[0], Start())
    return live


def sit_down(live_tables: LiveTables, live: LiveTable, player: str, since: int = 0) -> Person:
    """Connects somebody to a table."""
    person = Person(player)
    from mergemaker.tables.live_table import encode

    person.send(encode(live.welcome(player, since, live_tables.now())))
    live_tables.arrive(live, person)
    return person


async def play(
    live_tables: LiveTables, live: LiveTable, player: str, *actions: str, ident: str | None = None
) -> Acknowledged:
    """Plays actions at the version of now."""
    message = Play(ident or f"m{live.version}", live.version, actions)
    return await table_actions.play(live_tables, live, player, message)


async def undo(live_tables: LiveTables, live: LiveTable, player: str) -> Acknowledged:
    """Takes back."""
    return await table_actions.undo(live_tables, live, player, Undo(f"u{live.version}", live.version))


def whose_turn(live: LiveTable) -> str:
    """The player who must decide."""
    assert live.ledger is not None
    assert live.ledger.to_act is not None
    return str(live.seats[live.ledger.to_act].player)


def actions_now(live: LiveTable) -> tuple[str, ...]:
    """What may be decided."""
    assert live.ledger is not None
    return live.ledger.view(live.ledger.to_act).actions


async def play_on(
    live_tables: LiveTables, live: LiveTable, until: Callable[[LiveTable], bool], seed: int = 3, most: int = 3000
) -> None:
    """Plays at random for whoever must decide, until something holds."""
    choose = random.Random(seed)
    for _ in range(most):
        if live.over or until(live):
            return
        await play(live_tables, live, whose_turn(live), choose.choice(actions_now(live)))
    raise AssertionError("it never came to that")


async def quiet(live_tables: LiveTables) -> None:
    """Waits until nothing is under way in the background: no write, no bot that thinks."""

    def at_work() -> bool:
        return bool(live_tables._background) or any(live.thinking for live in live_tables.tables.values())

    await until(lambda: not at_work())


async def until(true: Callable[[], bool], what: str = "it") -> None:
    """Waits for something to become true, for as long as a slow machine may need."""
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.005)
