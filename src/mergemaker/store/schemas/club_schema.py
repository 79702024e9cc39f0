"""The database's tables for clubs: tournaments and seasons, each a log of events that is the truth about it."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text

from mergemaker.store.schemas.schema import metadata

# What a list needs to know of a tournament or a season; all of it follows from the log, but whose it is.
clubs = Table(
    "clubs",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),  # tournament, season
    Column("owner", String(40), nullable=False, index=True),
    Column("title", String(60), nullable=False),
    Column("status", String(10), nullable=False),
    Column("season", String(40), index=True),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("clubs_listed", "kind", "status", "changed"),
)

# Append-only, like a table's log: the key is what makes a second writer lose. `by` is a member, "organiser", or
# nothing for the server itself.
club_events = Table(
    "club_events",
    metadata,
    Column("club_id", String(40), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("by", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Who takes part. The log knows members only: whose account that is, and by what name, may change or be deleted.
club_members = Table(
    "club_members",
    metadata,
    Column("club_id", String(40), primary_key=True),
    Column("member", String(20), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
    Column("name", String(40), nullable=False),
)

TABLES_OF_TOURNAMENTS = ("ALTER TABLE tables ADD COLUMN tournament VARCHAR(40)",)

MAKE_CLUBS = (
    """CREATE TABLE clubs (
        id VARCHAR(40) NOT NULL, kind VARCHAR(10) NOT NULL, owner VARCHAR(40) NOT NULL, title VARCHAR(60) NOT NULL,
        status VARCHAR(10) NOT NULL, season VARCHAR(40), version INTEGER NOT NULL, created BIGINT NOT NULL,
        changed BIGINT NOT NULL, PRIMARY KEY (id)
    )""",
    "CREATE INDEX ix_clubs_owner ON clubs (owner)",
    "CREATE INDEX ix_clubs_season ON clubs (season)",
    "CREATE INDEX clubs_listed ON clubs (kind, status, changed)",
    """CREATE TABLE club_events (
        club_id VARCHAR(40) NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL, "by" VARCHAR(40) NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (club_id, version)
    )""",
    """CREATE TABLE club_members (
        club_id VARCHAR(40) NOT NULL, member VARCHAR(20) NOT NULL, player VARCHAR(40) NOT NULL,
        name VARCHAR(40) NOT NULL, PRIMARY KEY (club_id, member)
    )""",
    "CREATE INDEX ix_club_members_player ON club_members (player)",
)
