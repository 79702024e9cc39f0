"""What happens in a tournament, line by line of its log. From these lines everything else is worked out.

People are members here, by an id that means nothing elsewhere: who that is, and by what name, is kept beside the log,
so that an account can take a guest's place, and whoever deletes an account is in no log.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from mergemaker.clubs.pairing import Sizes
from mergemaker.tables.protocol.messages import Clock, Level

SeatCount = Annotated[int, Meta(ge=3, le=5)]
PLACE_POINTS = (10.0, 6.0, 4.0, 2.0, 1.0)


class TournamentPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """How a tournament is to be played."""

    title: Annotated[str, Meta(min_length=1, max_length=50)]
    format: Literal["swiss", "knock-out"] = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=12)] = 4  # a knock-out has as many as it takes
    fewest: SeatCount = 3  # at a table,
    most: SeatCount = 5
    liked: SeatCount = 4  # and best
    go_on: Annotated[int, Meta(ge=1, le=2)] = 2  # of each table of a knock-out
    scoring: Literal["place", "money"] = "place"
    place_points: tuple[float, ...] = PLACE_POINTS  # for five places
    round_minutes: Annotated[int, Meta(ge=0, le=600)] = 90  # 0: no clock for the round
    no_show_minutes: Annotated[int, Meta(ge=0, le=60)] = 5  # 0: nobody is taken for one
    stand_in: Level = "broker"  # who sits in
    edition: Annotated[str, Meta(max_length=100)] = "2023-classic"
    hidden: bool | None = None
    hints: bool = False
    undo: bool = False
    clock: Clock = Clock("live", 60, 600)
    public: bool = False
    season: Annotated[str, Meta(max_length=40)] | None = None

    @property
    def sizes(self) -> Sizes:
        """How many sit at a table."""
        return Sizes(self.fewest, self.most, self.liked)


class Event(Struct, frozen=True, tag_field="kind"):
    """A line of the log."""


class Planned(Event, frozen=True, tag="planned"):
    """The tournament was made. `key` is what lots are drawn from."""

    plan: TournamentPlan
    key: str


class Invited(Event, frozen=True, tag="invited"):
    """Somebody is expected, by name."""

    names: tuple[str, ...]


class Joined(Event, frozen=True, tag="joined"):
    """Somebody takes part, for the first time or again."""

    player: str


class CheckedIn(Event, frozen=True, tag="checked in"):
    """Somebody is there and wants a seat in the next round, or not."""

    player: str
    here: bool


class Left(Event, frozen=True, tag="left"):
    """Somebody goes for good, or was taken off the list."""

    player: str


class DrawnTable(Struct, frozen=True):
    """A table of a round: its id, chosen before it is made so that it is made once, and who sits where."""

    table: str
    seats: tuple[str, ...]


class RoundDrawn(Event, frozen=True, tag="round drawn"):
    """A round begins. `missing` are seated though they are not there: a bot sits in until they come."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[str, ...]
    repeats: int
    began: int
    ends: int | None
    missing: tuple[str, ...] = ()


class NoShow(Event, frozen=True, tag="no-show"):
    """Somebody has not come to their table; a bot sits in."""

    player: str


class CameBack(Event, frozen=True, tag="came back"):
    """A no-show came after all and plays."""

    player: str


class ResultNoted(Event, frozen=True, tag="result"):
    """A table's result, in the order of its seats. `idle` gave their seat up or never came: no points for them.

    `how`: played to the end, time was called, or the organiser put it right.
    """

    table: str
    money: tuple[int, ...]
    idle: tuple[str, ...] = ()
    how: Literal["played", "time", "corrected"] = "played"


class Finished(Event, frozen=True, tag="finished"):
    """The tournament is over."""


class Reopened(Event, frozen=True, tag="reopened"):
    """It was not over after all."""


class PutInSeason(Event, frozen=True, tag="season"):
    """The evening counts for a season, or for none."""

    season: str | None


AnyEvent = (
    Planned | Invited | Joined | CheckedIn | Left | RoundDrawn | NoShow | CameBack | ResultNoted | Finished | Reopened
    | PutInSeason
)  # fmt: skip

decode_event = msgspec.json.Decoder(AnyEvent).decode
