"""Several people at one table: mergers with trades, broken connections, watchers who must not see."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from browsing import Person
from socket_players import View, play_on

Arrive = Callable[..., Person]


def _sit_down(host: Person, guest: Person, **wish: Any) -> None:
    """A table of two people and a bot, started."""
    host.make_table(seats=[None, None, "random"], title="Harbour", **wish)
    guest.visit(f"/table/{host.table}")
    guest.page.get_by_label("Your name", exact=True).fill("Bob")
    guest.page.get_by_role("button", name="Sit here").click()
    expect(host.page.get_by_text("Bob")).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    guest.page.wait_for_selector("[data-testid=table]")
    host.page.wait_for_selector("[data-testid=table]")


def _in_a_merger(arrive: Arrive, wanted: Callable[[View], bool]) -> tuple[Person, Person]:
    """Two people of whom the first is asked about shares; another game if one ends without."""
    for _ in range(3):
        people = [arrive(), arrive()]
        _sit_down(*people)
        if asked := play_on(people, wanted, merging=True):
            asked.asked()
            return asked, people[1] if asked is people[0] else people[0]
    raise AssertionError("three games without such a merger")


def _may_trade(view: View) -> bool:
    return view["decision"] == "trade" and any(re.match("trade [1-9]", action) for action in view["actions"])


def test_two_people_through_a_merger_with_trades(arrive: Arrive):
    trader, other = _in_a_merger(arrive, _may_trade)
    trader.screenshots("disposal")
    question = trader.page.locator(".bar h2").inner_text()
    assert re.fullmatch(r"(You|\w[\w ]*) merged [\w-]+ into [\w-]+\. What about your \d+ shares of [\w-]+\?", question)
    trader.page.get_by_role("button", name=re.compile(r"^Trade \d")).click()
    expect(trader.page.locator(".outcome")).to_contain_text("+")
    trader.page.get_by_role("button", name="Confirm").click()
    for person in (trader, other):
        told = person.page.locator(".log").get_by_text(re.compile(r"trades \d+ shares of [\w-]+ for"))
        expect(told.first).to_be_attached()
    line = other.page.locator(".log button", has_text=re.compile("merges"))
    line.first.click()
    expect(other.page.get_by_text("The board at an earlier moment.")).to_be_visible()
    other.screenshots("earlier-moment")
    other.page.get_by_role("button", name="Back to now").click()
    other.page.get_by_role("button", name="Chat", exact=True).last.click()
    other.page.get_by_label("Say something").fill("Well traded <b>indeed</b>")
    other.page.get_by_role("button", name="Say", exact=True).click()
    expect(trader.page.get_by_text("Well traded <b>indeed</b>")).to_be_attached()


def test_a_reload_and_a_cut_connection_in_the_middle_of_a_merger(arrive: Arrive):
    asked, _ = _in_a_merger(arrive, lambda view: view["decision"] in ("trade", "sell"))
    question, version = asked.page.locator(".bar h2").inner_text(), asked.version
    cut: list[str] = []

    def between(wire: WebSocketRoute) -> None:
        server = wire.connect_to_server()

        def to_server(text: str | bytes) -> None:
            server.send(text)
            if not cut and json.loads(text).get("do") == "play":
                cut.append(str(text))
                wire.close(code=4000)  # the action is on its way, and its answer will never arrive

        wire.on_message(to_server)
        server.on_message(lambda text: None if cut and not wires[1:] else wire.send(text))
        wires.append(wire)

    wires: list[WebSocketRoute] = []
    asked.page.route_web_socket(re.compile("/ws/tables/"), between)
    asked.page.reload()
    asked.asked()
    assert (asked.page.locator(".bar h2").inner_text(), asked.version) == (question, version)  # the same again
    asked.decide()
    assert len(wires) == 2  # cut, and mended
    assert int(asked.version) > int(version)
    sent = json.loads(cut[0])
    told = [
        (entry["seat"], entry["action"], entry["events"])
        for entry in _entries_of(asked)
        if entry["version"] > sent["version"]
    ]
    # A basket may say "trade 2" twice itself, and end with "sell 0" where nothing is left to sell.
    assert told[0][1] == sent["actions"][0]
    assert told.count(told[0]) == sent["actions"].count(told[0][1])  # and not once more


def _entries_of(person: Person) -> list[dict[str, Any]]:
    """The whole log, as a new connection is told it."""
    told = person.page.evaluate(
        """id => new Promise(answer => {
            const wire = new WebSocket(`ws://${location.host}/ws/tables/${id}`);
            wire.onmessage = event => { answer(event.data); wire.close(); };
        })""",
        person.table,
    )
    entries: list[dict[str, Any]] = json.loads(told)["entries"]
    return entries


def test_a_lost_connection_is_told_and_mended(arrive: Arrive):
    ann = arrive()
    refuse: list[bool] = []

    def between(wire: WebSocketRoute) -> None:
        if refuse:
            wire.close(code=4000)
            return
        wire.connect_to_server()
        wires.append(wire)

    wires: list[WebSocketRoute] = []
    ann.page.route_web_socket(re.compile("/ws/tables/"), between)
    ann.play_now()
    ann.asked()
    hand = ann.hand
    refuse.append(True)
    wires[0].close(code=4000)
    expect(ann.page.get_by_text("The connection is lost.")).to_be_visible()
    assert ann.hand == hand  # the view stays
    ann.screenshots("connection-lost")
    refuse.clear()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_hidden(timeout=15_000)
    ann.decide()


def test_a_watchers_page_never_has_a_hidden_tile(arrive: Arrive):
    ann, eve = arrive(), arrive()
    ann.play_now()
    eve.visit(f"/table/{ann.table}")
    eve.page.wait_for_selector("[data-testid=table]")
    for _ in range(12):
        if ann.asked() == "over":
            break
        hand = ann.hand
        expect(eve.page.locator(f"[data-testid=table][data-version='{ann.version}']")).to_be_attached()
        heard = "\n".join(eve.heard)
        for tile in hand:
            assert not re.search(rf"\b{tile}\b", heard), tile
            label = eve.page.locator(f'[data-square="{tile}"]').get_attribute("aria-label")
            assert label == f"{tile}, empty"
        assert eve.page.locator(".hand, [data-tile], .mine rect").count() == 0
        without_squares = re.sub(r'(aria-label|data-square)="[^"]*"|<text[^>]*>[^<]*</text>', "", eve.page.content())
        assert not [tile for tile in hand if re.search(rf"\b{tile}\b", without_squares)]
        ann.decide()
    eve.screenshots("watching")


def test_the_host_mutes_watchers_and_lets_them_speak_again(arrive: Arrive):
    ann, eve = arrive(), arrive()
    ann.play_now()
    eve.visit(f"/table/{ann.table}")
    eve.page.wait_for_selector("[data-testid=table]")
    eve.page.get_by_role("button", name="Chat", exact=True).last.click()
    eve.page.get_by_label("Your name for the chat").fill("Eve")  # whoever watches says first who they are
    eve.page.get_by_role("button", name="Join").click()
    expect(eve.page.get_by_label("Say something")).to_be_enabled()
    ann.page.get_by_role("button", name="Settings and table").click()
    ann.page.get_by_role("button", name="Mute watchers").click()
    expect(eve.page.get_by_label("Say something")).to_be_disabled()
    ann.page.get_by_role("button", name="Let watchers chat").click()
    expect(eve.page.get_by_label("Say something")).to_be_enabled()


def test_ones_games_say_what_happened_since_one_looked(arrive: Arrive):
    ann, bob = arrive(), arrive()
    _sit_down(ann, bob)
    asked = play_on([ann, bob], lambda view: view["names"][view["seat"]] == "Bob" and view["decision"] == "place")
    assert asked is bob
    ann.visit("/")
    expect(bob.page.locator(".dot.away")).to_have_count(1)  # the server has noticed that Ann is gone
    bob.decide()
    ann.visit("/")
    mine = ann.page.get_by_role("link", name=re.compile("Harbour"))
    # What a tile does, or leads to, is always worth a sentence.
    ann.screenshots("home-my-games")
    expect(mine).to_contain_text(re.compile(r"\b(Bob|Random) (\w+ )+.*\. \d+ moves? since you looked\."))
