"""The pages of clubs: an evening from the form to the wall, season, inbox, desk; at both sizes, in both lights."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from browsing import DESKTOP, PHONE, Person
from mergemaker.people.accounts import hashed
from windows import resize

Arrive = Callable[..., Person]
SIGHTS: list[tuple[Literal["dark", "light"], str, ViewportSize]] = [
    ("dark", "phone", PHONE),
    ("light", "desktop", DESKTOP),
]

_POST = """async ([path, body]) => {
    const me = await (await fetch('/api/me')).json();
    const answer = await fetch(path, {method: 'POST', body: JSON.stringify(body),
        headers: {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}});
    return await answer.json();
}"""


def post(person: Person, path: str, **body: Any) -> dict[str, Any]:
    """Posts over the page's own connection."""
    if "://" not in person.page.url:
        person.visit("/")
    found: dict[str, Any] = person.page.evaluate(_POST, [path, body])
    return found


def is_in_order(person: Person, name: str) -> None:
    """Pictures at both sizes and in both lights, and nothing serious for axe-core."""
    wrong: list[object] = []
    for light, word, size in SIGHTS:
        person.page.emulate_media(color_scheme=light)
        resize(person.page, size)
        person.screenshot(f"club-{name}-{light}-{word}")
        wrong += [(light, word, one) for one in person.serious_findings()]
        wrong += [(light, word, "sideways")] * person.scrolls_sideways()
    assert wrong == []


@pytest.mark.soak  # by programs it is spent every day: tests/clubs
def test_an_evening_at_the_club(arrive: Arrive):
    host = arrive()
    season = post(host, "/api/seasons", title="Winter league")
    host.visit("/club")
    host.page.get_by_role("button", name="New tournament").click()
    host.page.get_by_label("Title").fill("Thursday cup")
    host.page.get_by_label("Season").select_option("Winter league")
    is_in_order(host, "new-tournament")
    host.page.get_by_role("button", name="Create the tournament").click()
    expect(host.page.get_by_role("heading", name="Thursday cup")).to_be_visible()
    path = host.page.url.removeprefix(host.url)
    guests = [arrive() for _ in range(3)]
    for number, guest in enumerate(guests):
        guest.visit(path)
        guest.page.get_by_label("Your name").fill(("Ann", "Bartholomew Featherstone", "Eve")[number])
        guest.page.get_by_role("button", name="Take part").click()
        expect(guest.page.get_by_text("the next round seats you")).to_be_visible()
    post(host, f"/api/tournaments{path.removeprefix('/club')}/invite", names=["Zoe"])
    expect(host.page.get_by_text("Expected, not here yet")).to_be_visible()
    is_in_order(host, "tournament-open")
    wall = arrive()
    wall.visit(f"{path}/wall")
    expect(wall.page.get_by_text("3 here, 1 expected")).to_be_visible()
    is_in_order(wall, "wall-open")
    host.page.get_by_role("button", name="Draw round 1").click()
    expect(guests[0].page.get_by_role("link", name="Go to your table")).to_be_visible()
    expect(wall.page.get_by_role("heading", name="Table 1")).to_be_visible()
    is_in_order(wall, "wall-playing")
    is_in_order(guests[0], "tournament-guest")
    guests[0].page.get_by_role("link", name="Go to your table").click()
    guests[0].page.wait_for_selector("[data-testid=table]")
    guests[0].screenshots("club-table")
    guests[0].page.get_by_role("link", name="Thursday cup · round 1").click()
    expect(guests[0].page.get_by_role("link", name="Go to your table")).to_be_visible()  # back, with the standings
    guests[1].visit(path)
    guests[1].press(guests[1].page.get_by_role("link", name="Go to your table"))
    guests[1].page.wait_for_selector("[data-testid=table]")
    host.page.get_by_role("button", name="Call time …").click()
    host.page.get_by_role("button", name="Call time", exact=True).click()
    expect(host.page.get_by_text("time was called")).to_be_visible()
    is_in_order(host, "tournament-round")
    called = guests[1].page.get_by_text("Time was called for the round before this game was over.")
    expect(called).to_be_visible(timeout=90_000)  # when bots have played it out
    is_in_order(guests[1], "time-called")
    expect(guests[1].page.get_by_role("link", name="To the tournament")).to_be_visible()
    guests[1].visit(f"/season/{season['id']}")
    expect(guests[1].page.get_by_role("cell", name="Ann")).to_be_visible()
    is_in_order(guests[1], "season")
    host.visit("/club")
    expect(host.page.get_by_role("link", name="Thursday cup")).to_be_visible()
    is_in_order(host, "clubs")


def test_the_inbox_has_what_waits(arrive: Arrive):
    ann = arrive()
    for _ in range(8):  # who begins is drawn by lot
        made = post(ann, "/api/tables", name="Ann", seats=[None, "random"], clock={"kind": "days"}, title="Harbour")
        post(ann, f"/api/tables/{made['table']['id']}/start")
    ann.visit("/inbox")
    expect(ann.page.get_by_role("link", name="Play the next")).to_be_visible()
    ann.page.get_by_label("If a merger of others asks at Harbour").first.select_option("sell")
    is_in_order(ann, "inbox")
    ann.page.get_by_role("link", name="Play the next").click()
    ann.page.wait_for_selector("[data-testid=table]")


@pytest.mark.parametrize(
    ("name", "path", "text"),
    [
        ("privacy", "/privacy", "What is kept"),
        ("stop", "/stop/nonsense", "No more messages?"),
        ("confirm", "/confirm/nonsense", "Hear when it is your turn?"),
        ("no-desk", "/desk", "There is nothing here for you"),
        ("no-tournament", "/club/nowhere", "There is no such tournament."),
    ],
)
def test_a_small_page_is_in_order(arrive: Arrive, name: str, path: str, text: str):
    ann = arrive()
    ann.visit(path)
    expect(ann.page.get_by_text(text).first).to_be_visible()
    is_in_order(ann, name)


def test_the_desk(arrive: Arrive, server_folder: Path):
    ann, host = arrive(), arrive()
    table = ann.make_table(seats=[None, "random"], title="Noisy table")
    post(ann, f"/api/tables/{table}/report", text="Somebody is rude here.")
    with sqlite3.connect(server_folder / "games.db") as database:  # as `mergemaker admin link` does it
        ends = int((time.time() + 600) * 1000)
        database.execute("INSERT OR REPLACE INTO settings VALUES ('desk token', ?)", (f"{hashed('open')} {ends}",))
    host.visit("/desk/enter/open")
    host.page.get_by_role("button", name="Open the desk in this browser").click()
    expect(host.page.get_by_text("Somebody is rude here.")).to_be_visible()
    is_in_order(host, "desk")
    host.page.get_by_role("button", name="Dealt with").click()
    expect(host.page.get_by_text("Nobody has reported anything.")).to_be_visible()
    expect(host.page.get_by_role("cell", name="close-report")).to_be_visible()
    post(ann, "/api/me", name="Rudolf the Rude")
    host.page.get_by_label("Find people and tables").fill("RUDOLF")
    host.press(host.page.get_by_role("button", name="Find"))
    host.press(host.page.get_by_role("button", name="Rename Rudolf the Rude"))
    host.page.get_by_label("The new name of Rudolf the Rude").fill("Rudolf")
    is_in_order(host, "desk-renaming")
    host.press(host.page.get_by_role("button", name="Give that name"))
    expect(host.page.get_by_role("button", name="Rename Rudolf", exact=True)).to_be_visible()
    expect(host.page.get_by_role("row", name="rename Rudolf")).to_be_visible()
