"""What somebody has learned so far, kept in one small file: lessons done, where one was left, coach's cards read."""

from __future__ import annotations

from pathlib import Path

import msgspec

from mergemaker.learning.kept_file import read_kept, write_kept


class Progress(msgspec.Struct):
    """Lessons that are done, what was right so far in those that are not, and the cards that were read."""

    done: list[str] = msgspec.field(default_factory=list)
    at: dict[str, list[str]] = msgspec.field(default_factory=dict)
    cards: list[str] = msgspec.field(default_factory=list)


class ProgressFile:
    """A person's progress on disk. A file that can't be read or written costs nobody their lesson."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.progress = read_kept(path, Progress)

    def left_at(self, lesson: str) -> list[str]:
        """What was right so far in a lesson."""
        return list(self.progress.at.get(lesson, ()))

    def keep_lesson(self, lesson: str, tried: list[str], *, done: bool) -> None:
        """Where a lesson is; one at its end is done, and begins anew the next time."""
        if done:
            self.progress.at.pop(lesson, None)
            if lesson not in self.progress.done:
                self.progress.done.append(lesson)
        else:
            self.progress.at[lesson] = list(tried)
        write_kept(self.path, self.progress)

    def keep_card(self, moment: str) -> None:
        """A card of the coach was read."""
        if moment not in self.progress.cards:
            self.progress.cards.append(moment)
            write_kept(self.path, self.progress)
