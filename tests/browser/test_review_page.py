"""The review page: the band of chances, moments, what if, playing on; at both sizes, by keyboard, in order for axe."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import expect

from browsing import KEEPS_SCREENS, PHONE, SCREENS, Person
from mergemaker.compiler import compiled_before
from mergemaker.review.findings import SeatAccount, SeatSummary
from mergemaker.review.grades import GRADES
from mergemaker.review.many_games import SeatGame, player_sum
from mergemaker.tables.protocol.review_forms import JudgedNow, OwnGame, OwnPlay

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
    if not compiled_before("review"):
        warm_up = "from mergemaker.tables.processes.review_process import warm_up; warm_up()"
        subprocess.run([sys.executable, "-c", warm_up], check=True, stderr=subprocess.DEVNULL)


def make_it_a_puzzle(ann: Person, table: str) -> None:
    """With one press the costliest decision becomes a puzzle of one's own, which can be solved like any other."""
    page = ann.page
    verdicts = page.evaluate(
        "async (id) => (await (await fetch(`/api/tables/${id}/review?depth=quick`)).json()).review.verdicts", table
    )
    costly = max(verdicts, key=lambda verdict: verdict["cost"])
    ann.visit(f"/review/{table}?depth=quick&at={costly['at']}")
    ann.press(page.get_by_role("button", name="Make it my puzzle"))
    expect(page.get_by_text("Kept among your puzzles.")).to_be_visible()
    assert ann.serious_findings() == []
    solve = page.get_by_role("link", name="Solve it")
    where = solve.get_attribute("href")
    ann.press(solve)
    voice = page.get_by_role("region", name="What is said")
    expect(voice).to_contain_text("You are")
    expect(voice).not_to_contain_text(costly["reason"])
    ann.press(page.get_by_role("button", name="Give up"))
    expect(voice).to_contain_text(costly["reason"])
    ann.visit("/puzzles")
    own = page.get_by_role("heading", name="From your own games").locator("xpath=..")
    expect(own.locator(f'a[href="{where}"]')).to_contain_text(costly["decision"])


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
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture to share").click()
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    if KEEPS_SCREENS:
        (SCREENS / "review-picture.png").write_bytes(picture)
    expect(page.get_by_label("Link to this review")).to_have_value(f"{ann.url}/review/{table}")
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
    make_it_a_puzzle(ann, table)


def a_game(number: int) -> SeatGame:
    """A game of somebody who plays better from game to game."""
    share = 0.4 / (number + 3)
    kinds = {"place": (20, 20 * share / 4, 20 * share), "buy": (30, 30 * share / 4, 30 * share), "end": (1, 0.0, 0.0)}
    account = SeatAccount(0, 0.25, 0.05 * (-1) ** number, 0.02, 0.1, -0.1, float(number % 3 == 0), 400)
    summary = SeatSummary(
        0,
        "Ann",
        30000,
        account.result,
        90.0 - 20 / number,
        0.01,
        51,
        dict.fromkeys(GRADES, 4),
        kinds,
        None,
        None,
        None,
        0.4,
    )
    return SeatGame(number, "tournament", 4, account, summary)


def test_ones_own_play_over_time(arrive: Arrive):
    """With what the server would say after a dozen games; that it says so, other tests tell."""
    play = player_sum("", [a_game(number) for number in range(1, 13)])
    reviewed = [
        OwnGame(f"t{point.number}", "Ann, broker and mogul", "tournament", "Tournament", 1_700_000_000_000, point)
        for point in play.over_time
    ]
    waiting = OwnGame("t0", "A long evening with friends", "1962", "1962 Original", 1_700_000_000_000, None)
    answers = [
        OwnPlay(play, (waiting, *reversed(reviewed)), 1, None),
        OwnPlay(play, (waiting, *reversed(reviewed)), 1, JudgedNow("t0", 12, 90)),
    ]
    ann = arrive()
    page = ann.page
    ann.visit("/my-play")
    expect(page.get_by_text("When you have played a game to its end")).to_be_visible()
    page.route(
        "**/api/me/play",
        lambda route: route.fulfill(
            body=msgspec.json.encode(answers[route.request.method == "POST"]), content_type="application/json"
        ),
    )
    ann.visit("/my-play")
    expect(page.get_by_test_id("my-play")).to_contain_text("Luck in all")
    page.get_by_role("button", name="Review 1 game").click()
    expect(page.get_by_text("12 of 90 decisions")).to_be_visible()
    ann.screenshot("my-play-desktop")
    assert ann.serious_findings() == []
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Review 1 game")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    assert ann.serious_findings() == []
    ann.screenshot("my-play-dark")
    page.set_viewport_size(PHONE)
    ann.screenshot("my-play-phone")
    assert not ann.scrolls_sideways()
    assert ann.serious_findings() == []
