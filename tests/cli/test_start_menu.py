"""`mergemaker` alone: a menu for a person at a terminal, the help for a program."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from mergemaker.cli import start_menu


@pytest.fixture
def choosing(monkeypatch, mergemaker):
    """Somebody at the terminal who gives these answers, one after the other, and then closes it."""

    def run(*answers):
        left = iter(answers)

        def answer(question):
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(start_menu, "somebody_is_there", lambda: True)
        monkeypatch.setattr("builtins.input", answer)
        return mergemaker()

    return run


@pytest.fixture
def begun(monkeypatch, tmp_path):
    """What was begun from the menu; nothing really is."""
    from mergemaker.terminal import launch, task_launch
    from mergemaker.web import server

    calls: list[str] = []
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))
    monkeypatch.setattr(launch, "has_screen", lambda: True)
    monkeypatch.setattr(launch, "warm_up", lambda: None)
    monkeypatch.setattr(launch, "play", lambda session, **how: calls.append("play"))
    monkeypatch.setattr(task_launch, "play", lambda lesson, **how: calls.append("learn"))
    monkeypatch.setattr(server, "serve", lambda settings, open_page: calls.append("page" if open_page else "serve"))
    return calls


@pytest.mark.parametrize(
    ("answer", "what"), [("1", "play"), ("", "play"), ("2", "page"), ("Browser", "page"), ("3", "learn")]
)
def test_a_number_a_word_or_enter_begins(answer, what, choosing, begun):
    done = choosing(answer)
    assert (begun, done.returncode, done.stderr) == ([what], 0, "")


def test_the_menu_names_the_commands_so_that_one_learns_them(choosing, begun):
    shown = choosing("q").stdout
    for words in ("Play here", "mergemaker serve --open", "Learn the game", "Help"):
        assert words in shown
    assert begun == []


def test_help_lists_the_commands(choosing):
    done = choosing("5")
    assert done.returncode == 0
    assert "simulate" in done.stdout


def test_an_answer_that_is_none_is_asked_again_and_the_end_of_input_leaves(choosing, begun):
    done = choosing("7", "chess")
    assert done.stdout.count("Please type a number from 1 to 5, or q to leave.") == 2
    assert (begun, done.returncode, done.stderr) == ([], 0, "")


def test_without_a_terminal_the_help_is_shown_and_the_status_says_that_nothing_was_done(mergemaker):
    done = mergemaker()
    assert done.returncode == 2
    assert "simulate" in done.stdout
    assert "Which?" not in done.stdout


def test_on_a_real_terminal_the_menu_opens():
    ours, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-m", "mergemaker"], stdin=theirs, stdout=theirs, stderr=theirs) as program:
        os.close(theirs)
        os.write(ours, b"q\n")
        shown = b""
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:  # Linux says so when the other end is closed
            pass
    os.close(ours)
    assert program.returncode == 0
    assert b"Play in the browser" in shown
