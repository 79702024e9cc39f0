"""HTTP: lessons, the bonus calculator and the coach, with what each refuses."""

from __future__ import annotations

from typing import Any

import pytest

from mergemaker.learning.lesson_file import lessons
from servers import Client, Served


@pytest.fixture
async def ann(server: Served) -> Any:
    client = await Client.new(server, "Ann")
    yield client
    await client.close()


async def refused(client: Client, path: str, **body: Any) -> tuple[int, str]:
    answer = await client.http.post(path, json=body, headers={"X-CSRF-Token": client.csrf})
    return answer.status_code, answer.json()["text"]


async def test_a_lesson_is_shown_tried_and_taken_up_again(ann: Client):
    listed = await ann.get("/api/lessons")
    assert [one["name"] for one in listed] == [lesson.name for lesson in lessons()]
    shown = await ann.post("/api/lessons/founding", name="Ann")
    assert shown["welcome"]["view"]["names"][0] == "Ann"
    assert shown["right"] is None
    wrong = await ann.post("/api/lessons/founding", actions=["place 1G"])
    assert (wrong["right"], wrong["updates"], wrong["tried"]) == (False, [], [])
    assert "beside 5E" in wrong["reply"]
    right = await ann.post("/api/lessons/founding", actions=["place 6E"])
    assert (right["right"], right["tried"]) == (True, ["place 6E"])
    assert right["updates"][-1]["decision"] == "found"
    later = await ann.post("/api/lessons/founding", tried=["place 6E"])
    assert later["welcome"]["version"] == right["updates"][-1]["version"]
    assert later["welcome"]["turns"][-1]["lines"][0]["text"].startswith("Guest places 6E")


async def test_hands_of_others_are_not_in_a_lesson(ann: Client):
    text = str(await ann.post("/api/lessons/the-end"))
    assert "12F" not in text  # which Bea holds


async def test_lessons_refuse_what_does_not_fit(ann: Client):
    assert (await refused(ann, "/api/lessons/nonsense"))[0] == 404
    status, text = await refused(ann, "/api/lessons/founding", tried=["place 1G"])
    assert (status, "Begin this lesson again" in text) == (409, True)
    assert (await refused(ann, "/api/lessons/founding", tried=[7]))[0] == 400
    assert (await refused(ann, "/api/lessons/founding", actions=["x" * 65]))[0] == 400


async def test_a_real_table_is_added_up(ann: Client):
    tower = {"chain": "Tower", "size": 7, "holdings": [5, 3, 0]}
    sums = await ann.post("/api/bonus", names=["Ann", "Bob", "Cid"], chains=[tower], cash=[1000, 0, 500])
    assert sums["totals"] == [10_000, 4800, 500]
    status, text = await refused(ann, "/api/bonus", names=["Ann", "Bob"], chains=[tower])
    assert (status, text) == (400, "Tower: 2 players, but 3 holdings.")
    status, _ = await refused(ann, "/api/bonus", names=["Ann", "Bob"], chains=[], edition="nonsense")
    assert status == 400


async def test_the_coach_sits_beside_players_only_and_not_where_hints_are_off(server: Served, ann: Client):
    seats = ["clerk", None, "clerk"]
    table = (await ann.post("/api/tables", seats=seats, name="Ann"))["table"]["id"]
    await ann.post(f"/api/tables/{table}/start")
    cards = await ann.get(f"/api/tables/{table}/coach?since=0")
    assert {card["moment"] for card in cards["cards"]} <= {"founding", "merger"}
    bob = await Client.new(server, "Bob")
    answer = await bob.http.get(f"/api/tables/{table}/coach")
    assert answer.status_code == 403
    await bob.close()
    quiet = (await ann.post("/api/tables", seats=seats, name="Ann", hints=False))["table"]["id"]
    await ann.post(f"/api/tables/{quiet}/start")
    answer = await ann.http.get(f"/api/tables/{quiet}/coach")
    assert answer.json()["code"] == "no-hints"
