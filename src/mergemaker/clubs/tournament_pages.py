"""A tournament as its page shows it: people by number and name, never by id."""

from __future__ import annotations

from mergemaker.clubs.club_forms import EntrantShown, RoundShown, RoundTableShown, SeatShown, TournamentShown, YouThere
from mergemaker.clubs.pairing import table_sizes
from mergemaker.clubs.standings import round_points, standings, table_points
from mergemaker.clubs.tournament import Round, RoundTable, Tournament


def shown(tournament: Tournament, player: str | None, now: int, season_title: str | None) -> TournamentShown:
    """The page, for somebody."""
    plan = tournament.plan
    people = tournament.people.values()
    return TournamentShown(
        id=tournament.id,
        version=tournament.version,
        title=plan.title,
        status=tournament.status,  # type: ignore[arg-type]  # one of the three
        plan=plan,
        you=_you(tournament, player),
        invited=tuple(tournament.invited),
        people=tuple(EntrantShown(one.number, one.name, one.here, one.left, one.out, one.joined > 0) for one in people),
        rounds=tuple(_round(tournament, one) for one in tournament.rounds),
        standings=standings(tournament),
        next_tables=table_sizes(len(tournament.players_now()), plan.sizes),
        last_round=tournament.last_round,
        season=plan.season,
        season_title=season_title,
        created=tournament.created,
        changed=tournament.changed,
        now=now,
    )


def _you(tournament: Tournament, player: str | None) -> YouThere:
    mine = tournament.member_of(player)
    one = tournament.now
    table = one.table_of(mine.member) if one and mine else None
    return YouThere(
        number=mine.number if mine and not mine.left else None,
        name=mine.name if mine else None,
        here=bool(mine and mine.here),
        host=bool(player) and tournament.owner == player,
        table=f"/table/{table.table}" if table and table.money is None else None,
        bye=bool(one and mine and mine.member in one.byes),
    )


def _round(tournament: Tournament, one: Round) -> RoundShown:
    points = round_points(tournament, one)
    byes = tuple(_seat(tournament, player, points=points.get(player)) for player in one.byes)
    tables = tuple(_table(tournament, one, table) for table in one.tables)
    return RoundShown(one.number, one.began, one.ends, one.over, one.repeats, byes, tables)


def _table(tournament: Tournament, one: Round, table: RoundTable) -> RoundTableShown:
    points = table_points(tournament, table) if table.money is not None else {}
    seats = tuple(
        _seat(
            tournament,
            player,
            no_show=player in one.no_shows,
            idle=player in table.idle,
            money=table.money[seat] if table.money is not None else None,
            place=table.place_of(seat) if table.money is not None else None,
            points=points.get(player),
        )
        for seat, player in enumerate(table.seats)
    )
    return RoundTableShown(table.number, f"/table/{table.table}", seats, table.how)


def _seat(
    tournament: Tournament, player: str, *, no_show: bool = False, idle: bool = False,
    money: int | None = None, place: int | None = None, points: float | None = None,
) -> SeatShown:  # fmt: skip
    who = tournament.people[player]
    return SeatShown(who.number, who.name, no_show, idle, money, place, points)
