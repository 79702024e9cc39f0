"""The tables of what finished games came to, and of ratings. All of it can be made again from the logs.

`games` and `game_seats` are written with the end of a game, in the same transaction. Ratings follow them in the order
of the games' ends; `counted` says of a rated game whether it is in them.
"""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table, Text

from mergemaker.store.schemas.schema import metadata

games = Table(
    "games",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("finished", BigInteger, nullable=False),
    Column("title", String(60), nullable=False),
    Column("edition", String(100), nullable=False),
    Column("family", String(100), nullable=False),
    Column("players", Integer, nullable=False),
    Column("kind", String(10), nullable=False),  # live, turns, untimed
    Column("pool", String(10), nullable=False),  # live, turns, bots; empty where it is not rated
    Column("counted", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("margin", Integer, nullable=False),  # the winner's money less the next one's
    Column("best", Integer, nullable=False),
    Column("chain", String(40), nullable=False),
    Column("chain_size", Integer, nullable=False),
    Index("games_in_order", "finished", "table_id"),
    Index("games_to_rate", "pool", "counted", "finished"),
    Index("games_by_margin", "public", "margin"),
    Index("games_by_chain", "public", "chain_size"),
    Index("games_by_best", "public", "best"),
)

game_seats = Table(
    "game_seats",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(40)),
    Column("name", String(40), nullable=False),
    Column("level", String(20)),  # of a built-in bot
    Column("bot", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Column("money", Integer, nullable=False),
    Column("gone", Boolean, nullable=False),  # its owner had left before the end
    Column("finished", BigInteger, nullable=False),
    Column("edition", String(100), nullable=False),
    Column("players", Integer, nullable=False),
    Column("pool", String(10), nullable=False),
    Column("bought", Text, nullable=False),  # shares by chain, JSON
    Index("game_seats_of", "player", "finished"),
)

# A player's rating after each rated game, by pool: live, turns, bots, and each of them by family and table size.
rating_steps = Table(
    "rating_steps",
    metadata,
    Column("pool", String(60), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("table_id", String(40), primary_key=True),
    Column("finished", BigInteger, nullable=False),
    Column("skill", Float(53), nullable=False),
    Column("uncertainty", Float(53), nullable=False),
    Column("before", Float(53), nullable=False),  # the skill before the game
    Index("rating_steps_of", "player", "pool", "finished"),
    Index("rating_steps_in_order", "finished", "table_id"),
    Index("rating_steps_of_pool", "pool", "finished"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("pool", String(60), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("skill", Float(53), nullable=False),
    Column("uncertainty", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
    Index("ratings_best", "pool", "skill"),
)

RESULTS = (
    "ALTER TABLE tables ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE",
    """CREATE TABLE games (
        table_id VARCHAR(40) NOT NULL, finished BIGINT NOT NULL, title VARCHAR(60) NOT NULL,
        edition VARCHAR(100) NOT NULL, family VARCHAR(100) NOT NULL, players INTEGER NOT NULL,
        kind VARCHAR(10) NOT NULL, pool VARCHAR(10) NOT NULL, counted BOOLEAN NOT NULL, public BOOLEAN NOT NULL,
        turns INTEGER NOT NULL, margin INTEGER NOT NULL, best INTEGER NOT NULL, chain VARCHAR(40) NOT NULL,
        chain_size INTEGER NOT NULL, PRIMARY KEY (table_id)
    )""",
    "CREATE INDEX games_in_order ON games (finished, table_id)",
    "CREATE INDEX games_to_rate ON games (pool, counted, finished)",
    "CREATE INDEX games_by_margin ON games (public, margin)",
    "CREATE INDEX games_by_chain ON games (public, chain_size)",
    """CREATE TABLE game_seats (
        table_id VARCHAR(40) NOT NULL, seat INTEGER NOT NULL, player VARCHAR(40), name VARCHAR(40) NOT NULL,
        level VARCHAR(20), bot BOOLEAN NOT NULL, place INTEGER NOT NULL, money INTEGER NOT NULL, gone BOOLEAN NOT NULL,
        finished BIGINT NOT NULL, edition VARCHAR(100) NOT NULL, players INTEGER NOT NULL, pool VARCHAR(10) NOT NULL,
        bought TEXT NOT NULL, PRIMARY KEY (table_id, seat)
    )""",
    "CREATE INDEX game_seats_of ON game_seats (player, finished)",
    """CREATE TABLE rating_steps (
        pool VARCHAR(60) NOT NULL, player VARCHAR(40) NOT NULL, table_id VARCHAR(40) NOT NULL,
        finished BIGINT NOT NULL, skill FLOAT(53) NOT NULL, uncertainty FLOAT(53) NOT NULL, before FLOAT(53) NOT NULL,
        PRIMARY KEY (pool, player, table_id)
    )""",
    "CREATE INDEX rating_steps_of ON rating_steps (player, pool, finished)",
    "CREATE INDEX rating_steps_in_order ON rating_steps (finished, table_id)",
    """CREATE TABLE ratings (
        pool VARCHAR(60) NOT NULL, player VARCHAR(40) NOT NULL,
        skill FLOAT(53) NOT NULL, uncertainty FLOAT(53) NOT NULL,
        games INTEGER NOT NULL, last BIGINT NOT NULL, PRIMARY KEY (pool, player)
    )""",
    "CREATE INDEX ratings_best ON ratings (pool, skill)",
)

QUICK_BOARDS = (
    "CREATE INDEX games_by_best ON games (public, best)",
    "CREATE INDEX rating_steps_of_pool ON rating_steps (pool, finished)",
)
