"""Every decision as the page asks it, from staged positions: looked at in both sizes and lights, and answered."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from boards import position
from browsing import DESKTOP, PHONE, TABLET, Person
from staged_games import STAGED, board, buying, ending, merging
from staging import Stage
from windows import faults_in_every_window, resize

Arrive = Callable[..., Person]


# Those that stand on the same parts of the page as another are looked at in the soak.
ALIKE = ("skip", "found-of-all", "absorb", "sell", "buy-of-all", "exchange", "watching")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if name in ALIKE else name for name in STAGED]
)
def test_a_decision_is_in_order_in_every_window_and_in_both_lights(arrive: Arrive, name: str):
    make, seat, question = STAGED[name]
    ann = arrive()
    Stage(ann, make(), seat)
    expect(ann.page.locator(".bar h2")).to_have_text(question)
    assert ann.serious_findings() == []
    assert faults_in_every_window(ann, f"decision-{name}") == []
    resize(ann.page, TABLET)
    assert not ann.scrolls_sideways()
    ann.screenshot(f"decision-{name}-tablet")
    heights = ann.page.locator(".bar .button.main:visible").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert all(height >= 44 for height in heights)  # a thumb
    ann.page.emulate_media(color_scheme="dark")
    resize(ann.page, PHONE)
    ann.screenshot(f"decision-{name}-phone-dark")
    assert ann.serious_findings() == []


def test_a_tile_speaks_to_whoever_holds_it(arrive: Arrive):
    ann = arrive()
    Stage(ann, board())
    ann.page.locator(".hand [data-tile='4A']").click()
    expect(ann.page.locator(".bar .effect")).to_have_text(
        "4A Absorbs Luxor (2) into Tower (3). Luxor pays you $2,000, Bob $500 and Cid $500."
    )


def test_a_parting_with_shares_is_added_up_and_sent(arrive: Arrive):
    ann = arrive()
    stage = Stage(ann, merging())
    more = ann.page.get_by_role("button", name="Shares to trade: more")
    more.click()
    more.click()
    expect(more).to_be_disabled()
    ann.page.get_by_role("button", name="Shares to sell: more").click()
    expect(ann.page.locator(".outcome")).to_contain_text("+2 Tower (4 → 6) · +$200 ($6,200 → $6,400)")
    expect(ann.page.get_by_label("Shares held")).to_have_text("0")
    ann.page.get_by_role("button", name="Confirm").click()
    ann.page.wait_for_function("() => document.querySelector('.bar .body .button.main').disabled")
    assert [said["actions"] for said in stage.said if said["do"] == "play"] == [["trade 4", "sell 1"]]


def test_a_basket_takes_what_the_server_allows(arrive: Arrive):
    ann = arrive()
    stage = Stage(ann, buying())
    more = ann.page.get_by_role("button", name="Shares of Tower: more")
    for _ in range(3):
        more.click()
    expect(more).to_be_disabled()
    expect(ann.page.get_by_role("button", name="Shares of Luxor: more")).to_be_disabled()
    expect(ann.page.locator(".total")).to_have_text("Total $900 · left $3,300")
    ann.page.get_by_role("button", name="Buy 3 for $900").click()
    expect(ann.page.get_by_role("button", name="Buy 3 for $900")).to_be_disabled()  # until it is answered
    assert [said["actions"] for said in stage.said if said["do"] == "play"] == [["buy Tower"] * 3 + ["done"]]


def test_announcing_the_end_shows_the_standing(arrive: Arrive):
    ann = arrive()
    Stage(ann, ending())
    ann.page.get_by_role("button", name="Announce end").click()
    dialog = ann.page.get_by_role("dialog", name="Announce the end?")
    expect(dialog.get_by_role("row")).to_have_count(4)
    for size, at in (("desktop", DESKTOP), ("phone", PHONE)):
        resize(ann.page, at)
        ann.screenshot(f"announce-{size}")
        assert ann.serious_findings() == []


def test_the_info_card_shows_each_chain_at_its_size_once(arrive: Arrive):
    ann = arrive()
    # The staged table is no table of the server's, but it plays an edition of its own.
    card = ann.page.request.get(f"{ann.url}/api/editions/tournament").text()
    ann.page.context.route("**/api/tables/staged/edition", lambda route: route.fulfill(body=card))
    rows = "\n".join([" ".join(["T"] * 11)] * 4)  # 44 tiles: $1,000, which is also a bonus of the smallest chains
    Stage(ann, position("tournament", f"{rows}\n.\nL L", ["12I", "1I", "2I"]))
    ann.page.get_by_role("button", name="Card", exact=True).click()
    expect(ann.page.get_by_role("dialog", name="Info card")).to_be_visible()
    now = ann.page.get_by_role("dialog", name="Info card").locator("td.now")
    expect(now).to_have_text([re.compile(r"^2\b.*Luxor now"), re.compile(r"^41\+.*Tower now")])
