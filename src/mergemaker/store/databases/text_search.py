"""Finding a name by a part of it, whatever the case, in any database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, or_


def contains_in_any_case(column: Any, text: str) -> Any:
    """Whether a column has a text in it, in small letters, in capitals, or as names are written.

    A database's own lower() may know the letters of English only: SQLite's does, and PostgreSQL's in some locales.
    """
    written = {text, text.lower(), text.upper(), text.title()} if not text.isascii() else set()
    found = [column.contains(form, autoescape=True) for form in sorted(written)]
    return or_(func.lower(column).contains(text.lower(), autoescape=True), *found)
