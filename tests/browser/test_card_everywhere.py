"""The info card beside games that are looked at again, and before one begins; the replay on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from browsing import PHONE, Person
from mergemaker import Edition, Game

Arrive = Callable[..., Person]
# Text of neighbouring cells that touches or overlaps, by what is drawn rather than by the boxes of the cells.
TOUCHING = """() => [...document.querySelectorAll('table tbody tr')].flatMap(row => {
    const shown = [...row.querySelectorAll("td")].filter(cell => cell.offsetWidth && cell.innerText.trim());
    const boxes = shown.map(cell => {
        const range = document.createRange();
        const words = [...cell.querySelectorAll('*')].find(one => one.ariaHidden === 'true') ?? cell;
        range.selectNodeContents(words);
        return [cell.innerText.trim(), range.getBoundingClientRect()];
    });
    return boxes.slice(1).filter(([, box], at) => box.left < boxes[at][1].right + 2).map(([text], at) => text);
})"""


def record_of(edition: Edition, folder: Path) -> Path:
    """A finished game as a file."""
    game = Game.new(edition, ["Ann", "Bob", "Cid", "Dora"], seed=5)
    game.play_randomly(5)
    file = folder / "game.json"
    file.write_text(json.dumps(game.record()))
    return file


def open_record(person: Person, file: Path) -> None:
    person.visit("/replay")
    person.page.get_by_label("A record file").set_input_files(file)
    expect(person.page.get_by_label("Moment", exact=True)).to_be_visible()


def test_a_replay_has_the_card_and_marks_what_mattered_then(arrive: Arrive, tmp_path: Path):
    ann = arrive()
    open_record(ann, record_of(Edition.named("2023-classic"), tmp_path))
    page = ann.page
    card = page.get_by_role("dialog", name="Info card")
    page.keyboard.press("a")
    expect(card.locator("li.now", has_text="Place: one tile")).to_be_visible()
    assert ann.serious_findings() == []
    ann.screenshots("replay-card")
    ann.close_dialog()
    page.keyboard.press("End")
    page.keyboard.press("a")
    expect(card.locator("li.now", has_text="Place: one tile")).to_have_count(0)


def test_a_replay_of_house_rules_has_their_card(arrive: Arrive, tmp_path: Path):
    ann = arrive()
    rules = Edition.from_toml(b'name = "club"\nbase = "2023-classic"\n[turn]\nbuy = 1\n')
    open_record(ann, record_of(rules, tmp_path))
    ann.page.get_by_role("button", name="Card").click()
    expect(ann.page.get_by_role("dialog", name="Info card").get_by_text("Buy: 1 share")).to_be_visible()


def test_on_a_phone_no_number_of_a_replay_touches_the_next(arrive: Arrive, tmp_path: Path):
    ann = arrive(viewport=PHONE)
    open_record(ann, record_of(Edition.named("2023-classic"), tmp_path))
    ann.page.keyboard.press("End")
    expect(ann.page.get_by_text(re.compile(r"@41")).first).to_be_visible()
    ann.screenshot("replay-end-phone")
    assert ann.page.evaluate(TOUCHING) == []
    assert not ann.scrolls_sideways()
