"""The page of all messages, from the structs: each field with its type, its default and what it means.

What a field means is said in a comment behind it, or in `field_words.toml` for all fields of a name: one word means one
thing in the whole protocol, so most are said once.
"""

from __future__ import annotations

import inspect
import io
import re
import sys
import tokenize
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from documents.page_text import anchor, code, table

PATH = "look-up/messages.md"
WORDS = Path(__file__).parent / "field_words.toml"

# Kept out of the search, whose index every page loads: the protocol page has the words that people look for.
INTRODUCTION = """\
---
search: { exclude: true }
---

# Messages

Every message of [the protocol](protocol.md), made from the structs in `src/mergemaker/tables/protocol/`. A field with a
default may be left out of what a client sends. `/schema/openapi.json` of a server has the same as OpenAPI.
"""


@cache
def structs() -> dict[str, dict[str, Any]]:
    """Every message and part of one, as JSON Schema: those of the sockets, and all that a route takes or answers."""
    from mergemaker.web.typescript import spoken

    return spoken()


@cache
def words() -> dict[str, Any]:
    """What fields mean: by name, and by struct and name where one differs."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def meaning(struct: str, field: str) -> str:
    """What a field means: its comment, the word for it in its struct, the word for its name."""
    own = words().get(struct, {})
    comment = _comments().get(struct, {}).get(field, "")
    return str(own.get(field) or comment or words()["fields"].get(field, ""))


def page() -> str:
    """The whole page."""
    from mergemaker.tables.protocol import messages

    sent = {"What the client says over a socket": messages.FromClient, "What the server says": messages.FromServer}
    parts = [
        INTRODUCTION,
    ]
    for title, union in sent.items():
        names = sorted(member.__name__ for member in union.__args__)
        parts.append(f"**{title}**: " + ", ".join(f"[{name}](#{anchor(name)})" for name in names) + "\n")
    for name, shape in structs().items():
        parts.append(f"## {name}\n\n{shape.get('description', '')}\n")
        required = set(shape.get("required", ()))
        rows = []
        for field, kind in shape.get("properties", {}).items():
            default = (
                ""
                if field in required
                else code(msgspec.json.encode(kind["default"]).decode())
                if "default" in kind
                else ""
            )
            rows.append((code(field), type_of(kind), default, meaning(name, field)))
        parts.append(table(["field", "type", "default", ""], rows))
    return "\n".join(parts)


def undocumented() -> list[str]:
    """Structs without a sentence, fields without a word, and words for fields that are not there."""
    missing = []
    seen = set()
    for name, shape in structs().items():
        if not shape.get("description"):
            missing.append(f"message: {name} has no docstring")
        for field in shape.get("properties", {}):
            seen.add(field)
            if not meaning(name, field):
                missing.append(f"field: {name}.{field} (a comment behind it, or a line in {WORDS.name})")
        missing += [
            f"word without a field: {name}.{field} in {WORDS.name}"
            for field in words().get(name, {})
            if field not in shape.get("properties", {})
        ]
    missing += [f"word without a field: {field} in {WORDS.name}" for field in words()["fields"] if field not in seen]
    return missing + [
        f"word without a message: {name} in {WORDS.name}" for name in words() if name not in ("fields", *structs())
    ]


def type_of(kind: dict[str, Any]) -> str:
    """A type of the JSON Schema in words, messages as links."""
    if "$ref" in kind:
        name = str(kind["$ref"]).rsplit("/", 1)[1]
        return f"[{name}](#{anchor(name)})"
    if "enum" in kind:
        return " or ".join(code(value) for value in kind["enum"])
    if "const" in kind:
        return code(kind["const"])
    if "anyOf" in kind:
        return " or ".join(type_of(part) for part in kind["anyOf"])
    if kind.get("type") == "array":
        if isinstance(kind.get("items"), dict):
            return f"list of {type_of(kind['items'])}{_range(kind, 'Items')}"
        return "list"
    if kind.get("type") == "object":
        values = kind.get("additionalProperties")
        return f"object of {type_of(values)}" if isinstance(values, dict) and values else "object"
    if kind.get("type") == "string":
        return f"text{_range(kind, 'Length')}"
    plain = {"integer": "whole number", "number": "number", "boolean": "true or false", "null": "null"}
    least, most = kind.get("minimum"), kind.get("maximum")
    limits = f" {least:,} to {most:,}" if least is not None and most is not None else ""
    return plain.get(str(kind.get("type")), "anything") + limits


def _range(kind: dict[str, Any], what: str) -> str:
    least, most = kind.get(f"min{what}"), kind.get(f"max{what}")
    unit = " characters" if what == "Length" else ""
    if most is None:
        return ""
    return f" ({least or 0} to {most:,}{unit})"


@cache
def _comments() -> dict[str, dict[str, str]]:
    """The comments behind the fields of every struct, by struct and field."""
    structs()  # imports them all
    # Two rooms may have a struct of one name; the one that goes over the wire counts.
    return {kind.__name__: _comments_of(kind) for kind in sorted(_kinds(), key=_speaks)}


def _speaks(kind: type) -> bool:
    """Whether a struct is of a room that talks to clients."""
    return kind.__module__.split(".")[1] in ("clubs", "people", "puzzles", "tables", "web")


def _kinds() -> list[type]:
    """Every struct of ours that has been imported; not those that the web framework makes of each handler."""
    found = []
    todo: list[type] = list(msgspec.Struct.__subclasses__())
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        if kind.__module__.startswith("mergemaker.") and hasattr(sys.modules[kind.__module__], kind.__name__):
            found.append(kind)
    return found


def _comments_of(kind: type) -> dict[str, str]:
    try:
        source = inspect.getsource(kind)
    except OSError:
        return {}
    found: dict[str, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            field = re.match(r"    (\w+):", token.line)
            text = token.string.lstrip("# ").rstrip(",")
            if field and not text.startswith("noqa"):
                found[field[1]] = text
    return found
