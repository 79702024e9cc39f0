"""What somebody has learned so far, kept in one small file: lessons done, where one was left, coach's cards read."""

from __future__ import annotations

from pathlib import Path

import msgspec


class Progress(msgspec.Struct):
    """Lessons that are done, what was right so far in those that are not, and the cards that were read."""

    done: list[str] = msgspec.field(default_factory=list)
    at: dict[str, list[str]] = msgspec.field(default_factory=dict)
    cards: list[str] = msgspec.field(default_factory=list)


class ProgressFile:
    """A person's progress on disk. A file that can't be read or written costs nobody their lesson."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.progress = msgspec.json.decode(path.read_bytes(), type=Progress)
        except (OSError, msgspec.MsgspecError):
            self.progress = Progress()

    def keep(self) -> None:
        """Writes it, whole or not at all."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".new")
            fresh.write_bytes(msgspec.json.encode(self.progress))
            fresh.replace(self.path)
        except OSError:
            return  # then it lasts as long as the program does

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
        self.keep()

    def keep_card(self, moment: str) -> None:
        """A card of the coach was read."""
        if moment not in self.progress.cards:
            self.progress.cards.append(moment)
            self.keep()
