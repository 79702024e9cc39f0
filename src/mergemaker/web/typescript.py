"""The protocol's messages as TypeScript, made from the structs' JSON Schema so that no type is written twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from mergemaker.tables.protocol import messages
from mergemaker.tables.protocol.forms import Problem
from mergemaker.web.app import APIS, handlers_of

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_UNIONS = {"FromClient": messages.FromClient, "FromServer": messages.FromServer}


def _structs_in(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs that a type is made of: itself, what it is a list of, what a response holds."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for part in get_args(kind):
        yield from _structs_in(part)


@cache
def _structs() -> dict[str, type[msgspec.Struct]]:
    """Every struct that is said over a socket, that a route takes or answers, or that is in one of them, by name."""
    hints = [get_type_hints(handler.fn, include_extras=True) for room in APIS for handler in handlers_of(room)]
    over_http = [hint[part] for hint in hints for part in ("data", "return") if part in hint]
    said = [messages.FromClient, messages.FromServer, messages.Lobby, Problem, *over_http]
    left = [struct for kind in said for struct in _structs_in(kind)]
    found: dict[str, type[msgspec.Struct]] = {}
    while left:
        struct = left.pop()
        if struct.__name__ not in found:
            found[struct.__name__] = struct
            left += [inner for kind in get_type_hints(struct).values() for inner in _structs_in(kind)]
    return dict(sorted(found.items()))


@cache
def spoken() -> dict[str, Any]:
    """The JSON Schema of all of them, by name."""
    _, components = msgspec.json.schema_components(_structs().values(), ref_template="#/$defs/{name}")
    return dict(sorted(components.items()))


def typescript() -> str:
    """A whole module of types."""
    parts = [
        "// Made by scripts/make-types from the messages and from what routes take and answer. Do not edit.\n",
        f"export const PROTOCOL = {messages.PROTOCOL};\n",
    ]
    parts += [_interface(name, shape) for name, shape in spoken().items()]
    for name, union in _UNIONS.items():
        members = " | ".join(member.__name__ for member in union.__args__)
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def _interface(name: str, shape: dict[str, Any]) -> str:
    required = set(shape.get("required", ()))
    always = _always_sent(name)
    lines = [f"/** {shape['description']} */"] if "description" in shape else []
    lines.append(f"export interface {name} {{")
    for field, kind in shape.get("properties", {}).items():
        optional = "" if field in required or always else "?"
        lines.append(f"  {field}{optional}: {_type(kind)};")
    lines.append("}\n")
    return "\n".join(lines)


def _always_sent(name: str) -> bool:
    """Whether every field is in the JSON: so it is in what the server says, unless the struct leaves defaults out."""
    config = _structs()[name].__struct_config__
    return not (config.omit_defaults or config.forbid_unknown_fields)


def _type(kind: dict[str, Any]) -> str:
    if "$ref" in kind:
        return str(kind["$ref"]).rsplit("/", 1)[1]
    if "enum" in kind:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in kind["enum"])
    if "const" in kind:
        return f'"{kind["const"]}"'
    if "anyOf" in kind:
        return " | ".join(_type(part) for part in kind["anyOf"])
    if kind.get("type") == "array":
        inner = _type(kind["items"]) if isinstance(kind.get("items"), dict) else "unknown"
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind.get("type") == "object":
        values = kind.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) and values else 'unknown'}>"
    return _PLAIN.get(str(kind.get("type")), "unknown")
