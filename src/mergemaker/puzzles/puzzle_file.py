"""Puzzles as data: where each comes from, what was proven about it, and the file that they are kept in.

A puzzle is a record and a number: the edition, the seed and the actions that lead to its position. Nothing of the
position itself is stored; it is played again. What the judges found stands beside it, so that nobody has to search
again to answer.
"""

from __future__ import annotations

import gzip
import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.errors import MergemakerError, RecordError
from mergemaker.rules.game import Game
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import MAX_PLAYERS

SHIPPED = "puzzles.jsonl.gz"
SEAT_NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
ID_LENGTH = 10
LARGEST = 64_000_000  # bytes of a file of puzzles, unpacked


class PuzzleError(MergemakerError):
    """A puzzle that there is not, or a file of puzzles that can't be read; the text says which and why."""


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record up to the puzzle's position: a seed and actions where the edition is built in, or else all of it.

    `played` holds one byte for each action, its id.
    """

    edition: str
    players: int
    seed: str | None = None
    played: str = ""
    record: dict[str, Any] | None = None

    def game(self) -> Game:
        """The game at the puzzle's position."""
        if self.record is not None:
            return Game.from_record(self.record)
        game = Game.new(self.edition, SEAT_NAMES[: self.players], seed=self.seed)
        game.advance(list(b64decode(self.played)))
        return game


class Option(msgspec.Struct, frozen=True, array_like=True):
    """An action that was open: the seat's chance after it, how far behind the best, and the standard error of that."""

    action: str
    chance: float
    behind: float
    error: float


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action of the solution, and what was found about all that could be done in its place, best first."""

    decision: str
    best: str
    options: tuple[Option, ...]
    reason: str
    line: tuple[str, ...] = ()


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position and what wins most in it. `solved` says which bots of the ladder find the whole solution."""

    id: str
    source: Source
    steps: tuple[Step, ...]
    ideas: tuple[str, ...]
    solved: dict[str, bool] = {}
    origin: str = ""  # where it was found: the seed of the mining and the number of the game

    @property
    def edition(self) -> str:
        """The edition that it is played by."""
        return self.source.edition

    @property
    def decision(self) -> str:
        """What is asked first."""
        return self.steps[0].decision

    @property
    def gap(self) -> float:
        """How far the second best first action lies behind."""
        return min((option.behind for option in self.steps[0].options[1:]), default=0.0)


def source_of(game: Game) -> Source:
    """A record of a game as it stands, as short as it can be."""
    edition = game.edition
    seed = game.seed
    plain = edition.name in names() and Edition.named(edition.name) == edition and game.hidden == edition.hides()
    if seed is not None and plain:
        short = Source(edition.name, game.players, seed, b64encode(bytes(game.action_ids)).decode())
        if short.game().state.tobytes() == game.state.tobytes():
            return short
    record = {**game.record(), "seats": list(SEAT_NAMES[: game.players])}
    return Source(edition.name, game.players, record=record)


def id_of(source: Source) -> str:
    """What a puzzle is known by: a digest of where its position comes from."""
    whole = msgspec.json.encode(source, order="deterministic")
    return hashlib.sha256(whole).hexdigest()[:ID_LENGTH]


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file, JSON lines, packed (.gz) or not."""
    try:
        raw = path.read_bytes()
        text = gzip.decompress(raw) if path.suffix == ".gz" else raw
    except FileNotFoundError:
        raise PuzzleError(f"There is no file {path}.") from None
    except (OSError, EOFError) as error:
        raise PuzzleError(f"{path} can’t be read: {error}.") from None
    return _decoded(text, str(path))


def _decoded(text: bytes, file: str) -> list[Puzzle]:
    if len(text) > LARGEST:
        raise PuzzleError(f"{file} is larger than any file of puzzles.")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found.append(msgspec.json.decode(line, type=Puzzle))
            except msgspec.MsgspecError as error:
                raise PuzzleError(f"{file}, line {number} is not a puzzle: {error}.") from None
    return found


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Writes a file of puzzles, whole or not at all; one that ends in .gz is packed, the same way every time."""
    text = b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles)
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.write_bytes(gzip.compress(text, 9, mtime=0) if path.suffix == ".gz" else text)
        fresh.replace(path)
    except OSError as error:
        raise PuzzleError(f"{path} can’t be written: {error.strerror}.") from None


@cache
def shipped() -> Mapping[str, Puzzle]:
    """The puzzles that come with mergemaker, by their ids."""
    data = files(__package__).joinpath(SHIPPED).read_bytes()
    return {puzzle.id: puzzle for puzzle in _decoded(gzip.decompress(data), SHIPPED)}


def puzzle_named(name: str) -> Puzzle:
    """A puzzle by its id; PuzzleError where there is none."""
    if name not in shipped():
        raise PuzzleError(f"There is no puzzle “{name[:40]}”.")
    return shipped()[name]


def position_of(puzzle: Puzzle) -> Game:
    """The game in which a puzzle is asked."""
    try:
        return puzzle.source.game()
    except RecordError as error:
        raise PuzzleError(f"Puzzle {puzzle.id} has a record that does not hold: {error}") from None


def seen_now(game: Game) -> Any:
    """What the seat that must decide has seen."""
    assert game.to_act is not None  # a decision is asked
    return seen_by(game.edition.record, game.state, game.to_act, game.hidden)


assert len(SEAT_NAMES) == MAX_PLAYERS
