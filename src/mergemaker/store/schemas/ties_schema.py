"""The tables of how people find each other: whom they follow, block or mute; invitations, seekers, circles."""

from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from mergemaker.store.schemas.schema import metadata

ties = Table(
    "ties",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("other", String(40), primary_key=True, index=True),
    Column("kind", String(10), primary_key=True),  # follow, block, mute
    Column("at", BigInteger, nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player", String(40), nullable=False),  # who is invited
    Column("other", String(40), nullable=False, index=True),  # who invites
    Column("table_id", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("invitations_of", "player", "at"),
)

# People who look for a game; `seen` is when their page last asked, `table_id` where they are wanted.
seekers = Table(
    "seekers",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("wish", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("table_id", String(40)),
)

# A table for friends that keeps its people from game to game; `table_id` is where they play now.
circles = Table(
    "circles",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("title", String(60), nullable=False),
    Column("owner", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("table_id", String(40)),
)

circle_members = Table(
    "circle_members",
    metadata,
    Column("circle_id", String(16), primary_key=True),
    Column("player", String(40), primary_key=True, index=True),
    Column("joined", BigInteger, nullable=False),
)

TIES = (
    """CREATE TABLE ties (
        player VARCHAR(40) NOT NULL, other VARCHAR(40) NOT NULL, kind VARCHAR(10) NOT NULL, at BIGINT NOT NULL,
        PRIMARY KEY (player, other, kind)
    )""",
    "CREATE INDEX ix_ties_other ON ties (other)",
    """CREATE TABLE invitations (
        id VARCHAR(16) NOT NULL, player VARCHAR(40) NOT NULL, other VARCHAR(40) NOT NULL, table_id VARCHAR(40) NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (id)
    )""",
    "CREATE INDEX ix_invitations_other ON invitations (other)",
    "CREATE INDEX invitations_of ON invitations (player, at)",
    """CREATE TABLE seekers (
        player VARCHAR(40) NOT NULL, wish TEXT NOT NULL, since BIGINT NOT NULL, seen BIGINT NOT NULL,
        table_id VARCHAR(40), PRIMARY KEY (player)
    )""",
    """CREATE TABLE circles (
        id VARCHAR(16) NOT NULL, title VARCHAR(60) NOT NULL, owner VARCHAR(40) NOT NULL, created BIGINT NOT NULL,
        table_id VARCHAR(40), PRIMARY KEY (id)
    )""",
    """CREATE TABLE circle_members (
        circle_id VARCHAR(16) NOT NULL, player VARCHAR(40) NOT NULL, joined BIGINT NOT NULL,
        PRIMARY KEY (circle_id, player)
    )""",
    "CREATE INDEX ix_circle_members_player ON circle_members (player)",
)
