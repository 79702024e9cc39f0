"""What is posted and answered about people finding each other: ties, invitations, seekers, circles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mergemaker.people.people_forms import Handle
from mergemaker.store.ties_store import Invitation, Tie, TieKind
from mergemaker.tables.protocol.messages import NO_NUL, Level


class SetTie(Struct, frozen=True, forbid_unknown_fields=True):
    """Follows, blocks or mutes somebody, or no longer."""

    kind: TieKind
    on: bool = True


class InviteToTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to invite to a table."""

    handle: Handle


class Answered(Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation that is to be put away."""

    id: Annotated[str, Meta(max_length=16)]


class Seek(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that somebody would like; None is any. Bots fill the seats after so many seconds, or never."""

    edition: Annotated[str, Meta(max_length=100)] | None = None
    players: Annotated[int, Meta(ge=2, le=6)] | None = None
    clock: Literal["live", "days"] = "live"
    rated: bool = False
    fill_after: Annotated[int, Meta(ge=0, le=3600)] | None = None
    level: Level = "broker"  # of those bots
    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_NUL)] | None = None  # a guest's, if not known yet


class NewCircle(Struct, frozen=True, forbid_unknown_fields=True):
    """A circle of friends to be made."""

    title: Annotated[str, Meta(min_length=1, max_length=60, pattern=NO_NUL)]


# What is answered.


class CircleListed(Struct, frozen=True):
    """A circle of friends; `table` is where it plays now. Its link is /circle/ID."""

    id: str
    title: str
    names: tuple[str, ...]
    yours: bool
    member: bool
    table: str | None


class Friends(Struct, frozen=True):
    """Everything about whom one knows."""

    ties: tuple[Tie, ...]
    invitations: tuple[Invitation, ...]
    circles: tuple[CircleListed, ...]


class Seeking(Struct, frozen=True):
    """Whether a game is being looked for, since when, and where it was found."""

    seeking: bool
    since: int | None = None
    others: int = 0  # how many people look for a game now
    table: str | None = None


class TableCalled(Struct, frozen=True):
    """A table to go to."""

    table: str
    path: str
