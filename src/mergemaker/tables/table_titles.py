"""What a table is called when nobody has given it a name: places, so that one's games can be told apart."""

from __future__ import annotations

import re
import secrets

LONGEST = 60

PLACES = (
    "Alder", "Almond", "Amber", "Anchor", "Apple", "Arcade", "Ash", "Aspen", "Atlas", "Autumn", "Balcony", "Barley",
    "Basalt", "Bay", "Beacon", "Beech", "Bell", "Birch", "Bramble", "Brass", "Bridge", "Brook", "Canal", "Canary",
    "Candle", "Cedar", "Cellar", "Chapel", "Cherry", "Chestnut", "Clover", "Cobalt", "Copper", "Coral", "Corner",
    "Cotton", "Crane", "Dune", "Elm", "Ember", "Falcon", "Fern", "Ferry", "Fig", "Finch", "Flint", "Forge", "Fountain",
    "Gable", "Garden", "Ginger", "Glass", "Granite", "Grove", "Harbour", "Hazel", "Heath", "Heron", "Hill", "Ivory",
    "Ivy", "Jasmine", "Juniper", "Kestrel", "Kiln", "Lagoon", "Lantern", "Larch", "Lark", "Laurel", "Lemon", "Library",
    "Linden", "Lobby", "Lotus", "Maple", "Marble", "Market", "Meadow", "Mill", "Mint", "Moss", "Nutmeg", "Oak",
    "Olive", "Opal", "Orchard", "Osprey", "Palm", "Parlour", "Pearl", "Pebble", "Pepper", "Pier", "Pine", "Plum",
    "Poplar", "Quarry", "Quay", "Quince", "Raven", "Reed", "River", "Robin", "Rowan", "Saffron", "Sage", "Sail",
    "Salt", "Sand", "Silver", "Slate", "Spruce", "Station", "Stone", "Summit", "Swan", "Terrace", "Thistle", "Thyme",
    "Tower", "Tulip", "Valley", "Velvet", "Walnut", "Willow", "Window", "Winter", "Wren",
)  # fmt: skip


def new_title() -> str:
    """A title for a table that was given none."""
    return f"{secrets.choice(PLACES)} table"


def next_title(title: str) -> str:
    """The title of a rematch: Harbour table, Harbour table 2, Harbour table 3."""
    found = re.fullmatch(r"(.*) (\d{1,3})", title)
    stem, number = (found[1], int(found[2]) + 1) if found else (title, 2)
    return f"{stem[: LONGEST - 5]} {number}".strip()
