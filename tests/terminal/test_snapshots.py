"""How the main screens look, at 80×24 and at 120×40. After a change that is meant: pytest --snapshot-update."""

import pytest

from mergemaker.terminal.screens.replay_screen import ReplayScreen
from mergemaker.terminal.screens.start_screen import Start
from mergemaker.terminal.screens.text_pages import Cover, keys_page
from mergemaker.terminal.terminal_app import Mergemaker
from terminal.keyboard import finished, ready, session_of, settle, the_end_is_mine

SIZES = [(80, 24), (120, 40)]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))
    monkeypatch.setattr("mergemaker.terminal.screens.start_screen.own_name", lambda: "Ann")


@pytest.fixture
def looks_the_same(snap_compare):
    def compare(app, size, *keys):
        async def before(pilot):
            await settle(app, pilot)
            for key in keys:
                await pilot.press(key)
            await settle(app, pilot)

        return snap_compare(app, terminal_size=size, run_before=before)

    return compare


def app_with(session=None, **rest):
    return Mergemaker(session, pace=0, sixteen=rest.pop("sixteen", False), **rest)


@sizes
def test_start(looks_the_same, size):
    assert looks_the_same(app_with(), size)


@sizes
def test_placing(looks_the_same, size):
    assert looks_the_same(app_with(ready(session_of("2023-tycoon", seed=3), "place", after=120)), size, "2")


@sizes
def test_buying(looks_the_same, size):
    assert looks_the_same(app_with(ready(session_of("1999", seed=6), "buy", after=90)), size, "1", "1", "2")


@sizes
def test_disposing(looks_the_same, size):
    assert looks_the_same(app_with(ready(session_of("2023-tycoon", seed=2), "trade")), size, "right")


@sizes
def test_six_players_with_hidden_holdings_in_sixteen_colours(looks_the_same, size):
    session = ready(session_of("1962", bots=5, seed=3), "place", after=100)
    assert looks_the_same(app_with(session, sixteen=True), size)


@sizes
def test_final(looks_the_same, size):
    assert looks_the_same(app_with(finished(session_of("2023-classic", seed=3))), size)


@sizes
def test_replay(looks_the_same, size):
    session = finished(session_of("online", seed=3))
    assert looks_the_same(app_with(screen=ReplayScreen(session.game, session.moves)), size, "end", "up", "up", "right")


def test_founding(looks_the_same):
    assert looks_the_same(app_with(ready(session_of("1999", seed=3), "found")), (80, 24))


def test_announcing(looks_the_same):
    assert looks_the_same(app_with(the_end_is_mine(session_of(seed=5, announce=False))), (80, 24), "e")


def test_cover(looks_the_same):
    assert looks_the_same(app_with(screen=Cover("Bob", ["Ann places 5C.", "Ann draws a tile."])), (80, 24))


def test_keys(looks_the_same):
    assert looks_the_same(app_with(screen=keys_page()), (80, 24))


def test_rules(looks_the_same):
    assert looks_the_same(app_with(screen=Start()), (80, 24), "r")
