"""Where games are kept: the folder of running and finished games, and the journal of a running one.

A running game is a journal, `NAME.game`: a line with everything before the first action, then a line for each
action, each on the disk before the next is asked for, so that a killed terminal loses nothing. A finished game is a
record, `NAME.json`, and its journal is gone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import msgspec
from platformdirs import user_data_path

from mergemaker.file_lock import lock_file
from mergemaker.record import read_records
from mergemaker.rules.errors import MergemakerError, RecordError

PERSON = "person"  # in a journal's list of who plays: anything else is a bot's name


class Kept(msgspec.Struct, frozen=True):
    """A game among the saved games: its name, and what its file says without being replayed."""

    name: str
    path: Path
    finished: bool
    when: str
    edition: str
    seats: tuple[str, ...]
    actions: int
    result: dict[str, Any] | None = None
    trouble: str = ""  # why it can't be read


class Journal:
    """The file of a running game, open for adding lines; nobody else may add to it meanwhile."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file

    @property
    def name(self) -> str:
        """The game's name among the saved games."""
        return self.path.stem

    def add(self, line: object) -> None:
        """Adds a line and waits until the disk has it."""
        _write_line(self._file, line)

    def close(self) -> None:
        """Lets go of the file; the game can be continued."""
        self._file.close()

    def finish(self, record: Mapping[str, Any]) -> Path:
        """Puts the finished record in the journal's place."""
        target = self.path.with_suffix(".json")
        draft = self.path.with_suffix(".draft")
        with draft.open("wb") as file:
            _write_line(file, record)
        draft.replace(target)
        _sync_folder(target.parent)
        self.close()
        self.path.unlink(missing_ok=True)
        return target


def folder() -> Path:
    """Where games are kept; ``MERGEMAKER_DATA`` moves it."""
    chosen = os.environ.get("MERGEMAKER_DATA")
    return (Path(chosen) if chosen else user_data_path("mergemaker", appauthor=False)) / "games"


def begin(record: Mapping[str, Any], who: Sequence[str]) -> Journal:
    """Opens the journal of a new game; `record` is the game before its first action."""
    home = folder()
    started = datetime.now(UTC).astimezone()
    stem = f"{started:%Y-%m-%d-%H%M%S}"
    try:
        home.mkdir(parents=True, exist_ok=True)
        for number in range(1, 1000):
            path = home / (f"{stem}.game" if number == 1 else f"{stem}-{number}.game")
            if not path.with_suffix(".json").exists():
                try:
                    file = path.open("xb")
                except FileExistsError:
                    continue
                break
        _lock(file, path)
        bare = {key: value for key, value in record.items() if key != "actions"}
        _write_line(file, {"journal": 1, "started": started.isoformat(timespec="seconds"), "who": who, "game": bare})
        _sync_folder(home)
    except OSError as error:
        raise MergemakerError(
            f"Games can’t be kept in {home}: {error.strerror}. MERGEMAKER_DATA can name another folder."
        ) from None
    return Journal(path, file)


def reopen(path: Path) -> tuple[Journal, dict[str, Any], list[str]]:
    """Opens a running game to go on with it. Returns its journal, the record so far, and who plays."""
    try:
        file = path.open("r+b")
    except OSError as error:
        raise RecordError(f"{path} can’t be read: {error.strerror}.") from None
    try:
        _lock(file, path)
        header, actions, length = _read(file.read())
        # A line that a crash cut off is dropped: its action was never told to anybody.
        file.truncate(length)
        file.seek(length)
    except BaseException:
        file.close()
        raise
    return Journal(path, file), {**header["game"], "actions": actions}, header["who"]


def kept_games() -> list[Kept]:
    """All games among the saved games, the newest first."""
    files = [file for file in folder().glob("*") if file.suffix in (".game", ".json")]
    # A journal beside its record is what a crash left at the very end of a game.
    told = {file.stem for file in files if file.suffix == ".json"}
    kept = [_look(file) for file in files if file.suffix == ".json" or file.stem not in told]
    return sorted(kept, key=lambda game: game.name, reverse=True)


def running_games() -> list[Kept]:
    """The games that can be continued, the newest first."""
    return [game for game in kept_games() if not game.finished and not game.trouble]


def find(wanted: str) -> Kept:
    """The game that a number of the list, or a name, means."""
    games = kept_games()
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(games):
        return games[int(wanted) - 1]
    for game in games:
        if game.name == wanted:
            return game
    there = f"There are {len(games)}" if len(games) != 1 else "There is one"
    raise MergemakerError(f"There is no game “{wanted}”. {there}: see `mergemaker games`.")


def delete(game: Kept) -> None:
    """Deletes a game for good; one that is being played in a window is refused."""
    try:
        if game.path.suffix == ".game":
            with game.path.open("r+b") as file:
                _lock(file, game.path)
        for suffix in (".json", ".game"):  # both, after a crash at the very end of a game
            game.path.with_suffix(suffix).unlink(missing_ok=True)
    except OSError as error:
        raise MergemakerError(f"{game.path} can’t be deleted: {error.strerror}.") from None


def record_of(game: Kept) -> dict[str, Any]:
    """The record of a finished game; of a running one it would show everybody's tiles."""
    if game.trouble:
        raise MergemakerError(f"{game.path}: {game.trouble}.")
    if not game.finished:
        raise MergemakerError(f"The game {game.name} is still running: mergemaker play --resume {game.name}")
    record: dict[str, Any] = next(record for _, record in read_records(game.path))
    return record


def _look(path: Path) -> Kept:
    finished = path.suffix == ".json"
    try:
        text = path.read_bytes()
        if finished:
            record = msgspec.json.decode(text)
            actions, when = record["actions"], record.get("played", "")
        else:
            header, actions, _ = _read(text)
            record, when = header["game"], header.get("started", "")
        seats = tuple(map(str, record["seats"]))
        return Kept(
            path.stem, path, finished, str(when), str(record["edition"]), seats, len(actions), record.get("result")
        )
    except (OSError, MergemakerError, msgspec.DecodeError, KeyError, TypeError, AttributeError):
        return Kept(path.stem, path, finished, "", "", (), 0, None, "this file can’t be read")


def _read(text: bytes) -> tuple[dict[str, Any], list[str], int]:
    """A journal's first line, its actions with what was taken back left out, and how many bytes of it are whole."""
    end = text.rfind(b"\n") + 1
    header: dict[str, Any] = {}
    actions: list[str] = []
    for number, line in enumerate(text[:end].splitlines(), 1):
        try:
            data = msgspec.json.decode(line)
        except msgspec.DecodeError:
            raise RecordError(f"line {number} of the saved game is damaged") from None
        if number == 1:
            header = data
        elif isinstance(data, str):
            actions.append(data)
        elif isinstance(data, dict) and isinstance(data.get("play"), str):
            actions.append(data["play"])
        elif isinstance(data, dict) and isinstance(data.get("undo"), int) and 0 < data["undo"] <= len(actions):
            del actions[-data["undo"] :]
        else:
            raise RecordError(f"line {number} of the saved game is damaged")
        if number > 1 and isinstance(data, dict) and "market" in data:  # the draws so far, which no seed tells
            header["game"]["market"] = data["market"]
    whole = isinstance(header, dict) and isinstance(header.get("game"), dict) and isinstance(header.get("who"), list)
    if not whole or header.get("journal") != 1:
        raise RecordError("the saved game has no beginning")
    return header, actions, end


def _write_line(file: IO[bytes], line: object) -> None:
    file.write(msgspec.json.encode(line) + b"\n")
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    """Makes the disk remember a new name; only POSIX has it."""
    if sys.platform != "win32":
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _lock(file: IO[bytes], path: Path) -> None:
    """Two windows must not play on in one game."""
    try:
        lock_file(file.fileno())
    except OSError:
        raise MergemakerError(f"The game {path.stem} is being played in another window.") from None
