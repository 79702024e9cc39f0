"""The protocol's messages as TypeScript, made from the structs' JSON Schema so that no type is written twice."""

from __future__ import annotations

from typing import Any

from mergemaker.clubs import club_forms, desk_forms, season, standings, tournament_events, turn_forms
from mergemaker.people import history_forms, people_forms, ties_forms
from mergemaker.tables import forms, messages

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_CLUBS = (club_forms, desk_forms, season, standings, tournament_events, turn_forms)
_ROOMS = (messages, forms, people_forms, history_forms, ties_forms, *_CLUBS)
_UNIONS = {"FromClient": messages.FromClient, "FromServer": messages.FromServer}


def typescript() -> str:
    """A whole module of types."""
    parts = [
        "// Made by scripts/make-types from the structs of messages.py, forms.py and people_forms.py. Do not edit.\n",
        f"export const PROTOCOL = {messages.PROTOCOL};\n",
    ]
    people = [*people_forms.PEOPLE_FORMS, *history_forms.HISTORY_FORMS, *ties_forms.TIES_FORMS]
    rooms = [*people, *club_forms.HTTP, *turn_forms.HTTP, *desk_forms.HTTP]
    for name, shape in sorted(forms.schema(rooms)["$defs"].items()):
        parts.append(_interface(name, shape))
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
    struct = next((found for room in _ROOMS if (found := getattr(room, name, None))), None)
    if struct is None:  # from the rules: views and events
        return False
    config = struct.__struct_config__
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
