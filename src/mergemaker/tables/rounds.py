"""Work that a server does again and again by itself, for as long as it runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger("mergemaker.tables")


class Rounds:
    """Does something every few seconds, or at once when woken. What goes wrong is logged, and the next round comes."""

    def __init__(self, work: Callable[[], Awaitable[object]], seconds: float, trouble: str) -> None:
        self._work, self._seconds, self._trouble = work, seconds, trouble
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begins, with a round at once."""
        self._task = asyncio.create_task(self._go_round())

    def wake(self) -> None:
        """Lets the next round come at once."""
        self._woken.set()

    async def close(self) -> None:
        """Stops, in the middle of a round if need be."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _go_round(self) -> None:
        while True:
            self._woken.clear()
            try:
                await self._work()
            except Exception:
                log.exception(self._trouble)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), self._seconds)
