"""The database's tables for the host's desk: who hosts, what was done, who may not speak or come, reports."""

from sqlalchemy import BigInteger, Column, String, Table, Text

from mergemaker.store.schemas.schema import metadata

# People whose browser may open the desk.
hosts = Table(
    "hosts",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

# Every act of a host; `done` is empty while the server has yet to do it.
acts = Table(
    "acts",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("by", String(60), nullable=False),
    Column("what", String(20), nullable=False),
    Column("target", String(80), nullable=False),
    Column("why", Text, nullable=False),
    Column("done", BigInteger),
)

restrictions = Table(
    "restrictions",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("kind", String(10), primary_key=True),  # silence, ban
    Column("until", BigInteger),
    Column("why", Text, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("player", String(40), nullable=False),
    Column("table_id", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("done", BigInteger),
)

MAKE_DESK = (
    "CREATE TABLE hosts (player VARCHAR(40) NOT NULL, since BIGINT NOT NULL, PRIMARY KEY (player))",
    """CREATE TABLE acts (
        id VARCHAR(20) NOT NULL, at BIGINT NOT NULL, "by" VARCHAR(60) NOT NULL, what VARCHAR(20) NOT NULL,
        target VARCHAR(80) NOT NULL, why TEXT NOT NULL, done BIGINT, PRIMARY KEY (id)
    )""",
    "CREATE INDEX ix_acts_at ON acts (at)",
    """CREATE TABLE restrictions (
        player VARCHAR(40) NOT NULL, kind VARCHAR(10) NOT NULL, until BIGINT, why TEXT NOT NULL,
        PRIMARY KEY (player, kind)
    )""",
    """CREATE TABLE reports (
        id VARCHAR(20) NOT NULL, at BIGINT NOT NULL, player VARCHAR(40) NOT NULL, table_id VARCHAR(40) NOT NULL,
        text TEXT NOT NULL, done BIGINT, PRIMARY KEY (id)
    )""",
    "CREATE INDEX ix_reports_at ON reports (at)",
)
