"""A club for tests: a clock that stands still, bots that answer at once, and people who note what they hear."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from databases import sqlite_url
from mergemaker.rules.views import SeenView
from mergemaker.store import Store
from mergemaker.tables import playing, seating
from mergemaker.tables.club import Club
from mergemaker.tables.forms import Join, NewTable, Start
from mergemaker.tables.messages import Acknowledged, Play, Undo
from mergemaker.tables.table import LiveTable
from mergemaker.tables.thinking import Thinkers


class QuickThinkers(Thinkers):
    """Bots that play at random, without a process of their own."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self.random = random.Random(seed)
        self.asked: list[str] = []

    def warm(self) -> None:
        """There is nothing to be warmed."""

    async def choose(self, level: str, seed: int, view: SeenView) -> str:
        self.asked.append(level)
        await asyncio.sleep(0)
        return self.random.choice(view.actions)

    async def advise(self, level: str, seed: int, view: SeenView) -> tuple[str, list[str]]:
        return await self.choose(level, seed, view), ["your stake in Tower is worth $500 more", "Bob gets $300 in cash"]


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
async def a_club(folder: Path, thinkers: Thinkers | None = None, url: str | None = None) -> AsyncIterator[Club]:
    """A club on a new database."""
    store = await Store.open(url or sqlite_url(folder))
    club = Club(store, thinkers or QuickThinkers(), now=Clockwork())
    try:
        yield club
    finally:
        await club.close()
        await store.close()


async def people_at(club: Club, *players: str, bots: int = 0, begin: bool = True, **wanted: Any) -> LiveTable:
    """A table where people sit in order, then bots; it is started unless told otherwise."""
    table = NewTable((*(None for _ in players), *(["clerk"] * bots)), name=players[0], **wanted)  # type: ignore[arg-type]
    live = await seating.new_table(club, players[0], table)
    for player in players[1:]:
        await seating.join(club, live, player, Join(name=player))
    if begin:
        await seating.start(club, live, players[0], Start())
    return live


def sit_down(club: Club, live: LiveTable, player: str, since: int = 0) -> Person:
    """Connects somebody to a table."""
    person = Person(player)
    from mergemaker.tables.table import encode

    person.send(encode(live.welcome(player, since, club.now())))
    club.arrive(live, person)
    return person


async def play(club: Club, live: LiveTable, player: str, *actions: str, ident: str | None = None) -> Acknowledged:
    """Plays actions at the version of now."""
    message = Play(ident or f"m{live.version}", live.version, actions)
    return await playing.play(club, live, player, message)


async def undo(club: Club, live: LiveTable, player: str) -> Acknowledged:
    """Takes back."""
    return await playing.undo(club, live, player, Undo(f"u{live.version}", live.version))


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
    club: Club, live: LiveTable, until: Callable[[LiveTable], bool], seed: int = 3, most: int = 3000
) -> None:
    """Plays at random for whoever must decide, until something holds."""
    choose = random.Random(seed)
    for _ in range(most):
        if live.over or until(live):
            return
        await play(club, live, whose_turn(live), choose.choice(actions_now(live)))
    raise AssertionError("it never came to that")


async def quiet(club: Club) -> None:
    """Waits until nothing is under way in the background: no write, no bot that thinks."""

    def at_work() -> bool:
        return bool(club._background) or any(live.thinking for live in club.tables.values())

    await until(lambda: not at_work())


async def until(true: Callable[[], bool], what: str = "it") -> None:
    """Waits for something to become true, for as long as a slow machine may need."""
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.005)
