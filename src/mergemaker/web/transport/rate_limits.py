"""Rate limits: a bucket of tokens for each caller, refilled as time goes by."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

MOST_CALLERS = 20_000


@dataclass(slots=True)
class Bucket:
    """Tokens of one caller, as of a moment."""

    tokens: float
    at: float


class Limit:
    """Each caller may do so many at once, and so many a second in the long run. No limit where `generosity` is 0."""

    def __init__(
        self, burst: float, each_second: float, generosity: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst = burst * generosity
        self.each_second = each_second * generosity
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, caller: str, tokens: float = 1) -> float:
        """Takes tokens. Returns 0 or, where there were too few, the seconds until there are enough."""
        if not self.burst:
            return 0
        bucket = self._bucket(caller)
        if bucket.tokens < tokens:
            return (tokens - bucket.tokens) / self.each_second
        bucket.tokens -= tokens
        return 0

    def charge(self, caller: str, tokens: float) -> None:
        """Takes what something has turned out to cost, though it may be more than there is: the next one waits."""
        if self.burst:
            self._bucket(caller).tokens -= tokens

    def _bucket(self, caller: str) -> Bucket:
        """A caller's tokens as of now."""
        now = self._clock()
        bucket = self._buckets.get(caller)
        if bucket is None:
            if len(self._buckets) >= MOST_CALLERS:
                self._forget(now)
            bucket = self._buckets[caller] = Bucket(self.burst, now)
        bucket.tokens = min(self.burst, bucket.tokens + (now - bucket.at) * self.each_second)
        bucket.at = now
        return bucket

    def forget(self, caller: str) -> None:
        """A caller will not come again."""
        self._buckets.pop(caller, None)

    def _forget(self, now: float) -> None:
        """Forgets callers whose bucket is full again. If there is none, forgets everybody."""
        full = [
            caller
            for caller, bucket in self._buckets.items()
            if bucket.tokens + (now - bucket.at) * self.each_second >= self.burst
        ]
        for caller in full or list(self._buckets):
            del self._buckets[caller]
