"""The statements that gave databases their tables of people; `migrations.py` says in which order they run."""

ACCOUNTS = (
    """CREATE TABLE accounts (
        player VARCHAR(40) NOT NULL, handle VARCHAR(24) NOT NULL, kind VARCHAR(10) NOT NULL, owner VARCHAR(40),
        created BIGINT NOT NULL, shown VARCHAR(10) NOT NULL, PRIMARY KEY (player)
    )""",
    "CREATE INDEX ix_accounts_owner ON accounts (owner)",
    """CREATE TABLE handles (
        looks VARCHAR(60) NOT NULL, player VARCHAR(40) NOT NULL, until BIGINT, PRIMARY KEY (looks)
    )""",
    "CREATE INDEX ix_handles_player ON handles (player)",
    """CREATE TABLE passkeys (
        credential VARCHAR(1400) NOT NULL, player VARCHAR(40) NOT NULL, public_key TEXT NOT NULL,
        counter BIGINT NOT NULL, label VARCHAR(60) NOT NULL, created BIGINT NOT NULL, used BIGINT,
        PRIMARY KEY (credential)
    )""",
    "CREATE INDEX ix_passkeys_player ON passkeys (player)",
    """CREATE TABLE ceremonies (
        challenge VARCHAR(64) NOT NULL, purpose VARCHAR(10) NOT NULL, player VARCHAR(40) NOT NULL,
        handle VARCHAR(24), expires BIGINT NOT NULL, PRIMARY KEY (challenge)
    )""",
    "CREATE INDEX ix_ceremonies_expires ON ceremonies (expires)",
    """CREATE TABLE sessions (
        secret VARCHAR(64) NOT NULL, id VARCHAR(16) NOT NULL, player VARCHAR(40) NOT NULL, label VARCHAR(60) NOT NULL,
        how VARCHAR(10) NOT NULL, created BIGINT NOT NULL, seen BIGINT NOT NULL, PRIMARY KEY (secret)
    )""",
    "CREATE INDEX ix_sessions_player ON sessions (player)",
    """CREATE TABLE recovery_codes (
        code VARCHAR(64) NOT NULL, player VARCHAR(40) NOT NULL, used BIGINT, PRIMARY KEY (code)
    )""",
    "CREATE INDEX ix_recovery_codes_player ON recovery_codes (player)",
    """CREATE TABLE tokens (
        token VARCHAR(64) NOT NULL, id VARCHAR(16) NOT NULL, player VARCHAR(40) NOT NULL, purpose VARCHAR(60) NOT NULL,
        scope VARCHAR(10) NOT NULL, created BIGINT NOT NULL, used BIGINT, PRIMARY KEY (token)
    )""",
    "CREATE INDEX ix_tokens_player ON tokens (player)",
)
