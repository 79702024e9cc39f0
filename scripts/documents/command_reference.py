"""The page of all commands, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from documents.page_text import anchor, cell, code, table

PATH = "look-up/commands.md"
WORDS = {int: "NUMBER", float: "NUMBER", Path: "FILE"}

INTRODUCTION = """\
Made from the commands themselves; `mergemaker COMMAND --help` says the same in a terminal. Exit status: 0 when
it went well, 1 when it could not be done and why is said in one line, 2 for a wrong option, 70 for a mistake of
ours, 130 after Ctrl-C.
"""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its full name, groups opened up, in the order of `mergemaker --help`."""
    from typer.main import get_command

    from mergemaker.cli import app

    def walk(group: Any, name: str) -> Iterator[tuple[str, Any]]:
        for part, command in group.commands.items():
            if getattr(command, "hidden", False):
                continue
            whole = f"{name} {part}"
            if hasattr(command, "commands"):
                if command.invoke_without_command:
                    yield whole, command
                yield from walk(command, whole)
            else:
                yield whole, command

    return walk(get_command(app), "mergemaker")


def page() -> str:
    """The whole page."""
    found = list(commands())
    parts = [
        "# Commands\n",
        INTRODUCTION,
        table(["command", "does"], [(f"[`{name}`](#{anchor(name)})", _first(command.help)) for name, command in found]),
    ]
    for name, command in found:
        parts.append(f"## {name}\n\n{_help(command.help)}\n")
        parts.append(f"```text\n{_usage(name, command)}\n```\n")
        parts.append(table(["argument or option", "default", ""], map(_row, _params(command))))
    return "\n".join(parts)


def undocumented() -> list[str]:
    """Commands without a sentence, and options without one."""
    missing = [f"command: {name}" for name, command in commands() if not command.help]
    for name, command in commands():
        missing += [f"option: {name} {_names(param)}" for param in _params(command) if not getattr(param, "help", "")]
    return missing


def _first(text: str | None) -> str:
    return cell((text or "").split("\n\n")[0])


def _help(text: str | None) -> str:
    """A command's help; paragraphs stay, broken lines within one are joined."""
    return "\n\n".join(" ".join(part.split()) for part in (text or "").replace("\b", "").split("\n\n"))


def _params(command: Any) -> list[Any]:
    return [param for param in command.params if not getattr(param, "hidden", False) and param.name != "help"]


def _argument(param: Any) -> str:
    return str(param.metavar or param.name.upper())


def _names(param: Any) -> str:
    if param.param_type_name == "argument":
        return _argument(param)
    return ", ".join([*param.opts, *param.secondary_opts])


def _row(param: Any) -> tuple[str, str, str]:
    value = "" if getattr(param, "is_flag", False) or param.param_type_name == "argument" else _value(param)
    default = param.default
    shown = default is not None and not callable(default) and default != () and not getattr(param, "is_flag", False)
    required = "needed" if param.required else ""
    return code(_names(param) + value), code(default) if shown and str(default) else required, param.help or ""


def _value(param: Any) -> str:
    """What stands behind an option: a word for its kind, its range, or its choices."""
    kind = param.type_descriptor.annotation
    if get_origin(kind) is Literal:
        return " " + " or ".join(map(str, get_args(kind)))
    name = param.metavar or WORDS.get(kind, "TEXT")
    least, most = getattr(param, "min", None), getattr(param, "max", None)
    if least is not None and most is not None and most < 2**31:
        return f" {name} {least} to {most:,}"
    return f" {name} from {least}" if least is not None else f" {name}"


def _usage(name: str, command: Any) -> str:
    arguments = [
        _argument(param) if param.required else f"[{_argument(param)}]"
        for param in _params(command)
        if param.param_type_name == "argument"
    ]
    return " ".join([name, "[OPTIONS]", *arguments])
