"""The lessons in the browser: each played to its end at both sizes, wrong tries first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browsing import DESKTOP, PHONE, Person
from every_try import all_tries
from mergemaker.learning.lesson_file import Lesson, lesson_named, lessons
from mergemaker.learning.lesson_play import LessonPlay
from mergemaker.learning.tries import NOTHING, actions_of

Arrive = Callable[..., Person]
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True, "color_scheme": "dark"},
}


def decide(person: Person, text: str) -> None:
    """Makes a whole decision by pointing."""
    bar = person.page.locator(".bar")
    verb, _, rest = text.partition(" ")
    if text == "end":
        person.press(bar.get_by_role("button", name="Announce end"))
        person.press(person.page.get_by_role("button", name="Announce the end"))
    elif verb == "place":
        tile = person.page.locator(f".hand button[data-tile='{rest}']")
        if tile.get_attribute("aria-pressed") == "false":
            person.press(tile)
        person.press(bar.locator(".body .button.main"))
    elif verb in ("exchange", "keep"):
        person.press(bar.get_by_role("button", name=verb.capitalize()))
    elif verb == "found":
        person.press(bar.locator(".choice", has_text=rest))
    else:
        for action in () if text == NOTHING else text.split(", "):
            verb, _, rest = action.partition(" ")
            label = f"Shares of {rest}" if verb == "buy" else f"Shares to {verb}"
            times = 1 if verb == "buy" else int(rest) // (2 if verb == "trade" else 1)
            for _ in range(times):
                person.press(bar.get_by_role("button", name=f"{label}: more"))
        person.press(bar.locator(".body .button").last)


def ways_on(play: LessonPlay) -> tuple[str, str | None]:
    """A right try, and a wrong one if there is any."""
    tries = all_tries(play.game)
    right = [text for text in tries if play.judge(text).right]
    wrong = [text for text in tries if not play.judge(text).right]
    return right[0], wrong[0] if wrong else None


def take(person: Person, lesson: Lesson, size: str) -> None:
    """Takes a lesson that is open, to its end."""
    page = person.page
    play = LessonPlay(lesson)
    voice = page.get_by_role("region", name="What is said")
    while (step := play.step) is not None:
        expect(voice).to_contain_text(step.say)
        right, wrong = ways_on(play)
        if play.decided == 0:
            person.screenshot(f"lesson-{lesson.name}-{size}")
            assert not person.scrolls_sideways()
        if wrong is not None:
            decide(person, wrong)
            expect(voice).to_contain_text(play.judge(wrong).reply)
            page.keyboard.press("Escape")  # whatever was picked is put down
            if play.game.decision in ("buy", "trade", "sell"):
                empty(person)
        decide(person, right)
        verdict = play.attempt(actions_of(right))
        expect(voice).to_contain_text(verdict.reply)
    expect(voice).to_contain_text(lesson.closing)


def empty(person: Person) -> None:
    """Takes back what a wrong try had put together."""
    fewer = person.page.locator(".bar .stepper button[aria-label$=': fewer']:not(:disabled)")
    while fewer.count():
        person.press(fewer.first)


@pytest.mark.soak
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_lesson_can_be_played_to_its_end(arrive: Arrive, size: str):
    ann = arrive(**SIZES[size])
    ann.visit("/learn")
    ann.press(ann.page.get_by_role("link", name="Begin"))
    for lesson in lessons():
        expect(ann.page.get_by_role("heading", name=lesson.title).first).to_be_visible()
        take(ann, lesson, size)
        if lesson is lessons()[2]:
            assert ann.serious_findings() == []
        if lesson is not lessons()[-1]:
            on = ann.page.get_by_role("link", name="Next: ")
            expect(on).to_be_in_viewport(ratio=0.9)  # without scrolling
            ann.press(on)
    expect(ann.page.get_by_role("button", name="Play your first game")).to_be_in_viewport(ratio=0.9)
    ann.screenshot(f"lessons-over-{size}")
    ann.press(ann.page.get_by_role("link", name="Lessons"))
    expect(ann.page.get_by_text("done")).to_have_count(10)
    ann.screenshot(f"lessons-{size}")
    assert ann.serious_findings() == []
    assert not ann.scrolls_sideways()


def test_a_lesson_is_left_and_taken_up_where_it_was(arrive: Arrive):
    ann = arrive()
    ann.visit("/learn/founding")
    decide(ann, "place 6E")
    expect(ann.page.get_by_text("Which chain shall it be?")).to_be_visible()
    ann.visit("/learn")
    expect(ann.page.get_by_text("begun")).to_have_count(1)
    ann.page.get_by_role("link", name="Founding a chain").click()
    expect(ann.page.get_by_text("Which chain shall it be?")).to_be_visible()
    ann.page.get_by_role("button", name="Again").click()
    expect(ann.page.get_by_text(lesson_named("founding").steps[0].say)).to_be_visible()
    ann.page.get_by_role("link", name="Skip").click()
    expect(ann.page.get_by_role("heading", name="What a majority pays").first).to_be_visible()


def test_a_lesson_that_does_not_exist_says_which_there_are(arrive: Arrive):
    ann = arrive()
    ann.visit("/learn/nonsense")
    expect(ann.page.get_by_text("There is no lesson “nonsense”.")).to_be_visible()


def test_a_word_of_the_table_explains_itself_on_focus_and_on_hover(arrive: Arrive):
    ann = arrive()
    ann.visit("/learn/the-majority")
    word = ann.page.get_by_role("button", name="Next", exact=True)
    tip = ann.page.get_by_role("tooltip").filter(has_text="The next price")
    word.focus()
    expect(tip).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    word.hover()
    expect(tip).to_be_visible()


def test_every_word_that_puzzles_newcomers_explains_itself_at_a_tap(arrive: Arrive):
    ann = arrive(**SIZES["phone"])
    ann.visit("/learn/the-majority")
    page = ann.page
    tabs = page.get_by_role("group", name="What to show")
    words = {"Chains": ("Size", "Price", "Next", "Bank"), "Players": ("Money", "Worth", "majority", "safe", "loose")}
    for tab, explained in words.items():
        ann.press(tabs.get_by_role("button", name=tab))
        for word in explained:
            ann.press(page.get_by_role("button", name=word, exact=True))
            tip = page.get_by_role("tooltip").filter(visible=True)
            expect(tip).to_have_count(1)
            assert len(tip.inner_text()) > 20
            page.keyboard.press("Escape")


def test_the_card_marks_what_matters_now(arrive: Arrive):
    ann = arrive()
    ann.visit("/learn/safe-chains-and-dead-tiles")
    expect(ann.page.get_by_text("Place another tile.")).to_be_visible()
    ann.page.keyboard.press("a")
    card = ann.page.get_by_role("dialog", name="Info card")
    expect(card.locator("li.now", has_text="Place: one tile")).to_be_visible()
    expect(card.locator("li.now", has_text="Dead tiles")).to_be_visible()
    expect(card.locator("li.now", has_text="Buy: up to")).to_have_count(0)
    assert ann.serious_findings() == []
    ann.screenshots("info-card-marked")


def test_the_aid_prints_on_one_sheet(arrive: Arrive):
    ann = arrive()
    for edition in ("2023-classic", "2023-tycoon", "1962"):
        ann.visit(f"/rules/{edition}")
        expect(ann.page.get_by_role("button", name="Print the aid on one sheet")).to_be_visible()
        ann.page.wait_for_load_state("networkidle")
        assert ann.page.pdf(format="A4").count(b"/Type /Page\n") == 1, edition


def test_buying_nothing_is_not_the_loudest_button(arrive: Arrive):
    ann = arrive()
    ann.visit("/learn/the-majority")
    nothing = ann.page.get_by_role("button", name="Buy nothing")
    expect(nothing).to_be_visible()
    assert "main" not in (nothing.get_attribute("class") or "").split()
    ann.page.get_by_role("button", name="Shares of Festival: more").click()
    buy = ann.page.get_by_role("button", name="Buy 1 for $400")
    assert "main" in (buy.get_attribute("class") or "").split()


def test_the_calculator_adds_a_real_table_up(arrive: Arrive):
    ann = arrive(viewport=PHONE)
    page = ann.page
    ann.visit("/bonus")
    expect(page.get_by_text("Ann with 4 gets the majority, $5,000.")).to_be_visible()
    page.get_by_label("Shares of Tower: Bob").fill("4")
    expect(page.get_by_text("$7,500, so $3,800 each, rounded up")).to_be_visible()
    page.get_by_role("button", name="Add a chain").click()
    page.get_by_label("Two of these chains merge").check()
    page.get_by_label("Absorbed").select_option("Sackson")
    page.get_by_label("Survives").select_option("Tower")
    expect(page.get_by_text("Nobody holds Sackson.")).to_be_visible()
    page.get_by_label("Shares of Tower: Cid").fill("99")
    expect(page.get_by_role("alert")).to_contain_text("25 shares of Tower")
    assert not ann.scrolls_sideways()
