"""The tables of reviews: each review by its game's digest, and what it came to for each seat of a table."""

from sqlalchemy import Column, Integer, String, Table, Text

from mergemaker.store.schemas.schema import metadata

# Reviews of finished games, by the digest of the record; a review in the making is stored now and then.
reviews = Table(
    "reviews",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("depth", String(10), primary_key=True),
    Column("format", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

# A seat's game in a few numbers, for sums over many games. Whose it is, only `seats` says.
seat_reviews = Table(
    "seat_reviews",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("judge", String(40), nullable=False),
    Column("body", Text, nullable=False),
)

SEAT_REVIEWS = (
    """CREATE TABLE seat_reviews (
        table_id VARCHAR(40) NOT NULL, seat INTEGER NOT NULL, judge VARCHAR(40) NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, seat)
    )""",
)
