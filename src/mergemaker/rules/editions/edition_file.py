"""Reading an edition: its TOML file, house rules on top of a base, and what is said when it cannot be.

An edition comes from a user's file or from a stranger's record, so nothing here trusts its input. A wrong
value raises a `FieldError`, which knows the field and the reason; `Edition` adds the file and makes it an
`EditionError`. Built-in files and users' files go the same way.
"""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.state import MAX_PLACES
from mergemaker.rules.words.phrases import or_rather, shown

T = TypeVar("T")

# A built-in file has 6,000 bytes and no name of more than two parts. Reading a name costs its parts times the keys
# under it, and a long line the square of its length, so all of them are limited.
LARGEST_FILE = 100_000
LONGEST_LINE = 2_000
MOST_PARTS = 8
_PART = re.compile(rb"""[\w-]+|"(?:\\.|[^"\\])*"|'[^']*'""")  # of a dotted name

# What is the base's own and not true of house rules on top of it.
_OWN_WORDS = ("name", "title", "year", "description")

# What somebody may want to change and nobody can, with the reason.
_BOARD = "the board always has 12 columns, 9 rows and a tile for each square"
_TRADE = "shares of an absorbed chain are always traded two for one, sold or held"
_MONEY = "money comes from the bank and goes back to it, in hundreds, and bonuses are rounded up to the next $100"
_FIXED = {
    **dict.fromkeys(("board", "columns", "rows", "squares", "tiles"), _BOARD),
    **dict.fromkeys(("trade", "trades", "trading", "ratio"), _TRADE),
    **dict.fromkeys(("loans", "rounding"), _MONEY),
}

_PLACES = ("first", "second", "third")

_KINDS = {
    "int": "a whole number",
    "float": "a decimal number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


class EditionError(MergemakerError):
    """An edition that cannot be played: which file, which field of it, and why."""

    def __init__(self, file: str, field: str, reason: str) -> None:
        self.file = file
        self.field = field
        self.reason = reason
        super().__init__(f"{file}: {field} {reason}." if field else f"{file} {reason}.")

    def __reduce__(self) -> tuple[type[EditionError], tuple[str, str, str]]:
        return EditionError, (self.file, self.field, self.reason)


class FieldError(Exception):
    """A field and what is wrong with it, before it is known which file it came from."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason


def fold(name: str) -> str:
    """What counts of a name when chains are told apart: not its case, hyphens or spaces."""
    return name.casefold().replace("-", "").replace(" ", "")


def read_file(path: str | os.PathLike[str]) -> bytes:
    """What a file holds, or a little more than may be in it."""
    file = Path(path)
    try:
        if not file.exists():
            raise FieldError("", "does not exist")
        if not file.is_file():
            raise FieldError("", "is not a file")
        with file.open("rb") as stream:
            return stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise FieldError("", f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_toml(content: bytes) -> dict[str, Any]:
    """The tables of a TOML file, from its content."""
    if len(content) > LARGEST_FILE:
        raise FieldError("", f"is too large: an edition's file has at most {LARGEST_FILE:,} bytes")
    for number, line in enumerate(content.split(b"\n"), 1):
        if len(line) > LONGEST_LINE:
            raise FieldError("", f"has a line of more than {LONGEST_LINE:,} bytes (line {number})")
        if _parts(line) > MOST_PARTS:
            raise FieldError("", f"has a name of more than {MOST_PARTS} parts (line {number})")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line_number = content.count(b"\n", 0, error.start) + 1
        raise FieldError("", f"is not UTF-8 text (line {line_number})") from None
    except tomllib.TOMLDecodeError as error:
        raise FieldError("", f"is not valid TOML: {error}") from None
    except (RecursionError, ValueError):  # the latter where Python is set to read short numbers only
        raise FieldError("", "is not valid TOML: a value is too long or nested too deeply") from None


def _parts(line: bytes) -> int:
    """The most words with nothing but a dot between them."""
    most, run, end = 0, 0, 0
    for part in _PART.finditer(line):
        run = run + 1 if run and line[end : part.start()].strip() == b"." else 1
        most, end = max(most, run), part.end()
    return most


def build(data: object, kind: type[T], *, strict: bool) -> T:
    """A `Struct` from plain data, or the fault in it. Strict: a key that nobody knows is a fault too."""
    if not isinstance(data, Mapping):
        raise FieldError("", "must hold a table of values")
    plain = _sizes_as_text(data)
    if strict:
        for owner, key, known in _unknown_keys(plain, kind, ""):
            if why := _FIXED.get(key.casefold()):
                raise FieldError(owner + key, f"can't be changed: {why}")
            raise FieldError(owner + key, f"is not known{or_rather(key, known)}")
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise _told(str(error), plain) from None
    except (UnicodeError, RecursionError):
        raise FieldError("", "holds text or tables that cannot be read") from None


def _sizes_as_text(data: Mapping[Any, Any]) -> dict[Any, Any]:
    """In a chart `low = 2` means `low = "2"`."""
    rows = data.get("chart")
    if not isinstance(rows, list | tuple):
        return dict(data)
    chart = []
    for row in rows:
        if isinstance(row, Mapping) and isinstance(row.get("sizes"), Mapping):
            sizes = {tier: shown(size) if type(size) is int else size for tier, size in row["sizes"].items()}
            chart.append({**row, "sizes": sizes})
        else:
            chart.append(row)
    return {**data, "chart": chart}


def _unknown_keys(data: Mapping[Any, Any], kind: type, owner: str) -> Iterator[tuple[str, str, list[str]]]:
    """Keys that a struct does not have: the table they stand in, the key, and the keys that it knows."""
    hints = _hints(kind)
    for key, value in data.items():
        if key not in hints:
            yield owner, shown(key).strip("'"), list(hints)
            continue
        inner = next((part for part in (hints[key], *get_args(hints[key])) if _is_struct(part)), None)
        if inner is None:
            continue
        if isinstance(value, Mapping):
            yield from _unknown_keys(value, inner, f"{owner}{key}.")
        elif isinstance(value, list | tuple):
            for index, item in enumerate(value):
                if isinstance(item, Mapping):
                    yield from _unknown_keys(item, inner, f"{owner}{element(key, index, item)}.")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def element(owner: str, index: int, item: object) -> str:
    """How a message calls one chain or one row of the chart."""
    name = item.get("name") if isinstance(item, Mapping) else None
    if isinstance(name, str) and name.isprintable() and 0 < len(name) <= 20:
        return f"{owner}[{name}]"
    return f"{owner}[{index + 1}]"


def _told(message: str, data: Mapping[Any, Any]) -> FieldError:
    """What msgspec says about a value of the wrong type, in a reader's words."""
    what, _, where = message.partition(" - at ")
    field = ""
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", where):
        if name:
            field += f".{name}" if field else name
        else:
            items = data.get(field)
            item = items[int(index)] if isinstance(items, list | tuple) else None
            field = element(field, int(index), item)
    if where.startswith("`key`"):
        return FieldError(field, "has a key that is not text")
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", what):
        return FieldError(f"{field}.{missing[1]}" if field else missing[1], "is missing")
    if wrong := re.fullmatch(r"Expected `(\w+)(?: \| null)?`, got `(\w+)`", what):
        wanted, got = (_KINDS.get(kind, f"a {kind}") for kind in wrong.groups())
        return FieldError(field, f"must be {wanted}, not {got}")
    return FieldError(field, f"is not right: {what}")


def with_base(data: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """House rules: a base's values, changed where a user's file says otherwise."""
    changes = {key: value for key, value in data.items() if key != "base"}
    merged: dict[str, Any] = {key: value for key, value in base.items() if key not in _OWN_WORDS}
    merged["title"] = changes["name"] if isinstance(changes.get("name"), str) else ""
    merged["description"] = f"{base['title']} with house rules."
    merged["notes"] = _notes_still_true(base["notes"], changes)
    for key, value in changes.items():
        before = merged.get(key)
        if key == "chains":
            merged[key] = _chains_changed(before, value)
        elif key == "chart":
            merged[key] = _chart_changed(before, value)
        elif isinstance(before, Mapping) and isinstance(value, Mapping):
            merged[key] = {**before, **value}
        else:
            merged[key] = value
    players = changes.get("players")
    if isinstance(players, Mapping) and "two" not in players and players.get("fewest", 2) != 2:
        merged["players"]["two"] = None  # the base's rule for two goes with its game for two
    if "chart" not in changes and "chains" in changes:
        merged["chart"] = _columns_in_use(merged["chart"], merged["chains"])
    return merged


def with_times(data: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Bonuses as multiples of the price, where `bonuses.times` gives them: for every row of the chart that is not
    changed with a bonus of its own. Places that have no name get one."""
    given = changes.get("bonuses")
    if not isinstance(given, Mapping) or "times" not in given:
        return data
    times = given["times"]
    if not (isinstance(times, list) and 0 < len(times) <= MAX_PLACES and all(map(_is_multiple, times))):
        raise FieldError(
            "bonuses.times", f"must list 1 to {MAX_PLACES} multiples of the price from 0 to 100, such as [10, 5, 2.5]"
        )
    bonuses = {key: value for key, value in data["bonuses"].items() if key != "times"}
    if "places" not in given:
        named = tuple(bonuses.get("places", ()))
        bonuses["places"] = [*named[: len(times)], *_PLACES[len(named) : len(times)]]
    if "sole_holder" not in given:
        bonuses["sole_holder"] = [at for at in bonuses.get("sole_holder", ()) if at <= len(times)] or [1]
    rows = data.get("chart")
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        return {**data, "bonuses": bonuses}  # which is refused for that
    kept = [row.get("price") for row in changes.get("chart", ()) if "bonus" in row]
    chart = [
        row if row.get("price") in kept or type(row.get("price")) is not int else {**row, "bonus": _paid(row, times)}
        for row in rows
    ]
    return {**data, "bonuses": bonuses, "chart": chart}


def _is_multiple(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 100


def _paid(row: Mapping[str, Any], times: list[float]) -> list[int]:
    """Each place's bonus at a price, rounded up to the next hundred."""
    return [math.ceil(round(row["price"] * many, 6) / 100) * 100 for many in times]


def _notes_still_true(notes: Mapping[str, str], changes: Mapping[str, Any]) -> dict[str, str]:
    """A base's notes, less those on values that a user's file changes."""
    changed = set()
    for key, value in changes.items():
        tables = value if isinstance(value, list) else [value]
        named = {name for table in tables if isinstance(table, Mapping) for name in table}
        if key == "chart" and "sizes" in named:  # a chart of its own
            changed |= {field for field in notes if field.partition(".")[0] == key}
        else:
            changed |= {f"{key}.{name}" for name in named if (key, name) != ("chart", "price")}
    if "bonuses.times" in changed:
        changed |= {"chart.bonus", "bonuses.places"}
    return {field: note for field, note in notes.items() if field not in changed}


def _chains_changed(before: Any, changes: Any) -> Any:
    """Chains change by name, a new name adds one; `remove = true` and `rename = "Zeta"` are for old ones."""
    if not isinstance(changes, list):
        return changes
    chains = {fold(chain["name"]): chain for chain in before}
    seen: set[str] = set()
    for index, change in enumerate(changes):
        if not isinstance(change, Mapping) or not isinstance(change.get("name"), str):
            raise FieldError(f"chains[{index + 1}]", "must be a table with the name of a chain")
        field, name = element("chains", index, change), fold(change["name"])
        if name in seen:
            raise FieldError(field, "stands there twice")
        seen.add(name)
        rest = {key: value for key, value in change.items() if key not in ("remove", "rename", "name")}
        remove, rename = change.get("remove", False), change.get("rename", change["name"])
        if not isinstance(remove, bool):
            raise FieldError(f"{field}.remove", "must be true or false")
        if (remove or "rename" in change) and name not in chains:
            known = [chain["name"] for chain in before]
            raise FieldError(field, f"is not a chain of the base{or_rather(change['name'], known)}")
        if remove:
            del chains[name]
        else:
            old = chains.get(name, {})
            kept = old.get("name", rename) if "rename" not in change else rename
            chains[name] = {**old, **rest, "name": kept}
    return list(chains.values())


def _chart_changed(before: Any, changes: Any) -> Any:
    """Rows with sizes are a whole new chart; a row without them changes the base's row of that price."""
    if not isinstance(changes, list) or not all(isinstance(row, Mapping) for row in changes):
        return changes
    if not changes or any("sizes" in row for row in changes):
        return changes
    rows = {row["price"]: row for row in before}
    for index, change in enumerate(changes):
        price = change.get("price")
        if type(price) is not int or price not in rows:
            raise FieldError(
                f"chart[{index + 1}].price",
                "must be that of a row of the base, or every row must have sizes and make a new chart",
            )
        rows[price] = {**rows[price], **change}
    return list(rows.values())


def _columns_in_use(chart: Any, chains: Any) -> Any:
    """A chart without the columns, and rows, of tiers whose chains are all gone."""
    if not isinstance(chains, list) or not all(isinstance(chain, Mapping) for chain in chains):
        return chart
    tiers = [chain.get("tier") for chain in chains]
    rows = [{**row, "sizes": {t: s for t, s in row["sizes"].items() if t in tiers}} for row in chart]
    return [row for row in rows if row["sizes"]]
