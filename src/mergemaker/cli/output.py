"""How commands print and write: for people, for programs, and to files."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mergemaker.rules.errors import MergemakerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import Console
    from rich.progress import Progress

    from mergemaker.record.record_files import RecordFile

T = TypeVar("T")


def check_free(path: Path, force: bool) -> None:
    """Refuses to write over a file unasked, before any work is done for it."""
    from mergemaker.record.record_files import STANDARD

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


def write_text(path: Path, text: str) -> None:
    """Writes a whole file, `-` being standard output."""
    if str(path) == "-":
        sys.stdout.write(text)
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise MergemakerError(f"{path} can’t be written: {error.strerror}.") from None


def say(text: str) -> None:
    """Prints a line for people to read, as it is: brackets in it are no markup."""
    console().print(text, markup=False)


def print_found(found: Sequence[T], line: Callable[[T], str], *, as_json: bool) -> None:
    """Prints what was found: as JSON, or a line for each."""
    if as_json:
        print_json(found)
        return
    for one in found:
        say(line(one))


def print_table(page: Console, title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table under an empty line and its title: its first column to the left, the others to the right."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", show_header=any(headings))
    for at, heading in enumerate(headings):
        table.add_column(heading, justify="right" if at else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    page.print("")
    page.print(Text(title, "italic"), soft_wrap=True)  # apart: a title is no wider than its table, and would be broken
    page.print(table)


def progress_bar(*, timed: bool = True, transient: bool = True) -> Progress:
    """A bar on standard error, gone when it is done if `transient`; `timed` with the time that is left."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    timing = (TimeRemainingColumn(),) if timed else ()
    return Progress(*columns, *timing, console=complaints(), transient=transient)


def records_in(paths: Sequence[Path]) -> Iterator[tuple[str, Any]]:
    """Every record of some files and folders, with where it was found."""
    from mergemaker.record.record_files import read_records

    for path in paths:
        files = [path]
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.suffix in (".json", ".jsonl"))
        if not files:
            raise MergemakerError(f"{path} has no records: no .json and no .jsonl in it.")
        for file in files:
            for number, record in read_records(file):
                yield f"{file}, game {number}", record


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
