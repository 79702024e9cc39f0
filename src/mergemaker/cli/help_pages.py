"""How `--help` looks: a flag that takes no value shows none."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


def _without_values(params: list[Any]) -> list[Any]:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""  # otherwise Typer writes <bool> behind it
    return params


class PlainCommand(TyperCommand):
    """A command whose flags are shown bare."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options, `--help` among them."""
        return _without_values(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands whose flags are shown bare."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options, `--help` among them."""
        return _without_values(super().get_params(ctx))


def show_flags_bare(app: typer.Typer) -> None:
    """Makes all commands of an app, and of the groups in it, show their flags without a value."""
    for command in app.registered_commands:
        if command.cls in (None, TyperCommand):
            command.cls = PlainCommand
    for group in app.registered_groups:
        group.cls = PlainGroup
        if group.typer_instance is not None:
            show_flags_bare(group.typer_instance)
