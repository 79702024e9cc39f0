"""How live tables tell the other processes on its database what happened, where there are any."""

from __future__ import annotations

from typing import Protocol


class Sync(Protocol):
    """A way to tell the other processes on this database."""

    async def publish(self, message: dict[str, object]) -> None:
        """Tells them."""


class NoSync:
    """There are no other processes."""

    async def publish(self, message: dict[str, object]) -> None:
        """Tells nobody."""
