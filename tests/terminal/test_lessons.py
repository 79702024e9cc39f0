"""Lessons and the coach in the terminal: line by line and on the screen."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

from boards import position
from mergemaker.learning.lesson_file import LEARNER, Lesson, lesson_named, lessons
from mergemaker.learning.lesson_play import LessonPlay
from mergemaker.learning.progress_file import ProgressFile
from mergemaker.learning.tries import NOTHING, actions_of, all_tries
from mergemaker.terminal.lesson_session import LessonSession
from mergemaker.terminal.plain_lessons import FIRST_GAME, GO_ON, take_lessons
from mergemaker.terminal.saved_games import PERSON
from mergemaker.terminal.screens.lesson_screen import LessonScreen
from mergemaker.terminal.session import Session
from mergemaker.terminal.terminal_app import Mergemaker
from mergemaker.terminal.terminal_coach import CoachedPlain, TerminalCoach


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
    take_lessons(lessons()[0], kept, io.StringIO("\n".join(lines) + "\n"), out)
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
    take_lessons(lesson_named("founding"), kept, io.StringIO("6E\nquit\n"), out)
    assert GO_ON in out.getvalue()
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
        assert any("Not quite" in line for line in screen._voice())
        assert session.lesson.decided == 0
        await pilot.press(str(hand.index("5E") + 1), "enter")
        await pilot.pause()
        assert session.lesson.done
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        assert app.screen.session.lesson.lesson.name == "founding"


def coached(tmp_path: Path, level: str, answers: str) -> str:
    """What a coached game says to some answers: Ann could pay the others, or stay out of it."""
    game = position(
        "2023-classic",
        "T T T T T . I I I I I I",
        ["6A 9I 1C", "12I", "3H"],
        shares=[{"I": 1}, {"T": 9}, {"T": 4, "I": 5}],
        cash=[2000, 100, 100],
    )
    session = Session(game, [], [PERSON, "random", "random"], None)
    coach = TerminalCoach(level, ProgressFile(tmp_path / "learning.json"))
    out = io.StringIO()
    CoachedPlain(session, coach, io.StringIO(answers), out).run()
    return out.getvalue()


def test_the_coach_asks_before_a_costly_decision_line_by_line(tmp_path: Path):
    told = coached(tmp_path, "full", "6A\nno\n9I\nquit\n")
    assert "Coach: This pays Bob $5,000 and Cid $2,500, and you nothing. Sure?" in told
    assert "Nothing was done." in told
    assert "Coach: Well chosen" in told


def test_a_gentle_coach_does_not_ask(tmp_path: Path):
    assert "Sure?" not in coached(tmp_path, "gentle", "6A\nquit\n")
