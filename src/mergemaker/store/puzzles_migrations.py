"""The statements that gave databases their tables of puzzles; `migrations.py` says in which order they run."""

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
