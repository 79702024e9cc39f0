"""A newcomer's way by keyboard alone: from the first page through a lesson and a first game to its review."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import Person
from mergemaker.learning.lesson_file import lessons

Arrive = Callable[..., Person]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles what reviews need before a page waits for it."""
    warm_up = "from mergemaker.tables.processes.review_process import warm_up; warm_up()"
    subprocess.run([sys.executable, "-c", warm_up], check=True, stderr=subprocess.DEVNULL)


def reach(person: Person, name: str) -> None:
    """Walks with the Tab key to a link or button, and presses it."""
    page = person.page
    for _ in range(90):
        page.keyboard.press("Tab")
        at = page.locator("a:focus, button:focus")
        if at.count() and name in (at.get_attribute("aria-label") or at.inner_text()):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the Tab key does not come to {name}")


def decide_by_keyboard(person: Person) -> None:
    """Makes one decision with the keys that the page names, whatever the coach thinks of it."""
    page = person.page
    before = person.version
    turned = page.locator(f"[data-testid=table]:not([data-version='{before}']), [data-testid=end]")
    anyway = page.get_by_role("button", name="Do it anyway")
    page.locator("main").focus()
    for key in {"place": ["1", "Enter"], "found": ["1"], "survivor": ["1"], "absorb": ["1"]}.get(
        person.asked(), ["k", "Enter"] if person.asked() in ("trade", "sell", "exchange") else ["Enter"]
    ):
        person.key(key)
    expect(turned.or_(anyway).first).to_be_attached()
    if anyway.count():
        assert person.serious_findings() == []
        reach(person, "Do it anyway")
    expect(turned.first).to_be_attached()


def test_a_newcomer_comes_from_the_first_page_to_the_review_of_a_first_game(arrive: Arrive):
    ann = arrive()
    page = ann.page
    ann.visit("/")
    page.wait_for_load_state("networkidle")
    assert ann.serious_findings() == []
    reach(ann, "New to Acquire?")
    expect(page.get_by_role("heading", name="Learn Acquire in ten minutes")).to_be_visible()
    expect(page.get_by_role("link", name="Begin")).to_be_visible()
    reach(ann, "Begin")
    lesson = lessons()[0]
    voice = page.get_by_role("region", name="What is said")
    expect(voice).to_contain_text(lesson.steps[0].say)
    page.locator("main").focus()
    ann.key("1")
    ann.key("Enter")
    expect(voice).to_contain_text(lesson.steps[1].say)
    page.keyboard.press("1")  # Tower is the first of the two
    expect(page.get_by_role("button", name="Buy 1 for $700")).to_be_visible()
    reach(ann, "Buy 1 for $700")
    expect(voice).to_contain_text(lesson.closing)
    assert ann.serious_findings() == []
    reach(ann, "Lessons")
    expect(page.get_by_role("button", name="Play your first game")).to_be_visible()
    reach(ann, "Play your first game")
    page.wait_for_selector("[data-testid=table]")
    assert page.evaluate("JSON.parse(localStorage['mergemaker.settings']).coach") == "full"
    assert ann.asked(120_000) == "place"
    assert ann.serious_findings() == []
    decide_by_keyboard(ann)
    assert any('"do":"pace","seconds":1.8' in said for said in ann.sent)  # bots take their time beside a full coach
    ann.asked(120_000)
    decide_by_keyboard(ann)
    # Enough of it for a test: the bots play on, and the game comes to its end.
    page.locator("main").focus()
    reach(ann, "Settings and table")
    reach(ann, "Resign")
    reach(ann, "Resign")
    page.wait_for_selector("[data-testid=end]", timeout=120_000)
    page.wait_for_load_state("networkidle")
    assert ann.serious_findings() == []
    reach(ann, "Review")
    expect(page.get_by_test_id("review")).to_contain_text("with $", timeout=240_000)
    page.keyboard.press("t")
    expect(page.get_by_text("turn").first).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_role("dialog", name="Info card")).to_be_visible()
    ann.close_dialog()
    assert ann.serious_findings() == []
