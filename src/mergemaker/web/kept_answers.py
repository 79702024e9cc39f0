"""Answers that are the same for many and may be a little old: worked out once, and kept for a while."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")

KEPT_SECONDS = 30.0
MOST = 500


class KeptAnswers:
    """Answers by what was asked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._found: dict[Hashable, tuple[float, Any]] = {}

    async def get(self, asked: Hashable, find: Callable[[], Awaitable[T]], seconds: float = KEPT_SECONDS) -> T:
        """An answer, found now or so many seconds ago at most."""
        now = self._clock()
        known = self._found.get(asked)
        if known is not None and now - known[0] < seconds:
            return cast(T, known[1])
        answer = await find()
        if len(self._found) >= MOST:
            self._found.clear()
        self._found[asked] = now, answer
        return answer

    def forget(self) -> None:
        """Everything is to be found anew."""
        self._found.clear()
