"""The coach in the browser, at a staged table: what it says there is what it says of that position."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
from playwright.sync_api import Route, expect

from boards import position
from browsing import PHONE, Person
from mergemaker.learning.coach import judge
from mergemaker.rules.game import Game
from mergemaker.tables.protocol.learning_forms import CoachWord
from staging import Stage

Arrive = Callable[..., Person]
FULL = """localStorage.setItem('mergemaker.settings', '{"coach": "full"}')"""


def costly_choice() -> Game:
    """Ann could merge Tower, in which she holds nothing, into Imperial and pay the others; or stay out of it."""
    return position(
        "2023-classic",
        "T T T T T . I I I I I I",
        ["6A 9I 1C", "12I", "3H"],
        shares=[{"I": 1}, {"T": 9}, {"T": 4, "I": 5}],
        cash=[2000, 100, 100],
    )


def coached(ann: Person, game: Game) -> Stage:
    """A staged table with the real coach beside Ann."""

    def answer(route: Route) -> None:
        if route.request.method == "GET":
            route.fulfill(json={"version": 40, "cards": []})
            return
        asked = json.loads(route.request.post_data or "{}")
        word = judge(game.view(0), [action for action in asked["actions"] if action != "done"] or asked["actions"])
        route.fulfill(json=msgspec.to_builtins(CoachWord(asked["version"], word.concern, word.instead, word.good)))

    ann.page.add_init_script(FULL)
    ann.page.context.route("**/api/tables/staged/coach*", answer)
    return Stage(ann, game)


def test_before_a_costly_decision_the_coach_asks_and_is_answered(arrive: Arrive):
    ann = arrive()
    stage = coached(ann, costly_choice())
    page = ann.page
    ann.press(page.locator(".hand [data-tile='6A']"))
    ann.press(page.locator(".bar .body .button.main"))
    asks = page.get_by_role("alertdialog", name="The coach asks")
    expect(asks).to_contain_text("This pays Bob $5,000 and Cid $2,500, and you nothing. Sure?")
    expect(asks).to_contain_text("The coach would place")
    assert [said for said in stage.said if said["do"] == "play"] == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        ann.screenshots(f"coach-asks-{scheme}")
        assert ann.serious_findings() == []
    page.set_viewport_size(PHONE)
    assert not ann.scrolls_sideways()
    expect(asks.get_by_role("button", name="Think again")).to_be_focused()
    asks.get_by_role("button", name="Think again").press("Enter")
    expect(asks).to_have_count(0)
    assert [said for said in stage.said if said["do"] == "play"] == []
    ann.press(page.locator(".bar .body .button.main"))
    ann.press(asks.get_by_role("button", name="Do it anyway"))
    assert stage.heard("play")[0]["actions"] == ["place 6A"]


def test_a_good_decision_is_played_at_once_and_praised(arrive: Arrive):
    ann = arrive()
    stage = coached(ann, costly_choice())
    ann.press(ann.page.locator(".hand [data-tile='9I']"))
    ann.press(ann.page.locator(".bar .body .button.main"))
    assert stage.heard("play")[0]["actions"] == ["place 9I"]
    stage.acknowledge()
    expect(ann.page.get_by_role("status", name="The coach")).to_contain_text("Well chosen")
    ann.screenshots("coach-praises")


def test_beside_a_full_coach_bots_are_asked_to_take_their_time_and_at_another_pace_when_that_is_chosen(arrive: Arrive):
    ann = arrive()
    stage = coached(ann, costly_choice())
    assert stage.heard("pace")[-1]["seconds"] == 1.8
    ann.page.get_by_role("button", name="Settings and table").click()
    ann.page.get_by_role("radio", name="Quick").check()
    for _ in range(100):
        if stage.heard("pace")[-1]["seconds"] == 0.1:
            return
        ann.page.wait_for_timeout(20)
    raise AssertionError("the server was not told of the new pace")
