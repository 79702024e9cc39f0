"""Helpers for the terminal's tests: a quick bot, a sitting without files, and a player who only presses keys."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from mergemaker.bots import Bot
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.views import SeenView
from mergemaker.terminal.panels.decision_panels import Buying, Disposing, Single
from mergemaker.terminal.screens.final_screen import Final
from mergemaker.terminal.screens.table_screen import TableScreen
from mergemaker.terminal.screens.text_pages import Cover
from mergemaker.terminal.sessions.saved_games import PERSON
from mergemaker.terminal.sessions.session import Session
from mergemaker.terminal.terminal_app import Mergemaker


class Dicer(Bot):
    """Chooses at random, and buys when it can, so that games come to an end."""

    def __init__(self, seed: int, announce: bool = True) -> None:
        self._random = random.Random(seed)
        self._announce = announce

    def choose(self, view: SeenView) -> str:
        assert view.seat == view.to_act  # a bot gets the view of its own seat
        if "end" in view.actions and self._announce:
            return "end"
        wanted = [action for action in view.actions if action not in ("done", "skip", "end")]
        return self._random.choice(wanted or view.actions)


def dicers(name: str, seed: int) -> Bot:
    return Dicer(seed)


def session_of(
    edition: str = "2023-classic",
    people: Sequence[str] = ("Ann",),
    bots: int = 3,
    *,
    seed: int = 1,
    hidden: bool | None = None,
    save: bool = False,
    announce: bool = True,
) -> Session:
    names = [*people, *(f"bot {number}" for number in range(1, bots + 1))]
    who = [PERSON] * len(people) + ["dicer"] * bots

    def make(name: str, seed: int) -> Bot:
        return Dicer(seed, announce)

    return Session.new(Edition.named(edition), names, who, seed=seed, hidden=hidden, save=save, bots=make)


def table_of(app: Mergemaker) -> TableScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


async def settle(app: Mergemaker, pilot: Pilot[None]) -> None:
    """Waits until a person must press a key."""
    while True:
        await app.workers.wait_for_complete()
        await pilot.pause()
        if not isinstance(app.screen, TableScreen) or app.screen.mine:
            return


async def play_out(app: Mergemaker, pilot: Pilot[None], seed: int = 1) -> set[str]:
    """Plays to the end by key presses alone; gives the decisions that were met."""
    rng = random.Random(seed)
    met: set[str] = set()
    await settle(app, pilot)
    while not isinstance(app.screen, Final):
        if isinstance(app.screen, Cover):
            met.add("cover")
            await pilot.press("enter")
        else:
            table = table_of(app)
            met.add(str(table.session.game.decision))
            await pilot.press(*keys_for(table, rng))
        await settle(app, pilot)
    return met


def keys_for(table: TableScreen, rng: random.Random) -> list[str]:
    """The keys that answer the decision at hand."""
    panel = table.panel
    if "end" in table.session.view(table.viewer).actions:
        return ["e", "y"]
    if isinstance(panel, Single):
        possible = [row.key for row in panel.rows if row.possible]
        return [rng.choice(possible), "enter"]
    if isinstance(panel, Buying):
        rows = [row.key for row in panel.rows]
        return [*(rng.choice(rows) for _ in range(rng.randrange(4)) if rows), "enter"]
    assert isinstance(panel, Disposing)
    return [*rng.choices(["t", "s", "k", "up", "right", "left"], k=3), "enter"]


def asked(session: Session, person: Dicer) -> Callable[[SeenView], str]:
    """Whoever decides: the bot, or a person who plays like one."""
    return session.bot_to_act.decide if session.bot_to_act else person.choose


def ready(session: Session, *wanted: str, after: int = 0, seed: int = 1) -> Session:
    """Plays on until a person has one of these decisions to make, after so many actions at least."""
    person = Dicer(seed)
    game = session.game
    while not game.over:
        assert game.to_act is not None
        view = session.view(game.to_act)
        if game.to_act in session.people and game.version >= after and view.decision in wanted:
            return session
        session.play(asked(session, person)(view))
    raise AssertionError(f"no {wanted} in this game")


def finished(session: Session, seed: int = 1) -> Session:
    """Plays to the end."""
    person = Dicer(seed)
    while session.game.to_act is not None:
        session.play(asked(session, person)(session.view(session.game.to_act)))
    return session


def the_end_is_mine(session: Session) -> Session:
    """Plays on until a person may announce the end; for a sitting whose bots never do."""
    person = Dicer(1, announce=False)
    game = session.game
    while game.to_act is not None:
        view = session.view(game.to_act)
        if game.to_act in session.people and "end" in view.actions:
            return session
        session.play(asked(session, person)(view))
    raise AssertionError("the end was never mine to announce")


Script = Callable[[Mergemaker, Pilot[None]], Awaitable[None]]


def screen_test(script: Script, session: Session | None = None, size: tuple[int, int] = (80, 24), **rest: Any) -> None:
    """Runs a script of keys against the app."""

    async def run() -> None:
        app = Mergemaker(session, pace=0, sixteen=False, **rest)
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await script(app, pilot)
        if app.session is not None:
            app.session.close()

    asyncio.run(run())


def text_of(app: Mergemaker, where: str) -> str:
    return str(app.screen.query_one(where, Static).visual)


def shown_on(app: Mergemaker) -> str:
    """The characters that a terminal would show now."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip) for strip in strips)
