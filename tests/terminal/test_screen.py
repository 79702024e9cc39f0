"""The screen, played by key presses and by the mouse."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rich.cells import cell_len
from textual.events import Key
from textual.widgets import Input, Static

from mergemaker.rules.editions.edition import names
from mergemaker.rules.words.phrases import dollars
from mergemaker.terminal.panels import painted_view
from mergemaker.terminal.panels.decision_panels import Buying, Disposing, Single, Waiting
from mergemaker.terminal.panels.outcome import account_lines, account_of
from mergemaker.terminal.panels.text_chart import chart
from mergemaker.terminal.screens.board_screen import Board, Decision
from mergemaker.terminal.screens.final_screen import Final
from mergemaker.terminal.screens.keys_line import KeysLine
from mergemaker.terminal.screens.replay_screen import ReplayScreen
from mergemaker.terminal.screens.start_screen import Start
from mergemaker.terminal.screens.table_screen import TableScreen
from mergemaker.terminal.screens.text_pages import Ask, Cover, Page
from mergemaker.terminal.sessions import bot_moves, saved_games
from mergemaker.terminal.sessions.session import Session, follow
from terminal.keyboard import (
    dicers,
    finished,
    play_out,
    ready,
    screen_test,
    session_of,
    settle,
    shown_on,
    table_of,
    text_of,
    the_end_is_mine,
)

# The one with most to decide; the others soak.
SHOWN = ("2023-tycoon",)


@pytest.mark.parametrize(
    "edition", [pytest.param(name, marks=() if name in SHOWN else pytest.mark.soak) for name in names()]
)
def test_a_whole_game_by_key_presses(edition):
    # Five bots and one person: the fewest keys for a whole game.
    session = session_of(edition, bots=5, seed=3)

    async def script(app, pilot):
        met = await play_out(app, pilot)
        assert {"place", "buy"} <= met
        assert isinstance(app.screen, Final)
        assert "wins with $" in text_of(app, "#final-head") or "share the win" in text_of(app, "#final-head")

    screen_test(script, session)
    assert session.game.over


def test_between_two_people_the_screen_is_covered():
    session = session_of("2023-classic", people=("Ann", "Bob"), bots=1, seed=2)

    async def script(app, pilot):
        seen = []
        for _ in range(12):
            if isinstance(app.screen, Cover):
                table = table_of(app)
                assert table.viewer is None
                assert "[1]" not in text_of_table(table, "#board")
                await pilot.press("enter")
            else:
                seen.append(app.screen.viewer)
                assert app.screen.viewer == session.game.to_act
                await pilot.press("enter")
            await settle(app, pilot)
        assert {0, 1} <= set(seen)

    screen_test(script, session, size=(120, 40))


def text_of_table(table: TableScreen, where: str) -> str:
    return str(table.query_one(where, Static).visual)


def test_one_key_starts_a_game_of_four(tmp_path, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))
    monkeypatch.setattr("mergemaker.terminal.sessions.session.make_bot", dicers)

    async def script(app, pilot):
        assert isinstance(app.screen, Start)
        monkeypatch.setattr(Session, "new", with_dicers(Session.new))
        await pilot.press("enter")
        await settle(app, pilot)
        assert table_of(app).session.game.players == 4
        await pilot.press("ctrl+c")

    screen_test(script)
    assert len(saved_games.running_games()) == 1


def with_dicers(new: Any) -> Any:
    def made(*args: Any, **rest: Any) -> Session:
        session: Session = new(*args, **rest, bots=dicers)
        return session

    return made


def test_the_start_screen_changes_edition_players_and_names():
    async def script(app, pilot):
        start = app.screen
        await pilot.press("right")
        assert start.edition.name == "2023-tycoon"
        await pilot.press("down", "left", "left", "left")
        assert start.players == start.edition.players.fewest
        await pilot.press("down", "right")
        assert start.hidden
        await pilot.press("down", "n")
        app.screen.query_one(Input).value = "Zoë"
        await pilot.press("enter")
        assert start.people[0] == "Zoë"
        await pilot.press("left")
        assert start.who[0] != "person"
        await pilot.press("enter")
        assert app.screen is start  # somebody has to play

    screen_test(script)


def test_the_start_screen_offers_to_continue(tmp_path, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))
    left = ready(session_of(save=True), "place", after=20)
    left.close()
    monkeypatch.setattr(Session, "resume", with_dicers(Session.resume))

    async def script(app, pilot):
        await pilot.press("c")
        await settle(app, pilot)
        assert table_of(app).session.game.actions == left.game.actions
        await pilot.press("q")

    screen_test(script)


def test_a_basket_is_filled_emptied_and_confirmed():
    session = ready(session_of(seed=6), "buy", after=40)

    async def script(app, pilot):
        panel = app.screen.panel
        assert isinstance(panel, Buying)
        money = panel.basket.offer.money
        await pilot.press("1", "1", "backspace", "right", "left")
        assert panel.basket.size == 1
        assert f"for ${panel.basket.price:,}" in text_of(app, "#decision")
        assert session.game.money[0] == money  # nothing is bought before Enter
        await pilot.press("1", "1", "1")
        assert "no more" in text_of(app, "#decision")
        await pilot.press("enter")
        assert session.game.money[0] == money - panel.basket.price

    screen_test(script, session)


def test_trade_sell_and_keep_show_the_outcome():
    session = ready(session_of(seed=2), "trade")

    async def script(app, pilot):
        panel = app.screen.panel
        assert isinstance(panel, Disposing)
        await pilot.press("right", "down", "right")
        assert (panel.disposal.trade, panel.disposal.sell, panel.disposal.kept) == (2, 1, 3)
        assert "Trade 2 for one share of" in text_of(app, "#decision")
        assert "sell 1 for $" in text_of(app, "#decision")
        await pilot.press("k", "t", "enter")
        assert "trade 6" in session.game.actions

    screen_test(script, session)


def test_undo_is_offered_only_while_it_can_be():
    session = ready(session_of(seed=4), "place", after=20)

    async def script(app, pilot):
        assert "Undo" not in text_of(app, "KeysLine")
        before = session.game.version
        await pilot.press("enter")
        await settle(app, pilot)
        assert "Undo" in text_of(app, "KeysLine")
        await pilot.press("u")
        assert session.game.version == before
        assert isinstance(app.screen.panel, Single)

    screen_test(script, session)


def test_a_tile_that_can_not_be_placed_says_why():
    for seed in range(1, 60):
        session = ready(session_of(seed=seed, announce=False), "place", after=150)
        hand = session.view(0).hand
        if any(not tile.playable for tile in hand) and any(tile.playable for tile in hand):
            break

    async def script(app, pilot):
        number = next(number for number, tile in enumerate(hand, 1) if not tile.playable)
        version = session.game.version
        await pilot.press(str(number), "enter")
        assert "can’t be placed." in text_of(app, "#decision")
        assert session.game.version == version

    screen_test(script, session)


def test_a_hint_is_given_without_playing(monkeypatch):
    monkeypatch.setattr("mergemaker.terminal.screens.table_screen.advice", lambda view: "The broker would think twice.")
    session = ready(session_of(), "place", after=20)

    async def script(app, pilot):
        version = session.game.version
        await pilot.press("h")
        await settle(app, pilot)
        assert "The broker would think twice." in text_of(app, "#decision")
        assert session.game.version == version

    screen_test(script, session)


def test_the_end_is_announced_after_a_look_at_the_standing():
    session = the_end_is_mine(session_of(seed=5, announce=False))

    async def script(app, pilot):
        await pilot.press("e")
        assert isinstance(app.screen, Ask)
        assert "1. " in text_of(app, "#question")
        await pilot.press("n")
        assert "end" not in session.game.actions
        await pilot.press("e", "y")
        assert "end" in session.game.actions

    screen_test(script, session)


def test_the_mouse_looks_first_and_then_does():
    session = ready(session_of(seed=4), "place", after=20)

    async def script(app, pilot):
        version = session.game.version
        tile = session.view(0).hand[2]
        cells = app.screen.query_one(Board).cells
        column, row = int(tile.tile[:-1]) - 1, "ABCDEFGHI".index(tile.tile[-1])
        at = (2 + column * cells.width, 1 + row * cells.height)
        await pilot.click(Board, offset=at)
        assert app.screen.panel.tile == tile.tile
        assert session.game.version == version
        await pilot.click(Decision, offset=(6, 2))
        assert app.screen.panel.at == 1
        await pilot.click(Decision, offset=(6, 2))
        assert session.game.version > version

    screen_test(script, session)


def test_a_click_on_a_key_does_what_the_key_does():
    session = ready(session_of(seed=4), "place", after=20)

    async def script(app, pilot):
        at = text_of(app, "KeysLine").index("Rules")
        await pilot.click(KeysLine, offset=(at, 0))
        assert isinstance(app.screen, Page)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)
        for key in ("l", "question_mark"):
            await pilot.press(key)
            assert isinstance(app.screen, Page)
            await pilot.press("escape")

    screen_test(script, session)


def test_too_small_a_terminal_says_so_and_recovers():
    session = ready(session_of(), "place")

    async def script(app, pilot):
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "80×24" in text_of(app, "#small")
        assert "mergemaker play --resume --plain" in text_of(app, "#small")
        assert app.screen.has_class("too-small")
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert not app.screen.has_class("too-small")

    screen_test(script, session)


def test_while_a_bot_thinks_keys_are_heard_and_a_bar_moves(monkeypatch):
    import threading

    go_on = threading.Event()
    session = ready(session_of(seed=4), "buy", after=20)

    def slow(session, view):
        go_on.wait(60)
        return bot_moves.choose(session, view)

    monkeypatch.setattr("mergemaker.terminal.screens.table_screen.choose", slow)

    async def script(app, pilot):
        table = app.screen
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(table.panel, Waiting)
        table._tick()
        assert "is thinking" in text_of(app, "#decision")
        await pilot.press("l")
        assert isinstance(app.screen, Page)
        await pilot.press("escape")
        go_on.set()
        await settle(app, pilot)
        assert table.mine

    screen_test(script, session)


def test_quitting_in_the_middle_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))
    for key in ("q", "ctrl+c"):
        session = ready(session_of(save=True), "place", after=20)

        async def script(app, pilot, key=key):
            await pilot.press("enter")
            await settle(app, pilot)
            await pilot.press(key)

        screen_test(script, session)
        session.close()
        again = Session.resume(saved_games.running_games()[0].path, bots=dicers)
        assert again.game.state.tobytes() == session.game.state.tobytes()
        again.close()


def test_a_record_is_replayed_with_the_arrow_keys():
    record = finished(session_of("2023-tycoon", seed=3)).game.record()
    game, moves = follow(record)
    replay = ReplayScreen(game, moves)

    async def script(app, pilot):
        assert replay.version == 0
        await pilot.press("right", "right", "left")
        assert replay.version == 1
        await pilot.press("down", "down", "up")
        assert replay.moves[replay.version].mover != replay.moves[0].mover
        await pilot.press("end")
        assert replay.version == len(moves)
        assert "The end of the record" in text_of(app, "#decision")
        await pilot.press("v", "home", "l")
        assert isinstance(app.screen, Page)
        await pilot.press("escape", "r", "escape", "q")

    screen_test(script, screen=replay)


def test_the_final_screen_shows_cash_and_worth_and_starts_anew():
    session = finished(session_of(seed=3))

    async def script(app, pilot):
        assert isinstance(app.screen, Final)
        assert "bonuses" in text_of(app, "#final-head")
        worth = text_of(app, "#final-chart")
        assert "● Ann" in worth
        await pilot.press("m")
        assert text_of(app, "#final-chart") != worth
        await pilot.press("v", "right", "q")
        assert isinstance(app.screen, Final)
        await pilot.press("n")
        assert isinstance(app.screen, Start)

    screen_test(script, session)


def test_hidden_money_stays_hidden():
    session = ready(session_of("2023-classic", hidden=True, seed=3), "place", after=60)

    async def script(app, pilot):
        tables = text_of(app, "#tables")
        assert tables.count("hidden") == 3
        assert "?" in tables

    screen_test(script, session)


def test_the_result_is_there_at_once_and_the_board_leads_back_to_it():
    async def script(app, pilot):
        assert "total" in shown_on(app)  # on the screen itself, before any key
        assert won in shown_on(app)
        assert "turn by turn" in shown_on(app)
        await pilot.press("b")
        assert isinstance(app.screen, TableScreen)
        assert "b Result" in str(app.screen.query_one(KeysLine).visual)
        await pilot.press("b")
        assert isinstance(app.screen, Final)
        assert won in shown_on(app)
        await pilot.press("b", "n")
        assert isinstance(app.screen, Start)

    over = finished(session_of(seed=3))
    won = dollars(account_of(over)[0].total)
    screen_test(script, over)


def test_keys_behind_the_one_that_leaves_are_passed_over():
    async def script(app, pilot):
        for key in ("q", "l", "question_mark", "down"):  # all before any of them is dealt with
            app.post_message(Key(key, None))
        await pilot.pause()

    screen_test(script, ready(session_of(seed=3), "place", after=20))


def test_announcing_and_taking_back_say_why_they_can_not_be_done():
    async def script(app, pilot):
        await pilot.press("e")
        assert "can’t be announced yet" in text_of(app, "#decision")
        await pilot.press("u")
        assert "can’t be taken back" in text_of(app, "#decision")
        keys = str(app.screen.query_one(KeysLine).visual)
        assert "End game" not in keys
        assert "Undo" not in keys

    screen_test(script, ready(session_of(seed=3), "place", after=20))


def test_the_log_stays_at_its_newest_line_when_the_window_shrinks():
    async def script(app, pilot):
        for width, height in ((120, 40), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            log = app.screen.query_one("#log")
            assert log.scroll_y == log.max_scroll_y > 0

    screen_test(script, ready(session_of(seed=3), "place", after=120), size=(120, 40))


def test_names_of_wide_signs_keep_the_columns():
    session = ready(session_of(people=("王小明王小明王小明",), bots=3, seed=3), "place", after=60)
    view = session.view(0)
    for width in (53, 80):
        for text in (painted_view.players_across(view, width), painted_view.chain_table(view, width, sixteen=False)):
            assert all(cell_len(line) <= width for line in text.plain.split("\n"))
    lines = painted_view.players_down(view, 80).plain.split("\n")
    assert len({cell_len(line[: line.index("$")].rstrip()) > 0 for line in lines[1:]}) == 1
    ends = {cell_len(line[: line.index("$") + len("$6,000")]) for line in lines[1:] if "$" in line}
    assert max(ends) - min(ends) <= 1, "money stands in one column"
    head, *rows = account_lines(account_of(finished(session)))
    assert {cell_len(row) for row in rows} == {cell_len(head)}


@pytest.mark.parametrize("top", [5_900, 12_000, 41_200, 54_800, 61_000, 101_000])
def test_the_axis_of_a_chart_ends_where_the_amounts_do(top):
    drawn = chart(["Ann", "Bob"], [[6000, top], [6000, 3000]], 76, 14).plain
    highest = max(int(label.replace(",", "")) for label in re.findall(r"\$([\d,]+)", drawn))
    assert highest <= top * 1.25
    assert drawn.count("\n") <= 14


def test_six_players_amounts_do_not_touch_each_other():
    view = finished(session_of("2023-classic", bots=5, seed=3)).view(0)
    _, cash, worth = painted_view.players_across(view, 53).plain.split("\n")
    assert len(cash.split()) == len(worth.split()) == 7


def test_the_aid_marks_what_matters_now_and_the_prices_of_now():
    session = ready(session_of(seed=3), "buy", after=40)
    bought = session.view(0)
    largest = max(bought.chains, key=lambda chain: chain.size)

    async def script(app, pilot):
        await pilot.press("a")
        assert isinstance(app.screen, Page)
        page = shown_on(app)
        marked = [line for line in page.splitlines() if "▸" in line]
        assert any("Buy: up to" in line for line in marked)
        assert not any("Place: one tile" in line for line in marked)
        assert any(largest.sign in line.split("▸")[1].split() for line in marked if "$" in line)
        await pilot.press("a")
        assert isinstance(app.screen, TableScreen)

    screen_test(script, session, size=(100, 120))


def test_the_aid_of_a_replay_marks_what_mattered_then():
    session = finished(session_of(seed=3))
    replay = ReplayScreen(session.game, session.moves)

    async def script(app, pilot):
        for decision, line in (("place", "Place: one tile"), ("buy", "Buy: up to")):
            while session.game.at(replay.version).decision != decision:
                await pilot.press("right")
            await pilot.press("r")
            page = shown_on(app)
            assert any(line in shown for shown in page.splitlines() if "▸" in shown), decision
            await pilot.press("escape")

    screen_test(script, screen=replay, size=(100, 120))
