"""Tournaments that run: what people and the organiser do, each a line in the log. The log is the truth.

A round is drawn by one line in the log, which has the ids of its tables. Whoever looks at the tournament next, this
process or another, now or after a restart, does what follows from it: `round_keeper.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable, Sequence

import msgspec

from mergemaker.clubs import tournament_events as events
from mergemaker.clubs.club_forms import CheckIn, CorrectResult, TakeOff, TournamentShown
from mergemaker.clubs.round_keeper import MINUTE, SERVER, look_after, money_as_it_stands, note_result
from mergemaker.clubs.standings import order_of
from mergemaker.clubs.tournament import Entrant, Tournament, replay
from mergemaker.clubs.tournament_events import Event
from mergemaker.clubs.tournament_pages import shown
from mergemaker.store import Conflict
from mergemaker.store.club_logs import ClubLogs, StoredClub, StoredEvent, StoredMember
from mergemaker.tables.attendance import Listener
from mergemaker.tables.edition_pages import find_edition
from mergemaker.tables.live_table import encode
from mergemaker.tables.live_tables import LiveTables, new_id
from mergemaker.tables.protocol.refusals import Refusal, busy, need_name, need_title
from mergemaker.tables.rounds import Rounds

LOOK_SECONDS = 3.0
TRIES = 8
MOST_PEOPLE = 400
MOST_LINES = 8000  # of a log that people may write: the largest evening needs fewer, and every page reads them all
ORGANISER = "organiser"

Make = Callable[[Tournament], Sequence[Event]]


def no_tournament() -> Refusal:
    """There is no such tournament, or nobody may know of it."""
    return Refusal("no-tournament", "There is no such tournament.", 404)


class Tournaments:
    """All tournaments of this process's database."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.live_tables = live_tables
        self.logs = ClubLogs(live_tables.store)
        self._listeners: dict[str, set[Listener]] = {}
        rounds = Rounds(self._look, LOOK_SECONDS, "looking after tournaments failed")
        self.open, self.close = rounds.open, rounds.close  # the log has everything
        self.stopped: set[str] = set()  # tables of rounds that are over, known to play no more
        self.since = live_tables.now()  # who came before, this process can't know
        live_tables.when_over.append(lambda _: rounds.wake())
        live_tables.club_news.append(lambda club: live_tables.in_background(self.tell(club)))

    async def _look(self) -> None:
        for club in await self.logs.with_status("tournament", "running"):
            await look_after(self, club.id)

    # Reading and writing the log.

    async def get(self, ident: str) -> Tournament:
        """A tournament by its id, as its log is now."""
        if not (0 < len(ident) <= 40 and ident.isascii() and ident.isalnum()):
            raise no_tournament()
        found = await self.logs.whole(ident)
        if found is None or found.club.kind != "tournament":
            raise no_tournament()
        tournament = replay(ident, ((events.decode_event(event.body), event.at) for event in found.events))
        tournament.owner = found.club.owner
        tournament.identify((one.member, one.player, one.name) for one in found.members)
        return tournament

    async def write(self, ident: str, by: str, make: Make, joined: StoredMember | None = None) -> Tournament:
        """Adds what `make` finds to do on the tournament as it is, or refuses; again where somebody was faster.

        `joined` is who becomes a member by it, unless nothing is to be done.
        """
        for _ in range(TRIES):
            tournament = await self.get(ident)
            new = list(make(tournament))
            if not new:
                return tournament
            if tournament.version >= MOST_LINES and by not in (ORGANISER, SERVER):
                raise Refusal("too-many", "So much has happened here that only the organiser can change anything now.")
            with contextlib.suppress(Conflict):
                await self._add(tournament, new, by, joined)
                return await self.get(ident)
        raise busy()

    async def _add(self, tournament: Tournament, new: list[Event], by: str, joined: StoredMember | None = None) -> None:
        now, before = self.live_tables.now(), tournament.version
        for event in new:
            tournament.apply(event, now)
        club = StoredClub(
            id=tournament.id,
            kind="tournament",
            owner=tournament.owner,
            title=tournament.plan.title,
            status=tournament.status,
            season=tournament.plan.season,
            version=tournament.version,
            created=tournament.created,
            changed=now,
        )
        stored = [
            StoredEvent(at, msgspec.json.encode(event).decode(), by, now) for at, event in enumerate(new, before + 1)
        ]
        await self.logs.add(club, stored, [joined] if joined else [])
        await self._tell_all(tournament.id)

    async def _tell_all(self, ident: str) -> None:
        await self.tell(ident)
        await self.live_tables.publish("", {"what": "club", "club": ident})

    # Who looks on.

    def watch(self, ident: str, listener: Listener) -> None:
        """Somebody looks at a tournament."""
        self._listeners.setdefault(ident, set()).add(listener)

    def leave_off(self, ident: str, listener: Listener) -> None:
        """Somebody looks no more."""
        found = self._listeners.get(ident, set())
        found.discard(listener)
        if not found:
            self._listeners.pop(ident, None)

    async def tell(self, ident: str) -> None:
        """Tells everybody who looks at a tournament how it is."""
        for listener in list(self._listeners.get(ident, ())):
            listener.send(encode(await self.page(ident, listener.player)))

    async def page(self, ident: str, player: str | None) -> TournamentShown:
        """A tournament as somebody sees it."""
        tournament = await self.get(ident)
        season = await self.logs.club(tournament.plan.season) if tournament.plan.season else None
        return shown(tournament, player, self.live_tables.now(), season.title if season else None)

    # What people do.

    async def make(self, player: str, plan: events.TournamentPlan) -> Tournament:
        """A new tournament; whoever makes it is its organiser."""
        title = need_title(plan.title)
        if not plan.fewest <= plan.liked <= plan.most:
            raise Refusal("bad-message", "The size that is liked best lies between the fewest and the most.", 400)
        if len(plan.place_points) != 5 or not all(0 <= points <= 1000 for points in plan.place_points):
            raise Refusal("bad-message", "There are points for five places, each from 0 to 1000.", 400)
        edition = find_edition(plan.edition)
        if not (edition.allows(plan.fewest) and edition.allows(plan.most)):
            raise Refusal("wrong-players", f"{edition.title} can’t be played at tables of such sizes.", 400)
        await self.check_season(plan.season, player)
        tournament = Tournament(new_id())
        tournament.owner = player
        plan = msgspec.structs.replace(plan, title=title)
        await self._add(tournament, [events.Planned(plan, secrets.token_hex(16))], ORGANISER)
        return tournament

    async def check_season(self, season: str | None, player: str) -> None:
        """Refuses a season that is not this organiser's; None is no season."""
        if season is not None:
            found = await self.logs.club(season)
            if found is None or found.kind != "season" or found.owner != player:
                raise Refusal("no-season", "You have no such season.", 404)

    async def join(self, ident: str, player: str, name: str | None) -> Tournament:
        """Takes part, by a name that nobody else there has, and is checked in."""
        called = await self.live_tables.need_name(player, name)
        known = (before := await self.get(ident)).member_of(player)
        others = [one.name for one in before.people.values() if one.player != player]
        member = StoredMember(known.member if known else new_id(10), player, _free_name(others, called))

        def make(tournament: Tournament) -> list[Event]:
            now = tournament.member_of(player)
            if now is not None and not now.left:
                return []
            if tournament.finished:
                raise Refusal("finished", "The tournament is over.")
            if tournament.rounds and tournament.plan.format == "knock-out":
                raise Refusal("started", "The knock-out has begun; nobody can enter it any more.")
            if len(tournament.people) >= MOST_PEOPLE:
                raise Refusal("no-free-seat", f"A tournament is for {MOST_PEOPLE} people at most.")
            return [events.Joined(member.member), events.CheckedIn(member.member, True)]

        if known is not None and known.name != member.name:
            await self.logs.rename(ident, known.member, member.name)
            await self._tell_all(ident)
        after = await self.write(ident, member.member, make, None if known else member)
        return await self._tell_apart(after, player)

    async def _tell_apart(self, tournament: Tournament, player: str) -> Tournament:
        """Gives somebody another name if somebody of the same name came at the same moment, and was before them."""
        mine = tournament.member_of(player)
        before = [one.name for one in tournament.people.values() if mine and one.number < mine.number]
        if mine is None or mine.name.casefold() not in {name.casefold() for name in before}:
            return tournament
        name = mine.name
        await self.logs.rename_apart(tournament.id, mine.member, lambda others: _free_name(others, name))
        await self._tell_all(tournament.id)
        return await self.get(tournament.id)

    async def check_in(self, ident: str, player: str, wanted: CheckIn) -> Tournament:
        """Says that somebody is there for the next round, or not."""

        def make(tournament: Tournament) -> list[Event]:
            who = _who(tournament, player, wanted.number)
            if who.left:
                raise Refusal("left", f"{who.name} has left the tournament.")
            return [] if who.here == wanted.here else [events.CheckedIn(who.member, wanted.here)]

        return await self.write(ident, await self._role(ident, player), make)

    async def leave(self, ident: str, player: str, wanted: TakeOff) -> Tournament:
        """Takes somebody off the list: no seat in the rounds to come. Results stay."""

        def make(tournament: Tournament) -> list[Event]:
            who = _who(tournament, player, wanted.number)
            return [] if who.left else [events.Left(who.member)]

        return await self.write(ident, await self._role(ident, player), make)

    async def _role(self, ident: str, player: str) -> str:
        """Who does something, as the log calls them."""
        tournament = await self.get(ident)
        if tournament.owner == player:
            return ORGANISER
        member = tournament.member_of(player)
        return member.member if member else ""

    # What the organiser does.

    async def invite(self, ident: str, player: str, names: Sequence[str]) -> Tournament:
        """Notes who is expected."""
        clean = tuple(dict.fromkeys(map(need_name, names)))

        def make(tournament: Tournament) -> list[Event]:
            check_organiser(tournament, player)
            if len(tournament.invited) + len(clean) > MOST_PEOPLE:
                raise Refusal("no-free-seat", f"A tournament is for {MOST_PEOPLE} people at most.")
            return [events.Invited(clean)]

        return await self.write(ident, ORGANISER, make)

    async def draw(self, ident: str, player: str, *, seat_missing: bool = False) -> Tournament:
        """Draws the next round and sits everybody down."""
        for _ in range(TRIES):
            before = await self.get(ident)
            people = _to_be_seated(before, player, seat_missing)
            pairing = await asyncio.to_thread(before.pair, people, order_of(before))
            if not pairing.tables:
                raise Refusal("too-few", f"A round needs {before.plan.fewest} people who are here.")
            now, minutes = self.live_tables.now(), before.plan.round_minutes
            here = set(before.players_now())
            drawn = events.RoundDrawn(
                tuple(events.DrawnTable(new_id(), seats) for seats in pairing.tables),
                pairing.byes,
                pairing.repeats,
                now,
                now + minutes * MINUTE if minutes else None,
                tuple(sorted(who for seats in pairing.tables for who in seats if who not in here)),
            )

            def make(now: Tournament, version: int = before.version, drawn: Event = drawn) -> list[Event]:
                if now.version != version:
                    raise Conflict(now.id)  # somebody came or went meanwhile
                return [drawn]

            with contextlib.suppress(Conflict):
                await self.write(ident, ORGANISER, make)
                await look_after(self, ident)
                return await self.get(ident)
        raise busy()

    async def call_time(self, ident: str, player: str) -> Tournament:
        """Ends the round: tables that still play are counted as if their game ended now."""
        before = await self.get(ident)
        check_organiser(before, player)
        if before.now is None:
            raise Refusal("no-round", "No round is being played.")
        await look_after(self, ident)
        before = await self.get(ident)
        for table in before.now.tables if before.now else ():
            if table.money is None:
                live = await self.live_tables.table(table.table)
                await note_result(self, ORGANISER, before, table, live, money_as_it_stands(live), "time")
        await look_after(self, ident)
        return await self.get(ident)

    async def correct(self, ident: str, player: str, wanted: CorrectResult) -> Tournament:
        """Puts a result right."""

        def make(tournament: Tournament) -> list[Event]:
            check_organiser(tournament, player)
            rounds = tournament.rounds[wanted.round - 1 : wanted.round]
            tables = rounds[0].tables[wanted.table - 1 : wanted.table] if rounds else []
            if not tables:
                raise Refusal("no-table", "There is no such table in that round.", 404)
            if len(wanted.money) != len(tables[0].seats):
                raise Refusal("bad-message", f"That table has {len(tables[0].seats)} seats.", 400)
            if tournament.plan.format == "knock-out" and wanted.round != len(tournament.rounds):
                raise Refusal("too-late", "In a knock-out only the last round’s results can be put right.")
            return [events.ResultNoted(tables[0].table, wanted.money, tables[0].idle, "corrected")]

        corrected = await self.write(ident, ORGANISER, make)
        await look_after(self, ident)
        return corrected

    async def finish(self, ident: str, player: str, *, finished: bool = True) -> Tournament:
        """Closes the tournament, or opens it again."""
        await look_after(self, ident)  # nobody does once it is closed

        def make(tournament: Tournament) -> list[Event]:
            check_organiser(tournament, player)
            if tournament.finished == finished:
                return []
            if tournament.now is not None:
                raise Refusal("running", "Tables of this round are still being played; wait for them, or call time.")
            return [events.Finished() if finished else events.Reopened()]

        return await self.write(ident, ORGANISER, make)


def _free_name(others: Iterable[str], name: str) -> str:
    """A name that nobody else has."""
    taken = {other.casefold() for other in others}
    found, number = name, 2
    while found.casefold() in taken:
        found, number = f"{name[:36]} {number}", number + 1
    return found


def check_organiser(tournament: Tournament, player: str) -> None:
    """Refuses everybody but the organiser."""
    if tournament.owner != player:
        raise Refusal("not-host", "Only the organiser of the tournament can do that.", 403)


def _to_be_seated(tournament: Tournament, player: str, seat_missing: bool) -> list[str]:
    """The members for whom a round can be drawn, or why none can."""
    check_organiser(tournament, player)
    if tournament.finished:
        raise Refusal("finished", "The tournament is over.")
    if tournament.now is not None:
        raise Refusal("running", "Tables of this round are still being played; wait for them, or call time.")
    if tournament.last_round:
        raise Refusal("last-round", "That was the last round; the tournament can be closed.")
    if not seat_missing:
        return tournament.players_now()
    return [one.member for one in tournament.people.values() if tournament.may_play(one)]


def _who(tournament: Tournament, player: str, number: int | None) -> Entrant:
    """Who is meant: oneself, or for the organiser anybody."""
    if number is None:
        mine = tournament.member_of(player)
        if mine is None:
            raise Refusal("no-seat", "You do not take part in this tournament.", 403)
        return mine
    found = next((one for one in tournament.people.values() if one.number == number), None)
    if found is None:
        raise Refusal("no-person", "Nobody has that number here.", 404)
    if found.player != player:
        check_organiser(tournament, player)
    return found
