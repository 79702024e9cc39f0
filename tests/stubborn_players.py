"""People who keep on playing through every restart of the server, and remember what was acknowledged."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from servers import Client


class Stubborn:
    """A player who keeps on playing through every restart, and remembers what was acknowledged."""

    def __init__(self, client: Client, table: str, number: int) -> None:
        self.client, self.table = client, table
        self.dice = random.Random(number)
        self.seat = -1
        self.acknowledged: dict[str, int] = {}
        self.unanswered: dict[str, str] = {}
        self.latest: dict[str, Any] = {}
        self.sent = 0

    async def play(self) -> None:
        """Plays until the game is over or the test is."""
        while True:
            try:
                if await self._connected():
                    return
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.02)

    async def _connected(self) -> bool:
        server = self.client.server
        headers = {"Cookie": self.client.cookie, "Origin": server.http}
        address = f"{server.ws}/ws/tables/{self.table}"
        async with connect(address, additional_headers=headers, open_timeout=5) as wire:
            for text in list(self.unanswered.values()):
                await wire.send(text)
            async for heard in wire:
                if await self._hear(wire, json.loads(heard)):
                    return True
        return False

    async def _hear(self, wire: Any, message: dict[str, Any]) -> bool:
        match message["type"]:
            case "ack":
                version = self.acknowledged.setdefault(message["id"], message["version"])
                assert version == message["version"]
                self.unanswered.pop(message["id"], None)
                if message["again"]:  # its update came with the welcome
                    await self._act(wire)
            case "refusal":
                self.unanswered.pop(message["id"], None)
                await self._act(wire)
            case "welcome" | "update":
                self.latest = message
                self.seat = message["view"]["seat"]
                if message["view"]["decision"] is None:
                    return True
                await self._act(wire)
        return False

    async def _act(self, wire: Any) -> None:
        actions = self.latest["view"]["actions"]
        if actions and not self.unanswered:
            self.sent += 1
            ident = f"{self.client.name}-{self.sent}"
            action = self.dice.choice(actions)
            said = {"do": "play", "id": ident, "version": self.latest["version"], "actions": [action]}
            self.unanswered[ident] = json.dumps(said)
            await wire.send(self.unanswered[ident])
