"""Every decision as the page asks it, from staged positions: looked at in both sizes and lights, and answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from boards import play, position
from browsing import DESKTOP, PHONE, TABLET, Person
from mergemaker import Game
from staging import Stage

Arrive = Callable[..., Person]

BOARD = """
    T T T . L L . . . . . o
    . . . o . . . . o . . .
    . . . . . . . . o . . .
    . . . . F F F . . . A A
    I I I I I I I I I I I .
    . . . . . . . . . . . .
    C C C C C C C C C C C .
    . o . . . . . . . o . .
    . . . W W W W W . . . .
"""
HELD = [
    {"L": 5, "T": 4, "I": 3, "F": 2},
    {"L": 3, "T": 6, "C": 5, "W": 2},
    {"L": 3, "I": 7, "C": 2, "A": 4},
    {"T": 2, "F": 6, "W": 3},
]
CASH = [4200, 1900, 6300, 800]


def board(hand: str = "4A 1C 12C 12E 5F 10B", drawing: str = BOARD, edition: str = "tournament", **how: object) -> Game:
    """Ann to place, with such tiles."""
    return position(edition, drawing, [hand, "1I", "2I", "3I"], **{"shares": HELD, "cash": CASH, **how})  # type: ignore[arg-type]


def founding() -> Game:
    drawing = ". o . . L L\n. . . . . .\n. . T T . ."
    held = [{"T": 2}, {"T": 1, "I": 3}, {"I": 2, "L": 4}, {}]
    game = position("tournament", drawing, ["1A 5I 9I", "12I", "1I", "2I"], shares=held)
    play(game, "place 1A")
    return game


def merging(*actions: str, seat: int = 0) -> Game:
    game = board()
    play(game, "place 4A", *actions)
    assert game.to_act == seat
    return game


def of_equals() -> Game:
    drawing = "T T . L L\n. . . . .\n. . . . ."
    game = position("tournament", drawing, ["3A 5I 9I", "12I", "1I", "2I"], shares=HELD, cash=CASH)
    play(game, "place 3A")
    return game


def next_absorbed() -> Game:
    drawing = ". . . A\n. . . A\nT T T . L L"
    game = position("tournament", drawing, ["4C 5I 9I", "12I", "1I", "2I"], shares=HELD, cash=CASH)
    play(game, "place 4C")
    return game


def buying() -> Game:
    game = board()
    play(game, "place 1C")
    return game


def exchanging() -> Game:
    game = board("1C 5F 6F 12C", edition="2023-classic", drawing=BOARD.replace("L", "S"), shares=())
    play(game, "place 1C")
    while game.decision == "buy":
        game.play("done")
    return game


def ending() -> Game:
    safe = "\n".join(["T T T . I I I"] * 4)
    return position("tournament", safe, ["12I 11I", "1I", "2I", "3I"], shares=HELD, cash=CASH)


def nothing() -> Game:
    safe = "\n".join(["T T T . I I I"] * 4) + "\n.\nL L"
    return position("tournament", safe, ["4A 4B 4C", "1I", "2I", "3I"], shares=HELD, cash=CASH)


STAGED: dict[str, tuple[Callable[[], Game], int | None, str]] = {
    "place": (board, 0, "Place which tile?"),
    "skip": (nothing, 0, "None of your tiles can be placed now."),
    "found": (founding, 0, "1A founds a chain of 2. Which one?"),
    "survivor": (of_equals, 0, "3A joins Luxor and Tower, which are equally large. Which one survives?"),
    "absorb": (next_absorbed, 0, "Which chain does Tower absorb next?"),
    "trade": (merging, 0, "You merged Luxor into Tower. What about your 5 shares of Luxor?"),
    "sell": (lambda: merging("trade 4"), 0, "You merged Luxor into Tower. What about your one share of Luxor?"),
    "buy": (buying, 0, "Buy up to 3 shares? You have $4,200."),
    "exchange": (exchanging, 0, "5F and 6F are dead. Set them aside and draw new ones?"),
    "end": (ending, 0, "Place which tile?"),
    "waiting": (board, 1, "Ann is placing a tile."),
    "watching": (merging, None, "Ann is deciding about Luxor shares."),
}


@pytest.mark.parametrize("name", STAGED)
def test_a_decision_is_in_order_at_both_sizes_in_both_lights(arrive: Arrive, name: str):
    make, seat, question = STAGED[name]
    ann = arrive()
    Stage(ann, make(), seat)
    expect(ann.page.locator(".bar h2")).to_have_text(question)
    ann.screenshot(f"decision-{name}-desktop")
    assert not ann.page.locator(".bar-box").evaluate("bar => bar.scrollHeight > bar.clientHeight")
    assert ann.serious_findings() == []
    ann.page.emulate_media(color_scheme="dark")
    ann.page.set_viewport_size(PHONE)
    ann.screenshot(f"decision-{name}-phone")
    assert not ann.scrolls_sideways()
    assert ann.serious_findings() == []
    bar = ann.page.locator(".bar").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] <= PHONE["height"] + 1
    ann.page.set_viewport_size(TABLET)
    assert not ann.scrolls_sideways()
    ann.screenshot(f"decision-{name}-tablet")
    for button in ann.page.locator(".bar .button.main:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44  # a thumb


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
        ann.page.set_viewport_size(at)
        ann.screenshot(f"announce-{size}")
        assert ann.serious_findings() == []
