"""The database's tables for turns over days: how people want to hear of them, which turns wait, what was sent."""

from sqlalchemy import BigInteger, Column, Integer, String, Table

from mergemaker.store.schemas.schema import metadata

# How somebody hears that it is their turn. Mail goes out only after its link was followed; `stop` is in every message.
contacts = Table(
    "contacts",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("email", String(254), nullable=False),
    Column("confirmed", BigInteger),  # when the address was
    Column("confirming", String(64), nullable=False),  # the hash of the token that confirms it
    Column("webhook", String(500), nullable=False),
    Column("stop", String(40), nullable=False, index=True),
    Column("quiet_from", Integer, nullable=False),  # minutes of the day; both the same: never quiet
    Column("quiet_to", Integer, nullable=False),
    Column("zone", String(40), nullable=False),
    Column("vacation_until", BigInteger, nullable=False),
    Column("sent", BigInteger, nullable=False),  # when the last word went out
)

# Turns of slow tables that wait for somebody, and whether word of them has gone out.
waiting_turns = Table(
    "waiting_turns",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("told", BigInteger),
)

# What went out, by the hash of where to: limits count it. Kept for two days.
sent_words = Table(
    "sent_words",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("target", String(64), nullable=False, index=True),
    Column("at", BigInteger, nullable=False, index=True),
)

MAKE_TURNS = (
    """CREATE TABLE contacts (
        player VARCHAR(40) NOT NULL, email VARCHAR(254) NOT NULL, confirmed BIGINT, confirming VARCHAR(64) NOT NULL,
        webhook VARCHAR(500) NOT NULL, stop VARCHAR(40) NOT NULL, quiet_from INTEGER NOT NULL,
        quiet_to INTEGER NOT NULL, zone VARCHAR(40) NOT NULL, vacation_until BIGINT NOT NULL, sent BIGINT NOT NULL,
        PRIMARY KEY (player)
    )""",
    "CREATE INDEX ix_contacts_stop ON contacts (stop)",
    """CREATE TABLE waiting_turns (
        table_id VARCHAR(40) NOT NULL, player VARCHAR(40) NOT NULL, version INTEGER NOT NULL, since BIGINT NOT NULL,
        told BIGINT, PRIMARY KEY (table_id)
    )""",
    "CREATE INDEX ix_waiting_turns_player ON waiting_turns (player)",
    """CREATE TABLE sent_words (
        id VARCHAR(20) NOT NULL, target VARCHAR(64) NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (id)
    )""",
    "CREATE INDEX ix_sent_words_target ON sent_words (target)",
    "CREATE INDEX ix_sent_words_at ON sent_words (at)",
    "ALTER TABLE seats ADD COLUMN orders VARCHAR(10) NOT NULL DEFAULT ''",
    "ALTER TABLE seats ADD COLUMN away_until BIGINT NOT NULL DEFAULT 0",
)
