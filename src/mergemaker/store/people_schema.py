"""The tables of people with an account: handles, passkeys, sessions, recovery codes, tokens.

An account is a player's id that has a row in `accounts`; a guest is one that has none. So whatever belongs to a guest
belongs to the account that the guest becomes, without being moved.
"""

from sqlalchemy import BigInteger, Column, String, Table, Text

from mergemaker.store.schema import metadata

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
