"""Lessons and the coach in the terminal: line by line and on the screen."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

from textual.widgets import Static

from boards import position
from every_try import all_tries
from mergemaker.learning.lesson_file import LEARNER, Lesson, lesson_named, lessons
from mergemaker.learning.lesson_play import LessonPlay
from mergemaker.learning.progress_file import ProgressFile
from mergemaker.learning.tries import NOTHING, actions_of
from mergemaker.terminal.plain_tasks import FIRST_GAME, PlainLesson, play_plain
from mergemaker.terminal.screens.coached_table import SLOW, CoachedTable
from mergemaker.terminal.screens.table_screen import PACE
from mergemaker.terminal.screens.task_screen import LessonScreen
from mergemaker.terminal.screens.text_pages import Ask
from mergemaker.terminal.sessions.lesson_session import LessonSession
from mergemaker.terminal.sessions.saved_games import PERSON
from mergemaker.terminal.sessions.session import Session
from mergemaker.terminal.terminal_app import Mergemaker
from mergemaker.terminal.terminal_coach import CoachedPlain, TerminalCoach
from terminal.keyboard import ready, session_of


def typed(text: str) -> list[str]:
    """What somebody types line by line to make a decision."""
    verb, _, rest = text.partition(" ")
    if text == NOTHING:
        return [""]
    if verb == "buy":
        wanted = Counter(part.removeprefix("buy ") for part in text.split(", "))
        return [" ".join(f"{count} {chain.lower()}" for chain, count in wanted.items()), "yes"]
    if verb in ("trade", "sell"):
        return [part.split()[1] for part in text.split(", ")]
    return ["end", "yes"] if text == "end" else [rest or text]


def answers_to(lesson: Lesson) -> tuple[list[str], list[str]]:
    """Lines that take a lesson to its end, a wrong try before each right one; and what is said to the wrong ones."""
    play = LessonPlay(lesson)
    lines: list[str] = []
    replies: list[str] = []
    while not play.done:
        tries = all_tries(play.game)
        for text in [text for text in tries if not play.judge(text).right][:1]:
            lines += typed(text)
            replies.append(play.judge(text).reply)
        right = next(text for text in tries if play.judge(text).right)
        lines += typed(right)
        play.attempt(actions_of(right))
    return lines, replies


def test_every_lesson_is_taken_line_by_line_with_a_wrong_try_first(tmp_path: Path):
    kept = ProgressFile(tmp_path / "learning.json")
    lines: list[str] = []
    replies: list[str] = []
    for lesson in lessons():
        typing, said = answers_to(lesson)
        lines += [*typing, ""]  # and on to the next
        replies += said
    out = io.StringIO()
    play_plain(LessonSession(lessons()[0], kept), io.StringIO("\n".join(lines) + "\n"), out)
    told = out.getvalue()
    for reply in replies:
        assert f"Not quite. {reply}" in told
    for lesson in lessons():
        assert lesson.closing in told
    assert FIRST_GAME in told
    again = ProgressFile(tmp_path / "learning.json")
    assert again.progress.done == [lesson.name for lesson in lessons()]


def test_a_lesson_is_left_and_taken_up_where_it_was(tmp_path: Path):
    kept = ProgressFile(tmp_path / "learning.json")
    out = io.StringIO()
    play_plain(LessonSession(lesson_named("founding"), kept), io.StringIO("6E\nquit\n"), out)
    assert PlainLesson.come_back in out.getvalue()
    session = LessonSession(lesson_named("founding"), ProgressFile(tmp_path / "learning.json"))
    assert session.game.decision == "found"
    assert not session.can_undo


def test_a_broken_progress_file_costs_nobody_a_lesson(tmp_path: Path):
    path = tmp_path / "learning.json"
    path.write_text("{nonsense")
    assert ProgressFile(path).progress.done == []


async def test_a_lesson_on_the_screen_answers_a_wrong_try_and_goes_on(tmp_path: Path):
    session = LessonSession(lesson_named("a-loose-tile"), ProgressFile(tmp_path / "learning.json"))
    screen = LessonScreen(session)
    app = Mergemaker(screen=screen)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        hand = [tile.tile for tile in session.view(LEARNER).hand]
        await pilot.press(str(hand.index("1H") + 1), "enter")
        await pilot.pause()
        assert any("Not quite" in line for line in screen.voice())
        assert session.lesson.decided == 0
        await pilot.press(str(hand.index("5E") + 1), "enter")
        await pilot.pause()
        assert session.lesson.done
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        assert app.screen.session.lesson.lesson.name == "founding"


def costly_choice() -> Session:
    """Ann could pay the others, or stay out of it."""
    game = position(
        "2023-classic",
        "T T T T T . I I I I I I",
        ["6A 9I 1C", "12I", "3H"],
        shares=[{"I": 1}, {"T": 9}, {"T": 4, "I": 5}],
        cash=[2000, 100, 100],
    )
    return Session(game, [], [PERSON, "random", "random"], None)


def coached(tmp_path: Path, level: str, answers: str) -> str:
    """What a coached game says to some answers."""
    coach = TerminalCoach(level, ProgressFile(tmp_path / "learning.json"))
    out = io.StringIO()
    CoachedPlain(costly_choice(), coach, io.StringIO(answers), out).run()
    return out.getvalue()


def test_the_coach_asks_before_a_costly_decision_line_by_line(tmp_path: Path):
    told = coached(tmp_path, "full", "6A\nno\n9I\nquit\n")
    assert "Coach: This pays Bob $5,000 and Cid $2,500, and you nothing. Sure?" in told
    assert "Nothing was done." in told
    assert "Coach: Well chosen" in told


def test_a_gentle_coach_does_not_ask(tmp_path: Path):
    assert "Sure?" not in coached(tmp_path, "gentle", "6A\nquit\n")


def toasts(app: Mergemaker) -> list[tuple[str, str]]:
    """What pops up on the screen: title and text."""
    return [(one.title, one.message) for one in app._notifications]


async def test_on_the_screen_the_coach_asks_takes_a_no_and_a_yes_and_praises(tmp_path: Path):
    coach = TerminalCoach("full", ProgressFile(tmp_path / "learning.json"))
    session = costly_choice()
    app = Mergemaker(session, table=lambda session: CoachedTable(session, coach, pace=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        hand = [tile.tile for tile in session.view(0).hand]
        await pilot.press(str(hand.index("6A") + 1), "enter")
        asked = app.screen
        assert isinstance(asked, Ask)
        shown = str(asked.query_one("#question", Static).visual)
        assert "This pays Bob $5,000 and Cid $2,500, and you nothing. Sure?" in shown
        assert "The coach would place" in shown
        await pilot.press("n")
        assert session.game.version == 0
        await pilot.press(str(hand.index("9I") + 1), "enter")  # which it has no question about
        await pilot.pause()
        assert session.game.actions[0] == "place 9I"
        assert any(title == "Coach" and text.startswith("Well chosen") for title, text in toasts(app))


async def test_on_the_screen_a_costly_decision_is_played_if_one_insists(tmp_path: Path):
    coach = TerminalCoach("full", ProgressFile(tmp_path / "learning.json"))
    session = costly_choice()
    app = Mergemaker(session, table=lambda session: CoachedTable(session, coach, pace=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        hand = [tile.tile for tile in session.view(0).hand]
        await pilot.press(str(hand.index("6A") + 1), "enter", "y")
        assert session.game.actions[0] == "place 6A"


async def test_as_ones_turn_begins_the_coach_sums_up_what_the_others_did(tmp_path: Path):
    coach = TerminalCoach("full", ProgressFile(tmp_path / "learning.json"))
    session = ready(session_of(seed=3), "place", after=20)
    app = Mergemaker(session, table=lambda session: CoachedTable(session, coach, pace=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        (recap,) = [text for title, text in toasts(app) if title == "Since your last turn"]
        last = max(at for at, move in enumerate(session.moves) if move.mover == 0)
        placed = [move.action.split()[1] for move in session.moves[last:] if move.action.startswith("place")]
        assert len(placed) >= 2
        assert all(f" places {tile}" in recap for tile in placed)
        assert " draw" not in recap
        assert "Ann places" not in recap
    gentle = TerminalCoach("gentle", ProgressFile(tmp_path / "gentle.json"))
    assert gentle.recap(session, 0) == []
    assert coach.recap(session, 0) == []  # once is enough


def test_with_the_coach_a_bots_turn_stands_for_longer():
    assert SLOW >= 4 * PACE
    assert CoachedTable(session_of(seed=3), TerminalCoach("full", ProgressFile(Path("none")))).pace == SLOW
