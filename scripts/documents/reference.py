"""All reference pages, and what is still undocumented. Not imported by the package: for `make docs` and the tests."""

from __future__ import annotations

from collections.abc import Callable

from documents import (
    command_reference,
    http_reference,
    python_reference,
    rules_reference,
    settings_reference,
    struct_reference,
)

PAGES: dict[str, Callable[[], str]] = {
    command_reference.PATH: command_reference.page,
    settings_reference.PATH: settings_reference.page,
    rules_reference.FIELDS_PATH: rules_reference.fields_page,
    rules_reference.EVENTS_PATH: rules_reference.events_page,
    rules_reference.OBSERVATION_PATH: rules_reference.observation_page,
    struct_reference.PATH: struct_reference.page,
    http_reference.PATH: http_reference.page,
    python_reference.PATH: python_reference.page,
}


def all_pages() -> dict[str, str]:
    """Every page by its path below docs/."""
    return {path: make() for path, make in PAGES.items()}


def undocumented() -> list[str]:
    """Everything that a reader would look up in vain, each with where to say it."""
    parts = command_reference, settings_reference, rules_reference, struct_reference, http_reference, python_reference
    return [missing for part in parts for missing in part.undocumented()]
