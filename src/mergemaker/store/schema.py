"""The database's tables, and how an older database becomes one of today.

A migration is a list of statements that take the schema from one number to the next. A new database is made whole
from the metadata. There has been one schema so far, hence no migration yet: the first one must come with a test
that both ways end in the same tables.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    select,
    text,
)

metadata = MetaData()

settings = Table(
    "settings", metadata, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False)
)

players = Table(
    "players",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40)),
    Column("created", BigInteger, nullable=False),
    Column("token", String(64), unique=True),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("title", String(60), nullable=False),
    Column("status", String(10), nullable=False),
    Column("host", String(40), nullable=False),
    Column("edition", String(100), nullable=False),
    Column("rules", Text),
    Column("hidden", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("undo", Boolean, nullable=False),
    Column("clock", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("finished", BigInteger),
    Column("clock_from", BigInteger, nullable=False),
    Column("mute_watchers", Boolean, nullable=False),
    Column("rematch", String(40)),
    Column("rematch_of", String(40)),
    Column("due", BigInteger),
    Column("revision", Integer, nullable=False),
    Index("tables_listed", "status", "public", "changed"),
    Index("tables_due", "status", "due"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("player", String(40), index=True),
    Column("name", String(40)),
    Column("level", String(20)),
    Column("words", Text, nullable=False),
    Column("stand_in", Boolean, nullable=False),
    Column("muted", Boolean, nullable=False),
    Column("looked", Integer, nullable=False),
)

# Append-only: nothing in the package updates or deletes an entry. The key is what makes a second writer lose.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", String(64), nullable=False),
    Column("by", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("client", String(80)),
    UniqueConstraint("table_id", "seat", "client", name="entries_sent_once"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(40), nullable=False, index=True),
    Column("player", String(40), nullable=False),
    Column("seat", Integer),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("client", String(64)),
    UniqueConstraint("table_id", "player", "client", name="chat_sent_once"),
)

# From schema n (the position, from 0 on) to n + 1. Schema 0 was the first that a release wrote.
MIGRATIONS: tuple[tuple[str, ...], ...] = ()
VERSION = len(MIGRATIONS)


class NewerSchema(Exception):
    """The database was written by a newer mergemaker."""


def migrate(connection: Connection) -> None:
    """Makes the tables, or brings those of an older mergemaker up to today."""
    if not inspect(connection).has_table("settings"):
        metadata.create_all(connection)
        connection.execute(settings.insert().values(key="schema", value=str(VERSION)))
        return
    found = int(connection.execute(select(settings.c.value).where(settings.c.key == "schema")).scalar_one())
    if found > VERSION:
        raise NewerSchema(f"it has schema {found}, and this mergemaker knows {VERSION}")
    for step in MIGRATIONS[found:]:
        for statement in step:
            connection.execute(text(statement))
    if found < VERSION:
        connection.execute(settings.update().where(settings.c.key == "schema").values(value=str(VERSION)))
