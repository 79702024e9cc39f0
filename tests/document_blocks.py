"""The code and command blocks of the documents, and how each is run.

A comment of HTML before a block says what is not as usual:
`slow: why` runs in the soak; `interactive` waits for a person, so only its options are read; `with a database` needs a
server's database; `not run: why` is left alone, but the options, targets and extras in it must exist.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODES = ("run", "slow", "interactive", "with a database", "not run")
BLOCK = re.compile(
    r"(?:<!-- (?P<note>[^>]*?) -->\n)?^(?P<pad> *)```(?P<kind>\w*)(?: title=\"(?P<title>[^\"]+)\")?\n"
    r"(?P<text>.*?)^ *```$",
    re.DOTALL | re.MULTILINE,
)


class Block(NamedTuple):
    """One block: its page and line, what language it is in, how it is run and why so, its file's name, its text."""

    page: Path
    line: int
    kind: str
    mode: str
    why: str
    title: str
    text: str

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


class Command(NamedTuple):
    """A line of a console, and what it is said to print."""

    words: list[str]
    line: str
    shown: str


def blocks_of(page: Path) -> list[Block]:
    """Every fenced block of a page."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        mode, _, why = (match["note"] or "run").partition(": ")
        line = text.count("\n", 0, match.start("kind")) + 1
        body = "".join(row.removeprefix(match["pad"]) for row in match["text"].splitlines(keepends=True))
        kind = match["kind"] or "text"
        found.append(Block(page, line, kind, mode, why, match["title"] or "", body))
    return found


def commands_of(block: Block) -> list[Command]:
    """The commands of a console block."""
    found = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        found.append(Command(shlex.split(line, comments=True), line, shown))
    return found
