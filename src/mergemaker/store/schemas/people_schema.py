"""The tables of people with an account: handles, passkeys, sessions, recovery codes, tokens.

An account is a player's id that has a row in `accounts`; a guest is one that has none. So whatever belongs to a guest
belongs to the account that the guest becomes, without being moved.
"""

from sqlalchemy import BigInteger, Column, String, Table, Text

from mergemaker.store.schemas.schema import metadata

accounts = Table(
    "accounts",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("handle", String(24), nullable=False),
    Column("kind", String(10), nullable=False),  # person, bot
    Column("owner", String(40), index=True),  # of a bot: the person who answers for it
    Column("created", BigInteger, nullable=False),
    Column("shown", String(10), nullable=False),  # public, players, nobody: who may see the profile
)

# Every way a handle looks, so that no two people look the same. `until`: it was given up, and is free from then on.
handles = Table(
    "handles",
    metadata,
    Column("looks", String(60), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
    Column("until", BigInteger),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", String(1400), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
    Column("public_key", Text, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

# A passkey's ceremony that has begun, by the hash of its challenge; whoever ends it takes the row away.
ceremonies = Table(
    "ceremonies",
    metadata,
    Column("challenge", String(64), primary_key=True),
    Column("purpose", String(10), nullable=False),  # new, add, sign-in
    Column("player", String(40), nullable=False),
    Column("handle", String(24)),
    Column("expires", BigInteger, nullable=False, index=True),
)

# A device that is signed in, by the hash of its secret.
sessions = Table(
    "sessions",
    metadata,
    Column("secret", String(64), primary_key=True),
    Column("id", String(16), nullable=False),  # what it is called in a list
    Column("player", String(40), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("how", String(10), nullable=False),  # passkey, code, link
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
    Column("used", BigInteger),
)

# A program's tokens by their hash, beside the one that `players` keeps of programs without an account.
tokens = Table(
    "tokens",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("id", String(16), nullable=False),
    Column("player", String(40), nullable=False, index=True),
    Column("purpose", String(60), nullable=False),
    Column("scope", String(10), nullable=False),  # look, play
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

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
