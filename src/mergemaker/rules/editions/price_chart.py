"""The price chart: its rows, and what makes it a chart that can be played.

A row holds one price, the bonuses of that price, and for each tier of chains the sizes to which it applies,
`"6-10"` or `"41+"`, as on the card that players hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from mergemaker.rules.editions.edition_file import FieldError
from mergemaker.rules.state import MAX_ROWS, TILES
from mergemaker.rules.words.phrases import or_rather, shown

SMALLEST = 2  # tiles of a chain
HIGHEST_PRICE = 100_000  # keeps every sum of a game far inside 32 bits
HIGHEST_BONUS = 1_000_000

_SIZES = re.compile(r"([0-9]{1,3})(?:(\+)|[-–]([0-9]{1,3}))?")


class Row(msgspec.Struct, frozen=True):
    """One row of the chart: sizes by tier, the price of a share, and a bonus for each place."""

    price: int
    sizes: dict[str, str]
    bonus: tuple[int, ...]
    source: str = ""

    @property
    def ours(self) -> bool:
        """Whether this project filled the row in, or part of it, where no source can be read."""
        return "ours" in re.findall(r"\w+", self.source)

    def span(self, tier: str) -> range:
        """The sizes of a tier's chains to which this row applies."""
        first, last = span(self.sizes[tier]) if tier in self.sizes else (0, -1)
        return range(first, last + 1)


def span(text: str) -> tuple[int, int]:
    """First and last size of `"4"`, `"6-10"` or `"41+"`."""
    match = _SIZES.fullmatch(text)
    if not match:
        raise ValueError(text)
    first = int(match[1])
    return first, TILES if match[2] else int(match[3] or first)


def words(sizes: Sequence[int]) -> str:
    """A run of sizes as a card prints it: `4`, `6–10`, `41+`; a dash for none."""
    if not sizes:
        return "–"
    first, last = sizes[0], sizes[-1]
    if last >= TILES:
        return f"{first}+"
    return str(first) if first == last else f"{first}–{last}"


def check_chart(rows: Sequence[Row], tiers: Sequence[str], places: int) -> None:
    """Every tier of chains has one price at every size, rising with it, and each row a bonus per place."""
    if not 1 <= len(rows) < MAX_ROWS:
        raise FieldError("chart", f"must have from 1 to {MAX_ROWS - 1} rows, not {len(rows)}")
    before = 0
    for number, row in enumerate(rows, 1):
        field = f"chart[{number}]"
        _check_money(f"{field}.price", row.price, 100, HIGHEST_PRICE)
        if row.price <= before:
            raise FieldError(f"{field}.price", f"must be higher than the {before} before it, not {row.price}")
        before = row.price
        if len(row.bonus) != places:
            raise FieldError(
                f"{field}.bonus",
                f"must have one amount for each of {places} places, not {len(row.bonus)}; "
                "bonuses.times gives all rows theirs, as multiples of the price",
            )
        for bonus in row.bonus:
            _check_money(f"{field}.bonus", bonus, 0, HIGHEST_BONUS)
        if not row.sizes:
            raise FieldError(f"{field}.sizes", "must give a size to at least one tier")
        for tier, text in row.sizes.items():
            if tier not in tiers:
                raise FieldError(
                    f"{field}.sizes", f"names a tier without chains, {shown(tier)}{or_rather(tier, tiers)}"
                )
            if not _SIZES.fullmatch(text):
                raise FieldError(f"{field}.sizes.{tier}", f"must be like '4', '6-10' or '41+', not {shown(text)}")
    for tier in tiers:
        _check_column(rows, tier)


def _check_money(field: str, amount: int, least: int, most: int) -> None:
    if not least <= amount <= most:
        raise FieldError(field, f"must be from {least} to {most:,}, not {shown(amount)}")
    if amount % 100:
        raise FieldError(field, f"must be in hundreds, not {amount}")


def _check_column(rows: Sequence[Row], tier: str) -> None:
    wanted = SMALLEST
    for number, row in enumerate(rows, 1):
        if tier not in row.sizes:
            continue
        field = f"chart[{number}].sizes.{tier}"
        first, last = span(row.sizes[tier])
        if not first <= last <= TILES:
            raise FieldError(field, f"must run upwards, to {TILES} at most, not {row.sizes[tier]}")
        if first != wanted and wanted == SMALLEST:
            raise FieldError(field, f"must start at size {SMALLEST}, not {first}")
        if first > wanted:
            raise FieldError(field, f"leaves a gap: there is no price for {words(range(wanted, first))} tiles")
        if first < wanted:
            raise FieldError(field, f"overlaps an earlier row at {first} tiles")
        wanted = last + 1
    if wanted == SMALLEST:
        raise FieldError("chart", f"has no column for tier {shown(tier)}")
    if wanted <= TILES:
        raise FieldError("chart", f"must be open-ended: tier {shown(tier)} has no price from {wanted} tiles on")
