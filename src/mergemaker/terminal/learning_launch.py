"""From the command line to a lesson, on the screen or line by line."""

from __future__ import annotations

import sys

from mergemaker.learning.lesson_file import Lesson
from mergemaker.learning.progress_file import ProgressFile
from mergemaker.terminal import launch, saved_games
from mergemaker.terminal.lesson_session import LessonSession
from mergemaker.terminal.plain_lessons import GO_ON, take_lessons


def progress_file() -> ProgressFile:
    """This person's progress, beside the saved games."""
    return ProgressFile(saved_games.folder().parent / "learning.json")


def take(lesson: Lesson, kept: ProgressFile, *, plain: bool) -> None:
    """Takes lessons from one on."""
    launch.warm_up()
    if plain or not launch.has_screen():
        take_lessons(lesson, kept, sys.stdin, sys.stdout)
        return
    from mergemaker.terminal.screens.lesson_screen import LessonScreen
    from mergemaker.terminal.terminal_app import Mergemaker

    Mergemaker(screen=LessonScreen(LessonSession(lesson, kept))).run()
    sys.stdout.write(f"{GO_ON}\n")
