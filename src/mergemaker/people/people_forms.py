"""What is posted about people and what is answered: accounts, devices, tokens. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from mergemaker.tables.protocol.messages import NO_NUL

Handle = Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_NUL)]
Purpose = Annotated[str, Meta(min_length=1, max_length=60, pattern=NO_NUL)]
Shown = Literal["public", "players", "nobody"]
Credential = dict[str, Any]  # what the browser's own toJSON() makes of a PublicKeyCredential


class WantHandle(Struct, frozen=True, forbid_unknown_fields=True):
    """A handle that somebody would like."""

    handle: Handle


class KeepGames(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the ceremony that makes a guest an account."""

    credential: Credential
    label: Annotated[str, Meta(max_length=60, pattern=NO_NUL)] = ""  # what this device is called in the list


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the ceremony that signs in; `bring` takes this guest's games along."""

    credential: Credential
    bring: bool = False
    label: Annotated[str, Meta(max_length=60, pattern=NO_NUL)] = ""


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """Signs in with a recovery code, which is used up by it."""

    handle: Handle
    code: Annotated[str, Meta(min_length=1, max_length=60, pattern=NO_NUL)]
    bring: bool = False
    label: Annotated[str, Meta(max_length=60, pattern=NO_NUL)] = ""


class DropPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that is no longer to be good."""

    id: Annotated[str, Meta(max_length=1400)]


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """Signs this device out, another one by its id, or all of them."""

    session: Annotated[str, Meta(max_length=16)] | None = None
    everywhere: bool = False


class SetShown(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may see one's profile: everybody, people with an account, or nobody."""

    shown: Shown


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for a program: to look at one's own things, or with a bot's handle to play as that bot."""

    purpose: Purpose
    bot: Handle | None = None


class RevokeToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token that is no longer to be good."""

    id: Annotated[str, Meta(max_length=16)]


class DeleteAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """One's handle, typed to say that one means it."""

    handle: Handle


# What is answered.


class Ceremony(Struct, frozen=True):
    """What a browser's `navigator.credentials` needs to begin, in the JSON form of its standard."""

    options: dict[str, Any]


class Passkey(Struct, frozen=True):
    """A passkey, as its owner sees it."""

    id: str
    label: str
    created: int
    used: int | None


class Device(Struct, frozen=True):
    """A device that is signed in."""

    id: str
    label: str
    how: str  # passkey, code, link
    created: int
    seen: int
    this: bool


class Token(Struct, frozen=True):
    """A program's token; what it is, was shown once."""

    id: str
    purpose: str
    scope: str  # look, play
    bot: str | None  # the bot that it plays as
    created: int
    used: int | None


class FreshToken(Struct, frozen=True):
    """A new token, shown this once."""

    token: str
    listed: Token


class AccountPage(Struct, frozen=True):
    """One's own account. `passkeys_here` is empty where passkeys can be used, and says why where not."""

    handle: str
    kind: str
    created: int
    shown: Shown
    passkeys: tuple[Passkey, ...]
    devices: tuple[Device, ...]
    codes_left: int
    tokens: tuple[Token, ...]
    bots: tuple[str, ...]
    passkeys_here: str


class Kept(Struct, frozen=True):
    """A new account with its recovery codes, which are shown this once; `csrf` goes with the new cookie."""

    handle: str
    codes: tuple[str, ...]
    csrf: str


class FreshCodes(Struct, frozen=True):
    """New recovery codes, shown this once."""

    codes: tuple[str, ...]


class Export(Struct, frozen=True):
    """Everything that belongs to a person: rows by table, and the records of the games that are over."""

    handle: str | None
    made: int
    rows: dict[str, list[dict[str, Any]]]
    records: list[dict[str, Any]]
