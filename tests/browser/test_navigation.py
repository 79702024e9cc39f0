"""The way to every page: one line in every window, a menu that keys alone can use, the page one is on marked."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import ViewportSize, expect

from browsing import DESKTOP, PHONE, Person
from windows import resize

Arrive = Callable[..., Person]
SMALL: ViewportSize = {"width": 360, "height": 640}
WINDOWS: list[ViewportSize] = [DESKTOP, {"width": 1024, "height": 768}, {"width": 844, "height": 390}, PHONE, SMALL]
TALLER = "() => document.querySelector('.page > header').getBoundingClientRect().height > 64"


def test_every_page_is_one_or_two_presses_away_and_the_head_is_one_line(arrive: Arrive):
    ann = arrive()
    ann.visit("/puzzles")
    pages = ann.page.get_by_role("navigation", name="Pages")
    menu = pages.get_by_role("button", name="Menu")
    expect(menu).to_be_visible()
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    for window in WINDOWS:
        resize(ann.page, window)
        word = f"{window['width']}x{window['height']}"
        assert not ann.page.evaluate(TALLER), word
        assert not ann.scrolls_sideways(), word
        expect(pages.get_by_role("link", name="Puzzles")).to_have_attribute("aria-current", "page")
        expect(pages.get_by_role("link", name="Settings")).to_be_hidden()
        menu.click()
        expect(pages.get_by_role("link", name="Settings")).to_be_visible()
        ann.screenshot(f"menu-{word}")
        assert not ann.scrolls_sideways(), word
        found = {link.inner_text() for link in pages.get_by_role("link").all()}
        assert found == {
            *("Learn", "Puzzles", "My games", "People", "Club", "Inbox", "Your play"),
            *("Rules", "Bonus calculator", "Replay", "Account", "Settings"),
        }
        assert ann.findings_in_both_lights() == []
        ann.page.mouse.click(5, window["height"] - 5)  # elsewhere
        expect(menu).to_have_attribute("aria-expanded", "false")
    menu.click()
    pages.get_by_role("link", name="Settings").click()
    expect(ann.page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    expect(pages.get_by_role("link", name="Settings")).to_be_hidden()
    menu.click()
    expect(pages.get_by_role("link", name="Settings")).to_have_attribute("aria-current", "page")


def test_the_menu_is_used_with_keys_alone(arrive: Arrive):
    ann = arrive()
    ann.visit("/rules/1999")
    pages = ann.page.get_by_role("navigation", name="Pages")
    menu = pages.get_by_role("button", name="Menu")
    menu.focus()
    ann.page.keyboard.press("Enter")
    expect(menu).to_have_attribute("aria-expanded", "true")
    expect(pages.get_by_role("link", name="Rules")).to_have_attribute("aria-current", "true")  # one of its pages
    ann.page.keyboard.press("ArrowDown")
    expect(pages.get_by_role("link", name="Inbox")).to_be_focused()
    ann.page.keyboard.press("ArrowUp")
    expect(menu).to_be_focused()
    ann.page.keyboard.press("ArrowUp")
    expect(pages.get_by_role("link", name="Settings")).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(menu).to_have_attribute("aria-expanded", "false")
    ann.page.keyboard.press("Enter")
    for _ in range(3):
        ann.page.keyboard.press("Tab")
    expect(pages.get_by_role("link", name="Rules")).to_be_focused()
    for _ in range(5):  # beyond its end: who goes on leaves it closed
        ann.page.keyboard.press("Tab")
    expect(menu).to_have_attribute("aria-expanded", "false")
