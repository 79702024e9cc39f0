"""Every lesson, played to its end by every accepted way, with an answer to everything else that can be tried."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

import pytest

from every_try import all_tries
from mergemaker.learning.lesson_file import LEARNER, LessonError, lesson_named, lessons, read_lesson
from mergemaker.learning.lesson_play import LessonPlay
from mergemaker.learning.tries import actions_of, play_actions, try_text
from mergemaker.rules.game import Game

LESSONS = [lesson.name for lesson in lessons()]


def played_so_far(name: str, tried: list[str]) -> LessonPlay:
    play = LessonPlay(lesson_named(name), "Ann")
    play.replay(tried)
    return play


def test_there_are_ten_lessons_for_the_edition_that_play_now_uses():
    assert len(LESSONS) == 10
    assert {lesson.edition for lesson in lessons()} == {Game.new(seed=1).edition.name}


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_comes_to_its_end_by_every_accepted_way(name: str):
    """All of it: whatever is right leads on, whatever else is legal gets an answer, and no written answer is idle."""
    lesson = lesson_named(name)
    used: set[str] = set()
    ends = 0
    waiting: list[list[str]] = [[]]
    seen: set[bytes] = set()
    while waiting:
        tried = waiting.pop()
        play = played_so_far(name, tried)
        if play.done:
            ends += 1
            assert play.decided == lesson.decisions
            continue
        here = bytes([len(tried)]) + play.game.state.tobytes()
        if here in seen:  # the same position by another way
            continue
        seen.add(here)
        step = play.step
        assert step is not None
        assert play.game.to_act == LEARNER
        rights = 0
        for text in all_tries(play.game):
            verdict = play.judge(text)
            assert verdict.reply
            used |= {way for answer in (*step.right, *step.wrong) for way in answer.ways if fnmatchcase(text, way)}
            if verdict.right:
                rights += 1
                waiting.append([*tried, text])
            else:
                before = play.game.state.tobytes()
                assert not play.attempt(actions_of(text)).right
                assert play.game.state.tobytes() == before
        assert rights, f"nothing is right after {tried}"
    assert ends
    written = {way for step in lesson.steps for answer in (*step.right, *step.wrong) for way in answer.ways}
    assert written == used


@pytest.mark.parametrize("name", LESSONS)
def test_what_a_lesson_says_is_short_and_names_what_is_there(name: str):
    lesson = lesson_named(name)
    squares = re.compile(r"\d+[A-I]")
    for step in lesson.steps:
        for text in (step.say, step.otherwise, *(answer.reply for answer in (*step.right, *step.wrong))):
            assert "!" not in text
            assert len(text) <= 330
        for glowing in step.glow:
            assert glowing in lesson.box.chain_names or squares.fullmatch(glowing)


def test_a_right_try_tells_what_the_others_do_then():
    play = LessonPlay(lesson_named("trade-sell-or-hold"), "Ann")
    assert [happened.say[:30] for happened in play.opening] == ["Bea merges Festival into Imper"]
    verdict = play.attempt(["trade 4", "sell 0"])  # as the browser sends it
    assert verdict.right
    assert [part.played[0].action for part in verdict.happened] == ["trade 4", "done", "place 4H"]
    assert verdict.happened[-1].view.decision == "sell"


def test_a_wrong_try_and_an_impossible_one_change_nothing():
    play = LessonPlay(lesson_named("the-majority"), "Ann")
    before = play.game.state.tobytes()
    assert "Two against two" in play.attempt(["buy Festival", "done"]).reply
    assert "not on the board" in play.attempt(["buy Tower", "done"]).reply
    assert play.attempt([]).reply
    assert not play.attempt(["buy Festival"]).right  # a part of a basket
    assert play.game.state.tobytes() == before
    assert play.decided == 0


def test_a_lesson_that_was_left_goes_on_where_it_was():
    play = played_so_far("founding", ["place 6E", "found Tower"])
    assert play.decided == 2
    assert play.step is not None
    assert "founder" in play.step.say
    with pytest.raises(LessonError, match="no longer"):
        played_so_far("founding", ["place 1G"])


def test_a_decision_reads_the_same_however_it_was_put_together():
    game = LessonPlay(lesson_named("the-majority")).game
    assert try_text(game, ["buy Festival", "buy Sackson", "done"]) == "buy Sackson, buy Festival"
    assert try_text(game, ["done"]) == "buy nothing"
    assert try_text(game, actions_of("buy Festival, buy Festival")) == "buy Festival, buy Festival"
    assert len(all_tries(game)) == 10  # up to three of two chains
    twin = game.copy()
    assert len(play_actions(twin, actions_of("buy Festival, buy Festival, buy Festival"))) == 3


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("board = '''", "board = 'T T T T T T T T T T T T T'\nrest = '''"),
        ("[start]", "[strat]"),
    ],
)
def test_a_slip_in_a_lesson_file_is_refused(wrong: str, said: str):
    with pytest.raises(LessonError):
        read_lesson(EXAMPLE.replace(wrong, said), "example")


EXAMPLE = """
title = "An example"
purpose = "To be read."
closing = "The end."

[start]
seats = ["Guest", "Bea"]
board = '''
. . T T
'''
hands = ["1A 12I", "2I"]

[[steps]]
say = "Place a tile."
otherwise = "Another one."

[[steps.right]]
ways = ["place 1A"]
reply = "Well."
"""


def test_what_is_wrong_with_a_lesson_is_said_to_its_author():
    example = read_lesson(EXAMPLE, "example")
    assert LessonPlay(example).attempt(["place 1A"]).right
    for change, said in {
        ('hands = ["1A 12I", "2I"]', 'hands = ["1A 3A", "2I"]'): "3A is in two places",
        ('hands = ["1A 12I", "2I"]', 'hands = ["1A", "2I", "3I"]'): "2 seats, but hands for 3",
        (". . T T", ". . Z Z"): "no chain “Z”",
        (". . T T", ". . T T . . . . . . . . ."): "12 squares",
        ('hands = ["1A 12I", "2I"]', 'hands = ["1Z", "2I"]'): "no tile “1Z”",
        ("[[steps]]\n", '[[steps]]\nplay = "done"\n\n[[steps]]\n'): "the learner must decide",
    }.items():
        with pytest.raises(LessonError, match=said):
            LessonPlay(read_lesson(EXAMPLE.replace(*change), "example"))
    with pytest.raises(LessonError, match="Lessons are the-goal"):
        lesson_named("nonsense")
