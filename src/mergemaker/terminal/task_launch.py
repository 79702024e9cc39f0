"""From the command line to a lesson or a puzzle, on the screen or line by line."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from mergemaker.puzzles.practice import Wish, daily_puzzle
from mergemaker.puzzles.practice_file import PracticeFile
from mergemaker.puzzles.puzzle_file import PuzzleError, puzzle_named, shipped
from mergemaker.terminal import launch
from mergemaker.terminal.plain_tasks import PlainLesson, PlainPuzzle, play_plain
from mergemaker.terminal.sessions import saved_games
from mergemaker.terminal.sessions.lesson_session import LessonSession
from mergemaker.terminal.sessions.puzzle_session import PuzzleSession, now


def practice_file() -> PracticeFile:
    """This person's tries, beside the saved games."""
    return PracticeFile(saved_games.folder().parent / "puzzles.json")


def play_puzzles(name: str | None, wish: Wish, *, daily: bool, plain: bool) -> None:
    """Plays puzzles: the one that is named, today's, or what suits."""
    kept = practice_file()
    if name is not None:
        first = PuzzleSession(puzzle_named(name), kept, wish, "chosen")
    elif daily:
        today = daily_puzzle(list(shipped().values()), datetime.now(UTC).date())
        first = PuzzleSession(today, kept, wish, "daily")
    else:
        found = kept.next(now(), wish)
        if found is None:
            raise PuzzleError("There is no such puzzle; choose another idea or edition.")
        first = PuzzleSession(found.puzzle, kept, wish, found.why)
    play(first, plain=plain)


def play(first: LessonSession | PuzzleSession, *, plain: bool) -> None:
    """Plays lessons or puzzles from one on."""
    launch.warm_up()
    if plain or not launch.has_screen():
        play_plain(first, sys.stdin, sys.stdout)
        return
    from mergemaker.terminal.screens.task_screen import LessonScreen, PuzzleScreen
    from mergemaker.terminal.terminal_app import Mergemaker

    is_lesson = isinstance(first, LessonSession)
    Mergemaker(screen=LessonScreen(first) if is_lesson else PuzzleScreen(first)).run()
    sys.stdout.write(f"{(PlainLesson if is_lesson else PlainPuzzle).come_back}\n")
