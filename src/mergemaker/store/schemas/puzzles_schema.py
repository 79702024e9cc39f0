"""The tables of puzzles: everybody's tries, the ratings that they moved, what comes again, and puzzles of one's own.

Skills are kept in thousandths, since whole numbers are the same in every database.
"""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from mergemaker.store.schemas.schema import metadata

# Append-only. The key is also the index by which “next puzzle” finds what somebody has tried.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("puzzle", String(20), primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("verdict", String(10), nullable=False),  # right, almost, wrong, gave up
    Column("answer", String(200), nullable=False),
    Column("rated", Boolean, nullable=False),  # the first try of this person at this puzzle
    Column("skill", Integer, nullable=False),  # the person's, after it
    Column("daily", String(10)),  # the day whose puzzle it was
    Index("puzzle_tries_daily", "daily"),
    Index("puzzle_tries_lately", "player", "at"),
)

# People's ratings as solvers.
puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("skill", Integer, nullable=False),
    Column("uncertainty", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

# Puzzles' ratings, once somebody has tried them.
puzzle_levels = Table(
    "puzzle_levels",
    metadata,
    Column("puzzle", String(20), primary_key=True),
    Column("skill", Integer, nullable=False),
    Column("uncertainty", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

# Mistakes that come again.
puzzle_repeats = Table(
    "puzzle_repeats",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("puzzle", String(20), primary_key=True),
    Column("stage", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
)

# Puzzles that somebody made of their own games.
own_puzzles = Table(
    "own_puzzles",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("puzzle", String(20), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("origin", String(60), nullable=False),  # the table and the number of the action
    Column("body", Text, nullable=False),
)

PUZZLES = (
    """CREATE TABLE puzzle_tries (
        player VARCHAR(40) NOT NULL, puzzle VARCHAR(20) NOT NULL, at BIGINT NOT NULL, verdict VARCHAR(10) NOT NULL,
        answer VARCHAR(200) NOT NULL, rated BOOLEAN NOT NULL, skill INTEGER NOT NULL, daily VARCHAR(10),
        PRIMARY KEY (player, puzzle, at)
    )""",
    "CREATE INDEX puzzle_tries_daily ON puzzle_tries (daily)",
    "CREATE INDEX puzzle_tries_lately ON puzzle_tries (player, at)",
    """CREATE TABLE puzzle_solvers (
        player VARCHAR(40) NOT NULL, skill INTEGER NOT NULL, uncertainty INTEGER NOT NULL, tries INTEGER NOT NULL,
        solved INTEGER NOT NULL, PRIMARY KEY (player)
    )""",
    """CREATE TABLE puzzle_levels (
        puzzle VARCHAR(20) NOT NULL, skill INTEGER NOT NULL, uncertainty INTEGER NOT NULL, tries INTEGER NOT NULL,
        solved INTEGER NOT NULL, PRIMARY KEY (puzzle)
    )""",
    """CREATE TABLE puzzle_repeats (
        player VARCHAR(40) NOT NULL, puzzle VARCHAR(20) NOT NULL, stage INTEGER NOT NULL, due BIGINT NOT NULL,
        PRIMARY KEY (player, puzzle)
    )""",
    """CREATE TABLE own_puzzles (
        player VARCHAR(40) NOT NULL, puzzle VARCHAR(20) NOT NULL, made BIGINT NOT NULL, origin VARCHAR(60) NOT NULL,
        body TEXT NOT NULL, PRIMARY KEY (player, puzzle)
    )""",
)
