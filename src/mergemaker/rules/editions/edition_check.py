"""What an edition's values must be like for a game to be played with them.

`NUMBERS` and `POLICIES` say of each plain field what it may hold and where it goes in the rules record, so
that checking and compiling cannot disagree. What concerns several fields at once is checked below them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING

from mergemaker.rules import state
from mergemaker.rules.editions.edition_file import FieldError, element, fold
from mergemaker.rules.editions.price_chart import check_chart
from mergemaker.rules.words.phrases import or_rather, shown

if TYPE_CHECKING:
    from mergemaker.rules.editions.edition import Chain, Edition

# Numbers: the least and the most that can be played, and the field of the rules record that takes them.
NUMBERS: dict[str, tuple[int, int, str | None]] = {
    "players.fewest": (2, state.MAX_PLAYERS, None),
    "players.most": (2, state.MAX_PLAYERS, None),
    "start.cash": (0, 1_000_000, "cash"),
    "start.hand": (1, state.MAX_HAND, "hand"),
    "turn.buy": (0, 25, "buy_limit"),
    "founding.shares": (0, 10, "founder_shares"),
    "mergers.safe": (2, state.TILES, "safe"),
    "ending.size": (2, state.TILES, "end_size"),
}

# Policies: the words of the file with their values in the rules record, and the field that takes them.
POLICIES: dict[str, tuple[dict[str, int], str | None]] = {
    "players.two": ({"plain": 0, "market": 1}, "market"),
    "start.opening": ({"hand": 0, "board": 1}, "opening_on_board"),
    "start.first": ({"letter": state.FIRST_BY_LETTER, "number": state.FIRST_BY_NUMBER}, "first"),
    "start.holdings": ({"open": 0, "hidden": 1}, None),
    "turn.draw": ({"end of turn": state.DRAW_AT_END, "before buying": state.DRAW_BEFORE_BUYING}, "draw"),
    "turn.dead_tiles": (
        {
            "kept": state.DEAD_KEPT,
            "replaced once": state.DEAD_REPLACED_ONCE,
            "may be replaced once": state.DEAD_MAY_REPLACE_ONCE,
            "replaced until none": state.DEAD_REPLACED_UNTIL_NONE,
        },
        "dead_tiles",
    ),
    "founding.none_left": ({"nothing": 0, "cash": 1}, "founder_cash"),
    "ending.how": ({"announced": state.END_ANNOUNCED, "automatic": state.END_AUTOMATIC}, "end"),
}

LONGEST = {"title": 40, "description": 200}
LONGEST_NAME = 20  # of a chain, a tier, a colour or a place
LONGEST_SOURCE = 40
LONGEST_NOTE = 500
MOST_NOTES = 60


def check(edition: Edition) -> None:
    """Raises the first fault of an edition whose values have the right types."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", edition.name):
        raise FieldError("name", f"must be 1 to 40 letters, digits, - . or _, not {shown(edition.name)}")
    for field, longest in LONGEST.items():
        _check_text(field, getattr(edition, field), longest)
    if edition.year is not None and not 1900 <= edition.year <= 2200:
        raise FieldError("year", f"must be from 1900 to 2200, not {shown(edition.year)}")
    for field, (least, most, _) in NUMBERS.items():
        _check_number(field, attrgetter(field)(edition), least, most)
    for field, (values, _) in POLICIES.items():
        word = attrgetter(field)(edition)
        if word is not None and word not in values:
            choices = ", ".join(map(repr, values))
            raise FieldError(field, f"must be one of {choices}, not {shown(word)}{or_rather(word, values)}")
    if edition.start.cash % 100:
        raise FieldError("start.cash", f"must be in hundreds, not {edition.start.cash}")
    _check_chains(edition)
    _check_players(edition)
    _check_bonuses(edition)
    check_chart(edition.chart, list(edition.tiers), len(edition.bonuses.places))
    for row in edition.chart:
        if row.source:
            _check_text("chart.source", row.source, LONGEST_SOURCE)
    for field, table in (("notes", edition.notes), ("sources", edition.sources)):
        _check_words(field, table)


def check_notes(edition: Edition, fields: list[str]) -> None:
    """Every note is on a field that there is."""
    for field in edition.notes:
        if field not in fields:
            raise FieldError(f"notes.{field}", f"is a note on a field that is not known{or_rather(field, fields)}")


def _check_number(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise FieldError(field, f"must be from {least:,} to {most:,}, not {shown(value)}")


def _check_text(field: str, text: str, longest: int) -> None:
    if not 0 < len(text) <= longest or not text.isprintable() or text != text.strip():
        raise FieldError(field, f"must be one line of 1 to {longest} characters, not {shown(text)}")


def _check_words(field: str, table: Mapping[str, str]) -> None:
    if len(table) > MOST_NOTES:
        raise FieldError(field, f"must have at most {MOST_NOTES} entries, not {len(table)}")
    for key, text in table.items():
        _check_text(field, key, LONGEST_SOURCE)
        _check_text(f"{field}.{key}", text, LONGEST_NOTE)


def _check_players(edition: Edition) -> None:
    players = edition.players
    if players.fewest > players.most:
        raise FieldError(
            "players.fewest", f"must not be above the {players.most} of players.most, as {players.fewest} is"
        )
    if players.fewest == 2 and players.two is None:
        raise FieldError("players.two", "is missing: two may play, by 'market' or 'plain' rules")
    if players.fewest > 2 and players.two is not None:
        raise FieldError("players.two", f"is {players.two!r}, but {players.fewest} is the fewest that may play")
    for count in range(players.fewest, players.most + 1):
        if edition.dealt % count:
            raise FieldError("chains", f"deal out {edition.dealt} certificates, which {count} cannot share evenly")


def _check_chains(edition: Edition) -> None:
    if not 2 <= len(edition.chains) <= state.MAX_CHAINS:
        raise FieldError("chains", f"must be from 2 to {state.MAX_CHAINS}, not {len(edition.chains)}")
    names: set[str] = set()
    signs: set[str] = set()
    for index, chain in enumerate(edition.chains):
        field = element("chains", index, {"name": chain.name})
        _check_chain(field, chain)
        if fold(chain.name) in names:
            raise FieldError(f"{field}.name", "is another chain's name too (case, hyphens and spaces do not count)")
        if chain.sign in signs:
            raise FieldError(f"{field}.sign", f"is the sign of another chain too, {chain.sign!r}")
        names.add(fold(chain.name))
        signs.add(chain.sign)


def _check_chain(field: str, chain: Chain) -> None:
    if not _can_be_called(chain.name):
        raise FieldError(
            f"{field}.name",
            f"must be 1 to {LONGEST_NAME} letters, digits, spaces, - ' or ., with a letter among them, "
            f"not {shown(chain.name)}",
        )
    if not re.fullmatch(r"[A-Z]", chain.sign):
        raise FieldError(f"{field}.sign", f"must be one capital letter from A to Z, not {shown(chain.sign)}")
    _check_text(f"{field}.tier", chain.tier, LONGEST_NAME)
    _check_text(f"{field}.colour", chain.colour, LONGEST_NAME)
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", chain.hex):
        raise FieldError(f"{field}.hex", f"must be a colour like '#c8453c', not {shown(chain.hex)}")
    _check_number(f"{field}.certificates", chain.certificates, 1, state.MAX_CERTIFICATES)
    if not 0 <= chain.dealt <= chain.certificates:
        raise FieldError(
            f"{field}.dealt",
            f"must be from 0 to {chain.certificates}, all there are, not {shown(chain.dealt)}",
        )


def _can_be_called(name: str) -> bool:
    """Whether `found <name>` reads as one action: no odd characters or spaces, and not a mere number."""
    return (
        0 < len(name) <= LONGEST_NAME
        and " ".join(name.split()) == name
        and all(sign.isalpha() or sign in "0123456789 -'." for sign in name)
        and any(sign.isalpha() for sign in name)
    )


def _check_bonuses(edition: Edition) -> None:
    places, sole = edition.bonuses.places, edition.bonuses.sole_holder
    if not 1 <= len(places) <= state.MAX_PLACES:
        raise FieldError("bonuses.places", f"must name from 1 to {state.MAX_PLACES} places, not {len(places)}")
    for place in places:
        _check_text("bonuses.places", place, LONGEST_NAME)
    if len(set(places)) < len(places):
        raise FieldError("bonuses.places", "must have different names")
    if not sole or len(set(sole)) < len(sole):
        raise FieldError("bonuses.sole_holder", "must list at least one place, and each once")
    for number in sole:
        if not 1 <= number <= len(places):
            raise FieldError("bonuses.sole_holder", f"must list places from 1 to {len(places)}, not {shown(number)}")
