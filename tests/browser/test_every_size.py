"""The lobby and the end in windows of every size: nothing cut off. Decisions are in test_decisions.py."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import Person
from staged_games import STAGED, all_pay
from staging import Stage
from windows import SIZES, resize

Arrive = Callable[..., Person]
LARGE = """localStorage.setItem('mergemaker.settings', '{"largeText": true}')"""

CUT = """cells => [...document.querySelectorAll(cells)]
    .filter(cell => cell.offsetWidth && cell.scrollWidth > cell.clientWidth + 1).map(cell => cell.innerText)"""
LONGEST = """() => document.querySelectorAll('.bar li .facts .soft').forEach(line => {
        line.firstElementChild.textContent = '$1,200';
        line.lastElementChild.textContent = 'have 25';
    })"""
# How far the words of a line reach, which is more than their box where they do not fit into it.
UNDER = """() => [...document.querySelectorAll('.bar li')].flatMap(row => {
        const stepper = row.querySelector('.stepper').getBoundingClientRect();
        return [...row.querySelectorAll('.facts .soft span')].filter(one => {
            const words = document.createRange();
            words.selectNodeContents(one);
            return words.getBoundingClientRect().right > stepper.left + 0.5;
        }).map(one => [one.innerText, Math.round(row.clientWidth)]);
    })"""


def test_the_end_shows_every_total_in_every_window(arrive: Arrive):
    ann = arrive()
    game = all_pay()
    stage = Stage(ann, game)
    stage.play("end", "place 12G", "done")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(re.compile("^(You win by|.* of six, )"))
    wrong: list[object] = []
    for size in SIZES:
        resize(ann.page, size)
        word = f"{size['width']}x{size['height']}"
        ann.screenshot(f"size-result-{word}")
        wrong += [(word, "sideways")] * ann.scrolls_sideways()
        wrong += [(word, one) for one in ann.page.evaluate(CUT, "tfoot td, tbody td")]
        heading = ann.page.get_by_role("heading", level=1).bounding_box()
        assert heading is not None
        wrong += [(word, "heading", heading)] * (heading["height"] > 80)  # two lines at most
    assert wrong == []


def test_numbers_do_not_run_into_each_other_in_large_text(arrive: Arrive):
    ann = arrive()
    ann.page.add_init_script(LARGE)
    Stage(ann, STAGED["buy-of-all"][0]())
    wrong: list[object] = []
    for size in SIZES:
        resize(ann.page, size)
        word = f"{size['width']}x{size['height']}"
        ann.screenshot(f"size-large-text-{word}")
        wrong += [(word, "sideways")] * ann.scrolls_sideways()
        wrong += [(word, one) for one in ann.page.evaluate(CUT, "section table td, section table th")]
    assert wrong == []


@pytest.mark.parametrize("large", [False, True], ids=["usual text", "large text"])
def test_what_a_share_costs_and_what_one_has_is_never_under_the_stepper(arrive: Arrive, large: bool):
    ann = arrive()
    if large:
        ann.page.add_init_script(LARGE)
    Stage(ann, STAGED["buy-of-all"][0]())
    ann.page.evaluate(LONGEST)
    wrong: list[object] = []
    for width in (360, 390, 412, 600, 768, 844, 1024, 1100, 1180, 1280, 1366, 1400, 1600, 1920):
        resize(ann.page, {"width": width, "height": 390 if width == 844 else 900})
        wrong += [(width, one) for one in ann.page.evaluate(UNDER)][:1]
    assert wrong == []


def test_the_lobby_in_every_window(arrive: Arrive):
    ann = arrive()
    ann.make_table(seats=[None, None, "random"], title="Harbour")
    expect(ann.page.get_by_role("button", name="Leave")).to_be_visible()
    for size in SIZES:
        resize(ann.page, size)
        ann.screenshot(f"size-lobby-{size['width']}x{size['height']}")
        assert not ann.scrolls_sideways()
    assert ann.serious_findings() == []
