"""Whole games through the page: by pointer, by touch on a phone, by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import PHONE, Person
from socket_players import View, play_on
from windows import resize

Arrive = Callable[..., Person]
END = "end"
RESULT = re.compile(r"^(You win by \$|You share the win|(First|Second|Third|Fourth|Shared \w+) of four, \$)")


def test_one_click_starts_a_game_against_three_bots(arrive: Arrive):
    ann = arrive()
    ann.visit("/")
    ann.page.get_by_role("button", name="Play now").click()
    expect(ann.page.get_by_role("row", name=re.compile("· clerk"))).to_have_count(3)


# The daily test plays the beginning and the end by hand, and the middle over a socket; a soak plays all of it by hand.
ALL_BY_HAND = pytest.param(600, marks=pytest.mark.soak)


def _near_the_end(view: View) -> bool:
    return END in view["actions"]


@pytest.mark.soak
@pytest.mark.parametrize("by_hand", [8, 600])
def test_a_whole_game_by_pointer(arrive: Arrive, by_hand: int):
    ann = arrive()
    ann.play_now()
    made = [ann.decide() for _ in range(8)]
    if by_hand == len(made):
        play_on([ann], _near_the_end)
    made += ann.play_to_the_end()
    assert {"place", "buy"} <= set(made)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(RESULT)
    expect(ann.page.get_by_text(re.compile("wins? with \\$")).first).to_be_visible()
    expect(ann.page.get_by_role("heading", name="Standing")).to_be_visible()
    _look_at_the_graph(ann)
    ann.screenshot("end-graph-desktop")
    ann.page.evaluate("scrollTo(0, 0)")
    ann.screenshot("end-desktop")
    assert ann.serious_findings() == []
    ann.page.emulate_media(color_scheme="dark")
    assert ann.serious_findings() == []
    ann.page.emulate_media(color_scheme="light")
    ann.page.get_by_role("button", name="Check the shuffle").click()
    expect(ann.page.get_by_role("listitem").filter(has_text="✓").first).to_be_visible()
    with ann.page.expect_download() as record:
        ann.page.get_by_role("link", name="Download record").click()
    assert '"actions"' in record.value.path().read_text()
    table = ann.table
    ann.visit("/replay")
    ann.page.get_by_label("A record file").set_input_files(record.value.path())
    expect(ann.page.get_by_text(re.compile(r"^0 / \d+"))).to_be_visible()
    _look_at_the_replay(ann, table)


def _look_at_the_graph(ann: Person) -> None:
    """A name hides its line and shows it again, by mouse and by keyboard."""
    canvas = ann.page.locator(".chart canvas")
    expect(canvas).to_be_visible()
    picture = "canvas => canvas.toDataURL()"
    changed = "old => document.querySelector('.chart canvas').toDataURL() !== old"
    whole = canvas.evaluate(picture)
    name = ann.page.get_by_role("list", name="Whose lines are shown").get_by_role("button", name=re.compile("Ann"))
    name.click()
    expect(name).to_have_attribute("aria-pressed", "false")
    ann.page.wait_for_function(changed, arg=whole)
    without = canvas.evaluate(picture)
    name.press("Enter")
    expect(name).to_have_attribute("aria-pressed", "true")
    ann.page.wait_for_function(changed, arg=without)


def _look_at_the_replay(ann: Person, table: str) -> None:
    """A moment by its link, from all eyes and from one seat's."""
    ann.visit(f"/replay/{table}?at=31")
    expect(ann.page.get_by_text(re.compile(r"^31 / \d+"))).to_be_visible()
    expect(ann.page.get_by_label("Seen by")).to_have_value("open")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page).to_have_url(re.compile("at=3[2-6]"))  # a purchase is one step
    ann.page.get_by_role("slider", name="Moment").fill("0")
    expect(ann.page.get_by_text(re.compile("^0 / "))).to_be_visible()
    ann.page.keyboard.press("m")
    expect(ann.page).to_have_url(re.compile(r"at=\d\d"))
    ann.page.get_by_label("Seen by").select_option(label="Ann")
    expect(ann.page).to_have_url(re.compile("eyes=0"))
    expect(ann.page.get_by_role("columnheader", name="You")).to_be_visible()  # fetched, as Ann saw it
    ann.screenshot("replay-desktop")
    assert ann.serious_findings() == []
    ann.page.emulate_media(color_scheme="dark")
    assert ann.serious_findings() == []
    resize(ann.page, PHONE)
    ann.screenshot("replay-phone")
    assert not ann.scrolls_sideways()
    assert ann.serious_findings() == []
    ann.visit(f"/table/{table}")
    expect(ann.page.get_by_role("heading", name="Standing")).to_be_visible()
    expect(ann.page.locator(".chart canvas")).to_be_visible()
    ann.screenshot("end-phone")
    assert not ann.scrolls_sideways()
    assert ann.serious_findings() == []


@pytest.mark.parametrize("most", [12, ALL_BY_HAND])
def test_a_game_on_a_phone(arrive: Arrive, most: int):
    ann = arrive(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    ann.play_now(level="random")
    seen: set[str] = set()
    for _ in range(most):
        if (decision := ann.asked()) == "over":
            break
        assert not ann.scrolls_sideways()
        bar = ann.page.locator(".bar").bounding_box()
        assert bar is not None
        assert bar["y"] + bar["height"] <= PHONE["height"] + 1  # in thumb reach, not below the fold
        if decision not in seen:
            seen.add(decision)
            ann.screenshot(f"phone-{decision}")
        ann.decide()
    assert {"place", "buy"} <= seen
    assert most < 600 or ann.is_asked() == "over"


@pytest.mark.parametrize("by_hand", [8, ALL_BY_HAND])
def test_a_whole_game_by_keyboard_alone(arrive: Arrive, by_hand: int):
    ann = arrive()
    page = ann.page
    ann.visit("/")
    page.wait_for_load_state("networkidle")
    for _ in range(24):  # to the button, as somebody without a mouse would
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.includes('Play now')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=table]")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    ann.close_dialog()
    decisions = 0
    while (decision := ann.asked()) != "over":
        before = ann.version
        _decide_by_keys(ann, decision)
        page.wait_for_function("v => document.querySelector('[data-testid=table]')?.dataset.version !== v", arg=before)
        decisions += 1
        assert decisions < 600
        if decisions == by_hand:
            play_on([ann], _near_the_end)
    expect(page.get_by_role("heading", level=1)).to_have_text(RESULT)


def _decide_by_keys(ann: Person, decision: str) -> None:
    keys = ann.page.keyboard
    if ann.page.get_by_role("button", name="Announce end").count():
        keys.press("e")
        ann.page.get_by_role("dialog").get_by_role("button", name="Announce the end").focus()
        keys.press("Enter")
    elif decision == "place":
        playable = ann.page.locator(".hand li:has(button:not(.unplayable))")
        tiles = ann.page.locator(".hand li")
        for number in range(tiles.count()):
            if playable.count() and tiles.nth(number).locator("button:not(.unplayable)").count():
                keys.press(str(number + 1))
                break
        ann.key("Enter")
    elif decision == "buy":
        keys.press("1")
        ann.key("Enter")
    elif decision in ("trade", "sell"):
        keys.press("t" if decision == "trade" else "s")
        ann.key("Enter")
    elif decision == "exchange":
        keys.press("x")
    else:
        keys.press("1")


def test_squares_are_walked_by_arrows_and_say_what_lies_there(arrive: Arrive):
    ann = arrive()
    ann.play_now()
    ann.asked()
    square = ann.page.locator('[data-square="1A"]')
    square.focus()
    ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("ArrowRight")
    focused = ann.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused.startswith("2B, ")
    tile = ann.hand[0]
    mine = ann.page.locator(f'[data-square="{tile}"]')
    mine.focus()
    assert f"{tile}, your tile." in str(mine.get_attribute("aria-label"))
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(f'.hand [data-tile="{tile}"]')).to_have_attribute("aria-pressed", "true")
