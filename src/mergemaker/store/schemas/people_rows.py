"""What the store keeps of people with an account, row by row, as plain structs. Times are milliseconds since 1970."""

from __future__ import annotations

from msgspec import Struct


class StoredAccount(Struct, kw_only=True):
    """An account. A bot's has an owner, who answers for it."""

    player: str
    handle: str
    kind: str  # person, bot
    owner: str | None = None
    created: int
    shown: str = "public"  # public, players, nobody

    @property
    def name(self) -> str:
        """What it goes by at tables: a bot says that it is one."""
        return f"{self.handle} (bot)" if self.kind == "bot" else self.handle


class StoredPasskey(Struct, kw_only=True):
    """A passkey; the credential's id and its public key are written in base64url."""

    credential: str
    player: str
    public_key: str
    counter: int
    label: str
    created: int
    used: int | None = None


class StoredCeremony(Struct, kw_only=True):
    """A passkey's ceremony that has begun, by the hash of its challenge."""

    challenge: str
    purpose: str  # new, add, sign-in
    player: str
    handle: str | None = None
    expires: int


class StoredSession(Struct, kw_only=True):
    """A device that is signed in, by the hash of its secret."""

    secret: str
    id: str
    player: str
    label: str
    how: str  # passkey, code, link
    created: int
    seen: int


class StoredToken(Struct, kw_only=True):
    """A program's token, by its hash: what it is for, and whether it may play or only look."""

    token: str
    id: str
    player: str
    purpose: str
    scope: str  # look, play
    created: int
    used: int | None = None
