"""Editions: every number and policy of one box of the game, read from a data file and checked.

The files in `editions/` are the built-in ones. A user's file is like them, whole or as changes to a base:

    name = "long-evening"
    base = "1999"
    chains = [{ name = "Zeta", certificates = 30 }]

    [turn]
    buy = 4

An `Edition` compiles to the rules record of `state.py`, which is all that the rule functions see. Nothing but
the files knows an edition's name.
"""

from __future__ import annotations

import os
from functools import cache, cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from mergemaker.rules import state
from mergemaker.rules.editions.edition_check import NUMBERS, POLICIES, check, check_notes
from mergemaker.rules.editions.edition_file import (
    EditionError,
    FieldError,
    build,
    fold,
    read_file,
    read_toml,
    with_base,
    with_times,
)
from mergemaker.rules.editions.price_chart import Row
from mergemaker.rules.words.phrases import or_rather, shown

__all__ = ["Chain", "Edition", "EditionError", "Row", "names"]

_FOLDER = Path(__file__).parent


class Chain(msgspec.Struct, frozen=True):
    """A chain: its name, its one-letter sign, its column of the chart, its looks and its certificates."""

    name: str
    sign: str
    tier: str
    colour: str
    hex: str
    certificates: int
    dealt: int = 0


class Players(msgspec.Struct, frozen=True):
    """How many play, and by which rule where two may."""

    fewest: int
    most: int
    two: str | None = None


class Start(msgspec.Struct, frozen=True):
    """What players begin with, and which opening tile starts. `hand` counts an opening tile that is kept."""

    cash: int
    hand: int
    opening: str
    first: str
    holdings: str


class Turn(msgspec.Struct, frozen=True):
    """Shares bought in a turn, when the draw is, and what becomes of dead tiles."""

    buy: int
    draw: str
    dead_tiles: str


class Founding(msgspec.Struct, frozen=True):
    """The founder's free shares, and what is given for one that the bank lacks."""

    shares: int
    none_left: str


class Mergers(msgspec.Struct, frozen=True):
    """The size from which a chain is safe."""

    safe: int


class Bonuses(msgspec.Struct, frozen=True):
    """The places that are paid, by name, and those that a sole holder takes, counted from 1."""

    places: tuple[str, ...]
    sole_holder: tuple[int, ...]


class Ending(msgspec.Struct, frozen=True):
    """How a game comes to its end, and the size of a chain that brings it."""

    how: str
    size: int


class Edition(msgspec.Struct, frozen=True, dict=True):
    """One edition of the game, or house rules. Always playable: a file that is not is refused on reading."""

    name: str
    title: str
    description: str
    chains: tuple[Chain, ...]
    chart: tuple[Row, ...]
    players: Players
    start: Start
    turn: Turn
    founding: Founding
    mergers: Mergers
    bonuses: Bonuses
    ending: Ending
    year: int | None = None
    notes: dict[str, str] = {}
    sources: dict[str, str] = {}

    def __hash__(self) -> int:
        return hash(self.name)

    @staticmethod
    def of(edition: str | Edition) -> Edition:
        """An edition, or the built-in one of that name."""
        return Edition.named(edition) if isinstance(edition, str) else edition

    @staticmethod
    def named(name: str) -> Edition:
        """A built-in edition."""
        if name not in names():
            reason = f"is not an edition{or_rather(name, names())}; there are {', '.join(names())}"
            raise EditionError(shown(name), "", reason)
        return _builtin(name)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Edition:
        """A user's edition from a TOML file: complete, or changes to a built-in edition, its `base`."""
        try:
            content = read_file(path)
        except FieldError as fault:
            raise EditionError(str(path), fault.field, fault.reason) from None
        return Edition.from_toml(content, file=str(path))

    @staticmethod
    def from_toml(content: bytes, *, file: str = "rules.toml") -> Edition:
        """The same from a file's content; `file` is what an error calls it."""
        try:
            data = read_toml(content)
            own = data.get("name")
            if isinstance(own, str) and fold(own) in map(fold, names()):
                raise FieldError("name", f"must be a name of its own: {shown(own)} is a built-in edition")
            whole = with_base(data, _base(data["base"]).to_dict()) if "base" in data else data
            whole = with_times(whole, data)
        except FieldError as fault:
            raise EditionError(file, fault.field, fault.reason) from None
        return Edition.from_dict(whole, file=file, strict=True)

    @staticmethod
    def from_dict(data: object, *, file: str = "rules", strict: bool = False) -> Edition:
        """The edition that `to_dict` made, from a record for instance; `file` is what an error calls it.

        Unless strict, keys that nobody knows are passed over, as everywhere in a record.
        """
        try:
            edition = build(data, Edition, strict=strict)
            check(edition)
            if strict:
                check_notes(edition, _fields())
        except FieldError as fault:
            raise EditionError(file, fault.field, fault.reason) from None
        return edition

    def to_dict(self) -> dict[str, Any]:
        """The whole edition as plain data, as a record carries it."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain

    @property
    def is_builtin(self) -> bool:
        """Whether this is a built-in edition by name and by rules, whatever its prose and colours."""
        return self.name in names() and self.plays_like(Edition.named(self.name))

    def plays_like(self, other: Edition) -> bool:
        """Whether the same game is played: equal rules, players and chain names, whatever the prose."""
        return (
            self.record.tobytes() == other.record.tobytes()
            and self.players == other.players
            and self.chain_names == other.chain_names
        )

    @cached_property
    def record(self) -> Any:
        """The compiled rules, an array of one record. Shared by all who ask: not to be written to."""
        record = state.new_rules()
        rules = state.fields(record)
        for field, (_, _, target) in NUMBERS.items():
            if target:
                rules[target] = attrgetter(field)(self)
        for field, (values, target) in POLICIES.items():
            word = attrgetter(field)(self)
            if target and word is not None:
                rules[target] = values[word]
        rules.chains = len(self.chains)
        rules.places = len(self.bonuses.places)
        rules.sole = sum(1 << (place - 1) for place in self.bonuses.sole_holder)
        for number, row in enumerate(self.chart, 1):
            rules.price[number] = row.price
            rules.bonus[number, : len(row.bonus)] = row.bonus
        for index, chain in enumerate(self.chains):
            rules.certificates[index] = chain.certificates
            rules.dealt[index] = chain.dealt
            for number, row in enumerate(self.chart, 1):
                for size in row.span(chain.tier):
                    rules.row[index, size] = number
        return record

    @cached_property
    def chain_names(self) -> tuple[str, ...]:
        """The chains' names in the order of the edition's table, which is the order of their numbers."""
        return tuple(chain.name for chain in self.chains)

    @cached_property
    def tiers(self) -> dict[str, tuple[str, ...]]:
        """The columns of the chart from left to right, each with the names of its chains."""
        return {
            tier: tuple(chain.name for chain in self.chains if chain.tier == tier)
            for tier in dict.fromkeys(chain.tier for chain in self.chains)
        }

    @property
    def dealt(self) -> int:
        """Certificates that are dealt out before play, in all."""
        return sum(chain.dealt for chain in self.chains)

    def chain_index(self, name: str) -> int:
        """The number of the chain of that name; case, hyphens and spaces do not matter."""
        for index, known in enumerate(self.chain_names):
            if fold(known) == fold(name):
                return index
        raise LookupError(f"There is no chain {shown(name)} here{or_rather(name, self.chain_names)}.")

    @cached_property
    def rules(self) -> Any:
        """The compiled rules in Python's own numbers, for rule functions that are asked from Python."""
        return state.plain(self.record)

    def hides(self, wanted: bool | None = None) -> bool:
        """Whether money and shares lie hidden: as the table wants it, or by the edition's custom."""
        return self.start.holdings == "hidden" if wanted is None else wanted

    def allows(self, players: int) -> bool:
        """Whether that many may play."""
        return self.players.fewest <= players <= self.players.most

    def row(self, chain: int, size: int) -> Row | None:
        """The row of the chart for a chain of that size; none below two tiles."""
        return self._rows[chain][size]

    @cached_property
    def _rows(self) -> tuple[tuple[Row | None, ...], ...]:
        """Row by chain and size, from the compiled record, so that what people read is what is played."""
        table = self.record["row"][0, : len(self.chains)]
        return tuple(tuple(self.chart[n - 1] if n else None for n in sizes) for sizes in table.tolist())

    def price(self, chain: int, size: int) -> int:
        """What a share costs in a chain of that size; 0 below two tiles."""
        row = self._rows[chain][size]
        return row.price if row else 0

    def next_rise(self, chain: int, size: int) -> int | None:
        """The size at which a chain of that size gets dearer; of one off the board, at which it has a price."""
        return self._rises[chain][size]

    @cached_property
    def _rises(self) -> tuple[tuple[int | None, ...], ...]:
        rises = []
        for rows in self._rows:
            prices = [row.price if row else 0 for row in rows]
            dearer = [
                [at for at in range(2, len(prices)) if at > size and prices[at] > prices[size]]
                for size in range(len(prices))
            ]
            rises.append(tuple(min(sizes, default=None) for sizes in dearer))
        return tuple(rises)

    def bonus(self, chain: int, size: int) -> tuple[int, ...]:
        """What each place is paid for a chain of that size; nothing below two tiles."""
        row = self.row(chain, size)
        return row.bonus if row else (0,) * len(self.bonuses.places)


@cache
def names() -> tuple[str, ...]:
    """The built-in editions."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


@cache
def _builtin(name: str) -> Edition:
    file = f"{name}.toml"
    try:
        data = read_toml(read_file(_FOLDER / file))
    except FieldError as fault:
        raise EditionError(file, fault.field, fault.reason) from None
    return Edition.from_dict(data, file=file, strict=True)


def _fields() -> list[str]:
    """Every field that a note can be on: `turn`, `turn.draw`, `chains.tier` …"""
    found = []
    for name, hint in get_type_hints(Edition).items():
        found.append(name)
        for kind in (hint, *get_args(hint)):
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
                found += [f"{name}.{field}" for field in get_type_hints(kind)]
    return found


def _base(name: object) -> Edition:
    if not isinstance(name, str) or name not in names():
        hint = or_rather(name, names()) if isinstance(name, str) else ""
        raise FieldError("base", f"must be a built-in edition ({', '.join(names())}), not {shown(name)}{hint}")
    return Edition.named(name)
