"""What a server and its clients say to each other: every message is a struct here, or in `forms.py`, and nowhere else.

`scripts/make-types` turns these into TypeScript for the browser, Litestar turns them into OpenAPI, and
docs/look-up/protocol.md says when each is sent. Times are milliseconds since 1970, UTC. Versions count entries of the
table's log; a view's own `version` counts actions in force.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mergemaker.rules.final_account import Standing
from mergemaker.rules.record_format import LONGEST_NAME
from mergemaker.rules.views import View
from mergemaker.rules.words.sentences import Event

PROTOCOL = 1

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
NO_NUL = "^[^\\u0000]*$"  # PostgreSQL can't keep that character
Words = Annotated[str, Meta(max_length=200, pattern=NO_NUL)]
ClientId = Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_NUL)]
ActionText = Annotated[str, Meta(min_length=1, max_length=64)]
ChatText = Annotated[str, Meta(min_length=1, max_length=300)]
Version = Annotated[int, Meta(ge=0, le=100_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Level = Literal["random", "novice", "apprentice", "clerk", "trader", "broker", "banker", "mogul", "magnate"]
Status = Literal["open", "running", "finished"]
Presence = Literal["here", "away", "gone"]
Absence = Literal["", "own", "time", "others", "resigned", "removed", "round"]
Patience = Annotated[int, Meta(ge=10, le=3600)]


# Tables.


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a decision may take: `live` is seconds for each with a reserve for the game, `days` is for a turn."""

    kind: Literal["none", "live", "days"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=600)] = 60
    reserve: Annotated[int, Meta(ge=0, le=7200)] = 300
    days: Annotated[int, Meta(ge=1, le=14)] = 3


class SeatClock(Struct, frozen=True):
    """A seat's time. `deadline` is set while its clock runs; `reserve` is what is left of it, in milliseconds."""

    deadline: int | None
    reserve: int


class Seat(Struct, frozen=True, kw_only=True):
    """A place at the table and who sits there."""

    seat: int
    kind: Literal["free", "person", "bot"]
    name: str | None
    level: Level | None  # of a bot, or of the bot that stands in
    presence: Presence = "here"
    away_since: int | None = None  # since when a person has not looked at the table
    stand_in: bool = False  # a bot plays for its owner, and why:
    absence: Absence = ""  # they asked for it, ran out of time, were away, resigned, were removed, or time was called
    words: bool = False  # its owner added words to the shuffle
    host: bool = False
    muted: bool = False
    clock: SeatClock | None = None


class Fairness(Struct, frozen=True):
    """The proof of the shuffle. `words` are there from the start of the game, `secret` and `seed` from its end."""

    commitment: str
    words: tuple[str, ...] | None = None
    secret: str | None = None
    seed: str | None = None


class Result(Struct, frozen=True):
    """How a finished game came out."""

    money: tuple[int, ...]
    winners: tuple[int, ...]
    end: str
    standing: tuple[Standing, ...] = ()
    won: str = ""  # who won, in a sentence
    why: str = ""  # how the end came about, in another


class You(Struct, frozen=True):
    """Who the receiver of a message is at this table."""

    seat: int | None
    host: bool
    may_chat: bool
    may_undo: bool


class Table(Struct, frozen=True, kw_only=True):
    """A table, as anybody with its link may see it."""

    id: str
    title: str
    status: Status
    edition: str
    edition_title: str
    house_rules: bool = False
    hidden: bool
    public: bool = False
    hints: bool = False
    undo: bool = False
    clock: Clock = Clock()
    patience: int = 0  # seconds that somebody may be away before others go on without them
    rated: bool = False
    seats: tuple[Seat, ...]
    version: int
    to_act: int | None
    decision: str | None
    turn: int
    paused: bool = False  # a live clock stands still because nobody is there
    watchers: int = 0
    watchers_muted: bool = False
    fairness: Fairness
    result: Result | None = None
    rematch: str | None = None  # the table where these people play again
    tournament: str | None = None  # whose table it is: /club/{id}
    created: int
    started: int | None = None
    finished: int | None = None
    changed: int


class Listed(Struct, frozen=True):
    """A table in a list. For your own tables: whether it is your turn, how many log entries are new since you looked
    (`news`), and the most important of what they brought, in sentences (`happened`)."""

    id: str
    title: str
    status: Status
    edition: str
    edition_title: str
    hidden: bool
    clock: Clock
    names: tuple[str | None, ...]  # by seat; None is a free one
    bots: tuple[bool, ...]
    to_act: int | None
    turn: int
    version: int
    winners: tuple[int, ...]
    changed: int
    your_seat: int | None = None
    your_turn: bool = False
    news: int = 0
    happened: tuple[str, ...] = ()
    rated: bool = False
    rating: int | None = None  # the mean of the people who have one, in points


class Lobby(Struct, frozen=True, tag="lobby", tag_field="type"):
    """What the home page shows; sent over the lobby socket whenever it changes."""

    open: tuple[Listed, ...]
    watch: tuple[Listed, ...]
    mine: tuple[Listed, ...]
    finished: tuple[Listed, ...]


# The log.


class Line(Struct, frozen=True, gc=False):
    """A sentence of the log, and the version after which it is complete."""

    text: str
    version: int


class Turn(Struct, frozen=True, gc=False):
    """A turn of the log as this receiver may read it. Turn 0 is the deal. A turn that comes again replaces itself."""

    turn: int
    seat: int | None
    first: int  # versions
    last: int
    lines: tuple[Line, ...]
    merger: bool


class Entry(Struct, frozen=True):
    """An entry of the log: an action, or an undo of the entry `undoes`. Version 0, the deal, is not an entry."""

    version: int
    kind: Literal["action", "undo"]
    seat: int
    action: str
    by: Literal["player", "bot", "stand-in"]
    at: int
    events: tuple[Event, ...] = ()
    undoes: int | None = None


class ChatLine(Struct, frozen=True):
    """A chat message. `seat` is None for a watcher."""

    id: int
    seat: int | None
    name: str
    text: str
    at: int


# From the client, over a table's socket.


class Play(Struct, tag="play", tag_field="do", frozen=True):
    """Actions to be played, in order, all or none; a closing `done` or `sell 0` that is not asked is left out."""

    id: ClientId
    version: Version
    actions: Annotated[tuple[ActionText, ...], Meta(min_length=1, max_length=8)]


class Undo(Struct, tag="undo", tag_field="do", frozen=True):
    """Takes back one's own last action."""

    id: ClientId
    version: Version


class Say(Struct, tag="chat", tag_field="do", frozen=True):
    """Something to say to the table."""

    id: ClientId
    text: ChatText


class Ask(Struct, tag="hint", tag_field="do", frozen=True):
    """Asks a bot for advice on one's own decision."""

    id: ClientId


class Attend(Struct, tag="presence", tag_field="do", frozen=True):
    """Whether the page is being looked at."""

    here: bool


class Pace(Struct, tag="pace", tag_field="do", frozen=True):
    """How long a bot should take for a tile where one plays alone against bots; None: as the server has it."""

    seconds: Annotated[float, Meta(ge=0, le=5)] | None


class Return(Struct, tag="return", tag_field="do", frozen=True):
    """The owner takes the seat over from the bot that stands in."""

    id: ClientId


class StandIn(Struct, tag="stand-in", tag_field="do", frozen=True):
    """Lets a bot play for a seat until its owner returns: one's own, or one whose owner has been away for long."""

    id: ClientId
    seat: SeatNumber | None = None  # None: one's own


class Mute(Struct, tag="mute", tag_field="do", frozen=True):
    """The host stops a seat, or with no seat all watchers, from chatting, or lets them again."""

    id: ClientId
    seat: SeatNumber | None
    muted: bool


class Ping(Struct, tag="ping", tag_field="do", frozen=True):
    """Is anybody there; answered by pong."""

    id: ClientId


FromClient = Play | Undo | Say | Ask | Attend | Pace | Return | StandIn | Mute | Ping


# From the server, over a table's socket.


class Welcome(Struct, tag="welcome", tag_field="type", frozen=True):
    """The first message of a connection: all there is to know, or what was missed since `since`."""

    protocol: int
    now: int
    table: Table
    you: You
    version: int
    since: int  # `turns` and `entries` begin after this version; 0: from the beginning
    view: View | None  # None before the start
    turns: tuple[Turn, ...]
    entries: tuple[Entry, ...]
    chat: tuple[ChatLine, ...]


class Update(Struct, tag="update", tag_field="type", frozen=True):
    """The log grew. `turns` replace those of the same number; a turn greater than the last of these is gone."""

    version: int
    entries: tuple[Entry, ...]
    view: View
    turns: tuple[Turn, ...]
    you: You
    to_act: int | None
    decision: str | None
    clocks: tuple[SeatClock | None, ...]
    result: Result | None
    now: int


class TableChanged(Struct, tag="table", tag_field="type", frozen=True):
    """Something about the table other than its log changed: seats, presence, status, clocks, rematch."""

    table: Table
    you: You
    now: int


class Said(Struct, tag="chat", tag_field="type", frozen=True):
    """Somebody said something."""

    line: ChatLine


class Acknowledged(Struct, tag="ack", tag_field="type", frozen=True):
    """What was asked is done and on disk. `version` is the table's after it; `again` if it had been done before."""

    id: str
    version: int
    again: bool = False


class Refused(Struct, tag="refusal", tag_field="type", frozen=True):
    """What was asked is not done: a code for programs, a sentence for people, the table's version."""

    id: str | None
    code: str
    text: str
    version: int | None = None


class Hint(Struct, tag="hint", tag_field="type", frozen=True):
    """A bot's advice: the action, what it would do next in the turn, and in words both and why."""

    id: str
    version: int
    action: str
    text: str
    line: tuple[str, ...] = ()


class Pong(Struct, tag="pong", tag_field="type", frozen=True):
    """The server is there."""

    id: str
    now: int


FromServer = Welcome | Update | TableChanged | Said | Acknowledged | Refused | Hint | Pong
