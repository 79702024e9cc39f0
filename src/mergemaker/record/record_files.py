"""Record files: one JSON object, or JSON Lines with one game a line (`.jsonl`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any

import msgspec

from mergemaker.rules.errors import RecordError

STANDARD = "-"  # in place of a file: standard input or output
LONGEST = 4_000_000  # bytes of one record; a real one has fewer than 20,000


def read_records(path: str | Path) -> Iterator[tuple[int, Any]]:
    """The records of a file with their numbers, from 1 on: not verified, only read as JSON. `-` is standard input.

    A file that is one JSON object, over however many lines, is one record; any other is read line by line.
    """
    file = shown_name(path)
    try:
        with nullcontext(sys.stdin.buffer) if str(path) == STANDARD else Path(path).open("rb") as lines:
            first = lines.readline(LONGEST + 1)
            if _is_whole(first):
                yield from _each_line(first, lines)
                return
            whole = first + lines.read(LONGEST + 1)
    except FileNotFoundError:
        raise RecordError(f"There is no file {file}.") from None
    except IsADirectoryError:
        raise RecordError(f"{file} is a folder, not a file of records.") from None
    except OSError as error:
        raise RecordError(f"{file} can’t be read: {error.strerror}.") from None
    if not whole.strip():
        raise RecordError(f"{file} is empty.")
    yield 1, _decode(whole, 1)


def shown_name(path: str | Path) -> str:
    """A file's name for a sentence."""
    return "standard input" if str(path) == STANDARD else str(path)


def _is_whole(line: bytes) -> bool:
    """Whether a first line is a game of its own, so that the others are too."""
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _each_line(line: bytes, more: IO[bytes]) -> Iterator[tuple[int, Any]]:
    number = 0
    while line:
        if line.strip():
            number += 1
            yield number, _decode(line, number)
        line = more.readline(LONGEST + 1)


def _decode(text: bytes, number: int) -> Any:
    if len(text) > LONGEST:
        raise RecordError(f"game {number} is longer than any record ({LONGEST:,} bytes)")
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"game {number} is not JSON: {error}") from None


def write_record(record: Mapping[str, Any]) -> bytes:
    """A record as one line of a `.jsonl` file."""
    return msgspec.json.encode(record) + b"\n"


class RecordFile:
    """A `.jsonl` file being written, game by game; one game a line. `-` is standard output.

    A file that is there already is left alone, with an error, unless it is to be overwritten.
    """

    def __init__(self, path: str | Path, *, overwrite: bool = False) -> None:
        self.path = Path(path)
        try:
            self._file: IO[bytes] = (
                sys.stdout.buffer if str(path) == STANDARD else self.path.open("wb" if overwrite else "xb")
            )
        except FileExistsError:
            raise RecordError(f"{self.path} is there already and was left as it is.") from None
        except OSError as error:
            raise RecordError(f"{self.path} can’t be written: {error.strerror}.") from None

    def write(self, record: Mapping[str, Any]) -> None:
        """Adds a game."""
        try:
            self._file.write(write_record(record))
        except OSError as error:
            raise RecordError(f"{self.path} can’t be written: {error.strerror}.") from None

    def close(self) -> None:
        """Ends the file."""
        self._file.flush()
        if str(self.path) != STANDARD:
            self._file.close()
