"""Where a mining stands, on disk: one line for each game that was looked through, so that it can be stopped any time.

The part file is only ever added to; a line that was cut off by a crash is left out. The puzzles themselves are written
from it in the order of the games, so that the result is the same however often the mining was stopped.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from mergemaker.puzzles.mining import MinedGame
from mergemaker.puzzles.puzzle_file import Puzzle, PuzzleError, write_puzzles


class _Heading(msgspec.Struct, frozen=True):
    """What a part file is of."""

    mining: str


class MiningFile:
    """A mining's result and its part file; `purpose` says what is mined, so that two are not mixed up."""

    def __init__(self, out: Path, purpose: str) -> None:
        self.out = out
        self.part = out.with_name(f"{out.name}.part")
        self.games: dict[int, MinedGame] = {}
        self._read(purpose)
        try:
            fresh = not self.part.exists() or self.part.stat().st_size == 0
            self._file = self.part.open("ab")
            if fresh:
                self._add(_Heading(purpose))
        except OSError as error:
            raise PuzzleError(f"{self.part} can’t be written: {error.strerror}.") from None

    def _read(self, purpose: str) -> None:
        if not self.part.exists():
            return
        raw = self.part.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        if whole != raw:
            self.part.write_bytes(whole)  # the last line was cut off
        heading, *lines = whole.splitlines() or [b""]
        try:
            if heading and msgspec.json.decode(heading, type=_Heading).mining != purpose:
                raise PuzzleError(f"{self.part} belongs to another mining; choose another --out, or take it away.")
            for line in lines:
                game = msgspec.json.decode(line, type=MinedGame)
                self.games[game.number] = game
        except msgspec.MsgspecError:
            raise PuzzleError(f"{self.part} is not a mining’s part file.") from None

    def _add(self, what: Any) -> None:
        self._file.write(msgspec.json.encode(what) + b"\n")
        self._file.flush()

    def add(self, game: MinedGame) -> None:
        """A game was looked through."""
        self.games[game.number] = game
        self._add(game)

    @property
    def puzzles(self) -> list[Puzzle]:
        """All puzzles so far, in the order of the games."""
        return [puzzle for number in sorted(self.games) for puzzle in self.games[number].puzzles]

    def finish(self, *, complete: bool) -> None:
        """Writes the puzzles; the part file goes when nothing is left to be looked through."""
        self._file.close()
        write_puzzles(self.out, self.puzzles)
        if complete:
            self.part.unlink()
