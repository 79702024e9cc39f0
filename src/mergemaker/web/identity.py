"""Who somebody is: a signed cookie for people, a token for programs, and what each is good for.

A player's id is random; a guest's cookie is the id and its signature. That of somebody with an account has the secret
of a session as well, which the database must know: it can be signed out, and a guest's cookie is not enough. Everything
signed says what it is for, so that a cookie is no private link and a link is no CSRF token. Comparisons take the same
time whatever is wrong.
"""

from __future__ import annotations

import base64
import hmac
import secrets

from msgspec import Struct

from mergemaker.store.schemas.people_rows import StoredAccount

COOKIE = "mergemaker"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers allow
LINK_MILLISECONDS = 15 * 60 * 1000
ID_BYTES = 15


class Caller(Struct, frozen=True):
    """Who makes a request. `program` if it came with a token, otherwise it came with a cookie.

    `subject` is what the cookie says, which the CSRF token is made for. A token that is only good to look is `looks`.
    """

    player: str
    program: bool = False
    name: str | None = None
    subject: str = ""
    account: StoredAccount | None = None
    session: str | None = None  # its id, or the token's
    looks: bool = False


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def subject(player: str, secret: str | None = None) -> str:
    """What a cookie says: who it is and, with an account, the secret of the session."""
    return player if secret is None else f"{player}:{secret}"


def new_player() -> str:
    """A new player's id."""
    return _text(secrets.token_bytes(ID_BYTES))


def new_token() -> str:
    """A program's token."""
    return f"mm_{_text(secrets.token_bytes(32))}"


class Signer:
    """Signs and checks with the server's key."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def _signature(self, purpose: str, text: str) -> str:
        return _text(hmac.digest(self._key, f"{purpose}\0{text}".encode(), "sha256")[:24])

    def _signed(self, purpose: str, text: str) -> str:
        return f"{text}.{self._signature(purpose, text)}"

    def _checked(self, purpose: str, signed: str) -> str | None:
        text, _, signature = signed.rpartition(".")
        right = self._signature(purpose, text)
        return text if hmac.compare_digest(right.encode(), signature.encode()) and text else None

    def cookie(self, subject: str) -> str:
        """A cookie for a guest, or for a session."""
        return self._signed("cookie", subject)

    def subject_of(self, cookie: str | None) -> str | None:
        """What a cookie says, if it is one of ours."""
        return None if not cookie or len(cookie) > 200 else self._checked("cookie", cookie)

    def csrf(self, subject: str) -> str:
        """What proves that a request comes from our own page: another one for each session."""
        return self._signature("csrf", subject)

    def is_csrf(self, subject: str, token: str | None) -> bool:
        """Whether a token proves that."""
        return token is not None and hmac.compare_digest(self.csrf(subject).encode(), token.encode())

    def link(self) -> str:
        """A new private link's token; whose it is, the database knows."""
        return self._signed("link", _text(secrets.token_bytes(ID_BYTES)))

    def is_link(self, token: str) -> bool:
        """Whether a private link is one that this server has made."""
        return self._checked("link", token) is not None
