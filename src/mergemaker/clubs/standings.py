"""A tournament's standings: points, tie-breaks, and the result table as CSV. Pure, from the log alone.

Points by place: those of one's place at each table; equals share what their places are worth. Points by money: the
money at the end of each game. Whoever sat out gets what a table gives on average; whoever never came, or gave a seat
up, gets none for that round. Equal points are broken by first places, then money, then the points of those one has
met, then the lot.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from mergemaker.clubs.tournament import Round, RoundTable, Tournament


class StandingLine(Struct, frozen=True):
    """A line of the standings."""

    place: int
    number: int
    name: str
    points: float
    wins: int
    money: int
    opponents: float  # points of all whom one has met
    rounds: tuple[float | None, ...]  # points in each round; None: did not play
    here: bool
    out: bool  # of a knock-out, or gone


def table_points(tournament: Tournament, table: RoundTable) -> dict[str, float]:
    """What a table with a result gives to each."""
    assert table.money is not None
    plan = tournament.plan
    points: dict[str, float] = {}
    for seat, player in enumerate(table.seats):
        if player in table.idle:
            points[player] = 0.0
        elif plan.scoring == "money":
            points[player] = float(table.money[seat])
        else:
            place = table.place_of(seat)
            equals = sum(other == table.money[seat] for other in table.money)
            points[player] = round(sum(plan.place_points[place - 1 : place - 1 + equals]) / equals, 2)
    return points


def round_points(tournament: Tournament, one: Round) -> dict[str, float]:
    """What a round gives so far to everybody who plays or sits out in it."""
    done = [table for table in one.tables if table.money is not None]
    points = {player: value for table in done for player, value in table_points(tournament, table).items()}
    if one.byes:
        plan = tournament.plan
        if plan.scoring == "place":
            average = sum(plan.place_points[: plan.liked]) / plan.liked
        else:
            money = [amount for table in done for amount in table.money or ()]
            average = sum(money) / len(money) if money else 0.0
        points |= dict.fromkeys(one.byes, round(average, 2))
    return points


def standings(tournament: Tournament) -> tuple[StandingLine, ...]:
    """Everybody, the best first."""
    by_round = [round_points(tournament, one) for one in tournament.rounds]
    total: dict[str, float] = defaultdict(float)
    wins: dict[str, int] = defaultdict(int)
    money: dict[str, int] = defaultdict(int)
    met: dict[str, list[str]] = defaultdict(list)
    for one, points in zip(tournament.rounds, by_round, strict=True):
        for player, value in points.items():
            total[player] += value
        for table in one.tables:
            if table.money is None:
                continue
            for seat, player in enumerate(table.seats):
                met[player] += [other for other in table.seats if other != player]
                if player not in table.idle:
                    wins[player] += table.place_of(seat) == 1
                    money[player] += table.money[seat]
    opponents = {player: round(sum(total[other] for other in met[player]), 2) for player in tournament.people}

    def strength(player: str) -> tuple[float, ...]:
        # In a knock-out whoever is still in it, or went further, is ahead whatever the points.
        reached = tournament.people[player].out
        further = (reached or len(tournament.rounds) + 1) if tournament.plan.format == "knock-out" else 0
        return further, round(total[player], 2), wins[player], money[player], opponents[player]

    order = sorted(
        tournament.people, key=lambda player: (*(-part for part in strength(player)), tournament.lot(player))
    )
    lines = []
    for at, player in enumerate(order, 1):
        who = tournament.people[player]
        rounds = tuple(points.get(player) for points in by_round)
        gone = who.left or who.out is not None
        lines.append(
            StandingLine(
                at, who.number, who.name, round(total[player], 2), wins[player], money[player], opponents[player],
                rounds, who.here, gone,
            )
        )  # fmt: skip
    return tuple(lines)


def order_of(tournament: Tournament) -> list[str]:
    """All members, the best first."""
    by_number = {one.number: one.member for one in tournament.people.values()}
    return [by_number[line.number] for line in standings(tournament)]


def as_csv(tournament: Tournament) -> str:
    """The standings and every table's result, for a spreadsheet."""
    rounds = [f"round {one.number}" for one in tournament.rounds]
    rows: list[list[object]] = [["place", "name", "points", "wins", "money", "opponents", *rounds]]
    for line in standings(tournament):
        points = ["" if value is None else f"{value:g}" for value in line.rounds]
        sums = f"{line.points:g}", line.wins, line.money, f"{line.opponents:g}"
        rows.append([line.place, spreadsheet_name(line.name), *sums, *points])
    rows += [[], ["round", "table", "seat", "name", "money", "place", "points", "result"]]
    for one in tournament.rounds:
        for table in one.tables:
            for seat, player in enumerate(table.seats):
                done: tuple[object, ...] = ("", "", "", "")
                if table.money is not None:
                    points_of = f"{table_points(tournament, table)[player]:g}"
                    how = "not there" if player in table.idle else table.how
                    done = table.money[seat], table.place_of(seat), points_of, how
                name = spreadsheet_name(tournament.people[player].name)
                rows.append([one.number, table.number, seat + 1, name, *done])
        for player in one.byes:
            given = f"{round_points(tournament, one)[player]:g}"
            name = spreadsheet_name(tournament.people[player].name)
            rows.append([one.number, "", "", name, "", "", given, "bye"])
    return csv_of(rows)


def csv_of(rows: Iterable[Sequence[object]]) -> str:
    """Rows as a spreadsheet reads them."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def spreadsheet_name(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
