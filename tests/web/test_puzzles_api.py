"""HTTP: puzzles. They are asked, answered, given up, rated and come again; and no answer tells what is hidden."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import msgspec
import pytest

from leaks import begun, permuted
from mergemaker.puzzles import puzzle_file
from mergemaker.puzzles.ideas import IDEAS
from mergemaker.puzzles.practice import DAY, NEWCOMER
from mergemaker.puzzles.puzzle_file import Puzzle, position_of, shipped
from mergemaker.puzzles.puzzle_play import PuzzlePlay, solution_of, words_of
from mergemaker.puzzles.solutions import decision_steps
from mergemaker.rules.editions.edition import names
from mergemaker.tables.staged.puzzle_messages import solution_shown, updates_after, welcome_to
from servers import Client, Served


@pytest.fixture
async def ann(server: Served) -> Any:
    client = await Client.new(server, "Ann")
    yield client
    await client.close()


def right(play: PuzzlePlay) -> list[str]:
    """The decision that is asked for now."""
    return solution_of(decision_steps(play.left))


def wrong(puzzle: Puzzle) -> list[str]:
    """A whole decision that is not it."""
    worst = puzzle.steps[0].options[-1].action
    rest = {"buy": ["done"], "trade": ["sell 0"]}.get(worst.partition(" ")[0], [])
    return [worst, *rest]


async def solve(client: Client, name: str, **more: Any) -> dict[str, Any]:
    play = PuzzlePlay(shipped()[name])
    answer: dict[str, Any] = {"tried": [], "done": False}
    while not answer["done"]:
        answer = await client.post(f"/api/puzzles/{name}", tried=answer["tried"], actions=right(play), **more)
        play = PuzzlePlay(shipped()[name], answer["tried"])
    return answer


async def refused(client: Client, path: str, **body: Any) -> tuple[int, str]:
    answer: httpx.Response = await client.http.post(path, json=body, headers={"X-CSRF-Token": client.csrf})
    return answer.status_code, answer.json()["code"]


async def test_the_table_shows_what_a_right_answer_changed(ann: Client):
    plays = (PuzzlePlay(puzzle) for puzzle in shipped().values())
    puzzle = next(play.puzzle for play in plays if play.answer(right(play)).played)
    asked = await ann.get(f"/api/puzzles/{puzzle.id}")
    answer = await ann.post(f"/api/puzzles/{puzzle.id}", tried=[], actions=right(PuzzlePlay(puzzle)))
    (update,) = answer["updates"]
    assert update["version"] > asked["welcome"]["version"]


async def test_a_puzzle_is_asked_and_solved_and_the_next_is_another(ann: Client):
    asked = await ann.get("/api/puzzles/next")
    puzzle = shipped()[asked["puzzle"]["id"]]
    assert asked["why"] == "new"
    assert asked["welcome"]["view"]["actions"] == position_of(puzzle).legal_actions()
    assert asked["you"]["skill"] == 25
    answer = await solve(ann, puzzle.id)
    assert (answer["verdict"], answer["done"]) == ("right", True)
    assert answer["change"] > 0
    assert answer["solution"]["steps"][0]["best"] == puzzle.steps[0].best
    assert answer["solution"]["steps"][0]["reason"]
    shown = PuzzlePlay(puzzle, answer["tried"]).game.version  # no further where a tile would be drawn
    assert all(asked["welcome"]["version"] < update["version"] == shown for update in answer["updates"])
    following = await ann.get(f"/api/puzzles/next?but={puzzle.id}")
    assert following["puzzle"]["id"] != puzzle.id
    assert following["you"]["solved"] == 1


async def test_a_wrong_answer_tells_its_own_worth_only_and_can_be_tried_again(ann: Client):
    name, puzzle = next(iter(shipped().items()))
    answer = await ann.post(f"/api/puzzles/{name}", actions=wrong(puzzle))
    assert (answer["verdict"], answer["done"], answer["solution"]) == ("wrong", False, None)
    assert answer["change"] < 0
    (said, *_), best = words_of(puzzle), puzzle.steps[0].best
    assert said[wrong(puzzle)[0]] in answer["reply"]
    assert said[best] not in answer["reply"]
    again = await solve(ann, name)
    assert again["verdict"] == "right"
    assert again["change"] is None  # only the first try counts
    assert (await ann.get("/api/puzzles/me"))["waiting"] == 1  # solved right after a mistake tells little


async def test_giving_up_shows_the_solution_and_counts_as_not_solved(ann: Client):
    name = next(iter(shipped()))
    answer = await ann.post(f"/api/puzzles/{name}", give_up=True)
    assert (answer["verdict"], answer["done"]) == ("gave up", True)
    assert answer["solution"]["ideas"]
    step = answer["solution"]["steps"][0]
    assert step["said"] == step["options"][0]["said"] == next(words_of(shipped()[name]))[step["best"]]
    assert answer["again"] == "It comes again in a day."
    assert answer["you"]["skill"] < 25


async def test_a_mistake_comes_again_after_a_day_a_week_and_a_month(server: Served, ann: Client):
    start = 1_700_000_000_000
    practice = server.context.puzzles
    name, puzzle = next(iter(shipped().items()))
    practice.now = lambda: start
    await ann.post(f"/api/puzzles/{name}", actions=wrong(puzzle))
    assert (await ann.get("/api/puzzles/next"))["puzzle"]["id"] != name
    for days, then in ((1, "in a week"), (8, "in a month"), (38, "")):
        practice.now = lambda days=days: start + days * DAY  # type: ignore[misc]
        asked = await ann.get("/api/puzzles/next")
        assert (asked["puzzle"]["id"], asked["why"]) == (name, "again")
        assert then in (await solve(ann, name))["again"]
    practice.now = lambda: start + 400 * DAY
    assert (await ann.get("/api/puzzles/next"))["puzzle"]["id"] != name


async def test_the_puzzle_of_the_day_is_everybodys_and_says_how_others_answered(server: Served, ann: Client):
    bob = await Client.new(server, "Bob")
    asked = await ann.get("/api/puzzles/daily")
    name, day = asked["puzzle"]["id"], asked["day"]
    assert (await bob.get("/api/puzzles/daily"))["puzzle"]["id"] == name
    await bob.post(f"/api/puzzles/{name}", actions=wrong(shipped()[name]), day=day)
    answer = await solve(ann, name, day=day)
    others = answer["solution"]["others"]
    assert sorted((one["verdict"], one["people"]) for one in others) == [("right", 1), ("wrong", 1)]
    practice = server.context.puzzles
    before, practice.now = practice.now, lambda: before() + DAY
    tomorrow = await ann.get("/api/puzzles/daily")
    assert tomorrow["puzzle"]["id"] != name
    await bob.close()


async def test_one_practises_by_idea_and_by_edition(ann: Client):
    shelf = await ann.get("/api/puzzles")
    assert set(shelf["ideas"]) == set(IDEAS)
    assert shelf["puzzles"] == len(shipped())
    for edition in shelf["editions"]:
        asked = await ann.get(f"/api/puzzles/next?edition={edition}")
        assert asked["puzzle"]["edition"] == edition
    asked = await ann.get("/api/puzzles/next?idea=majority")
    assert "majority" in shipped()[asked["puzzle"]["id"]].ideas
    answer = await ann.http.get("/api/puzzles/next?idea=nonsense")
    assert answer.status_code == 404


async def test_progress_has_the_history_the_curve_and_the_rule(ann: Client):
    first, second = list(shipped())[:2]
    await solve(ann, first)
    await ann.post(f"/api/puzzles/{second}", give_up=True)
    mine = await ann.get("/api/puzzles/me")
    assert [one["verdict"] for one in mine["history"]] == ["gave up", "right"]
    assert [round(skill) for _, skill in mine["curve"]] == [round(one["skill"]) for one in mine["history"][::-1]]
    assert (mine["you"]["tries"], mine["you"]["solved"]) == (2, 1)
    assert "after a day" in mine["rule"]


async def test_puzzles_refuse_what_does_not_fit(ann: Client):
    name = next(iter(shipped()))
    assert await refused(ann, "/api/puzzles/nonsense", give_up=True) == (404, "no-puzzle")
    assert await refused(ann, f"/api/puzzles/{name}") == (400, "bad-message")
    assert await refused(ann, f"/api/puzzles/{name}", tried=["place 1A"], give_up=True) == (409, "puzzle-changed")
    assert (await refused(ann, f"/api/puzzles/{name}", actions=[7]))[0] == 400
    answer = await ann.post(f"/api/puzzles/{name}", actions=["place 99Z"])
    assert (answer["verdict"], answer["change"]) == ("", None)  # what can't be done is said, and counts for nothing


async def test_answers_that_come_at_once_count_once(ann: Client):
    name, puzzle = next(iter(shipped().items()))
    tries = [ann.post(f"/api/puzzles/{name}", actions=wrong(puzzle)) for _ in range(4)]
    answers = await asyncio.gather(*tries)
    assert sum(answer["change"] is not None for answer in answers) == 1


def all_told(puzzle: Puzzle) -> bytes:
    """Everything that anybody can hear about a puzzle: before, in between and after."""
    play = PuzzlePlay(puzzle)
    told: list[Any] = [welcome_to(play)]
    while not play.solved:
        before = len(play.played)
        told.append(play.answer(wrong(puzzle)).text)
        assert play.answer(right(play)).verdict == "right"
        told += updates_after(play, before)
    told.append(solution_shown(puzzle, NEWCOMER, ()))
    return msgspec.json.encode(told)


@pytest.mark.parametrize("edition", names())
def test_no_puzzle_tells_what_its_seat_cannot_see(edition: str, monkeypatch: pytest.MonkeyPatch):
    """The same puzzle in a game where everything that the seat can't know lies otherwise is told to the letter."""
    found = [puzzle for puzzle in shipped().values() if puzzle.edition == edition][:2]
    for puzzle in found:
        game = position_of(puzzle)
        assert game.to_act is not None
        record = {**game.record(), "actions": [], "hidden": game.hidden, "market_key": game._setup.market_key}
        for known in ("seed", "market"):
            record.pop(known, None)
        other = permuted(record, game.actions, game.to_act)
        assert other["deck"] != record["deck"]
        twin = begun(other)
        twin.advance(game.action_ids)
        mine = all_told(puzzle)
        monkeypatch.setattr(puzzle_file.Source, "game", lambda self, twin=twin: twin.copy())
        theirs = all_told(puzzle)
        monkeypatch.undo()
        at = next((at for at, (one, other) in enumerate(zip(mine, theirs, strict=False)) if one != other), 0)
        assert theirs[max(at - 80, 0) :] == mine[max(at - 80, 0) :]
