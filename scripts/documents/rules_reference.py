"""The pages of house-rule fields, of events, and of the observation, from the tables that the program goes by."""

from __future__ import annotations

import inspect
import re
import tomllib
from operator import attrgetter
from pathlib import Path
from typing import Any

from documents.page_text import code, table

FIELDS_PATH, EVENTS_PATH, OBSERVATION_PATH = (
    "look-up/house-rule-fields.md",
    "look-up/events.md",
    "look-up/observation.md",
)
WORDS = Path(__file__).parent / "rules_words.toml"

ABOUT_FIELDS = """\
Made from the tables that check an edition’s file. [Write house rules](../do/house-rules.md) tells how to use
them.
"""
ABOUT_EVENTS = """\
What happened, in the order in which it happened: `Game.play` returns them, the protocol’s `entries` have them,
`mergemaker.tell` turns them into sentences. Fields that a kind does not have keep their defaults and are left
out of JSON; the fields’ types are in [Messages](messages.md#event).
"""
ABOUT_OBSERVATION = """\
Observation version {VERSION}, made from `mergemaker.envs.encoding`. [Research](../do/research.md) tells how to
get one. Everything is told from the seat’s own chair: player 0 is the seat itself, player 1 the next clockwise;
chains are in the edition’s order. What an edition lacks is zero.
"""
ABOUT_ACTIONS = """\
## action_mask and actions

{count} actions, the same numbers in every edition; the mask has a 1 for each that is legal.
"""


def words() -> dict[str, Any]:
    """What fields of an edition and events mean."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def house_rule_fields() -> list[str]:
    """Every field that a house-rules file may have, with dots."""
    from mergemaker.rules.editions.edition import Edition

    def names(struct: Any, before: str) -> list[str]:
        found = []
        for field in struct.__struct_fields__:
            inner = getattr(struct, "__annotations__", {}).get(field)
            kind = getattr(inspect.getmodule(struct), str(inner), None)
            if inspect.isclass(kind) and hasattr(kind, "__struct_fields__"):
                found += names(kind, f"{before}{field}.")
            else:
                found.append(before + field)
        return found

    return names(Edition, "")


def fields_page() -> str:
    """House-rule fields with their ranges, and what each edition has."""
    from mergemaker.rules.editions.edition import Edition
    from mergemaker.rules.editions.edition import names as editions

    boxes = [Edition.named(name) for name in editions()]
    fields = house_rule_fields()
    rows = [(code(field), allowed(field), words()["fields"].get(field, "")) for field in fields]
    held = [(code(field), *(_held(box, field) for box in boxes)) for field in fields if "." in field]
    return "\n".join(
        [
            "# House-rule fields\n",
            ABOUT_FIELDS,
            table(["field", "may be", ""], rows),
            "## What the built-in editions have\n",
            table(["field", *(box.title for box in boxes)], held),
        ]
    )


def allowed(field: str) -> str:
    """What a plain field may be: its range, or its words."""
    from mergemaker.rules.editions.edition_check import LONGEST, NUMBERS, POLICIES

    if field in NUMBERS:
        least, most, _ = NUMBERS[field]
        return f"{least:,} to {most:,}"
    if field in POLICIES:
        return ", ".join(code(f'"{word}"') for word in POLICIES[field][0])
    if field in LONGEST:
        return f"one line of 1 to {LONGEST[field]} characters"
    return str(words()["ranges"].get(field, ""))


def _held(box: Any, field: str) -> str:
    value = attrgetter(field)(box)
    if value is None:
        return "–"
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def events_page() -> str:
    """Every kind of event, with the fields that it has and the sentence it becomes."""
    said = words()["events"]
    rows = [
        (code(kind), ", ".join(map(code, fields)) or "–", said.get(kind, "")) for kind, fields in event_fields().items()
    ]
    return "\n".join(
        [
            "# Events\n",
            ABOUT_EVENTS,
            table(["kind", "fields", "when"], rows),
        ]
    )


def event_fields() -> dict[str, list[str]]:
    """The fields of `Event` that each kind has, from the comments in events.py."""
    from mergemaker.rules import events

    listed = re.findall(r"^    ([A-Z_]+),  # ?(.*)$", inspect.getsource(events), re.MULTILINE)
    found = {}
    for kind, (name, comment) in zip(events.KINDS, listed, strict=True):
        said = re.sub(r"\(.*?\)", "", comment).split(":")[0] if not comment.startswith("the end") else ""
        found[kind] = [
            _event_field(name, part) for part in re.findall(r"seat|tile|chain|other|count|money", _plain(said))
        ]
    return found


def _plain(comment: str) -> str:
    """A comment's names alone, without what stands behind an equals sign."""
    return ", ".join(re.split(r"[= ]", part.strip())[0] for part in comment.split(","))


def _event_field(kind: str, part: str) -> str:
    """How a number of the buffer is called in an `Event`."""
    special = {
        ("MERGED", "chain"): "survivor",
        ("MERGED", "other"): "chains",
        ("BONUS", "other"): "place",
        ("BONUS", "count"): "tied",
        ("TRADED", "other"): "survivor",
        ("ABSORBED", "other"): "survivor",
        ("ENDED", "other"): "how",
    }
    return special.get((kind, part), "before" if part == "other" else part)


def observation_page() -> str:
    """Planes, numbers and actions, each with its place."""
    from mergemaker.envs.encoding import HIGHEST, LOWEST, NUMBERS_SHAPE, PLANES, PLANES_SHAPE, VERSION, layout
    from mergemaker.rules.actions import action_texts

    texts = action_texts(tuple(f"chain {number}" for number in range(7)))
    planes = " × ".join(map(str, PLANES_SHAPE))
    return "\n".join(
        [
            "# Observation and actions\n",
            ABOUT_OBSERVATION.format(VERSION=VERSION),
            f"## planes\n\n{planes}, 0 or 1 on each square; rows A to I, columns 1 to 12.\n",
            table(["plane", "1 on"], enumerate(PLANES)),
            f"## numbers\n\n{NUMBERS_SHAPE[0]} of them, cut off at {LOWEST:g} and {HIGHEST:g}.\n",
            table(["at", "what"], [(_place(at), name) for name, at in layout()]),
            ABOUT_ACTIONS.format(count=len(texts)),
            table(["number", "action"], _actions(texts)),
        ]
    )


def _place(at: slice) -> str:
    return str(at.start) if at.stop - at.start == 1 else f"{at.start} to {at.stop - 1}"


def _actions(texts: tuple[str, ...]) -> list[tuple[str, str]]:
    """Actions in runs of the same kind."""
    runs: list[tuple[int, int]] = []
    for number, text in enumerate(texts):
        if runs and texts[runs[-1][0]].split()[0] == text.split()[0]:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return [
        (str(first), code(texts[first]))
        if first == last
        else (f"{first} to {last}", f"`{texts[first]}` … `{texts[last]}`")
        for first, last in runs
    ]


def undocumented() -> list[str]:
    """Fields of an edition and kinds of event without a word, and words for what is not there."""
    said, kinds = words(), event_fields()
    fields = house_rule_fields()
    return [
        *(f"house-rule field: {field} (a line in {WORDS.name})" for field in fields if not said["fields"].get(field)),
        *(f"range of the house-rule field {field} (a line in {WORDS.name})" for field in fields if not allowed(field)),
        *(f"event: {kind} (a line in {WORDS.name})" for kind in kinds if not said["events"].get(kind)),
        *(f"word without a field: {field} in {WORDS.name}" for field in said["fields"] if field not in fields),
        *(f"word without an event: {kind} in {WORDS.name}" for kind in said["events"] if kind not in kinds),
    ]
