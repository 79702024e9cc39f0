"""What is posted about turns over days, and what is answered: the inbox, contacts, vacation, orders."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from mergemaker.clubs.club_forms import NO_NUL
from mergemaker.tables.protocol.messages import Clock
from mergemaker.tables.standing_orders import Orders

Minute = Annotated[int, Meta(ge=0, le=1439)]
WordToken = Annotated[str, Meta(max_length=100, pattern=NO_NUL)]


class SetContact(Struct, frozen=True, forbid_unknown_fields=True):
    """How one wants to hear of one's turns. Quiet hours are minutes of the day in the zone; both the same: never."""

    email: Annotated[str, Meta(max_length=254, pattern=NO_NUL)] = ""
    webhook: Annotated[str, Meta(max_length=500, pattern=NO_NUL)] = ""
    quiet_from: Minute = 0
    quiet_to: Minute = 0
    zone: Annotated[str, Meta(max_length=40, pattern=NO_NUL)] = "UTC"


class SetVacation(Struct, frozen=True, forbid_unknown_fields=True):
    """Until when one is away; 0: one is back."""

    until: Annotated[int, Meta(ge=0, le=1 << 53)]


class SetOrders(Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of one's shares when a merger in somebody else's turn asks; nothing: one is asked."""

    orders: Orders


class FollowLink(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link in a message."""

    token: WordToken


class ContactShown(Struct, frozen=True):
    """How one hears of one's turns, and what this server can do."""

    email: str
    confirmed: bool
    webhook: str
    quiet_from: int
    quiet_to: int
    zone: str
    vacation_until: int
    mail: bool  # whether the server sends any
    webhooks: bool


class InboxTable(Struct, frozen=True):
    """A table of one's own: since when it waits for one, and until when, what happened, and one's orders."""

    id: str
    path: str
    title: str
    edition_title: str
    names: tuple[str, ...]
    your_turn: bool
    waiting_since: int | None
    deadline: int | None
    clock: Clock
    doing: str  # who decides what now
    news: int
    happened: tuple[str, ...]
    orders: Orders


class Inbox(Struct, frozen=True):
    """One's running tables: those that wait for one first, the longest wait first."""

    tables: tuple[InboxTable, ...]
    contact: ContactShown
    now: int


class Done(Struct, frozen=True):
    """It is done."""

    text: str
