"""Every screen: nothing serious for axe-core, nothing wider than a phone, pictures kept for people to look at."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import DESKTOP, KEEPS_SCREENS, PHONE, ROOT, SCREENS, Person
from windows import resize

Arrive = Callable[..., Person]
PAGES = {
    "home": ("/", "Play now"),
    "rules": ("/rules/2023-tycoon", "Every ruling"),
    "rules-1962": ("/rules/1962", "Every ruling"),
    "learn": ("/learn", "The goal"),
    "bonus": ("/bonus", "If the game ended now"),
    "settings": ("/settings", "Large text"),
    "replay-file": ("/replay", "Open a game record"),
    "carry": ("/carry/nonsense", "Use this device"),
    "lost": ("/no/such/page", "There is no such page."),
    "no-table": ("/table/aaaaaaaaaaaaaaaa", "There is no such table."),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_in_order_at_both_sizes_in_both_lights(arrive: Arrive, name: str):
    path, text = PAGES[name]
    ann = arrive()
    ann.visit(path)
    expect(ann.page.get_by_text(text).first).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    ann.screenshot(f"{name}-desktop")
    assert ann.serious_findings() == []
    ann.page.emulate_media(color_scheme="dark")
    resize(ann.page, PHONE)
    ann.screenshot(f"{name}-phone")
    assert not ann.scrolls_sideways()
    assert ann.serious_findings() == []


def test_every_ruling_is_drawn_for_people_to_look_at(arrive: Arrive):
    ann = arrive()
    for edition in ("2023-tycoon", "1999"):
        ann.visit(f"/rules/{edition}")
        for size, at in (("desktop", DESKTOP), ("phone", PHONE)):
            resize(ann.page, at)
            rulings = ann.page.locator(".rulings")
            expect(rulings.locator("svg[role=img]").first).to_be_visible()
            if KEEPS_SCREENS:
                rulings.screenshot(path=SCREENS / f"rulings-{edition}-{size}.png")
            for chart in ann.page.get_by_role("region", name="Price chart").all():
                assert not chart.evaluate("chart => chart.scrollWidth > chart.clientWidth")


def test_the_table_and_all_that_opens_over_it(arrive: Arrive):
    ann = arrive()
    ann.play_now()
    for _ in range(10):
        ann.decide()
    ann.asked()
    ann.screenshot("table-desktop")
    assert ann.serious_findings() == []
    ann.page.evaluate("document.activeElement.blur()")
    for key, title in {"?": "Keys", "a": "Info card"}.items():
        ann.page.keyboard.press(key)
        expect(ann.page.get_by_role("dialog", name=title)).to_be_visible()
        ann.page.wait_for_load_state("networkidle")
        ann.screenshots(title.lower().replace(" ", "-"))
        assert ann.serious_findings() == [], title
        ann.close_dialog()
    ann.page.get_by_role("button", name="Settings and table").click()
    ann.page.get_by_role("radio", name="Dark").check()
    ann.page.get_by_label("Patterns").check()
    ann.page.get_by_label("Large text").check()
    ann.screenshots("menu")
    assert ann.serious_findings() == []
    ann.close_dialog()
    ann.screenshot("table-dark-patterns-large-desktop")
    assert ann.serious_findings() == []
    resize(ann.page, PHONE)
    for tab in ("Chains", "Players", "Log", "Chat"):
        ann.page.get_by_role("group", name="What to show").get_by_role("button", name=tab).click()
        ann.screenshot(f"table-{tab.lower()}-phone")
        assert not ann.scrolls_sideways()
        assert ann.serious_findings() == [], tab
    resize(ann.page, {"width": 820, "height": 1180})
    ann.screenshot("table-tablet")
    assert not ann.scrolls_sideways()


def test_settings_are_remembered(arrive: Arrive):
    ann = arrive()
    ann.visit("/settings")
    ann.page.get_by_role("radio", name="Dark").check()
    ann.page.get_by_label("Large text").check()
    ann.page.reload()
    expect(ann.page.locator("html[data-theme=dark][data-text=large]")).to_be_attached()


def test_without_a_connection_the_page_says_so(arrive: Arrive):
    ann = arrive()
    ann.visit("/rules")
    ann.page.wait_for_load_state("networkidle")
    ann.page.context.set_offline(True)
    expect(ann.page.get_by_text("You are offline.")).to_be_visible()
    ann.screenshot("offline-desktop")
    resize(ann.page, PHONE)
    ann.screenshot("offline-phone")
    ann.page.context.set_offline(False)
    expect(ann.page.get_by_text("You are offline.")).to_be_hidden()


def test_the_page_opens_without_a_connection(arrive: Arrive):
    ann = arrive(service_workers="allow")
    ann.visit("/")
    expect(ann.page.get_by_role("button", name="Play now")).to_be_visible()
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # it keeps the page once it is ready
    ann.page.context.set_offline(True)
    ann.page.reload()  # which fails where nothing was kept
    expect(ann.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(ann.page.get_by_text("You are offline.")).to_be_visible()
    ann.screenshots("offline-opened")
    ann.page.context.set_offline(False)
    expect(ann.page.get_by_text("You are offline.")).to_be_hidden()


def test_the_table_page_is_small(server: str):
    """The first script and all that it imports at once, which is what a table needs: the limit is 120 kB as sent."""
    static = ROOT / "src" / "mergemaker" / "web" / "static"
    left = re.findall(r'src="/(assets/[^"]+[.]js)"', (static / "index.html").read_text())
    fetched: dict[str, str] = {}
    while left:
        name = left.pop()
        if name not in fetched:
            fetched[name] = (static / name).read_text()
            left += [f"assets/{other}" for other in re.findall(r'(?:from|import)"[.]/([^"]+[.]js)"', fetched[name])]
    assert fetched
    assert sum(len(gzip.compress(text.encode())) for text in fetched.values()) <= 120_000
