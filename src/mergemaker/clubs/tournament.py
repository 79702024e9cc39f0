"""A tournament as its log tells it: who takes part, the rounds, the results. Nothing here is stored.

Pure: the same log always gives the same tournament, in whatever process and after whatever restart.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from mergemaker.clubs import tournament_events as log
from mergemaker.clubs.pairing import Pairing, meetings_of, pair_round

FINAL = 5  # a knock-out with so many left or fewer plays its last table


class Entrant(Struct):
    """Somebody who takes part. `member` is what the log calls them, `number` what others see.

    `player` and `name`, who that is, are not in the log: an account may take a guest's place, or be deleted.
    """

    number: int
    member: str
    joined: int  # rounds that had been drawn before
    player: str = ""
    name: str = "?"
    here: bool = False
    left: bool = False
    out: int | None = None  # the round that ended a knock-out for them


class RoundTable(Struct):
    """A table of a round, with its result once there is one."""

    number: int
    table: str
    seats: tuple[str, ...]
    money: tuple[int, ...] | None = None
    idle: tuple[str, ...] = ()
    how: str = ""

    def place_of(self, seat: int) -> int:
        """A seat's place, from 1; equal money is an equal place."""
        assert self.money is not None
        return 1 + sum(other > self.money[seat] for other in self.money)


class Round(Struct):
    """A round that was drawn."""

    number: int
    tables: list[RoundTable]
    byes: tuple[str, ...]
    repeats: int
    began: int
    ends: int | None
    no_shows: set[str] = msgspec.field(default_factory=set)

    @property
    def over(self) -> bool:
        """Whether every table has a result."""
        return all(table.money is not None for table in self.tables)

    def table_of(self, player: str) -> RoundTable | None:
        """Where somebody sits."""
        return next((table for table in self.tables if player in table.seats), None)


class Tournament:
    """All that a log adds up to."""

    def __init__(self, ident: str) -> None:
        self.id = ident
        self.version = 0
        self.owner = ""
        self.created = self.changed = 0
        self.plan: log.TournamentPlan
        self.key = ""
        self._expected: list[str] = []
        self.people: dict[str, Entrant] = {}
        self.rounds: list[Round] = []
        self.finished = False

    # What has happened.

    def apply(self, event: log.Event, at: int) -> None:
        """Takes in the next line of the log."""
        match event:
            case log.Planned(plan, key):
                self.plan, self.key, self.created = plan, key, at
            case log.Invited(names):
                self._expected += [name for name in names if name not in self._expected]
            case log.Joined(player):
                self._join(player)
            case log.CheckedIn(player, here):
                self.people[player].here = here
            case log.Left(player):
                self.people[player].left, self.people[player].here = True, False
            case log.RoundDrawn():
                self._draw(event)
            case log.NoShow(player):
                self.rounds[-1].no_shows.add(player)
                self.people[player].here = False
            case log.CameBack(player):
                self.rounds[-1].no_shows.discard(player)
                self.people[player].here = not self.people[player].left
            case log.ResultNoted(table, money, idle, how):
                found = self.table(table)
                found.money, found.idle, found.how = money, idle, how
                self._knock_out()
            case log.Finished():
                self.finished = True
            case log.Reopened():
                self.finished = False
            case log.PutInSeason(season):
                self.plan = msgspec.structs.replace(self.plan, season=season)
        self.version += 1
        self.changed = at

    def _join(self, member: str) -> None:
        known = self.people.get(member)
        if known is not None:
            known.left = False
        else:
            self.people[member] = Entrant(len(self.people) + 1, member, len(self.rounds))

    def identify(self, who: Iterable[tuple[str, str, str]]) -> None:
        """Says who the members are: each by its player's id and name."""
        for member, player, name in who:
            if member in self.people:
                self.people[member].player, self.people[member].name = player, name

    @property
    def invited(self) -> list[str]:
        """Names of those who are expected and have not come."""
        known = {one.name.casefold() for one in self.people.values()}
        return [name for name in self._expected if name.casefold() not in known]

    def member_of(self, player: str | None) -> Entrant | None:
        """Who a player is here."""
        return next((one for one in self.people.values() if one.player == player and player), None)

    def _draw(self, event: log.RoundDrawn) -> None:
        tables = [RoundTable(at, one.table, one.seats) for at, one in enumerate(event.tables, 1)]
        number = len(self.rounds) + 1
        self.rounds.append(
            Round(number, tables, event.byes, event.repeats, event.began, event.ends, set(event.missing))
        )

    def _knock_out(self) -> None:
        """Notes for whom a knock-out has ended; again from the beginning, since a result may have been put right."""
        if self.plan.format != "knock-out":
            return
        for entrant in self.people.values():
            entrant.out = None
        for one in self.rounds:
            if one.over:
                go_on = set(self.who_goes_on(one))
                for table in one.tables:
                    for player in table.seats:
                        if player not in go_on:
                            self.people[player].out = one.number

    # What it adds up to.

    @property
    def status(self) -> str:
        """Open until the first round, then running, then finished."""
        return "finished" if self.finished else "running" if self.rounds else "open"

    @property
    def now(self) -> Round | None:
        """The round that is being played."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].over else None

    def table(self, table: str) -> RoundTable:
        """A table of any round, by its id; KeyError."""
        for one in self.rounds:
            for found in one.tables:
                if found.table == table:
                    return found
        raise KeyError(table)

    def who_goes_on(self, one: Round) -> list[str]:
        """Who of a knock-out's round plays the next: the best of each table, and lucky losers where a table needs them.

        After the last table that is its winner alone.
        """
        ranked = [self._by_place(table) for table in one.tables]
        if len(ranked) == 1:
            return ranked[0][:1]
        on = [player for table in ranked for player in table[: self.plan.go_on]]
        others = [player for table in ranked for player in table[self.plan.go_on :]]
        money = {
            player: money for table in one.tables for player, money in zip(table.seats, table.money or (), strict=True)
        }
        idle = {player for table in one.tables for player in table.idle}
        others.sort(key=lambda player: (player in idle, -money[player], self.lot(player)))
        lucky = max(0, self.plan.fewest - len(on) - len(one.byes))
        return on + others[:lucky] + list(one.byes)

    def _by_place(self, table: RoundTable) -> list[str]:
        """A table's people, the best first; whoever was not there is last, and the lot decides between equals."""
        money = dict(zip(table.seats, table.money or (), strict=True))
        return sorted(table.seats, key=lambda player: (player in table.idle, -money[player], self.lot(player)))

    def lot(self, player: str) -> int:
        """Somebody's lot where all else is equal: drawn from the tournament's key, so everybody can draw it again."""
        return int.from_bytes(hashlib.sha256(f"{self.key}\0{player}".encode()).digest()[:8], "big")

    def players_now(self) -> list[str]:
        """Who would be seated if a round were drawn now, in the order of their numbers."""
        return [one.member for one in self.people.values() if one.here and self.may_play(one)]

    def may_play(self, one: Entrant) -> bool:
        """Whether a seat could be somebody's in the next round; nobody enters a knock-out that has begun."""
        late = self.plan.format == "knock-out" and self.rounds and one.joined > 0
        return not (one.left or one.out is not None or late)

    @property
    def last_round(self) -> bool:
        """Whether no round can follow those there are."""
        if not self.rounds:
            return False
        if self.plan.format == "knock-out":
            return len(self.rounds[-1].tables) == 1
        return len(self.rounds) >= self.plan.rounds

    def meetings(self) -> Counter[frozenset[str]]:
        """How often each pair has sat together."""
        return meetings_of(table.seats for one in self.rounds for table in one.tables)

    def pair(self, people: list[str], order: list[str]) -> Pairing:
        """The next round for some of the people, the standings being given; the first, and a knock-out, by lot."""
        byes = Counter(player for one in self.rounds for player in one.byes)
        in_order = [player for player in order if player in set(people)]
        sizes = self.plan.sizes
        if self.plan.format == "knock-out" and self.plan.fewest <= len(people) <= FINAL:
            sizes = sizes._replace(most=FINAL, liked=len(people))  # those who are left play the last table
        return pair_round(
            in_order,
            self.meetings(),
            key=f"{self.key} round {len(self.rounds) + 1}",
            sizes=sizes,
            byes=byes,
            by_standing=self.plan.format == "swiss" and bool(self.rounds),
        )


def replay(ident: str, lines: Iterable[tuple[log.Event, int]]) -> Tournament:
    """A tournament from its log: events, and when they happened."""
    found = Tournament(ident)
    for event, at in lines:
        found.apply(event, at)
    return found
