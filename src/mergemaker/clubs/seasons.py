"""Seasons of a club: made, counted, and read back from the logs of their evenings."""

from __future__ import annotations

from mergemaker.clubs.club_forms import EveningShown, SeasonShown
from mergemaker.clubs.season import SamePerson, Season, SeasonPlan, SeasonPlanned, decode_season_event, league_csv
from mergemaker.clubs.tournament import Tournament
from mergemaker.clubs.tournament_events import Event, PutInSeason
from mergemaker.clubs.tournaments import ORGANISER, TRIES, Tournaments, check_organiser
from mergemaker.store import Conflict
from mergemaker.store.club_logs import StoredClub, StoredEvent, WholeClub
from mergemaker.tables.live_table import encode
from mergemaker.tables.live_tables import new_id
from mergemaker.tables.protocol.refusals import Refusal, busy, need_title


class Seasons:
    """All seasons of a database."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._logs = tournaments.logs

    async def make(self, player: str, plan: SeasonPlan) -> str:
        """A new season; whoever makes it is its organiser. Answers with its id."""
        title = need_title(plan.title)
        now = self._tournaments.live_tables.now()
        club = StoredClub(
            id=new_id(), kind="season", owner=player, title=title, status="open", version=1, created=now, changed=now
        )
        await self._logs.add(club, [StoredEvent(1, encode(SeasonPlanned(plan)).decode(), ORGANISER, now)])
        return club.id

    async def _read(self, ident: str) -> tuple[WholeClub, Season, list[Tournament]]:
        found = await self._logs.whole(ident) if ident.isascii() and ident.isalnum() and len(ident) <= 40 else None
        if found is None or found.club.kind != "season":
            raise Refusal("no-season", "There is no such season.", 404)
        season = Season(decode_season_event(event.body) for event in found.events)
        evenings = [await self._tournaments.get(club.id) for club in await self._logs.of_season(ident)]
        return found, season, evenings

    async def page(self, ident: str, player: str | None) -> SeasonShown:
        """A season with its league table, recomputed."""
        found, season, evenings = await self._read(ident)
        shown = tuple(
            EveningShown(one.plan.title, f"/club/{one.id}", one.status, one.created, len(one.people))
            for one in evenings
        )
        club = found.club
        return SeasonShown(
            id=club.id,
            title=club.title,
            plan=season.plan,
            host=bool(player) and club.owner == player,
            evenings=shown,
            league=season.league(evenings),
            created=club.created,
            changed=max([club.changed, *(one.changed for one in evenings)]),
        )

    async def csv(self, ident: str) -> str:
        """The league table for a spreadsheet."""
        _, season, evenings = await self._read(ident)
        return league_csv(season.league(evenings), evenings)

    async def join_lines(self, ident: str, player: str, one: int, other: int) -> None:
        """Says that two lines of the league table are the same person; the second one's name goes on."""
        for _ in range(TRIES):
            found, season, evenings = await self._read(ident)
            if found.club.owner != player:
                raise Refusal("not-host", "Only the organiser of the season can do that.", 403)
            who = season.people(evenings)
            members = [next((key for key, number in who.items() if number == wanted), None) for wanted in (one, other)]
            if members[0] is None or members[1] is None or one == other:
                raise Refusal("no-person", "Those are not two lines of the table.", 404)
            event = SamePerson(members[0], members[1])
            club, now = found.club, self._tournaments.live_tables.now()
            club.version, club.changed = club.version + 1, now
            try:
                await self._logs.add(club, [StoredEvent(club.version, encode(event).decode(), ORGANISER, now)])
            except Conflict:
                continue
            return
        raise busy()

    async def put_in(self, tournament: str, player: str, season: str | None) -> None:
        """Lets an evening count for a season of the same organiser, or for none."""
        await self._tournaments.check_season(season, player)

        def make(now: Tournament) -> list[Event]:
            check_organiser(now, player)
            return [] if now.plan.season == season else [PutInSeason(season)]

        await self._tournaments.write(tournament, ORGANISER, make)
