"""What several commands share: the options they have in common, and how they print."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from mergemaker.rules.editions.edition import Edition

EditionName = Annotated[
    str, typer.Option("--edition", "-e", help="A built-in edition, or the path of a house-rules file (.toml).")
]
Players = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
Seed = Annotated[int, typer.Option("--seed", "-s", min=0, max=2**63 - 1, help="The same seed gives the same games.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite a file that is there already.")]


def check_free(path: Path, force: bool) -> None:
    """Refuses to write over a file unasked, before any work is done for it."""
    from mergemaker.rules.errors import MergemakerError

    if not force and path.exists():
        raise MergemakerError(f"{path} is there already; --force overwrites it.")


def find_edition(name: str) -> Edition:
    """A built-in edition by its name, or a user's by its file."""
    from mergemaker.rules.editions.edition import Edition, names

    looks_like_file = name.endswith(".toml") or "/" in name or "\\" in name
    if name not in names() and (looks_like_file or Path(name).is_file()):
        return Edition.load(name)
    return Edition.named(name)


def print_json(data: Any) -> None:
    """Prints data as JSON, readable for people too."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def console() -> Console:
    """Where a command prints what people read."""
    from rich.console import Console

    return Console(highlight=False)


def complaints() -> Console:
    """Where progress and trouble go, so that standard output stays clean."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)
