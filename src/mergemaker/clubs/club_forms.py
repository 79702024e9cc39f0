"""What is posted about tournaments and seasons over HTTP, and what is answered; over the socket the same."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mergemaker.clubs.season import LeagueLine, SeasonPlan
from mergemaker.clubs.standings import StandingLine
from mergemaker.clubs.tournament_events import TournamentPlan
from mergemaker.tables.protocol.messages import Name

EntrantNumber = Annotated[int, Meta(ge=1, le=10_000)]
NO_NUL = "^[^\\u0000]*$"


# What is posted.


class JoinTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """Takes part, by a name."""

    name: Name | None = None


class Invite(Struct, frozen=True, forbid_unknown_fields=True):
    """Names of people who are expected."""

    names: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=200)]


class CheckIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Says that somebody is there, or not: oneself, or for the organiser anybody by number."""

    here: bool = True
    number: EntrantNumber | None = None


class TakeOff(Struct, frozen=True, forbid_unknown_fields=True):
    """Leaves a tournament: oneself, or for the organiser anybody by number."""

    number: EntrantNumber | None = None


class DrawRound(Struct, frozen=True, forbid_unknown_fields=True):
    """Draws the next round. `seat_missing`: also for those who have not checked in; a bot sits in until they come."""

    seat_missing: bool = False


class CorrectResult(Struct, frozen=True, forbid_unknown_fields=True):
    """A table's result put right by the organiser: the money in the order of its seats."""

    round: Annotated[int, Meta(ge=1, le=100)]
    table: Annotated[int, Meta(ge=1, le=1000)]
    money: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000_000)], ...], Meta(min_length=3, max_length=6)]


class PutInSeasonForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The season that an evening counts for; None: for none."""

    season: Annotated[str, Meta(max_length=40)] | None


class SamePersonForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Two lines of a league table that are one person: a guest who came by two devices, say."""

    one: EntrantNumber
    other: EntrantNumber


# What is answered.


class EntrantShown(Struct, frozen=True):
    """Somebody who takes part."""

    number: int
    name: str
    here: bool
    left: bool
    out: int | None  # the round in which a knock-out ended for them
    late: bool  # came when rounds had been drawn


class SeatShown(Struct, frozen=True):
    """A seat at a table of a round."""

    number: int
    name: str
    no_show: bool  # a bot sits in
    idle: bool  # gets no points: never came, or gave up
    money: int | None = None
    place: int | None = None
    points: float | None = None


class RoundTableShown(Struct, frozen=True):
    """A table of a round."""

    number: int
    path: str
    seats: tuple[SeatShown, ...]
    how: str  # played, time, corrected; nothing while it runs


class RoundShown(Struct, frozen=True):
    """A round. `repeats` is how many pairs sit together again."""

    number: int
    began: int
    ends: int | None
    over: bool
    repeats: int
    byes: tuple[SeatShown, ...]
    tables: tuple[RoundTableShown, ...]


class YouThere(Struct, frozen=True):
    """Who the caller is in a tournament; `table` is the path of the table where they sit now."""

    number: int | None
    name: str | None
    here: bool
    host: bool
    table: str | None
    bye: bool


class TournamentShown(Struct, frozen=True, tag_field="type", tag="tournament"):
    """A tournament as anybody with its link may see it."""

    id: str
    version: int
    title: str
    status: Literal["open", "running", "finished"]
    plan: TournamentPlan
    you: YouThere
    invited: tuple[str, ...]
    people: tuple[EntrantShown, ...]
    rounds: tuple[RoundShown, ...]
    standings: tuple[StandingLine, ...]
    next_tables: tuple[int, ...]  # sizes, if a round were drawn now with those who are here
    last_round: bool
    season: str | None
    season_title: str | None
    created: int
    changed: int
    now: int


class ClubListed(Struct, frozen=True):
    """A tournament or a season as a line of a list."""

    id: str
    title: str
    status: str
    path: str
    host: bool
    season: str | None
    created: int
    changed: int


class ClubLists(Struct, frozen=True):
    """One's own tournaments and seasons, and the public ones."""

    tournaments: tuple[ClubListed, ...]
    seasons: tuple[ClubListed, ...]
    public: tuple[ClubListed, ...]


class EveningShown(Struct, frozen=True):
    """A tournament of a season."""

    title: str
    path: str
    status: str
    created: int
    people: int


class SeasonShown(Struct, frozen=True):
    """A season and its league table, worked out from the logs of its evenings."""

    id: str
    title: str
    plan: SeasonPlan
    host: bool
    evenings: tuple[EveningShown, ...]
    league: tuple[LeagueLine, ...]
    created: int
    changed: int
