"""A season's league table over many evenings, worked out from the logs of its tournaments. Pure; nothing is stored.

By points: those of each evening are added up. By places: each evening gives 25, 18, 15, 12, 10, 8, 6, 4, 2, 1 for its
first ten. With `best`, only so many of somebody's best evenings count. Equal points are broken by evenings won, then by
the best evening, then by how many evenings somebody came to, then by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from mergemaker.clubs.standings import StandingLine, csv_of, spreadsheet_name, standings
from mergemaker.clubs.tournament import Tournament

EVENING_POINTS = (25.0, 18.0, 15.0, 12.0, 10.0, 8.0, 6.0, 4.0, 2.0, 1.0)


class SeasonPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """How a season is counted."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    scoring: Literal["points", "places"] = "places"
    best: Annotated[int, Meta(ge=0, le=100)] = 0  # evenings that count; 0: all


class SeasonPlanned(Struct, frozen=True, tag_field="kind", tag="planned"):
    """The season was made, or is counted in another way from now on."""

    plan: SeasonPlan


class SamePerson(Struct, frozen=True, tag_field="kind", tag="same person"):
    """Two who took part are one person: each a tournament's id and a member of it."""

    one: tuple[str, str]
    other: tuple[str, str]


decode_season_event = msgspec.json.Decoder(SeasonPlanned | SamePerson).decode


class LeagueLine(Struct, frozen=True):
    """A line of the league table. `number` names the line to the organiser."""

    place: int
    number: int
    name: str
    points: float
    evenings: int
    won: int
    by_evening: tuple[float | None, ...]  # None: was not there
    counted: tuple[bool, ...]  # whether an evening counts


class Season:
    """A season as its log tells it."""

    def __init__(self, events: Iterable[SeasonPlanned | SamePerson]) -> None:
        self.same: list[SamePerson] = []
        for event in events:
            if isinstance(event, SeasonPlanned):
                self.plan = event.plan
            else:
                self.same.append(event)

    def people(self, evenings: Sequence[Tournament]) -> dict[tuple[str, str], int]:
        """Who is who: a number for each member of each evening; the same person has the same one throughout."""
        person = {
            (evening.id, one.member): one.player or f"{evening.id} {one.member}"
            for evening in evenings
            for one in evening.people.values()
        }
        for same in self.same:
            if same.one in person and same.other in person:
                gone, stays = person[same.one], person[same.other]
                person = {who: stays if player == gone else player for who, player in person.items()}
        numbers: dict[str, int] = {}
        return {who: numbers.setdefault(player, len(numbers) + 1) for who, player in person.items()}

    def league(self, evenings: Sequence[Tournament]) -> tuple[LeagueLine, ...]:
        """The league table after these evenings, in the order of time."""
        who = self.people(evenings)
        names: dict[int, str] = {}
        points: dict[int, list[float | None]] = {number: [None] * len(evenings) for number in who.values()}
        won: dict[int, int] = dict.fromkeys(points, 0)
        for at, evening in enumerate(evenings):
            by_number = {one.number: one.member for one in evening.people.values()}
            for line in standings(evening):
                number = who[evening.id, by_number[line.number]]
                names[number] = line.name
                if any(value is not None for value in line.rounds):
                    points[number][at] = round((points[number][at] or 0) + self._worth(line), 2)
                    won[number] += line.place == 1 and evening.finished
        rows = []
        for number, by_evening in points.items():
            if not any(value is not None for value in by_evening):
                continue
            counted = self._counted(by_evening)
            total = sum(value for value, counts in zip(by_evening, counted, strict=True) if value and counts)
            came = [value for value in by_evening if value is not None]
            key = (-round(total, 2), -won[number], -max(came), -len(came), names[number].casefold(), number)
            rows.append((key, number, counted, by_evening, came))
        rows.sort()
        return tuple(
            LeagueLine(at, number, names[number], -key[0], len(came), won[number], tuple(by_evening), counted)
            for at, (key, number, counted, by_evening, came) in enumerate(rows, 1)
        )

    def _worth(self, line: StandingLine) -> float:
        if self.plan.scoring == "points":
            return line.points
        return EVENING_POINTS[line.place - 1] if line.place <= len(EVENING_POINTS) else 0.0

    def _counted(self, by_evening: Sequence[float | None]) -> tuple[bool, ...]:
        """Which evenings count: all, or somebody's best ones."""
        came = [(value, -at) for at, value in enumerate(by_evening) if value is not None]
        best = sorted(came, reverse=True)[: self.plan.best or len(came)]
        count = {-at for _, at in best}
        return tuple(at in count for at in range(len(by_evening)))


def league_csv(league: Sequence[LeagueLine], evenings: Sequence[Tournament]) -> str:
    """The league table for a spreadsheet."""
    rows: list[list[object]] = [
        ["place", "name", "points", "evenings", "won", *(spreadsheet_name(evening.plan.title) for evening in evenings)]
    ]
    for line in league:
        cells = ["" if value is None else f"{value:g}" for value in line.by_evening]
        rows.append([line.place, spreadsheet_name(line.name), f"{line.points:g}", line.evenings, line.won, *cells])
    return csv_of(rows)
