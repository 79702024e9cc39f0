"""The review page: the band of chances, moments, what if, playing on; at both sizes, by keyboard, in order for axe."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import PHONE, Person

Arrive = Callable[..., Person]


def finished_table(ann: Person) -> str:
    """A game between bots, played to its end."""
    page = ann.page
    ann.visit("/")
    table = page.evaluate(
        """async () => {
            const me = await (await fetch("/api/me")).json();
            const headers = {"Content-Type": "application/json", "X-CSRF-Token": me.csrf};
            const post = (path, body) => fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
            const wish = {seats: ["clerk", "clerk", "clerk"], sit: false, name: "Ann"};
            const made = await (await post("/api/tables", wish)).json();
            await post(`/api/tables/${made.table.id}/start`, {});
            for (;;) {
                const now = await (await fetch(`/api/tables/${made.table.id}`)).json();
                if (now.table.status === "finished") return made.table.id;
                await new Promise((done) => setTimeout(done, 200));
            }
        }"""
    )
    return str(table)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles what reviews need before a page waits for it."""
    warm_up = "from mergemaker.tables.review_process import warm_up; warm_up()"
    subprocess.run([sys.executable, "-c", warm_up], check=True, stderr=subprocess.DEVNULL)


def test_a_review_from_the_graph_to_playing_on(arrive: Arrive):
    ann = arrive()
    table = finished_table(ann)
    page = ann.page
    ann.visit(f"/review/{table}?depth=quick")
    expect(page.get_by_test_id("review")).to_contain_text("with $", timeout=240_000)
    expect(page.get_by_text("decisions judged")).to_be_visible(timeout=240_000)
    expect(page.get_by_role("heading", name="How it adds up")).to_be_visible()
    page.wait_for_load_state("networkidle")
    ann.screenshot("review-desktop")
    assert ann.serious_findings() == []
    # By keyboard alone: on to the first turning point, and one action further.
    page.locator("main").focus()
    page.keyboard.press("t")
    expect(page).to_have_url(re.compile("at="))
    page.get_by_role("button", name="What if?").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="What could have been done")).to_be_visible(timeout=60_000)
    ann.screenshot("review-moment-desktop")
    assert ann.serious_findings() == []
    page.emulate_media(color_scheme="dark")
    assert ann.serious_findings() == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    ann.screenshot("review-phone")
    assert not ann.scrolls_sideways()
    assert ann.serious_findings() == []
    page.get_by_role("button", name="Play on against bots").click()
    expect(page.get_by_test_id("table")).to_be_visible()
