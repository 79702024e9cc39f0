"""How an older database becomes one of today.

The setting `schema` says which schema a database has. A new database is made whole from the metadata; an older one
goes through the migrations it has not seen, in order, in one transaction. A test keeps a database of every schema
there has been, and checks that both ways end in the same tables with nothing lost. So a change of the schema is: the
metadata, a migration at the end of the list, and a database of the schema before it in `tests/store/old`.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, inspect, select, text

from mergemaker.store.schemas import people_schema, puzzles_schema, results_schema, review_schema, ties_schema
from mergemaker.store.schemas.club_schema import MAKE_CLUBS, TABLES_OF_TOURNAMENTS
from mergemaker.store.schemas.desk_schema import MAKE_DESK
from mergemaker.store.schemas.schema import metadata, settings
from mergemaker.store.schemas.turn_schema import MAKE_TURNS


class Migration(NamedTuple):
    """Statements that take a database from one schema to the next, on SQLite and PostgreSQL alike, and what for."""

    why: str
    statements: tuple[str, ...]


# From schema n (the position, from 0 on) to n + 1. What a release has run is never changed.
MIGRATIONS = (
    Migration(
        "a private link works once",
        (
            """CREATE TABLE links (
                token VARCHAR(64) NOT NULL, player VARCHAR(40) NOT NULL, expires BIGINT NOT NULL, used BIGINT,
                PRIMARY KEY (token)
            )""",
            "CREATE INDEX ix_links_player ON links (player)",
        ),
    ),
    Migration(
        "finished games are listed by their end",
        ("CREATE INDEX tables_finished ON tables (status, public, finished)",),
    ),
    Migration(
        "a seat knows why and since when its owner does not play, and its owner's games have names of their own",
        (
            "ALTER TABLE tables ADD COLUMN patience INTEGER NOT NULL DEFAULT 60",
            "ALTER TABLE seats ADD COLUMN absence VARCHAR(10) NOT NULL DEFAULT ''",
            "ALTER TABLE seats ADD COLUMN absent_from BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE seats ADD COLUMN seen BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE seats ADD COLUMN label VARCHAR(60) NOT NULL DEFAULT ''",
            "ALTER TABLE seats ADD COLUMN put_away BOOLEAN NOT NULL DEFAULT FALSE",
            "UPDATE seats SET absence = 'own' WHERE stand_in",
        ),
    ),
    Migration(
        "reviews of finished games are kept, and a table may begin at a moment of another game",
        (
            "ALTER TABLE tables ADD COLUMN origin TEXT",
            """CREATE TABLE reviews (
                digest VARCHAR(64) NOT NULL, depth VARCHAR(10) NOT NULL, format INTEGER NOT NULL, body TEXT NOT NULL,
                PRIMARY KEY (digest, depth, format)
            )""",
        ),
    ),
    Migration("a guest can become an account", people_schema.ACCOUNTS),
    Migration("what a review came to is kept for each seat", review_schema.SEAT_REVIEWS),
    Migration("people's tries at puzzles are kept", puzzles_schema.PUZZLES),
    Migration("clubs have tournaments and seasons", MAKE_CLUBS),
    Migration("what games came to is kept, and ratings", results_schema.RESULTS),
    Migration("people hear of turns over days, leave orders, and go on vacation", MAKE_TURNS),
    Migration("people follow, invite and look for each other", ties_schema.TIES),
    Migration("the host of a server has a desk", MAKE_DESK),
    Migration("leaderboards of a period and records are found quickly", results_schema.QUICK_BOARDS),
    Migration("a table knows the tournament that it belongs to", TABLES_OF_TOURNAMENTS),
)
VERSION = len(MIGRATIONS)


class WrongSchema(Exception):
    """The database is not one that this mergemaker can use; the text says why."""


def migrate(connection: Connection) -> list[str]:
    """Makes the tables, or brings those of an older mergemaker up to today; says what was done.

    The transaction must keep other processes out from its beginning, so that one of several does the work.
    """
    tables = set(inspect(connection).get_table_names()) & set(metadata.tables)
    if not tables:
        metadata.create_all(connection)
        connection.execute(settings.insert().values(key="schema", value=str(VERSION)))
        return ["a new database"]
    found = _schema_of(connection) if settings.name in tables else None
    if found is None:
        raise WrongSchema("it has tables of something else; give mergemaker a database of its own")
    if found > VERSION:
        raise WrongSchema(f"a newer mergemaker wrote it (schema {found}, and this one knows {VERSION}); update first")
    steps = MIGRATIONS[found:]
    for step in steps:
        for statement in step.statements:
            connection.execute(text(statement))
    if steps:
        connection.execute(settings.update().where(settings.c.key == "schema").values(value=str(VERSION)))
    return [step.why for step in steps]


def _schema_of(connection: Connection) -> int | None:
    columns = {column["name"] for column in inspect(connection).get_columns(settings.name)}
    if not {"key", "value"} <= columns:
        return None
    found = connection.execute(select(settings.c.value).where(settings.c.key == "schema")).scalar_one_or_none()
    return int(found) if found is not None and str(found).isdecimal() else None
