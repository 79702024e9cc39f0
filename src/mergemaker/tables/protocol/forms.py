"""What is posted to a server over HTTP and what it answers.

See `messages.py`, which has what is said over sockets and what both have in common.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from mergemaker.record.fair_shuffle import Step
from mergemaker.review.findings import Review
from mergemaker.rules.editions.edition import Chain
from mergemaker.rules.views import View
from mergemaker.rules.words.player_aid import Chart, Section
from mergemaker.rules.words.policies import Difference, Policy
from mergemaker.rules.words.rulings import Ruling
from mergemaker.rules.words.sentences import Event
from mergemaker.tables.protocol.messages import (
    Clock,
    Entry,
    Fairness,
    Level,
    Name,
    Patience,
    Result,
    SeatNumber,
    Table,
    Turn,
    Words,
    You,
)

# HTTP: what is posted.


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name."""

    name: Name


class Carry(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a private link, on the other device."""

    token: Annotated[str, Meta(max_length=300)]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made; the maker takes the first seat that is no bot's, unless `sit` is false."""

    seats: Annotated[tuple[Level | None, ...], Meta(min_length=2, max_length=6)]  # a bot's level, or None for people
    edition: Annotated[str, Meta(max_length=100)] = "2023-classic"
    rules: Annotated[str, Meta(max_length=100_000)] | None = None  # a house-rules file, TOML; in place of `edition`
    title: Annotated[str, Meta(max_length=60)] = ""
    name: Name | None = None  # the maker's, if not known yet
    hidden: bool | None = None  # None: as the edition has it
    public: bool = False
    hints: bool = True
    undo: bool = True
    clock: Clock = Clock()
    words: Words = ""
    sit: bool = True
    patience: Patience = 60  # seconds that somebody may be away before others go on without them
    rated: bool = False  # for people with an account: a clock, no hints, no taking back, and leaving counts


class PlayNow(Struct, frozen=True, forbid_unknown_fields=True):
    """A game against bots, started at once."""

    level: Level = "clerk"  # suits a first game
    bots: Annotated[int, Meta(ge=1, le=5)] = 3
    edition: Annotated[str, Meta(max_length=100)] = "2023-classic"
    name: Name | None = None
    hidden: bool | None = None
    words: Words = ""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Takes a free seat; with no number the first one."""

    seat: SeatNumber | None = None
    name: Name | None = None
    words: Words = ""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Starts the game; free seats get bots of this level, or must be taken if there is none."""

    fill: Level | None = None


class SetSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The host gives a seat to a bot, or with no level frees it."""

    level: Level | None = None


class SetWords(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's words for the shuffle, before the start."""

    words: Words


class SetPatience(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's word on how long, in seconds, somebody may be away before others go on without them."""

    patience: Patience


class SetLabel(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is called in one's own list; with nothing it has its own title again."""

    label: Annotated[str, Meta(max_length=60)]


class PutAway(Struct, frozen=True, forbid_unknown_fields=True):
    """Takes a finished table off one's own list, or puts it back."""

    away: bool = True


class CheckRules(Struct, frozen=True, forbid_unknown_fields=True):
    """A house-rules file to be read."""

    rules: Annotated[str, Meta(max_length=100_000)]


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """A program's account."""

    name: Name


class Upload(Struct, frozen=True, forbid_unknown_fields=True):
    """A record to be replayed or verified. `eyes` is a seat, or None for everything open."""

    record: dict[str, Any]
    eyes: SeatNumber | None = None


DepthName = Literal["quick", "normal", "deep"]


class ReviewUpload(Struct, frozen=True, forbid_unknown_fields=True):
    """A record to be reviewed."""

    record: dict[str, Any]
    depth: DepthName = "normal"


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """A game against bots from a moment of a finished one: after how many actions, and in whose seat."""

    at: Annotated[int, Meta(ge=0, le=100_000)]
    seat: SeatNumber = 0
    level: Level = "broker"
    name: Name | None = None  # the player's, if not known yet


class CancelReview(Struct, frozen=True, forbid_unknown_fields=True):
    """The review of a table's game that is no longer wanted."""

    depth: DepthName = "normal"


# HTTP: what is answered.


class ReviewProgress(Struct, frozen=True):
    """How far a review is. `review` is all that is known, None at the very first; it grows until it is complete."""

    complete: bool
    judged: int
    decisions: int
    review: Review | None


class ReviewWanted(Struct, frozen=True):
    """Where a review will be found: GET /api/reviews/{digest}?depth=."""

    digest: str
    depth: str


class Me(Struct, frozen=True):
    """Who the caller is. `csrf` goes into the X-CSRF-Token header of every POST that relies on the cookie.

    `handle` is there with an account. `no_passkeys` says why passkeys can't be used at this address, or is empty.
    """

    id: str
    name: str | None
    csrf: str
    program: bool = False
    handle: str | None = None
    kind: Literal["guest", "person", "bot"] = "guest"
    no_passkeys: str = ""


class PrivateLink(Struct, frozen=True):
    """A path that makes another device the same person."""

    path: str
    expires: int


class Account(Struct, frozen=True):
    """A program's account; the token is shown this once."""

    id: str
    name: str
    token: str


class BotLevel(Struct, frozen=True):
    """A bot that can be sat at a table."""

    level: Level
    rating: int  # on the scale of people’s ratings; a broker is 1500
    description: str


class EditionListed(Struct, frozen=True):
    """An edition to choose."""

    name: str
    title: str
    year: int | None
    description: str
    fewest: int
    most: int
    holdings: str
    chains: tuple[Chain, ...]


class PriceStep(Struct, frozen=True):
    """From `size` tiles on, a chain of the tier has this price and pays these bonuses; `row` is the chart's."""

    tier: str
    size: int
    price: int
    bonuses: tuple[int, ...]
    row: int


class EditionPage(Struct, frozen=True):
    """All that a rules page says."""

    edition: EditionListed
    aid: tuple[Section, ...]
    chart: Chart
    steps: tuple[PriceStep, ...]
    places: tuple[str, ...]
    policies: tuple[Policy, ...]
    rulings: tuple[Ruling, ...]
    differences: tuple[Difference, ...]
    safe: int
    end_size: int
    buy_limit: int
    hand: int


class Frame(Struct, frozen=True):
    """A moment of a replay: what was done to come here, and what was seen then. `hands` only when all is open."""

    version: int
    seat: int | None
    action: str | None
    events: tuple[Event, ...]
    view: View
    hands: tuple[tuple[str, ...], ...] | None = None


class Replay(Struct, frozen=True):
    """A game to be looked at again. `money` and `worth` are by frame and seat, None where they lay hidden."""

    title: str
    edition: EditionListed
    names: tuple[str, ...]
    hidden: bool
    eyes: int | None
    open: bool  # every hand is shown
    versions: int  # the last version there is
    frames: tuple[Frame, ...]
    turns: tuple[Turn, ...]
    mergers: tuple[int, ...]  # versions at which a merger began
    money: tuple[tuple[int | None, ...], ...]
    worth: tuple[tuple[int | None, ...], ...]
    result: Result | None
    fairness: Fairness | None
    page: EditionPage | None = None  # of house rules, which are nowhere else to be asked for


class Moment(Struct, frozen=True):
    """A table as the caller saw it at a version."""

    version: int
    view: View
    entry: Entry | None


class Verdict(Struct, frozen=True):
    """Whether a shuffle was the committed one, step by step."""

    fair: bool
    text: str
    checks: tuple[Step, ...]


class Made(Struct, frozen=True):
    """A table that was made or changed, and its page."""

    table: Table
    you: You
    path: str


class Problem(Struct, frozen=True):
    """Why a request was refused: the body of every answer from 400 up."""

    code: str
    text: str


class Health(Struct, frozen=True):
    """The server's state. `bots` is false while they are being loaded or compiled; others decide for them then."""

    status: Literal["ok", "failing"]
    version: str
    protocol: int
    database: bool
    bots: bool
