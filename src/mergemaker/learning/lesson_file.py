"""Lessons as their files have them, and what reads and checks them.

A lesson is one TOML file in `lessons/`, taken in the order of the file names; docs/do/lessons.md says how to write one.
Nothing here plays: whether a lesson's position stands and its script can be played is found by `lesson_play.py`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError

LEARNER = 0  # the seat of whoever takes the lesson


class LessonError(MergemakerError):
    """A lesson that can't be read or played; the text says what its author should mend."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a lesson's file. A key that nobody knows is a slip of the pen, so it is refused."""


class Start(_Part, frozen=True):
    """The position that a lesson begins with, at the mover's `place`; see `rules/drawings.py`."""

    seats: tuple[str, ...]
    board: str
    hands: tuple[str, ...]
    shares: tuple[dict[str, int], ...] = ()
    cash: tuple[int, ...] = ()
    bag: str = ""
    mover: int = LEARNER
    announced: bool = False
    play: str = ""  # what has been played from there when the lesson begins: "place 12I"


class Answer(_Part, frozen=True):
    """What is said to some of the ways to decide.

    A way is a decision as `tries.py` writes it, such as `place 5C` or `buy Tower, buy Tower`; `*` stands for anything.
    """

    ways: tuple[str, ...]
    reply: str


class Step(_Part, frozen=True):
    """One decision of the learner with what counts as right, or a part that somebody else plays.

    `say` is told before a decision of the learner, and beside what the others play. `glow` are the squares and chains
    to look at.
    """

    say: str = ""
    glow: tuple[str, ...] = ()
    play: str = ""  # by whoever must decide, if not the learner: "place 6D, found Tower, done"
    right: tuple[Answer, ...] = ()
    wrong: tuple[Answer, ...] = ()
    otherwise: str = ""  # to a wrong try that no answer is for

    @property
    def asks(self) -> bool:
        """Whether the learner decides here."""
        return not self.play


class Lesson(_Part, frozen=True):
    """A lesson: one purpose, a position, and the steps to its end."""

    title: str
    purpose: str
    start: Start
    steps: tuple[Step, ...]
    closing: str
    elsewhere: str = ""  # what differs in other editions
    edition: str = "2023-classic"
    name: str = ""  # the file's, without its number

    @property
    def decisions(self) -> int:
        """How often the learner decides."""
        return sum(step.asks for step in self.steps)

    @property
    def box(self) -> Edition:
        """The edition it is played by."""
        return Edition.named(self.edition)


def read_lesson(text: str, name: str) -> Lesson:
    """A lesson from the text of its file; LessonError says what is wrong with it."""
    try:
        data: dict[str, Any] = tomllib.loads(text)
        lesson = msgspec.convert({**data, "name": name}, Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LessonError(f"{name}: {error}.") from None
    _check(lesson)
    return lesson


def _check(lesson: Lesson) -> None:
    if not lesson.decisions:
        raise LessonError(f"{lesson.name}: the learner decides nothing.")
    for number, step in enumerate(lesson.steps, 1):
        where = f"{lesson.name}, step {number}"
        if step.asks and not (step.say and step.right and step.otherwise):
            raise LessonError(f"{where}: a decision needs say, right and otherwise.")
        if not step.asks and (step.right or step.wrong or step.otherwise):
            raise LessonError(f"{where}: either somebody else plays, or the learner decides; not both.")


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons in their order."""
    folder = resources.files("mergemaker.learning").joinpath("lessons")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return tuple(
        read_lesson(file.read_text(encoding="utf-8"), file.name.removesuffix(".toml").partition("-")[2])
        for file in files
    )


def lesson_named(name: str) -> Lesson:
    """A lesson by its name."""
    for lesson in lessons():
        if lesson.name == name:
            return lesson
    known = ", ".join(lesson.name for lesson in lessons())
    raise LessonError(f"There is no lesson “{name[:40]}”. Lessons are {known}.")
