"""Small pieces of Markdown that the reference pages are put together from."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence


def cell(text: object) -> str:
    """Text that is safe in a cell of a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; nothing where there are no rows."""
    lines = [f"| {' | '.join(map(cell, row))} |" for row in rows]
    if not lines:
        return ""
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines]) + "\n"


def code(text: object) -> str:
    """Inline code."""
    return f"`{text}`"


def anchor(title: str) -> str:
    """The anchor that MkDocs gives to a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title.lower()).strip())


def prose(docstring: str | None) -> str:
    """A docstring as Markdown: its indented parts are examples."""
    text = inspect.cleandoc(docstring or "")
    return re.sub(r"(?m)^    .*(?:\n(?:    .*|$))*", lambda block: _fenced(block[0]), text)


def _fenced(block: str) -> str:
    return "```text\n" + inspect.cleandoc(block) + "\n```\n"
