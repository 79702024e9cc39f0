"""The page of all HTTP routes, from the server's own OpenAPI document."""

from __future__ import annotations

from functools import cache
from typing import Any

from documents.page_text import anchor, cell, code, table

PATH = "look-up/http.md"

INTRODUCTION = """\
Made from the OpenAPI document that every server serves at `/schema/openapi.json`. [The protocol](protocol.md)
says what they are for and how refusals look; [Messages](messages.md) has the bodies field by field.
"""


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document that a server serves."""
    from mergemaker.web.app import create_app
    from mergemaker.web.settings import Settings

    return create_app(Settings()).openapi_schema.to_schema()


def routes() -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of every route."""
    return [
        (method.upper(), path, operation)
        for path, operations in sorted(document()["paths"].items())
        for method, operation in operations.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]


def page() -> str:
    """The whole page."""
    parts = [
        "# HTTP routes\n",
        INTRODUCTION,
    ]
    rows = []
    for method, path, operation in routes():
        body = _name(operation.get("requestBody"))
        answer = next((_name(found) for status, found in operation["responses"].items() if status[0] == "2"), "")
        asked = ", ".join(code(each["name"]) for each in operation.get("parameters", ()) if each["in"] == "query")
        rows.append((code(f"{method} {path}"), cell(said(operation)), " ".join(filter(None, [asked, body])), answer))
    parts.append(table(["route", "does", "takes", "answers"], rows))
    return "\n".join(parts)


def said(operation: dict[str, Any]) -> str:
    """What a route does: its handler's docstring."""
    return str(operation.get("description") or "")


def undocumented() -> list[str]:
    """Routes without a sentence."""
    return [f"route: {method} {path} has no docstring" for method, path, operation in routes() if not said(operation)]


def _name(part: dict[str, Any] | None) -> str:
    """The message that a body or an answer is, as a link."""
    for content in ((part or {}).get("content") or {}).values():
        shape = content.get("schema") or {}
        many = shape.get("type") == "array"
        reference = (shape.get("items") or {}).get("$ref") if many else shape.get("$ref")
        if reference:
            name = str(reference).rsplit("/", 1)[1].rsplit("_", 1)[-1]
            return f"[{name}{'[]' if many else ''}](messages.md#{anchor(name)})"
    return ""
