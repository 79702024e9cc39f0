"""Matches: the same deals for every seat, the same games on any number of processes, and what is made of them."""

import json
import os
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest

import dying_worker
from mergemaker import Game
from mergemaker.arena.bot_ratings import rate
from mergemaker.arena.ladder import ladder_of, pairings
from mergemaker.arena.ladder_plot import ladder_svg
from mergemaker.arena.match import plan, play_match
from mergemaker.arena.standing import interval, standing
from mergemaker.arena.task_runner import spread
from mergemaker.bots import BotError
from mergemaker.bots.registry import bots_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError

TOURNAMENT = Edition.named("tournament")


def test_every_deal_is_played_once_for_each_rotation_of_the_seats():
    tasks = plan(["broker", "clerk", "random"], TOURNAMENT, 6, seed=1)
    assert [task.seating for task in tasks] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)] * 2
    assert len({task.seed for task in tasks[:3]}) == 1
    assert tasks[0].seed != tasks[3].seed


def test_a_match_is_the_same_on_two_processes():
    tasks = plan(["broker", "clerk", "random"], TOURNAMENT, 6, seed=2, recorded=True)
    alone = {one.number: one for one in play_match(tasks)}
    together = {one.number: one for one in play_match(tasks, jobs=2)}
    assert alone.keys() == together.keys() == set(range(6))
    for number, game in alone.items():
        assert game.record == together[number].record


def test_saved_games_replay():
    (game,) = play_match(plan(["clerk", "random", "random"], Edition.named("1962"), 1, seed=5, recorded=True))
    again = Game.from_record(game.record or {})
    assert again.over
    assert sorted(again.money) == sorted(game.money)


def test_a_match_needs_as_many_bots_as_the_edition_has_seats_for():
    with pytest.raises(MergemakerError, match="3 to 6 players, not 2"):
        plan(["clerk", "clerk"], TOURNAMENT, 1, seed=1)
    with pytest.raises(BotError, match="commas between"):
        bots_of("clerk,,clerk")


def test_a_standing_adds_up():
    bots = ["clerk", "random", "random"]
    now = standing(bots, list(play_match(plan(bots, TOURNAMENT, 12, seed=1))))
    clerk, others = now.entrants
    assert (now.games, clerk.seats, others.seats) == (12, 1, 2)
    assert clerk.win_share + 2 * others.win_share == pytest.approx(1.0)
    assert sum(clerk.places) == sum(others.places) == pytest.approx(1.0)
    assert clerk.low <= clerk.win_share <= clerk.high
    assert clerk.win_share > 0.7
    assert clerk.rating.skill > others.rating.skill
    assert now.faults == []


def test_a_standing_of_no_games_claims_nothing():
    now = standing(["clerk", "random"], [])
    assert [(one.win_share, one.low, one.high) for one in now.entrants] == [(0.0, 0.0, 1.0)] * 2


def test_the_interval_is_over_deals():
    assert interval([(0.25, 4)] * 10) == (0.25, 0.25, 0.25), "deals that never differ leave no doubt"
    mean, low, high = interval([(1.0, 1), (0.0, 1)] * 50)
    assert mean == 0.5
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.5 / 99**0.5, 0.5 + 1.96 * 0.5 / 99**0.5))
    assert interval([(1.0, 4)] * 5)[1] < 1.0, "five deals won are no proof of winning always"
    assert interval([]) == (0.0, 0.0, 1.0)


def test_ratings_follow_the_places():
    ratings = rate([[("good", 1.0), ("bad", 2.0)]] * 20)
    assert ratings["good"].skill > 25 > ratings["bad"].skill
    assert ratings["good"].uncertainty < 25 / 3


def test_a_ladder_plays_all_pairs_and_draws_them():
    matches = pairings(["random", "clerk", "broker"], TOURNAMENT, 4, 8, seed=1)
    assert [(one.first, one.second) for one in matches] == [
        ("random", "clerk"),
        ("random", "broker"),
        ("clerk", "broker"),
    ]
    found = ladder_of(TOURNAMENT, 4, [(one, list(play_match(one.tasks))) for one in matches])
    assert list(found.ratings) == ["broker", "clerk", "random"]
    crosses = {(one.bot, one.against): one.share for one in found.crosses}
    assert crosses["clerk", "random"] + crosses["random", "clerk"] == pytest.approx(1.0)
    picture = ElementTree.fromstring(ladder_svg(found))
    texts = picture.findall("{*}text")
    assert len(picture.findall("{*}circle")) == 3
    # At most eight points wide, a letter of the heading: all of it is in the picture.
    assert float(texts[0].get("x", "")) + 8 * len(texts[0].text or "") <= float(picture.get("width", ""))
    with pytest.raises(BotError, match="different bots"):
        pairings(["clerk", "clerk"], TOURNAMENT, 4, 8, seed=1)


def test_work_survives_a_lost_worker(tmp_path):
    tasks = [(str(tmp_path), number) for number in range(5)]
    assert dict(spread(dying_worker.die_once, tasks, jobs=2)) == {number: number * number for number in range(5)}


def test_ctrl_c_prints_what_has_been_played(monkeypatch, capsys):
    import mergemaker.arena.match as match
    from mergemaker.cli.arena_commands import arena

    def interrupted(tasks, jobs, cluster):
        yield from play_match(tasks[:3])
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "play_match", interrupted)
    arena("clerk,random,random", games=99, as_json=True)
    printed = capsys.readouterr()
    assert "Stopped after 3 of 99 games." in printed.err
    assert json.loads(printed.out)["standing"]["games"] == 3


@pytest.mark.skipif(os.name == "nt", reason="a terminal's Ctrl-C reaches a whole group of processes, which POSIX has")
def test_ctrl_c_stops_all_processes_and_loses_nothing(tmp_path):
    out = tmp_path / "games.jsonl"
    words = ["arena", "--bots", "broker,clerk,clerk,mogul:iterations=2", "--games", "9999", "--jobs", "2"]
    running = subprocess.Popen(
        [sys.executable, "-m", "mergemaker", *words, "--json", "--out", out],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while running.poll() is None and not (out.exists() and out.read_text().endswith("\n")):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does, to the workers too
    try:
        printed, complaint = running.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)  # or it would play on beside all other tests
        raise
    saved = list(out.read_text().splitlines())
    assert f"Stopped after {len(saved)} of 9999 games." in complaint
    assert "Traceback" not in complaint
    assert json.loads(printed)["standing"]["games"] == len(saved) > 0
    assert _all_gone(running.pid)


@pytest.mark.skipif(os.name == "nt", reason="kills by a signal")
def test_a_killed_match_leaves_no_processes_behind(tmp_path):
    out = tmp_path / "games.jsonl"
    words = ["arena", "--bots", "clerk,clerk,clerk", "--games", "99999", "--jobs", "2", "--out", out]
    running = subprocess.Popen(
        [sys.executable, "-m", "mergemaker", *words], stderr=subprocess.DEVNULL, start_new_session=True
    )
    while running.poll() is None and not (out.exists() and out.stat().st_size):
        time.sleep(0.05)
    running.kill()
    running.wait()
    assert _all_gone(running.pid)


@pytest.mark.skipif(os.name == "nt", reason="kills by a signal")
def test_a_killed_match_takes_a_program_along_that_does_not_mind_the_end_of_its_input(tmp_path):
    program, mark = tmp_path / "stubborn.py", tmp_path / "runs"
    program.write_text(f"import pathlib, time\npathlib.Path({str(mark)!r}).touch()\ntime.sleep(3600)\n")
    words = ["arena", "--bots", f"clerk,clerk,cmd:{sys.executable} {program}", "--games", "1"]
    running = subprocess.Popen(
        [sys.executable, "-m", "mergemaker", *words], stderr=subprocess.DEVNULL, start_new_session=True
    )
    while running.poll() is None and not mark.exists():
        time.sleep(0.05)
    assert running.poll() is None
    running.kill()
    running.wait()
    assert _all_gone(running.pid)


def _all_gone(group: int) -> bool:
    """Waits until no process of a group is left."""
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_a_match_is_the_same_on_a_ray_cluster():
    pytest.importorskip("ray")
    tasks = plan(["clerk", "random", "random"], TOURNAMENT, 3, seed=2, recorded=True)
    alone = {one.number: one.record for one in play_match(tasks)}
    assert alone == {one.number: one.record for one in play_match(tasks, cluster="auto")}


def test_work_survives_a_lost_worker_of_a_ray_cluster(tmp_path):
    ray = pytest.importorskip("ray")
    ray.cloudpickle.register_pickle_by_value(dying_worker)  # which a cluster would not find by its name
    tasks = [(str(tmp_path), number) for number in range(5)]
    assert dict(spread(dying_worker.die_once, tasks, cluster="auto")) == {number: number**2 for number in range(5)}
