"""How commands print and write: for people, for programs, and to files."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from mergemaker.record.record_files import RecordFile


def check_free(path: Path, force: bool) -> None:
    """Refuses to write over a file unasked, before any work is done for it."""
    from mergemaker.record.record_files import STANDARD
    from mergemaker.rules.errors import MergemakerError

    if not force and str(path) != STANDARD and path.exists():
        raise MergemakerError(f"{path} is there already; --force overwrites it.")


def open_records(path: Path | None, force: bool) -> RecordFile | None:
    """A file for records, `-` being standard output; None where none is asked for."""
    from mergemaker.record.record_files import RecordFile

    if path is None:
        return None
    check_free(path, force)
    return RecordFile(path, overwrite=force)


def pages(path: Path | None) -> Console:
    """Where a command prints what people read; not among the records, where those go to standard output."""
    return complaints() if path is not None and str(path) == "-" else console()


def print_json(data: Any) -> None:
    """Prints data as JSON, readable for people too."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def console() -> Console:
    """Where a command prints what people read."""
    from rich.console import Console

    return Console(highlight=False)


@cache
def complaints() -> Console:
    """Where progress and trouble go, so that standard output stays clean; one for all, which knows its spinner."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def beside_spinner() -> Console:
    """Where to print while a spinner turns: above it if both are on the screen, or else it would leave its traces."""
    return complaints() if sys.stdout.isatty() and complaints().is_terminal else console()
