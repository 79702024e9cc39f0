"""A rated game of four people, each with an account and a browser of their own, to its end; then their ratings.

They begin it and end it by pointing and clicking. The middle, in which nothing new is to be seen, goes over sockets
of their own, with the same cookies: by hand it would take minutes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import expect
from websockets.sync.client import ClientConnection, connect

from browsing import Person
from passkey_browser import by_name, keep_games

Arrive = Callable[..., Person]
HANDLES = ("Adela", "Bertil", "Cosima", "Dietmar")
END = "end"


def test_four_people_play_a_rated_game_to_its_end(arrive: Arrive):
    people = [by_name(arrive()) for _ in HANDLES]
    for person, handle in zip(people, HANDLES, strict=True):
        keep_games(person, handle)
    host = people[0]
    clock = {"kind": "live", "seconds": 600, "reserve": 7200}
    host.make_table(seats=[None] * 4, title="Final", rated=True, public=True, clock=clock)
    for person in people[1:]:
        person.visit(f"/table/{host.table}")
        person.page.get_by_role("button", name="Sit here").first.click()
    expect(host.page.get_by_text("Dietmar")).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    for person in people:
        person.page.wait_for_selector("[data-testid=table]")
        assert person.page.get_by_role("button", name="Hint").count() == 0
    made = _decide_until(people, lambda made: all(count >= 2 for count in made.values()))
    _play_the_middle(people, host.table)
    made = _decide_until(people, lambda _: False)
    assert sum(made.values()) >= 1
    for person, handle in zip(people, HANDLES, strict=True):
        person.page.wait_for_selector("[data-testid=end]")
        person.look_at(f"/people/{handle}", handle, "profile-after-a-game")
        expect(person.page.get_by_text("provisional").first).to_be_visible()
        expect(person.page.get_by_text("Live games").first).to_be_visible()
        assert _live_rating_of(person, handle)["games"] == 1
    ratings = [_live_rating_of(host, handle)["points"] for handle in HANDLES]
    assert max(ratings) > min(ratings)
    host.look_at("/people", "People", "people-after-a-game")
    expect(host.page.get_by_role("heading", name="Largest win")).to_be_visible()
    host.look_at("/games", "My games", "my-games-after-a-game")


def _decide_until(people: list[Person], enough: Callable[[dict[str, int]], bool]) -> dict[str, int]:
    """Everybody decides by hand when asked, until that is enough or the game is over; how often each did."""
    made = dict.fromkeys(HANDLES, 0)
    for _ in range(4000):
        for person, handle in zip(people, HANDLES, strict=True):
            decision = person.is_asked()
            if decision == "over" or enough(made):
                return made
            if decision:
                person.decide()
                made[handle] += 1
        people[0].page.wait_for_timeout(10)
    raise AssertionError("nothing happens at this table")


def _play_the_middle(people: list[Person], table: str) -> None:
    """Plays at random, as each of the people in turn, until somebody may announce the end or the game is over."""
    dice = random.Random(5)
    with ExitStack() as stack:
        wires = [stack.enter_context(_socket(person, table)) for person in people]
        views = [_next_view(wire, -1) for wire in wires]
        while all(view["view"]["decision"] is not None for view in views):
            at = next(seat for seat, view in enumerate(views) if view["view"]["actions"])
            version, actions = views[at]["version"], views[at]["view"]["actions"]
            if END in actions:
                break
            said = {"do": "play", "id": f"middle-{version}", "version": version, "actions": [dice.choice(actions)]}
            wires[at].send(json.dumps(said))
            views = [_next_view(wire, version) for wire in wires]


def _socket(person: Person, table: str) -> ClientConnection:
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in person.page.context.cookies())
    headers = {"Cookie": cookies, "Origin": person.url}
    return connect(f"{person.url.replace('http', 'ws')}/ws/tables/{table}", additional_headers=headers)


def _next_view(wire: ClientConnection, version: int) -> dict[str, Any]:
    """The next that a socket is told of the game after a version."""
    while True:
        message: dict[str, Any] = json.loads(wire.recv(timeout=60))
        assert message["type"] != "refusal", message
        if message["type"] in ("welcome", "update") and message["version"] > version:
            return message


def _live_rating_of(person: Person, handle: str) -> dict[str, int]:
    found = person.page.evaluate("async path => await (await fetch(path)).json()", f"/api/people/{handle}")
    return next(one for one in found["ratings"] if one["pool"] == "live")
