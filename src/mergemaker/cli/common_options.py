"""The options that several commands have in common."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mergemaker.rules.editions.edition import Edition

EditionName = Annotated[
    str,
    typer.Option(
        "--edition", "-e", help="A built-in edition, or the path of a house-rules file (.toml), - being standard input."
    ),
]
Players = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
Seed = Annotated[int, typer.Option("--seed", "-s", min=0, max=2**63 - 1, help="The same seed gives the same games.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Plain = Annotated[bool, typer.Option("--plain", help="Ask line by line, for a screen reader or a pipe.")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite a file that is there already.")]


def find_edition(name: str) -> Edition:
    """A built-in edition by its name, or a user's by its file; `-` is one on standard input."""
    from mergemaker.rules.editions.edition import Edition, names
    from mergemaker.rules.editions.edition_file import LARGEST_FILE

    if name == "-":
        return Edition.from_toml(sys.stdin.buffer.read(LARGEST_FILE + 1), file="standard input")
    looks_like_file = name.endswith(".toml") or "/" in name or "\\" in name
    if name not in names() and (looks_like_file or Path(name).is_file()):
        return Edition.load(name)
    return Edition.named(name)
