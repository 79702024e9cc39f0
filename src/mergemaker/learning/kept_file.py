"""A small file of one person's: read or begun anew, and written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_kept(path: Path, kind: type[T]) -> T:
    """What the file has; an empty one where it is not there or can't be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        return kind()


def write_kept(path: Path, value: object) -> None:
    """Writes the file; where that can't be, what is kept lasts as long as the program does."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_bytes(msgspec.json.encode(value))
        fresh.replace(path)
    except OSError:
        return
