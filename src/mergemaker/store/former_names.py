"""The names of people who delete their account, where they stand in the middle of something that was stored whole.

What is a row of the person's own, `belongings` deals with. Here is what others have in common with them: reviews, which
tell a game in sentences, who was expected at a tournament, and what the host's desk wrote down.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, and_, func, or_, select, tuple_, update

from mergemaker.store import belongings
from mergemaker.store.schemas import schema
from mergemaker.store.schemas.club_schema import club_events, club_members
from mergemaker.store.schemas.desk_schema import acts
from mergemaker.store.schemas.review_schema import reviews, seat_reviews

_HEAD = 2000  # characters of a review's beginning, in which its seats are


def names_of(connection: Connection, player: str) -> set[str]:
    """Every name that a player sat at a table by."""
    query = select(schema.seats.c.name).where(schema.seats.c.player == player).distinct()
    return {str(name) for name in connection.execute(query).scalars() if name}


def take_out(connection: Connection, player: str) -> None:
    """Takes a player's names out of what is stored whole, while the seats still say who sat where."""
    _drop_reviews(connection, player)
    _drop_seat_reviews(connection, player)
    _forget_expected(connection, player)
    written = acts.c.by.endswith(f" ({player[:8]})", autoescape=True)
    connection.execute(update(acts).where(written).values(by=belongings.FORMER))


def _drop_reviews(connection: Connection, player: str) -> None:
    """Reviews tell a game by its players' names; whoever asks again gets one of the game as it stands then."""
    seats, mine = schema.seats.c, schema.seats.alias()
    around = select(seats.table_id, seats.name).where(
        seats.table_id.in_(select(mine.c.table_id).where(mine.c.player == player))
    )
    games: dict[str, list[str | None]] = {}
    for table, name in connection.execute(around.order_by(seats.table_id, seats.seat)):
        games.setdefault(table, []).append(name)
    heads = {f'"seats":{msgspec.json.encode(names).decode()}' for names in games.values()}
    names = names_of(connection, player)
    if not names:
        return
    head = func.substr(reviews.c.body, 1, _HEAD)
    named = or_(*(head.contains(msgspec.json.encode(name).decode(), autoescape=True) for name in sorted(names)))
    keys = (reviews.c.digest, reviews.c.depth, reviews.c.format)
    found = connection.execute(select(*keys, head).where(named)).all()
    for digest, depth, form, told in found:
        if any(one in told for one in heads):
            this = and_(reviews.c.digest == digest, reviews.c.depth == depth, reviews.c.format == form)
            connection.execute(reviews.delete().where(this))


def _drop_seat_reviews(connection: Connection, player: str) -> None:
    """What reviews came to for somebody's seats may have their name in it; it can be made again from the games."""
    mine = select(schema.seats.c.table_id, schema.seats.c.seat).where(schema.seats.c.player == player)
    seat = tuple_(seat_reviews.c.table_id, seat_reviews.c.seat)
    connection.execute(seat_reviews.delete().where(seat.in_(mine)))


def _forget_expected(connection: Connection, player: str) -> None:
    """Takes the player off the lists of who is expected at the tournaments that they took part in."""
    member = club_members.c
    for club, name in connection.execute(select(member.club_id, member.name).where(member.player == player)).all():
        of_club = and_(club_events.c.club_id == club, club_events.c.body.contains('"kind":"invited"'))
        for version, body in connection.execute(select(club_events.c.version, club_events.c.body).where(of_club)).all():
            said = msgspec.json.decode(body)
            left = [one for one in said["names"] if one.casefold() != name.casefold()]
            if left != said["names"]:
                line = and_(club_events.c.club_id == club, club_events.c.version == version)
                without = msgspec.json.encode({**said, "names": left}).decode()
                connection.execute(update(club_events).where(line).values(body=without))


def number(connection: Connection, table: str) -> None:
    """Tells former players of one table apart: nobody there shares a name with somebody else."""
    seats = schema.seats.c
    former = and_(seats.table_id == table, seats.name == belongings.FORMER)
    found = list(connection.execute(select(seats.seat).where(former).order_by(seats.seat)).scalars())
    numbered = and_(seats.table_id == table, seats.name.like(f"{belongings.FORMER} %"))
    before = 1 + len(connection.execute(select(seats.seat).where(numbered)).all())
    for number, seat in enumerate(found[1:], before + 1):
        one = and_(seats.table_id == table, seats.seat == seat)
        connection.execute(update(schema.seats).where(one).values(name=f"{belongings.FORMER} {number}"))
