"""Gathering appends: while one batch is being written, the next one fills up.

A batch begins at once where nothing was written lately. On a busy server it waits a few milliseconds for company, which
nobody notices: a commit costs the same for one append as for many.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from mergemaker.store.schemas.rows import StoredEntry

LARGEST_BATCH = 200
GATHERING = 0.004  # seconds from the beginning of one batch to that of the next

Append = tuple[str, Sequence[StoredEntry]]


class Appends:
    """A queue of appends and the task that writes them. An append that waits knows how its own one went."""

    def __init__(self, write: Callable[[Sequence[Append]], Awaitable[list[bool]]]) -> None:
        self._write = write
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None
        self._began = 0.0  # when the last batch did

    async def append(self, table: str, entries: Sequence[StoredEntry]) -> bool:
        """Appends entries. Returns whether they went in; if so, they are on disk by then."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(((table, entries), future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
        return await future

    async def close(self) -> None:
        """Waits until all that was queued is written."""
        if self._task is not None:
            await self._task

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            wait = self._began + GATHERING - loop.time()
            if wait > 0 and len(self._waiting) < LARGEST_BATCH:
                await asyncio.sleep(wait)
            self._began = loop.time()
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            try:
                done = await self._write([append for append, _ in batch])
            except Exception as error:  # whoever waits must hear of it, whatever it was
                for _, future in batch:
                    if not future.cancelled():
                        future.set_exception(error)
                continue
            for (_, future), went_in in zip(batch, done, strict=True):
                if not future.cancelled():
                    future.set_result(went_in)
