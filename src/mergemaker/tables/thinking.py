"""Bots at work, outside the event loop: a bounded number of processes, each answering one question at a time.

A thinker that is too slow or dies is ended and replaced, and the clerk, who decides in microseconds, answers in its
place; so no bot can hold up a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import subprocess
import sys
from collections.abc import Callable

from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView
from mergemaker.tables.thinker import HEAD, choose, pack

log = logging.getLogger("mergemaker.bots")

PATIENCE = 15.0  # seconds for one decision
QUEUE_PATIENCE = 20.0  # seconds to wait for a free thinker
FIRST_PATIENCE = 180.0  # for both, while the bots may still be compiled, which happens once on a machine
LONGEST_ANSWER = 4096


class ThinkerGone(Exception):
    """A thinker died or made no sense."""


class Thinker:
    """A process that thinks."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls) -> Thinker:
        """A new process, ready to be asked."""
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "mergemaker.tables.thinker",
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the server, which ends its thinkers itself
                env={key: value for key, value in os.environ.items() if not _is_private(key)},
            )
        )

    async def ask(self, level: str, seed: int, view: SeenView, *, why: bool = False) -> str:
        """What the bot chooses, with reasons in lines of their own if they are wanted."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(pack(level, seed, view, why=why))
            await self.process.stdin.drain()
            length = HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))[0]
            if length > LONGEST_ANSWER:
                raise ThinkerGone("it said too much")
            return (await self.process.stdout.readexactly(length)).decode()
        except (OSError, asyncio.IncompleteReadError) as error:
            raise ThinkerGone("its process ended") from error

    async def end(self) -> None:
        """Ends the process."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        # Python 3.11 closes the pipes' transport only when it is collected, and complains if the loop has gone by then.
        self.process._transport.close()  # type: ignore[attr-defined]


def _is_private(variable: str) -> bool:
    return variable.startswith("MERGEMAKER_") and variable not in ("MERGEMAKER_JIT", "MERGEMAKER_CACHE")


class Thinkers:
    """All thinkers of a server: `limit` processes, started when they are first needed."""

    def __init__(self, limit: int = 1, patience: float = PATIENCE, queue_patience: float = QUEUE_PATIENCE) -> None:
        self.limit = limit
        self.patience = patience
        self.queue_patience = queue_patience
        self.failures = 0
        self.warmed = False  # whether a thinker has answered, so that the bots are compiled
        self.start: Callable[[], asyncio.Future[Thinker]] = Thinker.start  # type: ignore[assignment]
        self._free: list[Thinker] = []
        self._all: set[Thinker] = set()
        self._places = asyncio.Semaphore(limit)

    async def choose(self, level: str, seed: int, view: SeenView) -> str:
        """One of the view's actions; never fails, and takes no longer than patience allows."""
        return (await self._decide(level, seed, view, why=False))[0]

    async def advise(self, level: str, seed: int, view: SeenView) -> tuple[str, list[str]]:
        """The same, with the reasons if there are any."""
        action, *reasons = await self._decide(level, seed, view, why=True)
        return action, reasons

    async def _decide(self, level: str, seed: int, view: SeenView, *, why: bool) -> list[str]:
        try:
            async with asyncio.timeout(self.queue_patience if self.warmed else FIRST_PATIENCE):
                await self._places.acquire()
        except TimeoutError:
            return [await self._instead(level, "all thinkers are busy", view)]
        try:
            return await self._ask(level, seed, view, why=why)
        finally:
            self._places.release()

    async def _ask(self, level: str, seed: int, view: SeenView, *, why: bool) -> list[str]:
        thinker: Thinker | None = None
        try:
            thinker = self._free.pop() if self._free else await self.start()
            self._all.add(thinker)
            async with asyncio.timeout(self.patience if self.warmed else FIRST_PATIENCE):
                said = (await thinker.ask(level, seed, view, why=why)).split("\n")
            self.warmed = True
        except (ThinkerGone, TimeoutError, OSError) as error:
            if thinker is not None:
                self._all.discard(thinker)
                await thinker.end()
            return [await self._instead(level, str(error) or "it took too long", view)]
        except asyncio.CancelledError:
            if thinker is not None:  # its answer would be taken for that to the next question
                self._all.discard(thinker)
                await thinker.end()
            raise
        self._free.append(thinker)
        if said[0] in view.actions:
            return said
        return [await self._instead(level, said[0], view)]

    async def _instead(self, level: str, trouble: str, view: SeenView) -> str:
        self.failures += 1
        log.warning("a bot could not decide", extra={"bot": level, "trouble": trouble[:200]})
        try:
            action = await asyncio.to_thread(choose, "clerk", view.version, view)
        except MergemakerError:
            action = ""
        return action if action in view.actions else random.choice(view.actions)

    async def warm(self) -> None:
        """Has a thinker decide something before anybody waits for it."""
        game = Game.new("1999", 3, seed=1)
        await self.advise("broker", 1, game.view(game.to_act))

    async def close(self) -> None:
        """Ends all thinkers."""
        for thinker in list(self._all):
            await thinker.end()
        self._all.clear()
        self._free.clear()
