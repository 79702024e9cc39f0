"""Windows that are narrower than the table needs: what else there is to see fits into them, with all of its keys."""

from __future__ import annotations

import pytest

from mergemaker.rules.words.phrases import dollars
from mergemaker.terminal.panels.outcome import account_of
from mergemaker.terminal.screens.final_screen import Final
from mergemaker.terminal.screens.keys_line import KeysLine
from mergemaker.terminal.screens.start_screen import Start
from terminal.keyboard import finished, screen_test, session_of, shown_on

KEYS = ("m Cash / worth", "l Log", "v Replay", "w Review", "b Board", "n New game", "q Quit")


@pytest.mark.parametrize("size", [(80, 24), (60, 24), (45, 30)])
def test_the_final_screen_has_all_of_its_keys_and_every_total(size):
    over = finished(session_of(people=("Wilhelmina Hohenstein",), bots=5, seed=3))

    async def script(app, pilot):
        shown = shown_on(app)
        assert [key for key in KEYS if key not in shown] == []
        assert f"wins with {dollars(account_of(over)[0].total)}." in shown
        assert "ended: announced." in shown
        assert [one.total for one in account_of(over) if f" {dollars(one.total)} " not in shown] == []
        assert "$0 " in shown  # the foot of the chart

    screen_test(script, over, size=size)


def test_a_key_in_the_second_line_is_clicked():
    async def script(app, pilot):
        keys = app.screen.query_one(KeysLine)
        assert keys.rows == 2
        line = shown_on(app).splitlines()[-1]
        await pilot.click(keys, offset=(line.index("n New game") + 2, 1))
        assert isinstance(app.screen, Start)

    screen_test(script, finished(session_of(seed=3)), size=(60, 24))


def test_the_keys_take_one_line_again_when_there_is_room():
    async def script(app, pilot):
        assert isinstance(app.screen, Final)
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert app.screen.query_one(KeysLine).rows == 1
        assert all(key in shown_on(app).splitlines()[-1] for key in KEYS)

    screen_test(script, finished(session_of(seed=3)), size=(60, 24))


def test_the_start_screen_wraps_what_it_says_of_an_edition():
    async def script(app, pilot):
        assert isinstance(app.screen, Start)
        words = shown_on(app).split()
        assert "be the richest." in " ".join(words)
        assert app.screen.edition.description in " ".join(words)
        await pilot.click("#choose", offset=(6, 5))  # the second row is where it is shown
        assert app.screen.at == 1

    screen_test(script, size=(60, 24))
