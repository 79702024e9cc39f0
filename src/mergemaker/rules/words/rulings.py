"""The rulings: how every open question about the game is settled, with drawings and sums, as data.

`rulings.toml` is the one source: the rules page of an edition shows those that hold in it, docs/look-up/rulings.md has
them all, and code and tests name them by their ids.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from pathlib import Path

import msgspec

from mergemaker.rules.editions.edition import Edition


class RulingBoard(msgspec.Struct, frozen=True):
    """A small drawn board: a letter is a chain, o loose, * the tile in question, x set aside, . empty."""

    drawing: str
    caption: str  # {T} is the chain that plays T


class RulingSum(msgspec.Struct, frozen=True):
    """A small table beside a ruling: who gets what, in which order."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str


class Ruling(msgspec.Struct, frozen=True):
    """One ruling. `when` has fields of an edition's file with the values for which it holds; empty: everywhere."""

    id: str
    title: str
    text: str
    when: dict[str, tuple[str, ...]] = {}
    boards: tuple[RulingBoard, ...] = ()
    sum: RulingSum | None = None

    def holds(self, edition: Edition) -> bool:
        """Whether an edition plays by it."""
        return all(_value(edition, field) in values for field, values in self.when.items())


class Example(msgspec.Struct, frozen=True):
    """A worked example: exact sums that a test repeats."""

    id: str
    text: str


class _File(msgspec.Struct, frozen=True):
    rulings: tuple[Ruling, ...]
    examples: tuple[Example, ...]


@cache
def _file() -> _File:
    return msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=_File)


def _value(edition: Edition, field: str) -> str:
    """A field of an edition as `when` writes it; `places` is how many places are paid."""
    value = len(edition.bonuses.places) if field == "places" else attrgetter(field)(edition)
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def rulings() -> tuple[Ruling, ...]:
    """All rulings, in order; some ids have a text for each way to play."""
    return _file().rulings


def examples() -> tuple[Example, ...]:
    """The worked examples."""
    return _file().examples


def rulings_of(edition: Edition) -> tuple[Ruling, ...]:
    """The rulings that hold in an edition."""
    return tuple(ruling for ruling in rulings() if ruling.holds(edition))
