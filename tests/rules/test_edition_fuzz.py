"""Whatever is in a file or a record: an edition that works, or an `EditionError`, and nothing else."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mergemaker.rules import state
from mergemaker.rules.editions.edition import Edition, EditionError, names

weird = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 0, 1, 2, 3, 7, 41, 50, 51, 100, 108, 109, 127, 128, 255, 10**12, -(10**5000), 10**5000]),
    st.floats(),
    st.text(st.characters(), max_size=30),
    st.sampled_from(["", "2", "2+", "3-2", "1-108", "41+", "low", "market", "cash", "kept", "#ffffff", "Zeta", "A"]),
    st.dates(),
    st.binary(max_size=3),
    st.lists(st.integers(0, 5), max_size=4),
    st.dictionaries(st.sampled_from(["low", "name", "price", "x"]), st.integers(0, 5), max_size=3),
)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested data, as the keys that lead there."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += places_in(item, (*path, key))
    return found


def mutated(draw: Callable[..., Any], data: dict[str, Any]) -> dict[str, Any]:
    """The data with a few places changed, deleted, doubled or swapped."""
    data = deepcopy(data)
    for _ in range(draw(st.integers(1, 3))):
        places = places_in(data)
        if not places:
            break
        *path, last = draw(st.sampled_from(places))
        owner: Any = data
        for key in path:
            owner = owner[key]
        match draw(st.sampled_from(["change", "nudge", "delete", "double", "strange key"])):
            case "change":
                owner[last] = draw(weird)
            case "nudge" if type(owner[last]) is int:
                owner[last] += draw(st.sampled_from([-100, -1, 1, 100]))
            case "delete":
                del owner[last]
            case "double" if isinstance(owner, list):
                owner.insert(last, deepcopy(owner[last]))
            case "strange key" if isinstance(owner, dict):
                owner[draw(st.text(max_size=8))] = draw(weird)
    return data


def works_or_is_refused(read: Callable[[], Edition], file: str) -> None:
    """Either what a game relies on holds, or the message is one line that begins with the file."""
    try:
        edition = read()
    except EditionError as error:
        message = str(error)
        assert message.startswith(file)
        assert len(message.splitlines()) == 1
        assert len(message) < 1000
        return
    rules = state.fields(edition.record)
    assert 2 <= rules.chains == len(edition.chains) <= 7
    assert 2 <= edition.players.fewest <= edition.players.most <= 6
    for chain in range(rules.chains):
        prices = [edition.price(chain, size) for size in range(2, state.TILES + 1)]
        assert all(price >= 100 and price % 100 == 0 for price in prices)
        assert prices == sorted(prices)
        assert 0 <= rules.dealt[chain] <= rules.certificates[chain] <= 50
    assert all(edition.dealt % count == 0 for count in range(edition.players.fewest, edition.players.most + 1))
    assert Edition.from_dict(edition.to_dict()) == edition


@settings(max_examples=400)
@given(st.data())
def test_any_change_to_an_edition_gives_one_that_works_or_an_edition_error(data: st.DataObject) -> None:
    draw = data.draw
    base = Edition.named(draw(st.sampled_from(names()))).to_dict()
    changed, strict = mutated(draw, base), draw(st.booleans())
    works_or_is_refused(lambda: Edition.from_dict(changed, strict=strict), "rules")


def as_toml(value: Any) -> str:
    """A value as TOML, or something close to it."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{ " + ", ".join(f"{as_toml(str(key))} = {as_toml(item)}" for key, item in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(as_toml, value)) + "]"
        case str():
            return '"' + "".join(f"\\U{ord(sign):08x}" if not sign.isalnum() else sign for sign in value) + '"'
        case int():
            return str(value) if abs(value) < 10**400 else "9" * 5000
        case None:
            return "null"
        case datetime.date() | float():
            return str(value)
        case _:
            return repr(value)


@settings(max_examples=400)
@given(st.data())
def test_any_house_rules_give_an_edition_that_works_or_an_edition_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    draw = data.draw
    base = draw(st.sampled_from(names()))
    whole = Edition.named(base).to_dict()
    whole["players"] = {key: value for key, value in whole["players"].items() if value is not None}
    kept = draw(st.sets(st.sampled_from(sorted(whole.keys() - {"name", "year"})), min_size=1))
    changes = mutated(draw, {"name": "mine", "base": base, **{key: whole[key] for key in sorted(kept)}})
    text = "\n".join(f"{as_toml(str(key))} = {as_toml(value)}" for key, value in changes.items())
    if draw(st.integers(0, 4)) == 0:
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.text(max_size=3)) + text[place:]
    file = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    works_or_is_refused(lambda: Edition.load(file), str(file))
