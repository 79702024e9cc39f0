"""A match that is kept in a file as it is played, so that it can be stopped, gone on with, and made longer.

The first line says which match it is; each game adds a line when it ends. A line that a crash cut off is dropped, and
its game is played again. Two processes can't play on in one file.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

from mergemaker.arena.match import GameTask, Played
from mergemaker.file_lock import lock_file
from mergemaker.rules.errors import MergemakerError


class MatchHead(msgspec.Struct, frozen=True):
    """Which match a file keeps: games of any other are not to be added to it."""

    bots: tuple[str, ...]
    seed: int
    edition: dict[str, Any]
    match: int = 1  # the format

    @classmethod
    def of(cls, tasks: Sequence[GameTask], seed: int) -> Self:
        """The match that these tasks are the beginning of."""
        return cls(tasks[0].bots, seed, tasks[0].edition)


class MatchFile:
    """The file of a match, open for adding games."""

    def __init__(self, path: Path, head: MatchHead) -> None:
        self.played: list[Played] = []
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise MergemakerError(f"{path} can’t be written: {error.strerror}.") from None
        try:
            self._take_up(path, head)
        except BaseException:
            self._file.close()
            raise

    def _take_up(self, path: Path, head: MatchHead) -> None:
        try:
            lock_file(self._file.fileno())
        except OSError:
            raise MergemakerError(f"The match in {path} is being played elsewhere.") from None
        self._file.seek(0)
        text = self._file.read()
        first = msgspec.json.encode(head) + b"\n"
        if not text.startswith(first) and not first.startswith(text):
            raise MergemakerError(f"{path} keeps {_said(text)}; choose another file for this one.")
        whole = text.rfind(b"\n") + 1
        self._file.truncate(whole)
        if whole == 0:
            self._write(head)
        for number, line in enumerate(text[len(first) : whole].splitlines(), 2):
            one = _decoded(line, Played)
            if one is None:
                raise MergemakerError(f"{path} is damaged: line {number} is no game.")
            self.played.append(one)

    def left_of(self, tasks: Sequence[GameTask]) -> list[GameTask]:
        """The games that are still to be played."""
        done = {one.number for one in self.played}
        return [task for task in tasks if task.number not in done]

    def add(self, one: Played) -> None:
        """Keeps a game that has ended."""
        self._write(one)
        self.played.append(one)

    def _write(self, line: msgspec.Struct) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Lets go of the file; the match can be gone on with."""
        self._file.close()


def _decoded(line: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError:
        return None


def _said(text: bytes) -> str:
    """What a file keeps that is not of this match."""
    head = _decoded(text.partition(b"\n")[0], MatchHead)
    if head is None:
        return "no match"
    return f"another match ({', '.join(head.bots)}; {head.edition.get('name')}, --seed {head.seed})"
