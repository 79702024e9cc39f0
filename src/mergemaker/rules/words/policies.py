"""An edition's numbers and policies in words, the notes on them, and how editions differ.

The words are made from the data, so a house rule changes them too. `player_aid.py` builds the player aid from them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.words.phrases import dollars, listed


class Policy(msgspec.Struct, frozen=True):
    """One thing in which editions can differ, what it is in this one, and the note on it if there is one."""

    name: str
    value: str
    note: str


class Change(msgspec.Struct, frozen=True):
    """One thing that is otherwise in another edition."""

    name: str
    there: str
    here: str


class Difference(msgspec.Struct, frozen=True):
    """What another edition does otherwise."""

    edition: str
    title: str
    changes: tuple[Change, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The changes as sentences."""
        return tuple(f"{change.name}: {change.there} – here: {change.here}" for change in self.changes)


class _Entry(NamedTuple):
    """How a policy is told: its name, the fields whose notes belong to it, its value in words.

    `exact` is what is compared between editions where the words say less than the data.
    """

    name: str
    fields: tuple[str, ...]
    words: Callable[[Edition], str]
    exact: Callable[[Edition], object] | None = None


def policies(edition: Edition) -> list[Policy]:
    """Every number and policy in words, with the notes that the edition's file has on it."""
    notes = edition.notes
    return [
        Policy(
            entry.name,
            entry.words(edition),
            " ".join(notes[field] for field in entry.fields if field in notes),
        )
        for entry in ENTRIES
    ]


def differences(edition: Edition) -> list[Difference]:
    """Compared with each other built-in edition: what is otherwise there."""
    found = []
    for name in names():
        if name != edition.name:
            other = Edition.named(name)
            changes = (change for entry in ENTRIES if (change := _change(entry, edition, other)))
            found.append(Difference(name, other.title, tuple(changes)))
    return found


def _change(entry: _Entry, here: Edition, there: Edition) -> Change | None:
    words = entry.words(there), entry.words(here)
    if words[0] != words[1]:
        return Change(entry.name, *words)
    if entry.exact and entry.exact(here) != entry.exact(there):
        return Change(entry.name, "by its own chart", "by this chart")
    return None


def players_words(edition: Edition) -> str:
    """How many can play."""
    fewest, most = edition.players.fewest, edition.players.most
    return str(most) if fewest == most else f"{fewest} to {most}"


def certificates_words(edition: Edition) -> str:
    """How many certificates there are."""
    counts = {chain.certificates for chain in edition.chains}
    if len(counts) == 1:
        return f"{counts.pop()} of each chain"
    return ", ".join(f"{chain.name} {chain.certificates}" for chain in edition.chains)


def bonus_words(edition: Edition) -> str:
    """What each place is paid, in terms of the price where the chart does so throughout."""
    parts = []
    for place, name in enumerate(edition.bonuses.places):
        times = {row.bonus[place] / row.price for row in edition.chart}
        parts.append(f"{name} {times.pop():g} times the price" if len(times) == 1 else f"{name} by the chart")
    return ", ".join(parts)


def sole_words(edition: Edition) -> str:
    """What a sole holder is paid."""
    taken = [edition.bonuses.places[place - 1] for place in sorted(edition.bonuses.sole_holder)]
    return f"the {listed(taken)} {'bonus' if len(taken) == 1 else 'bonuses'}"


def _dealt_words(edition: Edition) -> str:
    parts = ", ".join(f"{chain.name} {chain.dealt}" for chain in edition.chains if chain.dealt)
    return f"{edition.dealt}: {parts}" if edition.dealt else "none"


def _buy_words(edition: Edition) -> str:
    limit = edition.turn.buy
    return ("none", "1")[limit] if limit < 2 else f"up to {limit}"


def _founder_words(edition: Edition) -> str:
    shares = edition.founding.shares
    if not shares:
        return "none"
    if edition.founding.none_left == "cash":
        return f"{shares}, or its price in cash if the bank has none"
    return f"{shares}, if the bank has {'one' if shares == 1 else 'them'}"


def _two_words(edition: Edition) -> str:
    return POLICY_WORDS["players.two"][edition.players.two] if edition.players.two else "no game for two"


def _chains_words(edition: Edition) -> str:
    if len(edition.tiers) == 1:
        return ", ".join(edition.chain_names)
    return "; ".join(f"{tier} {', '.join(chains)}" for tier, chains in edition.tiers.items())


def _prices_words(edition: Edition) -> str:
    columns = "one column for all chains" if len(edition.tiers) == 1 else f"{len(edition.tiers)} columns"
    return f"{dollars(edition.chart[0].price)} to {dollars(edition.chart[-1].price)} in {columns}"


def _prices(edition: Edition) -> object:
    return [[(row.span(tier), row.price) for row in edition.chart if tier in row.sizes] for tier in edition.tiers]


def _chosen(field: str) -> Callable[[Edition], str]:
    table, name = field.split(".")
    return lambda edition: POLICY_WORDS[field][getattr(getattr(edition, table), name)]


POLICY_WORDS = {
    "players.two": {"market": "the market competes for bonuses", "plain": "the same rules, no market"},
    "start.opening": {"board": "put on the board", "hand": "kept as part of the hand"},
    "start.first": {
        "letter": "lowest letter, then lowest number",
        "number": "lowest number, then lowest letter",
    },
    "start.holdings": {
        "open": "open, unless the table decides",
        "hidden": "hidden, unless the table decides",
    },
    "turn.draw": {
        "end of turn": "at the end of the turn",
        "before buying": "after the tile and any merger, before buying",
    },
    "turn.dead_tiles": {
        "kept": "stay in the hand",
        "replaced once": "all replaced at the end of the turn, once",
        "may be replaced once": "may all be replaced at the end of the turn, once",
        "replaced until none": "replaced at the end of the turn until none is left",
    },
    "ending.how": {"announced": "when a player announces it", "automatic": "by itself"},
}

ENTRIES = (
    _Entry("Players", ("players", "players.fewest", "players.most"), players_words),
    _Entry("Two players", ("players.two",), _two_words),
    _Entry("Money at the start", ("start", "start.cash"), lambda edition: dollars(edition.start.cash)),
    _Entry("Certificates", ("chains.certificates",), certificates_words),
    _Entry("Certificates dealt before play", ("chains.dealt",), _dealt_words),
    _Entry("Tiles in hand", ("start.hand",), lambda edition: str(edition.start.hand)),
    _Entry("Opening tile", ("start.opening",), _chosen("start.opening")),
    _Entry("Who starts", ("start.first",), _chosen("start.first")),
    _Entry("Money and shares", ("start.holdings",), _chosen("start.holdings")),
    _Entry("A tile beside a chain", ("turn",), lambda _: "joins it, with the loose tiles that it touches"),
    _Entry("Founder's share", ("founding", "founding.shares", "founding.none_left"), _founder_words),
    _Entry("Shares bought in a turn", ("turn.buy",), _buy_words),
    _Entry("Draw", ("turn.draw",), _chosen("turn.draw")),
    _Entry("Dead tiles", ("turn.dead_tiles",), _chosen("turn.dead_tiles")),
    _Entry("A chain is safe", ("mergers.safe",), lambda edition: f"from {edition.mergers.safe} tiles"),
    _Entry("Shares of an absorbed chain", ("mergers",), lambda _: "traded two for one, sold or held"),
    _Entry(
        "Bonuses",
        ("bonuses", "bonuses.places", "chart.bonus"),
        bonus_words,
        lambda edition: [row.bonus for row in edition.chart] if "chart" in bonus_words(edition) else None,
    ),
    _Entry("A sole holder takes", ("bonuses.sole_holder",), sole_words),
    _Entry("The game ends", ("ending", "ending.how"), _chosen("ending.how")),
    _Entry("Size that ends it", ("ending.size",), lambda edition: f"{edition.ending.size} tiles"),
    _Entry(
        "Chains",
        ("chains", "chains.name", "chains.sign", "chains.tier", "chains.colour", "chains.hex"),
        _chains_words,
    ),
    _Entry("Prices", ("chart", "chart.price", "chart.sizes", "chart.source"), _prices_words, _prices),
)
