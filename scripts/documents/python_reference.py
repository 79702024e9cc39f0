"""The page of Python names, from signatures and docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from documents.page_text import prose

PATH = "look-up/python.md"

# Modules that programs are meant to use, with the names in them that they are meant to use; none: all public ones.
MODULES: dict[str, tuple[str, ...]] = {
    "mergemaker": (),
    "mergemaker.bots": (),
    "mergemaker.rules.drawings": ("Drawing", "draw", "read"),
    "mergemaker.record.record_files": ("read_records", "write_record", "RecordFile"),
    "mergemaker.record.fair_shuffle": ("commitment_of", "seed_of", "verify"),
    "mergemaker.envs.vector": ("AcquireVectorEnv",),
    "mergemaker.envs.gymnasium": ("AcquireEnv",),
    "mergemaker.envs.pettingzoo": ("env", "raw_env"),
    "mergemaker.envs.pettingzoo_parallel": ("parallel_env",),
    "mergemaker.envs.encoding": ("observation_of", "empty_observation", "layout", "action_text", "action_number"),
    "mergemaker.envs.simulate": ("simulate_batch",),
}

INTRODUCTION = """\
Made from signatures and docstrings. What is not here may change without notice; what is, changes with a line in
[Changes](changelog.md).
"""


def members() -> Iterator[tuple[str, str, Any]]:
    """Module, name and object of everything on the page."""
    for path, chosen in MODULES.items():
        module = import_module(path)
        for name in chosen or [each for each in module.__all__ if not each.startswith("_")]:
            yield path, name, getattr(module, name)


def page() -> str:
    """The whole page."""
    parts = [
        "# Python\n",
        INTRODUCTION,
    ]
    before = ""
    for path, name, thing in members():
        if path != before:
            parts.append(f"## {path}\n\n{prose(import_module(path).__doc__)}\n")
            before = path
        parts.append(f"### {name}\n\n{_described(name, thing)}")
        if inspect.isclass(thing):
            parts += [_method(member, found) for member, found in _methods(thing)]
    return "\n".join(parts)


def undocumented() -> list[str]:
    """Public names and methods without a docstring."""
    missing = []
    for path, name, thing in members():
        if callable(thing) and not inspect.getdoc(thing):
            missing.append(f"python: {path}.{name} has no docstring")
        if inspect.isclass(thing):
            missing += [
                f"python: {path}.{name}.{each} has no docstring" for each, found in _methods(thing) if not found.__doc__
            ]
    return missing


def _described(name: str, thing: Any) -> str:
    if not callable(thing):
        return f"`{name} = {thing!r}`\n"
    return f"```text\n{name}{_signature(thing)}\n```\n\n{prose(thing.__doc__)}\n"


def _signature(thing: Any) -> str:
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return "(…)"
    text = str(found).replace("mergemaker.rules.editions.edition.", "").replace("mergemaker.rules.words.sentences.", "")
    return text.replace("'", "").replace("collections.abc.", "").replace("typing.", "")


def _methods(thing: type) -> list[tuple[str, Any]]:
    """What a class itself adds: methods and properties that are public."""
    found = []
    for name, member in vars(thing).items():
        inner = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if not name.startswith("_") and (inspect.isfunction(inner) or isinstance(inner, property)):
            found.append((name, inner))
    return found


def _method(name: str, member: Any) -> str:
    heading = (
        name
        if isinstance(member, property)
        else f"{name}{_signature(member).replace('(self, ', '(').replace('(self)', '()')}"
    )
    lines = prose(member.__doc__).replace("\n", "\n    ")
    return f"`{heading.replace('(cls, ', '(')}`\n\n:   {lines}\n"
