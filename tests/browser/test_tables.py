"""Tables of every kind: hidden money, the market of two players, 1962, and the gathering before a start."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from boards import position
from browsing import PHONE, Person
from staging import Stage
from windows import drawn, resize

Arrive = Callable[..., Person]


def _start(person: Person) -> None:
    person.page.get_by_role("button", name=re.compile("^Start")).click()
    person.page.wait_for_selector("[data-testid=table]")


def test_a_table_is_made_with_the_form_and_fills_up(arrive: Arrive):
    ann, bob = arrive(), arrive()
    ann.visit("/")
    ann.page.get_by_label("your name").fill("Ann")
    ann.page.get_by_role("button", name="Create a table").click()
    ann.page.get_by_role("radio", name=re.compile("Tycoon")).check()
    ann.page.get_by_label("Name of the table").fill("Harbour table")
    ann.page.get_by_label("Listed for everybody").check()
    ann.page.get_by_label("Clock").select_option("live")
    ann.screenshot("new-table-desktop")
    assert ann.serious_findings() == []
    resize(ann.page, PHONE)
    ann.screenshot("new-table-phone")
    assert not ann.scrolls_sideways()
    ann.page.get_by_role("button", name="Create the table").click()
    expect(ann.page.get_by_role("heading", name="Harbour table")).to_be_visible()
    expect(ann.page.get_by_alt_text("QR code of this table’s link")).to_be_visible()
    ann.screenshot("gathering-phone")
    assert not ann.scrolls_sideways()
    bob.visit("/")
    bob.page.get_by_role("link", name=re.compile("Harbour table")).click()
    bob.page.get_by_label("Your name", exact=True).fill("Bob")
    bob.page.get_by_role("button", name="Sit here").click()
    expect(ann.page.get_by_text("Bob")).to_be_visible()
    bob.screenshot("gathering-desktop")
    assert bob.serious_findings() == []
    _start(ann)
    bob.page.wait_for_selector("[data-testid=table]")
    expect(bob.page.get_by_text("2023 Tycoon")).to_be_attached()


def test_hidden_money_stays_hidden(arrive: Arrive):
    ann = arrive()
    ann.make_table(seats=[None, "random", "random"], hidden=True)
    _start(ann)
    for _ in range(8):
        ann.decide()
    ann.asked()
    expect(ann.page.locator("td.money", has_text="hidden")).to_have_count(2)
    expect(ann.page.locator("td.money", has_text=re.compile(r"\$\d"))).to_have_count(1)
    expect(ann.page.locator("td.worth", has_text=re.compile(r"\$\d[\d,]+ without bonuses"))).to_have_count(1)
    views = [json.loads(text)["view"] for text in ann.heard if '"view":{' in text]
    assert views
    of_others = [player["money"] for view in views for player in view["players"] if player["seat"] != view["seat"]]
    assert set(of_others) == {None}
    ann.screenshots("hidden")


def test_two_players_meet_the_market(arrive: Arrive):
    ann = arrive()
    held = [{"T": 2, "A": 1}, {"T": 1}]
    stage = Stage(ann, position("2023-classic", "T T . A A A", ["3A 5I 9I", "12I"], shares=held))
    expect(ann.page.get_by_text("The market has drawn nothing yet.")).to_be_attached()
    stage.play("place 3A")
    drew = re.compile(r"The market last drew \d+[A-I] and held (one share|\d+ shares)\.")
    expect(ann.page.get_by_text(drew).first).to_be_attached()
    expect(ann.page.locator(".log").get_by_text(re.compile("The market draws")).first).to_be_attached()
    ann.screenshots("market")


def test_1962_deals_shares_and_sells_one_a_turn(arrive: Arrive):
    ann = arrive()
    ann.make_table(seats=[None, "random", "random"], edition="1962")
    _start(ann)
    ann.asked()
    shares = [int(text) for text in ann.page.locator("td.holder.you .count").all_inner_texts() if text.isdigit()]
    assert sum(shares) == 20  # dealt before play, three players
    expect(ann.page.locator("td.money", has_text="hidden")).to_have_count(2)
    while (decision := ann.asked()) != "buy":
        assert decision != "over"
        ann.decide()
    expect(ann.page.locator(".bar h2")).to_have_text(re.compile(r"^Buy one share\? You have \$"))
    ann.screenshots("1962")


def test_undo_takes_a_tile_back_and_a_hint_picks_one(arrive: Arrive):
    ann = arrive()
    ann.make_table(seats=[None, "random", "random"])
    _start(ann)
    assert ann.asked() == "place"
    ann.page.get_by_role("button", name="Hint").click()
    expect(ann.page.locator(".bar .hint")).to_have_text(re.compile(r"^The magnate would place \d+[A-I]\b"))
    while ann.asked() == "place":
        hand = ann.hand
        ann.decide()
    ann.asked()
    if ann.page.get_by_role("button", name="Undo").is_enabled():
        ann.page.get_by_role("button", name="Undo").click()
        expect(ann.page.locator("[data-testid=table][data-decision=place]")).to_be_attached()
        assert ann.hand == hand


def test_the_rules_file_of_a_new_table_is_an_edition_to_choose(arrive: Arrive):
    broken = b'base = "1999"\n[ending]\nsize = "many"'
    rules = b'base = "1999"\nname = "ours"\ntitle = "Our evening"\ndescription = "Quick."\n[players]\nmost = 3'
    ann = arrive()
    ann.visit("/")
    ann.page.get_by_role("button", name="Create a table").click()
    ann.page.get_by_text("Advanced").click()
    file = ann.page.get_by_label("A house-rules file")
    file.set_input_files({"name": "ours.toml", "mimeType": "text/plain", "buffer": broken})
    expect(ann.page.get_by_role("alert")).to_have_text("rules.toml: ending.size must be a whole number, not text.")
    expect(ann.page.get_by_role("radio", checked=True)).to_have_count(0)  # none of the others is what was wanted
    expect(ann.page.get_by_text("ours.toml can’t be played; no edition is chosen.")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Create the table")).to_be_disabled()
    file.set_input_files({"name": "ours.toml", "mimeType": "text/plain", "buffer": rules})
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    expect(ann.page.get_by_role("radio", name="Our evening")).to_be_checked()
    expect(ann.page.get_by_role("group", name="Seats").get_by_role("button")).to_have_text(["2", "3"])
    ann.screenshots("new-table-own-rules")
    assert ann.serious_findings() == []
    ann.page.get_by_role("button", name="Create the table").click()
    expect(ann.page.get_by_text("Our evening, house rules")).to_be_visible()


def test_house_rules_have_a_page_of_rules(arrive: Arrive):
    rules = """
        base = "2023-tycoon"
        name = "ours"
        title = "Our evening"
        description = "Three places, an end that comes by itself."
        [turn]
        dead_tiles = "kept"
        [ending]
        how = "automatic"
        size = 35
    """
    ann = arrive()
    ann.make_table(seats=[None, "random", "random"], rules=rules)
    expect(ann.page.get_by_text("house rules")).to_be_visible()
    ann.visit(f"/table/{ann.table}/rules")
    expect(ann.page.get_by_role("heading", name="Our evening")).to_be_visible()
    for held in ("The end comes by itself", "Dead tiles are kept", "Ties for three bonuses", "Few holders"):
        expect(ann.page.get_by_role("heading", name=held)).to_be_visible()
    for not_held in ("Announcing the end", "Exchanging dead tiles", "Ties for two bonuses", "Two players: the market"):
        expect(ann.page.get_by_role("heading", name=not_held)).to_have_count(0)


def test_pointing_at_a_tile_moves_nothing_in_a_narrow_window(arrive: Arrive):
    ann = arrive(viewport=PHONE)

    def lengthen(wire: WebSocketRoute) -> None:
        server = wire.connect_to_server()
        # Whatever was dealt, every tile has as much to say.
        much = '"text":"' + "Much to say. " * 20 + '","playable"'
        server.on_message(lambda text: wire.send(re.sub(r'"text":"[^"]*","playable"', much, str(text))))

    ann.page.route_web_socket(re.compile("^ws:"), lengthen)
    ann.play_now()
    assert ann.asked() == "place"
    ann.page.mouse.move(5, 5)
    hand = ann.page.locator(".hand")
    drawn(ann.page)
    before = hand.bounding_box()
    for tile in hand.locator("button").all():
        tile.hover()
        expect(ann.page.locator(".bar")).to_contain_text("Much to say")
        drawn(ann.page)
        assert hand.bounding_box() == before  # or the tile flees from the pointer, and comes back, for ever
