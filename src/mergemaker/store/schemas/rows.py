"""What the store keeps, row by row, as plain structs. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class StoredPlayer(Struct):
    """A person or a program. `token` is the hash of a program's token; nobody else has one."""

    id: str
    name: str | None
    created: int
    token: str | None = None


class StoredLink(Struct):
    """A private link, by the hash of its token; `used` is when it was."""

    token: str
    player: str
    expires: int
    used: int | None = None


class StoredTable(Struct, kw_only=True):
    """A table without its seats. `secret` is what the shuffle was committed to; only the dealing reads it."""

    id: str
    title: str
    status: str  # open, running, finished
    host: str  # a player's id
    edition: str
    rules: dict[str, Any] | None  # the whole edition where it is not a built-in one
    hidden: bool
    public: bool
    hints: bool
    undo: bool
    clock: dict[str, Any]
    secret: str
    commitment: str
    created: int
    changed: int
    started: int | None = None
    finished: int | None = None
    clock_from: int = 0  # a clock that stood still began to run again then
    mute_watchers: bool = False
    rematch: str | None = None
    rematch_of: str | None = None
    due: int | None = None  # when the server must look at the table by itself; None: not known
    revision: int = 0
    patience: int = 60  # seconds that somebody may be away before others go on without them
    rated: bool = False
    origin: dict[str, Any] | None = None  # a moment of a finished game that it begins at: deck so far, deal, market
    tournament: str | None = None  # whose table it is


FOR_GOOD = ("resigned", "removed", "round")  # why somebody's seat is theirs no more: a bot plays it to the end


class StoredSeat(Struct, kw_only=True):
    """A seat. `looked` is the last version that its owner has been sent, `seen` when its owner last looked.

    While a bot plays for the owner, `absence` says why: own (they asked for it), time (it ran out), others (who grew
    tired of waiting); or for good resigned, removed, round (a tournament called its time). `absent_from` is when that
    began. `label` is the owner's own name for the table, and `put_away` takes it off the owner's list.
    """

    seat: int
    kind: str  # free, person, bot
    player: str | None = None
    name: str | None = None
    level: str | None = None
    words: str = ""
    stand_in: bool = False
    muted: bool = False
    looked: int = 0
    absence: str = ""
    absent_from: int = 0
    seen: int = 0
    label: str = ""
    put_away: bool = False
    orders: str = ""  # what to do when a merger of others asks: sell, keep, trade
    away_until: int = 0  # a clock of days stands still until then: its owner is on vacation

    @property
    def given_up(self) -> bool:
        """Whether its owner has left it for good; a bot plays it to the end."""
        return self.absence in FOR_GOOD


class StoredEntry(Struct, frozen=True, gc=False):
    """An entry of the log. `spent` is the time that counted for the clock; `client` is the sender's own id for it."""

    version: int
    kind: str  # action, undo
    seat: int
    action: str
    by: str  # player, bot, stand-in
    at: int
    spent: int = 0
    client: str | None = None


class StoredChat(Struct, kw_only=True, frozen=True):
    """A chat message."""

    id: int
    player: str
    seat: int | None
    name: str
    text: str
    at: int
