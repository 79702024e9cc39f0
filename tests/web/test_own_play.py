"""One's own play over many games: what the reviews of one's finished games come to, and nobody else's."""

import json
import random
from typing import Any

import msgspec
import pytest

from mergemaker.review.depths import NORMAL, QUICK
from mergemaker.review.findings import Review
from mergemaker.review.game_review import GameReview
from mergemaker.review.many_games import add_up, seat_game
from mergemaker.tables import table_actions
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.protocol.forms import ReviewProgress
from mergemaker.tables.protocol.messages import Play
from quick_tables import until
from servers import Client, Served

FAST = msgspec.structs.replace(QUICK, name=NORMAL.name, screened=2, compared=2, confirmed=4, draws=4)


async def played(server: Served, client: Client, seed: int) -> LiveTable:
    """A game that somebody plays to its end against two bots, anyhow."""
    table = (await client.post("/api/tables", seats=[None, "random", "random"], sit=True))["table"]["id"]
    await client.post(f"/api/tables/{table}/start")
    player, dice = (await client.get("/api/me"))["id"], random.Random(seed)
    live = await server.context.live_tables.table(table)
    ledger = live.ledger
    assert ledger is not None
    while not ledger.over:
        await until(lambda: ledger.over or ledger.to_act == 0)
        if not ledger.over:
            chosen = dice.choice([action for action in ledger._legal if action != "end"] or ["end"])
            message = Play(f"m{ledger.version}", ledger.version, (chosen,))
            await table_actions.play(server.context.live_tables, live, player, message)
    await until(lambda: live.row.status == "finished")
    return live


def reviewed(live: LiveTable) -> Review:
    """A review of a table's game, made here: no request may wait for a compiler. The first decisions stand for all."""
    assert live.ledger is not None
    making = GameReview(live.ledger.record() or {}, FAST)
    for moment in making.to_judge[:24]:
        making.judge_one(moment.at)
    return msgspec.structs.replace(making.so_far, complete=True)


def answer_with(server: Served, monkeypatch: pytest.MonkeyPatch, *answers: ReviewProgress) -> list[str]:
    """Has the server's reviewer answer so, one after the other; the depths that were asked for are noted."""
    waiting, asked = list(answers), []

    async def progress(record: dict[str, Any], digest: str, depth: str, owner: str) -> ReviewProgress:
        asked.append(depth)
        return waiting.pop(0)

    monkeypatch.setattr(server.context.reviews, "progress", progress)
    return asked


async def test_reviewed_games_add_up_for_whoever_played_them(server: Served, monkeypatch: pytest.MonkeyPatch):
    ann, eve = await Client.new(server, "Ann"), await Client.new(server, "Eve")
    empty = await ann.get("/api/me/play")
    assert (empty["play"], empty["games"], empty["waiting"]) == (None, [], 0)
    live = await played(server, ann, 1)
    running = (await ann.post("/api/play-now", bots=2))["table"]["id"]
    before = await ann.get("/api/me/play")
    assert [(game["table"], game["point"]) for game in before["games"]] == [(live.id, None)]  # not the running one
    assert running not in str(before)
    assert before["waiting"] == 1
    review = reviewed(live)
    count = len(review.verdicts)
    asked = answer_with(
        server,
        monkeypatch,
        ReviewProgress(False, 3, count, msgspec.structs.replace(review, complete=False, verdicts=review.verdicts[:3])),
        ReviewProgress(True, count, count, review),
    )
    half = await ann.post("/api/me/play")
    assert half["now"] == {"table": live.id, "judged": 3, "decisions": count}
    assert half["waiting"] == 1
    whole = await ann.post("/api/me/play")
    assert (whole["waiting"], whole["now"]) == (0, None)
    found = next(one for one in add_up([(1, review)]) if one.name == "Ann")
    assert whole["play"] == json.loads(msgspec.json.encode(msgspec.structs.replace(found, name="")))
    assert whole["games"][0]["point"] == whole["play"]["over_time"][0]
    assert await ann.get("/api/me/play") == whole  # it is stored, and not judged again
    assert await ann.post("/api/me/play") == whole
    assert asked == [NORMAL.name] * 2
    theirs = await eve.get("/api/me/play")
    assert (theirs["play"], theirs["games"]) == (None, [])


async def test_a_review_that_anybody_asks_for_is_taken_in_for_whoever_played(
    server: Served, monkeypatch: pytest.MonkeyPatch
):
    ann, eve = await Client.new(server, "Ann"), await Client.new(server, "Eve")
    live = await played(server, ann, 3)
    review = reviewed(live)
    answer_with(server, monkeypatch, ReviewProgress(True, 0, 0, review))
    await eve.get(f"/api/tables/{live.id}/review")
    assert (await ann.get("/api/me/play"))["waiting"] == 0
    assert (await eve.get("/api/me/play"))["games"] == []
    # What a bot decided in somebody's place is not counted as theirs.
    own = live.ledger.chosen_by_players() if live.ledger else frozenset[int]()
    mine = [verdict.at for verdict in review.verdicts if verdict.seat == 0]
    assert own.issuperset(mine)
    half = own - set(mine[::2])
    assert seat_game(1, review, 0, half).summary.decisions == len(mine) // 2
