"""Bots by name: `mogul:ms=100` is the entry point `mogul` with the option ms.

Built-in bots are registered by the package's own entry points, the same way as anybody's. Where the package is not
installed, as in a bare checkout, the table below stands in for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from mergemaker.bots.bot import Bot, BotError
from mergemaker.rules.words.phrases import nearest

GROUP = "mergemaker.bots"
COMMAND = "cmd:"
LADDER = ("random", "novice", "apprentice", "clerk", "trader", "broker", "banker", "mogul", "magnate")
BUILT_IN = {name: f"mergemaker.bots.builtin:{name}_bot" for name in LADDER}

Factory = Callable[[Mapping[str, str], int], Bot]


@cache
def _registered() -> dict[str, Any]:
    """Entry points by name; a stranger's may not take a built-in name."""
    found: dict[str, Any] = dict(BUILT_IN)
    for point in entry_points(group=GROUP):
        if point.name not in BUILT_IN or point.value == BUILT_IN[point.name]:
            found[point.name] = point
    return found


def bot_names() -> tuple[str, ...]:
    """All bots that can be asked for by name, the built-in ones first and from weak to strong."""
    return tuple(_registered())


def is_registered(name: str) -> bool:
    """Whether a name, with options or without, is a registered bot's."""
    return name.partition(":")[0] in _registered()


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot for one seat of one game: a registered name with options, or `cmd:` and a program's command line."""
    text = name.strip()
    if text.startswith(COMMAND):
        from mergemaker.bots.command_bot import CommandBot

        bot: Bot = CommandBot(text.removeprefix(COMMAND).strip(), seed=seed)
    else:
        bare, *parts = text.split(":")
        bot = _factory(bare)(_options(text, parts), seed)
    bot.name = text
    return bot


def bots_of(text: str) -> list[str]:
    """The bots of a list with commas between them; within the quotes of a program's command a comma is its own."""
    bots, quote = [""], ""
    for sign in text:
        command = bots[-1].lstrip().startswith(COMMAND)
        if sign == "," and not quote:
            bots.append("")
            continue
        if command and sign in ("'", '"') and quote in ("", sign):
            quote = "" if quote else sign
        bots[-1] += sign
    bots = [name.strip() for name in bots]
    if not all(bots):
        raise BotError(f"“{text}” should name bots with commas between them, such as broker,clerk,clerk.")
    return bots


def unique_names(names: Sequence[str]) -> list[str]:
    """The names, a number behind those that are there already, so that a sentence says who it was."""
    told: list[str] = []
    for name in names:
        number, fresh = 1, name
        while fresh.casefold() in (other.casefold() for other in told):
            number += 1
            fresh = f"{name} {number}"
        told.append(fresh)
    return told


def _factory(name: str) -> Factory:
    known = _registered()
    if name not in known:
        meant = nearest(name, known)
        hint = f" Did you mean {meant}?" if meant else ""
        raise BotError(
            f"There is no bot “{name}”.{hint} Bots are {', '.join(known)}, "
            f"and {COMMAND}PROGRAM for a program of your own."
        )
    point = known[name]
    try:
        if isinstance(point, str):
            module, _, function = point.partition(":")
            factory: Factory = getattr(import_module(module), function)
        else:
            factory = point.load()
    except Exception as error:  # a stranger's package may fail in any way
        raise BotError(f"The bot “{name}” can’t be loaded: {error}.") from error
    return factory


def _options(text: str, parts: list[str]) -> dict[str, str]:
    """Options are written key=value, with colons between them, since commas stand between bots."""
    options = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise BotError(f"In “{text}”, “{part}” should be an option such as ms=100.")
        options[key] = value
    return options


def whole_number(name: str, options: Mapping[str, str], key: str, default: int, least: int = 0) -> int:
    """An option that is a whole number."""
    text = options.get(key)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and least <= int(text) < 1 << 31):
        raise BotError(f"{name}: {key} is a whole number from {least} up, not “{text}”.")
    return int(text)


def number(name: str, options: Mapping[str, str], key: str, default: float) -> float:
    """An option that is a number, none below zero."""
    try:
        value = float(options.get(key, default))
    except ValueError:
        value = -1.0
    if not 0.0 <= value < 1e9:
        raise BotError(f"{name}: {key} is a number from 0 up, not “{options[key]}”.")
    return value


def only(name: str, options: Mapping[str, str], *known: str) -> None:
    """Refuses options that a bot does not know."""
    for key in options:
        if key not in known:
            can = f"It knows {', '.join(known)}." if known else "It has none."
            raise BotError(f"{name} has no option “{key}”. {can}")
