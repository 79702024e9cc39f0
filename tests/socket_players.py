"""The part of a game in which a page shows nothing new, played over sockets with the cookies of the pages.

By hand a game takes a minute; so it takes two seconds. The pages are empty meanwhile, and then back at the table.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection, connect

from browsing import Person

View = dict[str, Any]
PATIENCE = 60  # seconds for the next word of the server


class _Player:
    """One person's socket, and the last that it was told."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.version = -1
        self.view: View = {}
        self.hear_after(-1)

    def hear_after(self, version: int) -> None:
        """Listens until the game is beyond a version."""
        while self.version <= version:
            message: dict[str, Any] = json.loads(self.wire.recv(timeout=PATIENCE))
            assert message["type"] != "refusal", message
            if message["type"] in ("welcome", "update"):
                self.version, self.view = message["version"], message["view"]

    def play(self, action: str) -> None:
        said = {"do": "play", "id": f"quick-{self.version}", "version": self.version, "actions": [action]}
        self.wire.send(json.dumps(said))


def play_on(people: Sequence[Person], until: Callable[[View], bool], *, merging: bool = False) -> Person | None:
    """Plays at random for these people, at the table of the first, until one is asked what is waited for.

    Nobody announces the end. Returns who is asked, or None if the game is over.
    """
    table, dice = people[0].table, random.Random(5)
    cookies = [_cookies(person) for person in people]
    for person in people:
        person.page.goto("about:blank")
    try:
        with ExitStack() as stack:
            url = f"{people[0].url.replace('http', 'ws')}/ws/tables/{table}"
            wires = [connect(url, additional_headers={"Cookie": one, "Origin": people[0].url}) for one in cookies]
            players = [_Player(stack.enter_context(wire)) for wire in wires]
            seats = {player.view["seat"]: player for player in players}
            first = players[0]
            while first.view["decision"] is not None:
                at = first.version
                if asked := seats.get(first.view["to_act"]):
                    asked.hear_after(at - 1)
                    if until(asked.view):
                        return people[players.index(asked)]
                    asked.play(_choice(asked.view, dice, merging=merging))
                first.hear_after(at)
            return None
    finally:
        for person in people:
            person.visit(f"/table/{table}")
            person.page.wait_for_selector("[data-testid=table], [data-testid=end]")


def _choice(view: View, dice: random.Random, *, merging: bool) -> str:
    actions: list[str] = [action for action in view["actions"] if action != "end"]
    mergers = [f"place {tile['tile']}" for tile in view["hand"] if tile.get("absorbed") and tile["playable"]]
    if merging and view["decision"] == "place" and mergers:
        return mergers[0]
    # Whoever is keen on mergers wants pairs of something to trade.
    buying = [action for action in actions if action.startswith("buy ")]
    return buying[0] if merging and buying else dice.choice(actions)


def _cookies(person: Person) -> str:
    return "; ".join(f"{one['name']}={one['value']}" for one in person.page.context.cookies())
