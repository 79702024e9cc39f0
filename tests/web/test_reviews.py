"""Reviews over HTTP: made behind the games, stored, and never for a game that runs."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mergemaker.review.findings import Review, WhatIf
from mergemaker.rules.state import fields
from mergemaker.tables.game_log.ledger import Ledger
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.processes import review_jobs
from mergemaker.tables.protocol.refusals import Refusal
from quick_tables import until
from servers import Client, Served, served

GOLDEN = Path(__file__).parents[1] / "golden" / "tournament.jsonl"


def shortest() -> dict[str, Any]:
    """The shortest golden game."""
    records = map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines())
    return min(records, key=lambda record: len(record["actions"]))


async def begun(client: Client, path: str) -> dict[str, Any]:
    """Asks for a review until its first findings are there: the process may have to be compiled first."""
    while (found := await client.get(path))["review"] is None:
        await asyncio.sleep(0.05)
    return dict(found)


async def whole_review(client: Client, path: str) -> dict[str, Any]:
    """Asks for a review until it is complete."""
    while True:
        found: dict[str, Any] = await client.get(path)
        assert found["judged"] <= found["decisions"]
        if found["complete"]:
            return found
        await asyncio.sleep(0.05)


async def test_a_record_is_reviewed_step_by_step_goes_on_after_a_break_and_is_stored_and_read_back(tmp_path: Path):
    async with served(tmp_path) as server:
        ann = await Client.new(server, "Ann")
        wanted = await ann.post("/api/reviews", record=shortest(), depth="quick")
        path = f"/api/reviews/{wanted['digest']}?depth=quick"
        first = await begun(ann, path)
        assert not first["complete"]
        assert len(first["review"]["accounts"]) == 3
        while (before := (await ann.get(path))["judged"]) < 3:
            await asyncio.sleep(0.02)
        await ann.close()
    async with served(tmp_path) as again:  # another server on the same database
        bob = await Client.new(again, "Bob")
        assert (await bob.get(path))["judged"] >= before  # nothing that was judged is lost
        await bob.post("/api/reviews", record=shortest(), depth="quick")
        found = await whole_review(bob, path)
        review = msgspec.convert(found["review"], Review)
        assert found["judged"] == len(review.verdicts) == sum(not moment.forced for moment in review.moments)
        stored = await again.context.reviews.store.review(wanted["digest"], "quick", review.format)
        assert msgspec.json.decode(stored or b"", type=Review) == review
        await bob.close()
    async with served(tmp_path) as third:
        eve = await Client.new(third, "Eve")
        assert (await eve.get(path))["review"] == found["review"]
        assert third.context.reviews._process is None  # nothing was judged again
        missing = await eve.http.get("/api/reviews/00000000000000000000000000000000")
        assert (missing.status_code, missing.json()["code"]) == (404, "no-review")
        await eve.close()


async def test_a_tables_review_is_there_when_its_game_is_over_and_not_before(server: Served):
    ann, eve = await Client.new(server, "Ann"), await Client.new(server, "Eve")
    running = (await ann.post("/api/play-now", bots=2))["table"]["id"]
    for path in ("review", "review/picture", "what-if?at=1"):
        for client in (ann, eve):
            refused = await client.http.get(f"/api/tables/{running}/{path}")
            assert refused.json()["code"] == "not-over", path
    assert (await ann.http.get("/api/tables/nowhere/review")).status_code == 404
    table = (await ann.post("/api/tables", seats=["random"] * 3, sit=False))["table"]["id"]
    await ann.post(f"/api/tables/{table}/start")
    live = await server.context.live_tables.table(table)
    await until(lambda: live.row.status == "finished")
    unasked = await eve.http.get(f"/api/tables/{table}/review/picture?depth=quick")
    assert unasked.status_code == 404
    found = await begun(ann, f"/api/tables/{table}/review?depth=quick")
    review = msgspec.convert(found["review"], Review)
    assert review.accounts[0].start == pytest.approx(1 / 3)
    await ann.post(f"/api/tables/{table}/review/cancel", depth="quick")
    picture = await eve.http.get(f"/api/tables/{table}/review/picture?depth=quick")
    assert picture.headers["content-type"].startswith("image/svg+xml"), picture.text
    assert picture.text.startswith("<svg")
    tried = msgspec.convert(await ann.get(f"/api/tables/{table}/what-if?at=1"), WhatIf)
    assert tried.played == review.moments[0].action
    assert tried.played in {one.action for one in tried.open}
    assert all(sum(one.chances) == pytest.approx(1.0) for one in tried.open)
    none = await ann.http.get(f"/api/tables/{table}/what-if?at=99999")
    assert none.status_code == 400
    assert "there is no action 99999" in none.json()["text"]


async def test_a_broken_record_and_a_running_one_are_refused_in_words(server: Served):
    ann = await Client.new(server, "Ann")
    record = shortest()
    running = {key: value for key, value in record.items() if key != "result"} | {"actions": record["actions"][:9]}
    for wrong, why in ((running, "still running"), ({**record, "actions": ["place 1A"]}, "can’t be played")):
        refused = await ann.http.post("/api/reviews", json={"record": wrong}, headers={"X-CSRF-Token": ann.csrf})
        assert refused.status_code == 400, refused.text
        assert why in refused.json()["text"]


async def test_people_take_turns_and_nobody_fills_the_queue(server: Served):
    jobs = review_jobs.ReviewJobs(server.context.store)
    for number in range(review_jobs.MOST_OF_ONE):
        jobs._begin(f"a{number}-quick", {}, "quick", "ann")
    with pytest.raises(Refusal):
        jobs._begin("a9-quick", {}, "quick", "ann")
    jobs._begin("b0-quick", {}, "quick", "bob")
    turns = [job.owner for job in (jobs._next(), jobs._next(), jobs._next(), jobs._next()) if job]
    assert turns == ["ann", "bob", "ann", "bob"]


async def test_who_asks_what_if_is_told_soon_that_others_are_before_them(
    server: Served, monkeypatch: pytest.MonkeyPatch
):
    """A step of a review may take minutes behind live games; it goes on, and nobody hangs on the line meanwhile."""
    monkeypatch.setattr(review_jobs, "PATIENCE", 0.01)
    jobs = review_jobs.ReviewJobs(server.context.store)
    async with jobs._turn:  # a step is under way
        with pytest.raises(Refusal) as refused:
            await jobs.what_if({}, "digest", "quick", 1)
    assert refused.value.code == "busy"


async def test_a_review_says_nothing_that_the_finished_game_does_not(server: Served):
    """A seat is judged by its own view: with other hidden tiles under it, the verdict is the same."""
    from mergemaker.review.decisions import verdict_on
    from mergemaker.review.depths import QUICK
    from mergemaker.review.judge import Judge
    from mergemaker.rules.game import Game

    game = Game.from_record(shortest())
    then = game.at(20)
    state = fields(then.state)
    seat, judge = int(state.actor), Judge(game.edition)
    asked = (game.hidden, game.action_ids[20], 21, game.names, QUICK)
    before = verdict_on(judge, then.state, *asked)
    others = [other for other in range(game.players) if other != seat]
    first, second = state.hands[others[0]].copy(), state.hands[others[1]].copy()
    state.hands[others[0]], state.hands[others[1]] = second, first
    bag = state.deck[int(state.drawn) :]
    bag[:] = bag[::-1].copy()
    after = verdict_on(judge, then.state, *asked)
    assert msgspec.structs.replace(before, line=()) == msgspec.structs.replace(after, line=())


def ledger_of(live: LiveTable) -> Ledger:
    assert live.ledger is not None
    return live.ledger


async def test_one_plays_on_from_a_moment_with_the_hands_as_they_were_and_another_bag(server: Served):
    ann = await Client.new(server, "Ann")
    table = (await ann.post("/api/tables", seats=["random"] * 3, sit=False))["table"]["id"]
    await ann.post(f"/api/tables/{table}/start")
    live = await server.context.live_tables.table(table)
    await until(lambda: live.row.status == "finished")
    game = ledger_of(live).finished_game()
    assert game is not None
    then = game.at(30)
    made = await ann.post(f"/api/tables/{table}/play-on", at=30, seat=1, level="random")
    begun = await server.context.live_tables.table(made["table"]["id"])
    assert begun.row.status == "running"
    old, new = then.view(1), ledger_of(begun)._game.at(30).view(1)
    assert [tile.tile for tile in new.hand] == [tile.tile for tile in old.hand]
    assert (new.board, new.decision, new.to_act, new.bag) == (old.board, old.decision, old.to_act, old.bag)
    assert made["you"]["seat"] == 1
    running = await ann.http.get(f"/api/tables/{begun.id}/review")
    assert running.json()["code"] == "not-over"
    # It is stored like any other table, and read back the same.
    whole = await server.context.store.whole(begun.id)
    assert whole is not None
    again = LiveTable(whole.table, whole.seats, [])
    again.begin(whole.entries)
    assert ledger_of(again)._game.at(30).view(1).board == new.board
    for wrong in ({"at": 99999}, {"at": 3, "seat": 5}):
        refused = await ann.http.post(f"/api/tables/{table}/play-on", json=wrong, headers={"X-CSRF-Token": ann.csrf})
        assert refused.status_code == 400, refused.text
