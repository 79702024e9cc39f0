"""What belongs to a person: one list of tables, which taking over, exporting and deleting walk over.

A room that keeps something of a person adds a line to `BELONGINGS`, and is done: its rows go along when the games of a
guest are brought to an account, are in the file that a person can download, and go when the account is deleted. The
person is always the id that `players`, `seats` and the cookie have, the same for a guest and for the account that the
guest becomes; a row that is keyed by it needs nothing when somebody says “keep my games”.

What is not in this list is not a person's: a test looks through the schema for columns named `player`, `host`, `other`
or `owner` that nobody has registered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Table, and_, select, tuple_, update

from mergemaker.store.schemas import (
    club_schema,
    desk_schema,
    people_schema,
    puzzles_schema,
    results_schema,
    schema,
    ties_schema,
    turn_schema,
)

FORMER = "a former player"


class Belonging(NamedTuple):
    """Rows of a table that are a person's.

    `column` has the person's id. `alone` are the columns that, with it, make a row unique: where both the guest and the
    account have such a row, the account's stays. `withheld` columns are not in the export. When the account goes, the
    rows go too (`forget`), or stay with an id that nobody has and with these values (`leave`), for the others.
    """

    table: Table
    column: str = "player"
    alone: tuple[str, ...] | None = None
    withheld: tuple[str, ...] = ()
    at_the_end: Literal["forget", "leave"] = "forget"
    left_as: Mapping[str, Any] = {}
    taken: bool = True  # goes along when a guest's things are brought to an account
    exported: bool = True


_GAMES = [
    Belonging(schema.tables, "host", withheld=("secret", "rules"), at_the_end="leave"),
    Belonging(schema.seats, withheld=("words",), at_the_end="leave", left_as={"name": FORMER, "label": ""}),
    Belonging(
        schema.chat,
        alone=("table_id", "client"),
        withheld=("client",),
        at_the_end="leave",
        left_as={"name": FORMER, "text": "(deleted)"},
    ),
]
_RESULTS = [
    Belonging(results_schema.game_seats, at_the_end="leave", left_as={"name": FORMER}),
    # Those of the others follow from games with this one, so they stay, under the id that belongs to nobody.
    Belonging(results_schema.rating_steps, alone=("pool", "table_id"), at_the_end="leave"),
    Belonging(results_schema.ratings, alone=("pool",), at_the_end="leave"),
]
_ACCOUNT = [
    Belonging(schema.players, "id", alone=(), withheld=("token",), taken=False),
    Belonging(schema.links, withheld=("token",), taken=False),
    Belonging(people_schema.accounts, alone=(), taken=False),
    Belonging(people_schema.handles, taken=False, exported=False),
    Belonging(people_schema.passkeys, withheld=("public_key",), taken=False),
    Belonging(people_schema.ceremonies, taken=False, exported=False),
    Belonging(people_schema.sessions, withheld=("secret",), taken=False),
    Belonging(people_schema.recovery_codes, withheld=("code",), taken=False),
    Belonging(people_schema.tokens, withheld=("token",), taken=False),
]

_PUZZLES = [
    Belonging(puzzles_schema.puzzle_tries, alone=("puzzle", "at")),
    Belonging(puzzles_schema.puzzle_solvers, alone=()),
    Belonging(puzzles_schema.puzzle_repeats, alone=("puzzle",)),
    Belonging(puzzles_schema.own_puzzles, alone=("puzzle",)),
]

_CLUBS = [
    Belonging(club_schema.clubs, "owner", at_the_end="leave"),
    Belonging(club_schema.club_members, alone=("club_id",), at_the_end="leave", left_as={"name": FORMER}),
    Belonging(turn_schema.contacts, alone=(), withheld=("confirming", "stop")),
    Belonging(turn_schema.waiting_turns, exported=False),
    Belonging(desk_schema.hosts, alone=()),
    Belonging(desk_schema.restrictions, alone=("kind",), at_the_end="leave"),
    Belonging(desk_schema.reports, at_the_end="leave"),
]

_TIES = [
    Belonging(ties_schema.ties, alone=("other", "kind")),
    Belonging(ties_schema.ties, "other", alone=("player", "kind"), exported=False),
    Belonging(ties_schema.invitations),
    Belonging(ties_schema.invitations, "other", exported=False),
    Belonging(ties_schema.seekers, alone=()),
    Belonging(ties_schema.circles, "owner", at_the_end="leave"),
    Belonging(ties_schema.circle_members, alone=("circle_id",)),
]

# Every room's: whatever else keeps something of a person adds its own here.
BELONGINGS: list[Belonging] = [*_GAMES, *_RESULTS, *_ACCOUNT, *_PUZZLES, *_CLUBS, *_TIES]


def take_over(connection: Connection, guest: str, account: str) -> None:
    """Gives everything of a guest to an account; where both have the same thing, the account's stays."""
    for one in BELONGINGS:
        if not one.taken:
            continue
        mine, theirs = one.table.c[one.column], one.table.alias()
        if one.alone is not None:
            keys = [one.table.c[name] for name in one.alone]
            known = select(*(theirs.c[name] for name in one.alone or [one.column])).where(
                theirs.c[one.column] == account
            )
            double = tuple_(*keys).in_(known) if keys else known.exists()
            connection.execute(one.table.delete().where(and_(mine == guest, double)))
        connection.execute(update(one.table).where(mine == guest).values({one.column: account}))


def export(connection: Connection, player: str) -> dict[str, list[dict[str, Any]]]:
    """Every row of a person, by the table's name, without what only the server may know."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in BELONGINGS:
        if one.exported:
            shown = [column for column in one.table.columns if column.name not in one.withheld]
            rows = connection.execute(select(*shown).where(one.table.c[one.column] == player))
            found.setdefault(one.table.name, []).extend(dict(row._mapping) for row in rows)
    return found


def delete_person(connection: Connection, player: str, former: str) -> None:
    """Takes a person out of everything; what others need stays under `former`, an id that belongs to nobody."""
    for one in BELONGINGS:
        mine = one.table.c[one.column] == player
        if one.at_the_end == "forget":
            connection.execute(one.table.delete().where(mine))
        else:
            connection.execute(update(one.table).where(mine).values({one.column: former, **one.left_as}))


# Kept in another way, made again, or not kept for long.
_APART = {"tables", "seats", "chat", "players", "links", "ceremonies", "game_seats", "rating_steps", "ratings"}


def _archived() -> dict[str, Table]:
    return {one.table.name: one.table for one in BELONGINGS if one.table.name not in _APART}


def all_rows(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Every row of every person, by table, secrets included: for an archive of the whole database."""
    return {
        name: [dict(row._mapping) for row in connection.execute(select(table))] for name, table in _archived().items()
    }


def add_rows(connection: Connection, rows: Mapping[str, list[dict[str, Any]]]) -> None:
    """Adds the rows of such an archive; those that are there already stay as they are."""
    for name, table in _archived().items():
        for row in rows.get(name, ()):
            values = {key: value for key, value in row.items() if key in table.c}
            same = and_(*(column == values.get(column.name) for column in table.primary_key.columns))
            if connection.execute(select(table).where(same)).first() is None:
                connection.execute(table.insert().values(**values))
