"""Other people's packages, which not everybody has: asked for by name, refused in one line."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mergemaker.rules.errors import MergemakerError


class ExtraMissing(MergemakerError, ImportError):
    """A package that is needed here and is not installed; the text says how to get it."""


def need(module: str, title: str, extra: str) -> Any:
    """A module of a package that belongs to one of our extras."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ExtraMissing(
            f"{title} is needed here and can't be loaded ({error}). Install it with: pip install 'mergemaker[{extra}]'"
        ) from None
