"""The database's tables as they are today. `migrations.py` makes them, or brings an older database up to them."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

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

# Private links to another device, by the hash of their token; each works once.
links = Table(
    "links",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
    Column("expires", BigInteger, nullable=False),
    Column("used", BigInteger),
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
    Column("patience", Integer, nullable=False),
    Column("origin", Text),
    Column("rated", Boolean, nullable=False),
    Column("tournament", String(40)),
    Index("tables_listed", "status", "public", "changed"),
    Index("tables_due", "status", "due"),
    Index("tables_finished", "status", "public", "finished"),
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
    Column("absence", String(10), nullable=False),
    Column("absent_from", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("label", String(60), nullable=False),
    Column("put_away", Boolean, nullable=False),
    Column("orders", String(10), nullable=False),
    Column("away_until", BigInteger, nullable=False),
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
