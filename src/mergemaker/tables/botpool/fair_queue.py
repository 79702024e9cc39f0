"""Who is next where many want one of few: of those who wait, whoever has had least of it.

Somebody with fifty tables full of strong bots would otherwise have all the bot processes to themselves.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Things that are free, and people who wait for one."""

    def __init__(self) -> None:
        self._free: list[T] = []
        self._waiting: dict[str, deque[asyncio.Future[T]]] = {}
        self._had: dict[str, float] = {}  # seconds, since the last time when nobody waited

    @property
    def wanting(self) -> int:
        """How many more are wanted than there are."""
        return sum(map(len, self._waiting.values())) - len(self._free)

    async def get(self, owner: str) -> T:
        """Something free, when it is this owner's turn."""
        if self._free:
            return self._free.pop()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.put(future.result())  # it came in the very moment
            else:
                self._waiting[owner].remove(future)
            raise

    def put(self, free: T, owner: str = "", seconds: float = 0.0) -> None:
        """Something is free again, which an owner has had for so long."""
        self._had[owner] = self._had.get(owner, 0.0) + seconds
        self._waiting = {name: queue for name, queue in self._waiting.items() if queue}
        if not self._waiting:
            self._had.clear()
            self._free.append(free)
            return
        poorest = min(self._waiting, key=lambda name: self._had.get(name, 0.0))
        self._waiting[poorest].popleft().set_result(free)
