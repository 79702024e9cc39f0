"""The time of the tables: that of the wall clock, as long as nobody sets it back."""

from __future__ import annotations

import time


class SteadyClock:
    """Milliseconds since 1970. It goes on as time passes and follows the wall clock forward, never back.

    Otherwise a clock that was set back by an hour would give whoever must decide an hour more.
    """

    def __init__(self) -> None:
        self._at = 0.0
        self._heard = time.monotonic()

    def __call__(self) -> int:
        """What time it is."""
        heard = time.monotonic()
        self._at = max(self._at + (heard - self._heard) * 1000, time.time_ns() / 1_000_000)
        self._heard = heard
        return int(self._at)

    def catch_up(self, at: int) -> None:
        """Moves the clock on to when something has happened, in another process or before a restart."""
        self._at = max(self._at, at)
