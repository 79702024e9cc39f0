"""A review in the terminal: on the screen and line by line."""

import json
from pathlib import Path

import msgspec
import pytest

from mergemaker.record.moment_records import moment_record
from mergemaker.review.depths import QUICK
from mergemaker.review.report_lines import whole_report
from mergemaker.review.review_cache import ReviewCache, review_kept
from mergemaker.rules.game import Game
from mergemaker.rules.state import fields
from mergemaker.terminal.screens.review_screen import ReviewScreen, session_from
from mergemaker.terminal.screens.text_pages import Page
from mergemaker.terminal.sessions.session import Session
from mergemaker.terminal.terminal_app import Mergemaker

GOLDEN = Path(__file__).parents[1] / "golden" / "tournament.jsonl"
FAST = msgspec.structs.replace(QUICK, screened=2, compared=2, confirmed=4, draws=4)


@pytest.fixture(scope="module")
def record():
    return min(map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines()), key=lambda one: len(one["actions"]))


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))


async def test_one_walks_through_a_review_with_keys(record, tmp_path):
    cache = ReviewCache(tmp_path / "reviews")
    whole = review_kept(record, FAST, cache)
    screen = ReviewScreen(record, FAST, cache)
    app = Mergemaker(screen=screen, pace=0, sixteen=False)
    async with app.run_test(size=(100, 32)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.review == whole
        await pilot.press("right")
        assert screen.version == 1
        await pilot.press("t")
        assert screen.version == whole.turning_points[0].at
        await pilot.press("n")
        assert screen.verdicts[screen.version].cost > 0
        text = "\n".join(screen._moment(whole))
        assert screen.verdicts[screen.version].said in text
        await pilot.press("s")
        assert isinstance(app.screen, Page)
        await pilot.press("escape")
        await pilot.press("p")
        await pilot.pause()
        assert app.session is not None
        assert app.session.game.version >= screen.version
        app.session.close()


def test_a_game_goes_on_from_a_moment_with_the_same_hands_and_can_be_left_and_resumed(record):
    game = Game.from_record(record)
    session = session_from(record, 20)
    then, now = fields(game.at(20).state), fields(session.game.at(20).state)
    assert (then.hands == now.hands).all()
    assert (then.squares == now.squares).all()
    assert (then.deck != now.deck).any()
    assert session.people == [game.at(20).to_act]
    assert session.journal is not None
    path = session.journal.path
    session.close()
    again = Session.resume(path)
    again.close()
    assert again.game.actions == game.actions[:20]


def test_a_market_that_no_seed_tells_is_kept_with_a_game_that_goes_on():
    """Two players, the market competing: its draws before the moment, after it, and taken back with an action."""
    lines = (GOLDEN.parent / "1999.jsonl").read_text(encoding="utf-8").splitlines()
    game = max((Game.from_record(json.loads(line)) for line in lines), key=lambda one: len(one.market))
    session = session_from(game.record(), game.version // 2)
    assert session.journal is not None
    path = session.journal.path
    began = session.game.market
    while not session.game.over and session.game.market == began:
        session.play(next(one for one in reversed(session.game.legal_actions()) if one != "end"))
    assert len(session.game.market) > len(began) > 0
    session.close()
    again = Session.resume(path)
    again.close()
    assert (again.game.actions, again.game.market) == (session.game.actions, session.game.market)
    assert again.story(0) == session.story(0)


def test_a_moment_is_a_record_that_holds_in_every_edition():
    for path in GOLDEN.parent.glob("*.jsonl"):
        game = Game.from_record(json.loads(path.read_text(encoding="utf-8").splitlines()[0]))
        again = Game.from_record(moment_record(game, game.version // 2, game.names, 7))
        assert again.view(0).board == game.at(game.version // 2).view(0).board


def test_the_report_reads_line_by_line(record, tmp_path):
    whole = review_kept(record, FAST, ReviewCache(tmp_path))
    lines = whole_report(whole)
    assert lines[0] == whole.story[0]
    assert any(line.startswith("How it adds up") for line in lines)
    assert not any("\x1b" in line for line in lines)
