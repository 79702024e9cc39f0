"""What calls a player back, and what moves: sound, notification, tab title, money that counts up; all can be off."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from boards import position
from browsing import PHONE, Person
from staging import Stage
from windows import drawn

Arrive = Callable[..., Person]

# What the page would do to ears and to the desktop is only noted; whether the page is in sight is for the test to say.
STUBS = """
    window.tones = 0; window.notes = []; window.away = true;
    const node = () => ({connect: to => to, start() {}, stop() {}, frequency: {},
        gain: {setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}}});
    window.AudioContext = class { currentTime = 0; destination = node();
        createOscillator() { window.tones += 1; return node(); } createGain() { return node(); } };
    window.Notification = class { static permission = 'granted';
        static async requestPermission() { return 'granted'; }
        constructor(title, {body}) { window.notes.push(`${title}: ${body}`); } };
    Object.defineProperty(document, 'hidden', {get: () => window.away});
"""


def _prepare(ann: Person, scripts: str, settings: dict[str, Any]) -> None:
    """Settings and scripts that every page of Ann's begins with."""
    kept = json.dumps(json.dumps(settings))
    ann.page.add_init_script(f"localStorage.setItem('mergemaker.settings', {kept}); {scripts}")


def _wait_for_turn(ann: Person, **settings: Any) -> Stage:
    """Ann's page while the last player is to move, so that she is next."""
    _prepare(ann, STUBS, settings)
    game = position("tournament", "T T . . L L", ["3C 8C", "1I", "7I 9I"], mover=2)
    stage = Stage(ann, game)
    expect(ann.page).to_have_title("Harbour · mergemaker")
    return stage


@pytest.mark.parametrize("sound", [True, False])
@pytest.mark.parametrize("notify", [True, False])
def test_a_player_is_called_by_sound_and_notification_if_they_are_wanted(arrive: Arrive, sound: bool, notify: bool):
    ann = arrive()
    stage = _wait_for_turn(ann, sound=sound, notify=notify)
    stage.play("place 7I", "done")
    expect(ann.page).to_have_title("● Your turn · Harbour")
    assert ann.page.evaluate("tones") == (2 if sound else 0)
    assert ann.page.evaluate("notes") == (["Your turn: Place which tile?"] if notify else [])
    stage.play("place 3C")  # another decision of hers calls again, as others may have decided in between
    stage.play("done")
    expect(ann.page).to_have_title("Harbour · mergemaker")


def test_no_notification_while_the_page_is_in_sight(arrive: Arrive):
    ann = arrive()
    stage = _wait_for_turn(ann, sound=True, notify=True)
    ann.page.evaluate("away = false")
    stage.play("place 7I", "done")
    expect(ann.page).to_have_title("● Your turn · Harbour")
    assert ann.page.evaluate("notes") == []
    assert ann.page.evaluate("tones") == 2


COUNTED = """
    window.counted = [];
    new MutationObserver(() => {
        const text = document.querySelector('td .change')?.textContent;
        if (text && window.counted.at(-1) !== text) window.counted.push(text);
    }).observe(document, {subtree: true, childList: true, characterData: true});
"""
# Frames that are not painted until the test says so, and a change of money that does not go after its two seconds,
# however slow the machine.
HELD = """
    const later = window.setTimeout.bind(window);
    window.setTimeout = (then, ms, ...rest) => later(then, ms > 2000 && ms < 3000 ? 1e6 : ms, ...rest);
    const paint = window.requestAnimationFrame.bind(window);
    window.held = false;
    window.requestAnimationFrame = then => window.held ? 0 : paint(then);
"""


def _paid(ann: Person, **settings: Any) -> Stage:
    """A table at which Ann is about to be paid $6,000 for being the only holder of Luxor."""
    _prepare(ann, COUNTED + HELD, settings)
    shares = [{"L": 4}, {}, {}]
    return Stage(ann, position("tournament", "T T T T T . L L L L", ["6A", "1I", "7I"], shares=shares))


def test_money_counts_up_beside_the_player_who_gets_it(arrive: Arrive):
    ann = arrive(reduced_motion="no-preference")
    stage = _paid(ann)
    place = ann.page.locator("td.money").first
    drawn(ann.page)
    before = place.bounding_box()
    stage.play("place 6A")
    expect(ann.page.locator("td .change")).to_have_text("+$6,000")
    assert ann.page.evaluate("counted[0]") == "+$0"
    drawn(ann.page)
    assert place.bounding_box() == before  # it takes no space
    ann.page.set_viewport_size(PHONE)  # where the players are behind a tab
    expect(ann.page.locator(".purse .change")).to_have_text("+$6,000")
    expect(ann.page.locator(".purse .change")).to_be_visible()
    ann.screenshot("paid-phone")
    assert not ann.scrolls_sideways()


def test_any_key_ends_the_counting(arrive: Arrive):
    ann = arrive(reduced_motion="no-preference")
    stage = _paid(ann)
    ann.page.evaluate("held = true")
    stage.play("place 6A")
    expect(ann.page.locator("td .change")).to_have_text("+$0")
    ann.page.keyboard.press("Shift")
    expect(ann.page.locator("td .change")).to_have_text("+$6,000")


@pytest.mark.parametrize("how", ["system", "setting"])
def test_nothing_counts_where_nothing_may_move(arrive: Arrive, how: str):
    ann = arrive(reduced_motion="reduce" if how == "system" else "no-preference")
    stage = _paid(ann, motion=how == "system")
    stage.play("place 6A")
    expect(ann.page.locator("td.money").first).to_contain_text("$12,000")
    ann.page.wait_for_function("counted.length > 0")
    assert ann.page.evaluate("counted") == ["+$6,000"]
