"""A rated game of four people, each with an account and a browser of their own, to its end; then their ratings.

They begin it and end it by pointing and clicking; the middle goes over sockets.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import Person
from passkey_browser import by_name, keep_games
from socket_players import play_on

Arrive = Callable[..., Person]
NAMES = ("Adela", "Bertil", "Cosima", "Dietmar")
END = "end"


@pytest.mark.soak  # by programs people play it every day: tests/people
def test_four_people_play_a_rated_game_to_its_end(arrive: Arrive):
    people = [by_name(arrive()) for _ in NAMES]
    handles = [keep_games(person, name) for person, name in zip(people, NAMES, strict=True)]
    host = people[0]
    clock = {"kind": "live", "seconds": 600, "reserve": 7200}
    host.make_table(seats=[None] * 4, title="Final", rated=True, public=True, clock=clock)
    for person in people[1:]:
        person.visit(f"/table/{host.table}")
        person.page.get_by_role("button", name="Sit here").first.click()
    expect(host.page.get_by_text(handles[-1])).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    for person in people:
        person.page.wait_for_selector("[data-testid=table]")
        assert person.page.get_by_role("button", name="Hint").count() == 0
    _decide_until(people, lambda made: min(made) >= 2)
    somebody = play_on(people, lambda view: END in view["actions"])
    made = _decide_until(people, lambda _: False)
    assert sum(made) >= 1 or somebody is None  # games may end of themselves
    for person, handle in zip(people, handles, strict=True):
        person.page.wait_for_selector("[data-testid=end]")
        assert _live_rating_of(person, handle)["games"] == 1
    host.look_at(f"/people/{handles[0]}", handles[0], "profile-after-a-game")
    expect(host.page.get_by_text("provisional").first).to_be_visible()
    expect(host.page.get_by_text("Live games").first).to_be_visible()
    ratings = [_live_rating_of(host, handle)["points"] for handle in handles]
    assert max(ratings) > min(ratings)
    host.look_at("/people", "People", "people-after-a-game")
    expect(host.page.get_by_role("heading", name="Largest win")).to_be_visible()
    host.look_at("/games", "My games", "my-games-after-a-game")


def _decide_until(people: list[Person], enough: Callable[[list[int]], bool]) -> list[int]:
    """Everybody decides by hand when asked, until that is enough or the game is over; how often each did."""
    made = [0] * len(people)
    for _ in range(4000):
        for seat, person in enumerate(people):
            decision = person.is_asked()
            if decision == "over" or enough(made):
                return made
            if decision:
                person.decide()
                made[seat] += 1
        people[0].page.wait_for_timeout(10)
    raise AssertionError("nothing happens at this table")


def _live_rating_of(person: Person, handle: str) -> dict[str, int]:
    found = person.page.evaluate("async path => await (await fetch(path)).json()", f"/api/people/{handle}")
    return next(one for one in found["ratings"] if one["pool"] == "live")
