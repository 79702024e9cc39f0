"""What people remember, and what they trip over: mergers, the end, double taps, absent friends, clocks, hints."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
from playwright.sync_api import FilePayload, expect

from boards import position
from browsing import PHONE, Person
from mergemaker import Game
from mergemaker.tables.protocol.messages import Clock, SeatClock
from staged_games import all_pay, board, buying, merging
from staging import NOW, Stage

Arrive = Callable[..., Person]
MOVING = {"reduced_motion": "no-preference"}
# However slow a machine is, to the page all presses come at the same moment.
AT_ONCE = "Object.defineProperty(MouseEvent.prototype, 'timeStamp', {get: () => window.moment ?? 1000})"


def _stage_at_a_standstill(ann: Person, game: Game, seat: int = 0) -> Stage:
    """A staged table whose page's time passes only when told, or a slow machine would look when all is over."""
    ann.page.clock.install(time=NOW / 1000)
    stage = Stage(ann, game, seat)
    ann.page.clock.pause_at(NOW / 1000 + 3600)
    return stage


def test_a_double_tap_on_place_does_not_buy_nothing(arrive: Arrive):
    ann = arrive(viewport=PHONE, has_touch=True, is_mobile=True)
    ann.page.add_init_script(AT_ONCE)
    stage = Stage(ann, board())
    ann.page.locator(".hand [data-tile='1C']").tap()
    place = ann.page.get_by_role("button", name="Place 1C")
    box = place.bounding_box()
    assert box is not None
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.touchscreen.tap(*spot)
    stage.acknowledge()
    stage.play("place 1C")
    nothing = ann.page.get_by_role("button", name="Buy nothing")
    expect(nothing).to_be_enabled()
    under = ann.page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.innerText", list(spot))
    assert under == "Buy nothing"  # it lies where Place lay
    ann.page.touchscreen.tap(*spot)
    ann.page.touchscreen.tap(*spot)
    expect(nothing).to_be_enabled()
    assert [said["actions"] for said in stage.said if said["do"] == "play"] == [["place 1C"]]
    ann.page.evaluate("window.moment = 3000")
    ann.page.touchscreen.tap(*spot)
    expect(nothing).to_be_disabled()  # sent
    assert [said["actions"] for said in stage.said if said["do"] == "play"] == [["place 1C"], ["done"]]


def test_a_merger_is_shown_and_a_key_ends_the_show(arrive: Arrive):
    ann = arrive(**MOVING)
    stage = _stage_at_a_standstill(ann, board())
    stage.play("place 4A")
    show = ann.page.get_by_test_id("merger")
    sums = [re.compile(rf"\+\${money}\s*{who}") for money, who in (("2,000", "you"), ("500", "Bob"), ("500", "Cid"))]
    expect(show.locator(".sum")).to_have_text(sums)
    assert ann.page.locator(".board .lit").count() > 0
    ann.screenshot("merger-desktop")
    assert show.evaluate("show => getComputedStyle(show).pointerEvents") == "none"
    expect(ann.page.get_by_role("button", name="Confirm")).to_be_enabled()  # the decision does not wait
    ann.page.keyboard.press("t")
    expect(show).to_have_count(0)
    expect(ann.page.locator(".outcome")).to_contain_text("+1 Tower")  # the key did what it does


def test_absorbed_squares_change_hands_before_ones_eyes(arrive: Arrive):
    ann = arrive(**MOVING)
    stage = _stage_at_a_standstill(ann, merging())
    actions = ["sell 0"] if stage.game.decision == "sell" else ["trade 0", "sell 0"]
    stage.play(*actions)
    while stage.game.decision in ("trade", "sell"):
        stage.play(stage.game.legal_actions()[0])
    leaving = ann.page.locator(".board .leaving")
    expect(leaving).to_have_count(2)  # what was Luxor's
    ann.page.clock.run_for(2000)
    expect(leaving).to_have_count(0)


def test_a_merger_is_told_without_movement_where_nothing_may_move(arrive: Arrive):
    ann = arrive(viewport=PHONE)
    stage = _stage_at_a_standstill(ann, board())
    stage.play("place 4A")
    still = ann.page.locator(".show.still .sum")
    expect(still).to_have_count(3)
    ann.screenshot("merger-still-phone")
    assert still.first.evaluate("sum => sum.getAnimations().length") == 0
    ann.page.clock.run_for(2000)
    expect(still).to_have_count(0)


def test_the_end_is_paid_out_chain_by_chain_and_can_be_skipped(arrive: Arrive):
    ann = arrive(**MOVING)
    stage = _stage_at_a_standstill(ann, all_pay(), 1)
    stage.play("end", "place 12G", "done")
    heading = ann.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("The game is over")
    expect(ann.page.get_by_text("Luxor pays its shareholders.")).to_be_visible()
    assert ann.page.locator(".board .lit").count() == 2
    sums = ann.page.locator("tfoot td")
    first = sums.all_inner_texts()
    ann.page.clock.run_for(1400)
    expect(ann.page.get_by_text("Tower pays its shareholders.")).to_be_visible()
    ann.screenshot("end-paying-desktop")
    assert sums.all_inner_texts() != first
    ann.page.get_by_role("button", name="Skip to the result").click()
    expect(heading).to_have_text(re.compile(r"^(Shared )?\w+ of six, \$[\d,]+ behind$"))
    ann.page.get_by_role("button", name="Tower").click()
    assert ann.page.locator(".board .lit").count() == 43
    ann.page.clock.resume()  # axe-core needs time
    assert ann.findings_in_both_lights() == []
    ann.screenshots("end-dark")


def test_the_bar_says_who_is_away_and_offers_a_bot_after_a_while(arrive: Arrive):
    ann = arrive()
    ann.page.clock.set_fixed_time(NOW / 1000)
    stage = Stage(ann, board(), 1, away={0: 50_000, 2: 7_500_000})
    expect(ann.page.get_by_test_id("away")).to_have_text(
        re.compile(r"Ann has been away since \d\d:\d\d\. In 0:10 a bot may play for them\.")
    )
    expect(ann.page.get_by_test_id("others-away")).to_have_text(re.compile(r"Away: Cid since \d\d:\d\d \(2 h\)\."))
    ann.screenshots("away")
    ann.page.clock.set_fixed_time(NOW / 1000 + 15)
    ann.page.get_by_role("button", name="Let a bot play for Ann").click()
    expect(ann.page.get_by_test_id("away")).to_be_visible()
    assert [said["seat"] for said in stage.said if said["do"] == "stand-in"] == [0]
    assert ann.findings_in_both_lights() == []
    ann.screenshots("away-dark")


def test_the_clock_is_seen_on_a_phone_and_warns(arrive: Arrive):
    ann = arrive(viewport=PHONE)
    ann.page.clock.set_fixed_time(NOW / 1000)
    clocks = (SeatClock(NOW + 70_000, 60_000), SeatClock(None, 60_000), None, None)
    Stage(ann, board(), clock=Clock("live", 30, 60), clocks=clocks)
    clock = ann.page.get_by_test_id("clock")
    expect(clock).to_have_text(re.compile(r"0:10\s*then 1:00 reserve"))
    ann.page.clock.set_fixed_time(NOW / 1000 + 20)
    expect(clock).to_have_class(re.compile("reserve"))
    ann.page.clock.set_fixed_time(NOW / 1000 + 65)
    expect(clock).to_have_class(re.compile("urgent"))
    expect(ann.page.get_by_text("Your time is almost out.")).to_be_attached()
    ann.screenshot("clock-phone")
    assert ann.findings_in_both_lights() == []
    ann.screenshot("clock-phone-dark")


def test_the_page_says_why_a_bot_plays(arrive: Arrive):
    ann = arrive()
    stage = Stage(ann, board(), absence={0: "time"})
    expect(ann.page.get_by_text("Your time ran out, so a bot plays until you return.")).to_be_visible()
    assert ann.findings_in_both_lights() == []
    ann.page.get_by_role("button", name="Take my seat back").click()
    assert len(stage.heard("return")) == 1


def test_a_hint_fills_the_basket(arrive: Arrive):
    ann = arrive()
    stage = Stage(ann, buying())
    ann.page.get_by_role("button", name="Hint").click()
    asked = stage.heard("hint")[0]
    stage.tell(
        {
            "type": "hint",
            "id": asked["id"],
            "version": stage.version,
            "action": "buy Tower",
            "line": ["buy Tower", "done"],
            "text": "The broker would buy 2 shares of Tower.",
        }
    )
    expect(ann.page.get_by_role("button", name="Buy 2 for $600")).to_be_visible()


def test_the_log_follows_after_the_window_changes(arrive: Arrive):
    ann = arrive()
    ann.make_table(seats=[None, "random", "random"])
    ann.page.get_by_role("button", name=re.compile("^Start")).click()
    for _ in range(10):
        ann.decide()
    ann.asked()
    left = "const log = document.querySelector('.log'), left = log.scrollHeight - log.scrollTop - log.clientHeight"
    at_end = f"() => {{ {left}; return log.scrollHeight > log.clientHeight && left < 40; }}"
    for height in (650, 720, 600):
        ann.page.set_viewport_size({"width": 1400, "height": height})
        ann.page.wait_for_function(at_end)
    ann.decide()
    ann.asked()
    ann.page.wait_for_function(at_end)


def _record(seed: int) -> str:
    game = Game.new("1999", ["Ann", "Bob", f"Cid {seed}"], seed=seed)
    while not game.over:
        game.play(game.legal_actions()[-1])
    return msgspec.json.encode(game.record()).decode()


def test_a_file_with_several_games_says_so_and_steps_are_decisions(arrive: Arrive):
    ann = arrive()
    ann.visit("/replay")
    lines = "\n".join(_record(seed) for seed in (1, 2, 3))
    file: FilePayload = {"name": "games.jsonl", "mimeType": "application/json", "buffer": lines.encode()}
    ann.page.get_by_label("A record file").set_input_files(file)
    which = ann.page.get_by_label("Game of the file")
    expect(which.locator("option")).to_have_text(["1 of 3", "2 of 3", "3 of 3"])
    which.select_option("2")
    expect(ann.page.get_by_role("columnheader", name="Cid 3")).to_be_visible()
    ann.page.get_by_role("button", name="Log").click()
    ann.page.get_by_role("button", name="Next turn").click()
    ann.page.get_by_role("button", name="Next turn").click()
    current = ann.page.locator(".log [aria-current=step]")
    expect(current.last).to_be_in_viewport()
    told = ann.page.locator(".told").inner_text()
    assert current.last.inner_text() in told  # the caption and the log are of the same moment
    assert ann.page.locator(".log li.later").count() > 0


def test_before_the_start_a_watcher_has_one_name_for_the_seat_and_the_chat(arrive: Arrive):
    ann, eve = arrive(), arrive()
    ann.make_table(seats=[None, None, "random"], title="Harbour")
    eve.visit(f"/table/{ann.table}")
    name = eve.page.get_by_label("Your name", exact=True)
    expect(name).to_be_visible()
    expect(eve.page.locator("input[autocomplete=nickname]")).to_have_count(1)
    eve.page.get_by_label("Say something").fill("May I watch?")
    eve.page.get_by_role("button", name="Say", exact=True).click()
    expect(eve.page.get_by_role("alert")).to_have_text("Say what you are called first: write your name above.")
    name.fill("Eve")
    eve.page.get_by_role("button", name="Say", exact=True).click()
    expect(ann.page.get_by_role("log", name="Chat")).to_contain_text(re.compile(r"Eve\s*watching\s*May I watch\?"))
    expect(eve.page.get_by_label("Say something")).to_have_value("")


def test_the_host_changes_the_waiting_time_for_the_absent(arrive: Arrive):
    ann, bob = arrive(), arrive()
    ann.make_table(seats=[None, None, "random"], title="Harbour")
    waiting = ann.page.get_by_label("A bot may play for whoever is away")
    waiting.select_option("600")
    bob.visit(f"/table/{ann.table}")
    expect(bob.page.get_by_text("whoever is away for 10 minutes")).to_be_visible()
    expect(bob.page.get_by_label("A bot may play for whoever is away")).to_have_count(0)  # the host's alone
    bob.page.get_by_label("Your name", exact=True).fill("Bob")
    bob.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.get_by_role("button", name="Settings and table").click()
    expect(waiting).to_have_value("600")
    waiting.select_option("30")
    expect(ann.page.get_by_role("dialog")).to_be_visible()  # there may be more to set
    assert ann.findings_in_both_lights() == []
    ann.page.reload()
    ann.page.get_by_role("button", name="Settings and table").click()
    expect(waiting).to_have_value("30")


def test_a_name_that_is_typed_on_the_first_page_is_kept(arrive: Arrive):
    ann = arrive()
    ann.visit("/")
    ann.page.wait_for_load_state("networkidle")
    ann.page.get_by_label("your name").fill("Ann of the Harbour")
    with ann.page.expect_response("**/api/me"):
        ann.page.keyboard.press("Tab")
    ann.page.reload()
    expect(ann.page.get_by_label("your name")).to_have_value("Ann of the Harbour")


def test_somebody_who_watches_is_asked_for_a_name_and_offered_no_rematch(arrive: Arrive):
    eve = arrive()
    stage = Stage(eve, all_pay(), None)
    eve.page.get_by_role("button", name="Chat", exact=True).last.click()
    eve.page.get_by_label("Your name for the chat").fill("Eve")
    eve.page.get_by_role("button", name="Join").click()
    expect(eve.page.get_by_label("Say something")).to_be_enabled()
    stage.play("end", "place 12G", "done")
    expect(eve.page.get_by_role("heading", level=1)).to_have_text(re.compile("wins with"))
    expect(eve.page.get_by_role("button", name="Rematch")).to_have_count(0)


def test_ones_games_are_renamed_and_left(arrive: Arrive):
    ann = arrive()
    ann.play_now()
    ann.visit("/")
    ann.page.get_by_role("button", name=re.compile("^Rename or clear")).click()
    ann.page.get_by_label("Your name for this game").fill("Sunday practice")
    ann.page.get_by_role("button", name="Rename", exact=True).click()
    expect(ann.page.get_by_role("link", name=re.compile("^Sunday practice"))).to_be_visible()
    ann.page.get_by_role("button", name="Rename or clear Sunday practice").click()
    ann.page.get_by_role("button", name="Resign").click()
    expect(ann.page.get_by_text("You give your seat up for good")).to_be_visible()
    ann.screenshots("home-leaving")
    assert ann.serious_findings() == []
    ann.page.get_by_role("button", name="Resign", exact=True).click()
    expect(ann.page.get_by_role("link", name=re.compile("^Sunday practice"))).to_have_count(0)


def test_three_shares_float_up_as_one_purchase(arrive: Arrive):
    ann = arrive()
    game = position("tournament", "T T . . L L", ["3C 8C", "1I", "7I 9I"], mover=2)
    stage = _stage_at_a_standstill(ann, game)
    stage.play("place 7I")
    for _ in range(3):
        stage.play("buy Tower")
    expect(ann.page.locator("td.money .change")).to_have_text("\N{MINUS SIGN}$600")
