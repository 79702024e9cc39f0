"""Bots at work, outside the event loop: a bounded number of processes, each answering one question at a time.

A bot process is asked only when it has said that it is ready, so compiling the bots, which happens once on a machine
and takes a minute, counts as nobody's decision. One that is too slow or dies is ended and replaced, and the clerk, who
decides in microseconds, answers in its place; where the clerk is not compiled yet either, a few lines of Python do. So
no bot can hold up a table for longer than the two patiences below, whatever happens.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from mergemaker.compiler import compiled_before
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.views import SeenView
from mergemaker.tables.botpool.bot_questions import COACH, NEXT, pack
from mergemaker.tables.botpool.fair_queue import FairQueue
from mergemaker.tables.botpool.stopgap import stopgap
from mergemaker.tables.processes.child_process import ChildProcess, ProcessGone

log = logging.getLogger("mergemaker.bots")

COACH_PATIENCE = 1.5  # seconds that a decision waits for the coach at most, until one is free
PATIENCE = 10.0  # seconds for one decision
QUEUE_PATIENCE = 8.0  # seconds to wait for a free bot process
COLD_PATIENCE = 1.5  # the same while the bots are compiled for the first time on a machine, which takes a minute
CLERK_PATIENCE = 2.0  # seconds for the clerk, if it must be loaded first
WARM_PATIENCE = 300.0  # seconds until a new bot process is ready, compiling included; no table waits for that
LONGEST_PAUSE = 60.0  # seconds between two tries to start a bot process, if it fails again and again


class BotProcess(ChildProcess):
    """A process that thinks."""

    module = "mergemaker.tables.botpool.bot_process"
    longest = 4096

    async def ask(
        self,
        level: str,
        view: SeenView,
        *,
        why: bool = False,
        tried: Sequence[str] = (),
        witnessed: Sequence[tuple[Any, int]] = (),
    ) -> str:
        """What the bot chooses, with reasons in lines of their own if they are wanted."""
        return (await self.answer_to(pack(level, view, why=why, tried=tried, witnessed=witnessed))).decode()


def _clerks_choice(view: SeenView) -> str:
    # Which loads the bots: in this process only when one of them has failed.
    from mergemaker.bots.seated_bot import clerk_choice

    return clerk_choice(view)


class BotPool:
    """All bot processes of a server: at most `limit` processes, started when they are first needed."""

    def __init__(self, limit: int = 1, patience: float = PATIENCE, queue_patience: float = QUEUE_PATIENCE) -> None:
        self.limit = limit
        self.patience = patience
        self.queue_patience = queue_patience
        self.failures = 0
        self.warmed = False  # whether a bot process has been ready, so that the bots are compiled
        self.start: Callable[[], Awaitable[BotProcess]] = BotProcess.start
        self._all: set[BotProcess] = set()
        self._free: FairQueue[BotProcess] = FairQueue()
        self._starting: set[asyncio.Task[None]] = set()
        self._misfires = 0  # starts in a row that failed
        self._not_before = 0.0

    def warm(self) -> None:
        """Starts a bot process before anybody waits for one."""
        self._start_another()

    async def choose(
        self, level: str, view: SeenView, owner: str = "", witnessed: Sequence[tuple[Any, int]] = ()
    ) -> str:
        """One of the view's actions; never fails, and takes no longer than patience allows.

        `owner` is whose table it is: where many wait, the bots of all owners get the same time. `witnessed` is what
        others have decided, each with what the bot's seat had seen before it, for a bot that plays by that.
        """
        return (await self._decide(level, view, owner, lambda it: it.ask(level, view, witnessed=witnessed)))[0]

    async def advise(self, level: str, view: SeenView, owner: str = "") -> tuple[str, list[str], str]:
        """A bot's choice, what it would do next, and the advice in words; where the bot fails, the choice alone."""
        action, *more = await self._decide(level, view, owner, lambda it: it.ask(level, view, why=True))
        line = [text.removeprefix(NEXT) for text in more if text.startswith(NEXT)]
        return action, line, " ".join(text for text in more if not text.startswith(NEXT))

    async def coach(self, view: SeenView, actions: Sequence[str], owner: str = "") -> list[str]:
        """What the coach says to a decision, line by line; nothing where nobody is free soon: play does not wait."""
        try:
            said = await self._ask(owner, COACH_PATIENCE, lambda process: process.ask(COACH, view, tried=actions))
        except ProcessGone:
            return []
        return [] if said.startswith("!") else said.split("\n")

    async def _decide(
        self, level: str, view: SeenView, owner: str, ask: Callable[[BotProcess], Awaitable[str]]
    ) -> list[str]:
        cold = not self.warmed and not compiled_before("bots")
        wait = min(COLD_PATIENCE, self.queue_patience) if cold else self.queue_patience
        try:
            said = (await self._ask(owner, wait, ask)).split("\n")
        except ProcessGone as trouble:
            return [await self._instead(level, str(trouble), view)]
        return said if said[0] in view.actions else [await self._instead(level, said[0], view)]

    async def _ask(self, owner: str, wait: float, ask: Callable[[BotProcess], Awaitable[str]]) -> str:
        """What a bot process says; ProcessGone where none is free soon, or the one asked dies or is too slow."""
        if self._free.wanting >= 0:
            self._start_another()
        if self._misfires and not self._all:
            raise ProcessGone("no bot process can be started")
        try:
            async with asyncio.timeout(wait):
                bot_process = await self._free.get(owner)
        except TimeoutError:
            raise ProcessGone("all bot processes are busy" if self.warmed else "the bots are being compiled") from None
        began = time.monotonic()
        try:
            async with asyncio.timeout(self.patience):
                said = await ask(bot_process)
        except (ProcessGone, TimeoutError) as error:
            await self._replace(bot_process)
            raise ProcessGone(str(error) or "it took too long") from None
        except asyncio.CancelledError:
            await self._replace(bot_process)  # its answer would be taken for that to the next question
            raise
        self._free.put(bot_process, owner, time.monotonic() - began)
        return said

    async def _instead(self, level: str, trouble: str, view: SeenView) -> str:
        self.failures += 1
        log.warning("a bot could not decide", extra={"bot": level, "trouble": trouble[:200]})
        if self.warmed:  # otherwise the clerk would be compiled here and now
            with contextlib.suppress(MergemakerError, TimeoutError):
                async with asyncio.timeout(CLERK_PATIENCE):
                    action = await asyncio.to_thread(_clerks_choice, view)
                if action in view.actions:
                    return action
        return stopgap(view)

    # Processes come and go.

    def _start_another(self) -> None:
        """Starts a bot process if there is room; the first one alone, since it compiles the bots for all."""
        full = len(self._all) + len(self._starting) >= self.limit
        alone = bool(self._starting) and not self.warmed
        if full or alone or time.monotonic() < self._not_before:
            return
        task = asyncio.create_task(self._start_one())
        self._starting.add(task)
        task.add_done_callback(self._started)

    async def _start_one(self) -> None:
        try:
            async with asyncio.timeout(WARM_PATIENCE):
                bot_process = await self.start()
        except (ProcessGone, TimeoutError, OSError) as error:
            self._misfires += 1
            self._not_before = time.monotonic() + min(LONGEST_PAUSE, 2.0**self._misfires / 4)
            log.warning("a bot process could not be started", extra={"trouble": str(error) or "it took too long"})
            return
        self._misfires = 0
        self.warmed = True
        self._all.add(bot_process)
        self._free.put(bot_process)

    def _started(self, task: asyncio.Task[None]) -> None:
        self._starting.discard(task)
        if self._free.wanting > 0:
            self._start_another()

    async def _replace(self, bot_process: BotProcess) -> None:
        self._all.discard(bot_process)
        self._start_another()  # others may be waiting for it
        await bot_process.end()

    async def close(self) -> None:
        """Ends all bot processes."""
        self.limit = 0
        starting = list(self._starting)
        for task in starting:
            task.cancel()
        await asyncio.gather(*starting, return_exceptions=True)
        for bot_process in list(self._all):
            await bot_process.end()
        self._all.clear()
