"""Who is at a table: who is connected, looks, is away and since when, and who hosts while the host is away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from mergemaker.store import StoredSeat, StoredTable
from mergemaker.tables.protocol.messages import Presence
from mergemaker.tables.protocol.refusals import no_seat, not_host

GONE_AFTER = 60_000  # milliseconds without a connection


class Listener(Protocol):
    """A connection to a table: whose it is, whether its page is looked at, and a way to send that never waits.

    `pace` is how long its owner would like bots to take for a tile, in seconds; None leaves it to the server.
    """

    player: str
    here: bool
    pace: float | None

    def send(self, message: bytes) -> None:
        """Queues a message."""


class Attendance:
    """The people at one table, connected to this process or to others."""

    def __init__(self, row: StoredTable, seats: list[StoredSeat]) -> None:
        self.row = row
        self.seats = seats
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, tuple[int, dict[str, bool], int]] = {}  # other processes: when, who is here, watchers
        self._left: dict[str, int] = {}  # when somebody who is not looking last did
        self._looking: set[str] = set()
        self._deserted_at = 0

    def people(self) -> Iterator[StoredSeat]:
        """The seats whose owners play, or may come back to."""
        return (seat for seat in self.seats if seat.kind == "person" and not seat.given_up)

    def seat_of(self, player: str | None) -> int | None:
        """Where a player sits."""
        return next((seat.seat for seat in self.people() if seat.player == player and player), None)

    def own_seat(self, player: str | None) -> StoredSeat:
        """The seat that a player has; Refusal for a watcher."""
        seat = self.seat_of(player)
        if seat is None:
            raise no_seat()
        return self.seats[seat]

    def note_presence(self, now: int) -> None:
        """Notes who has stopped looking. To be called whenever a connection comes, goes, or is looked at or not."""
        known = {seat.player or "" for seat in self.people()} | {self.row.host}
        looking = {player for player in known if self.looks(player)}
        for player in self._looking - looking:
            self._left[player] = now
        self._looking = looking
        if not self.deserted:
            self._deserted_at = 0
        elif not self._deserted_at:
            self._deserted_at = now

    def _eyes(self, player: str | None) -> list[bool]:
        """Of each connection of a player, here or elsewhere, whether its page is looked at."""
        here = [listener.here for listener in self.listeners if listener.player == player]
        return here + [people[player] for _, people, _ in self.elsewhere.values() if player in people]

    def looks(self, player: str | None) -> bool:
        """Whether somebody looks at the table now."""
        return any(self._eyes(player))

    def last_seen(self, player: str | None) -> int | None:
        """When somebody last looked, as far as that is known."""
        stored = max((seat.seen for seat in self.seats if seat.player == player and player), default=0)
        return max(self._left.get(player or "", 0), stored) or None

    def presence_of(self, player: str | None, now: int) -> Presence:
        """Whether a person is there: looking, connected or just gone, or gone."""
        eyes = self._eyes(player)
        if eyes:
            return "here" if any(eyes) else "away"
        seen = self.last_seen(player)
        return "away" if seen is not None and now - seen < GONE_AFTER else "gone"

    def away_since(self, player: str | None) -> int | None:
        """Since when a person has not looked at the table; None while they do."""
        return None if self.looks(player) else (self.last_seen(player) or self.row.created)

    def missed_for(self, player: str | None, now: int) -> int:
        """For how many milliseconds a person has been away."""
        since = self.away_since(player)
        return 0 if since is None else max(0, now - since)

    def next_absence(self, now: int) -> int | None:
        """In how many milliseconds somebody will have been away for so long that others should know; None: nobody."""
        away = [self.away_since(player) for player in {seat.player for seat in self.people()} | {self.row.host}]
        ends = [since + wait for since in away if since for wait in (GONE_AFTER, self.row.patience * 1000)]
        return min((end - now for end in ends if end > now), default=None)

    def host(self, now: int) -> str:
        """Who hosts: the host, or while they are away for too long the first seat whose owner is here."""
        owner = self.row.host
        if owner and self.missed_for(owner, now) < self.row.patience * 1000:
            return owner
        return next((seat.player or "" for seat in self.people() if self.looks(seat.player)), owner)

    def hosts(self, player: str | None, now: int) -> bool:
        """Whether a player is the host now. Nobody hosts a table that all have left; None, a stranger, never does."""
        return bool(player) and self.host(now) == player

    def check_host(self, player: str | None, now: int) -> None:
        """Refuses whoever is not the host now."""
        if not self.hosts(player, now):
            raise not_host()

    def pace(self, usual: float) -> float:
        """How long a bot takes here at least: as the one person who plays wishes; where several do, as usual.

        Where all who played have left for good, bots play it out at once.
        """
        people = [seat.player for seat in self.people()]
        if not people and any(seat.kind == "person" for seat in self.seats):
            return 0.0
        if len(people) != 1:
            return usual
        wishes = [listener.pace for listener in self.listeners if listener.player == people[0]]
        return max((wish for wish in wishes if wish is not None), default=usual)

    @property
    def deserted(self) -> bool:
        """Whether people play here and none of them is connected."""
        people = {seat.player for seat in self.people()}
        connected = {listener.player for listener in self.listeners}.union(*(p for _, p, _ in self.elsewhere.values()))
        return bool(people) and not people & connected

    @property
    def deserted_at(self) -> int:
        """When the last of them left, as far as that is known."""
        return self._deserted_at or max((seat.seen for seat in self.people()), default=0)

    @property
    def watchers(self) -> int:
        """How many people look on from no seat, here and elsewhere."""
        players = {seat.player for seat in self.people()}
        here = {listener.player for listener in self.listeners} - players
        return len(here) + sum(count for _, _, count in self.elsewhere.values())
