"""Puzzles in the browser, at both sizes and by keyboard alone: wrong first, then right, then the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import DESKTOP, PHONE, Person
from mergemaker.puzzles.puzzle_file import Puzzle, shipped
from mergemaker.puzzles.puzzle_play import words_of

Arrive = Callable[..., Person]
FOCUSED = """() => {
    const at = document.activeElement;
    return at?.matches('a, button') ? at.getAttribute('aria-label') || at.innerText : '';
}"""
SIZES: dict[str, dict[str, Any]] = {"desktop": {"viewport": DESKTOP}, "phone": {"viewport": PHONE, "has_touch": True}}


def placing() -> Puzzle:
    """A puzzle that asks for a tile."""
    return next(one for one in shipped().values() if one.decision == "place" and len(one.steps) == 1)


def press_focused(page: Page, text: str) -> None:
    """Goes on with the Tab key until a control with this text or name has the focus, and presses it."""
    for _ in range(120):
        page.keyboard.press("Tab")
        name = page.evaluate(
            "(it => it?.matches('a, :not(th) > button') ? it.ariaLabel || it.innerText : '')(document.activeElement)"
        )
        if name.strip() == text or (text == "Place" and name.strip().startswith("Place ")):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no control “{text}” is reached by keyboard")


def place_by_keyboard(page: Page, tile: str) -> None:
    """Picks a tile up in the hand and places it, with Tab and Enter."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset?.tile ?? ''") == tile:
            page.keyboard.press("Enter")
            break
    else:
        raise AssertionError(f"{tile} is not reached by keyboard")
    if page.locator(".bar .body .button.main").count():
        press_focused(page, "Place")


@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_is_tried_solved_and_followed_by_the_next_by_keyboard_alone(arrive: Arrive, size: str):
    ann = arrive(**SIZES[size])
    page, puzzle = ann.page, placing()
    step = puzzle.steps[0]
    wrong = next(one.action for one in reversed(step.options) if one.action.startswith("place "))
    ann.visit("/puzzles")
    press_focused(page, "Begin")
    voice = page.get_by_role("region", name="What is said")
    expect(voice).to_contain_text("You are")
    ann.visit(f"/puzzles/{puzzle.id}")
    expect(voice).to_contain_text("You are")
    ann.screenshot(f"puzzle-{size}")
    assert not ann.scrolls_sideways()
    place_by_keyboard(page, wrong.removeprefix("place "))
    expect(voice).to_contain_text("Not that.")
    expect(voice).not_to_contain_text(step.reason)
    page.keyboard.press("Escape")
    place_by_keyboard(page, step.best.removeprefix("place "))
    expect(voice).to_contain_text("Right.")
    expect(voice).to_contain_text(step.reason)
    chances = page.get_by_role("region", name="Every option’s chance")
    for said in next(words_of(puzzle)).values():
        expect(chances).to_contain_text(said)
    ann.screenshot(f"puzzle-solved-{size}")
    assert ann.serious_findings() == []
    press_focused(page, "Next")
    expect(voice).to_contain_text("You are")
    expect(voice).not_to_contain_text(step.reason)
    press_focused(page, "Give up")
    expect(voice).to_contain_text("The solution.")
    press_focused(page, "Puzzles")
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    expect(page.get_by_text("0 of 2 solved")).to_be_visible()
    ann.screenshot(f"puzzles-{size}")
    assert ann.serious_findings() == []
    assert not ann.scrolls_sideways()


def test_the_puzzle_of_the_day_and_practice_by_idea_are_one_press_away(arrive: Arrive):
    ann = arrive()
    ann.visit("/puzzles")
    ann.press(ann.page.get_by_role("link", name="The puzzle of the day"))
    voice = ann.page.get_by_role("region", name="What is said")
    expect(voice).to_contain_text("The puzzle of the day.")
    ann.press(ann.page.get_by_role("button", name="Give up"))
    expect(voice).to_contain_text("How others answered today")
    ann.press(ann.page.get_by_role("link", name="Puzzles", exact=True))
    ann.press(ann.page.get_by_role("link", name="majority"))
    expect(voice).to_contain_text("You are")
