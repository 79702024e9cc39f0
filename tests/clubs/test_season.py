"""A season over ten evenings: the league table follows from the logs in the store, whoever works it out, and when."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from databases import Postgres, sqlite_url
from evenings import Evening
from mergemaker.clubs.club_forms import CheckIn, CorrectResult
from mergemaker.clubs.season import EVENING_POINTS, SamePerson, Season, SeasonPlan, SeasonPlanned
from mergemaker.clubs.seasons import Seasons
from mergemaker.clubs.tournament_events import TournamentPlan
from mergemaker.clubs.tournaments import Tournaments
from mergemaker.store import Store
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.messages import Clock
from mergemaker.tables.protocol.refusals import Refusal
from quick_tables import quick_live_tables

PEOPLE = [f"p{number}" for number in range(7)]


def url_of(kind: str, folder: Path, request: Any) -> str:
    if kind == "sqlite":
        return sqlite_url(folder)
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
async def test_ten_evenings_add_up_from_the_store(kind: str, tmp_path: Path, request: Any):
    url = url_of(kind, tmp_path, request)
    dice = random.Random(8)
    expected: dict[str, float] = defaultdict(float)
    async with quick_live_tables(tmp_path, url=url) as live_tables:
        tournaments = Tournaments(live_tables)
        seasons = Seasons(tournaments)
        season = await seasons.make("host", SeasonPlan(title="Winter league"))
        for number in range(10):
            plan = TournamentPlan(f"Evening {number}", season=season, rounds=1, clock=Clock())
            ident = (await tournaments.make("host", plan)).id
            for person in PEOPLE:
                await tournaments.join(ident, person, person)
            away = dice.choice(PEOPLE)
            await tournaments.check_in(ident, away, CheckIn(False))
            drawn = await tournaments.draw(ident, "host")
            for table in drawn.rounds[0].tables:
                money = tuple(dice.sample(range(10_000, 60_000, 100), len(table.seats)))
                await tournaments.correct(ident, "host", CorrectResult(1, table.number, money))
            await tournaments.finish(ident, "host")
            page = await tournaments.page(ident, None)
            for line in page.standings:
                if line.rounds[0] is not None:
                    expected[line.name] += EVENING_POINTS[line.place - 1]
        found = await seasons.page(season, "host")
        with pytest.raises(Refusal, match="organiser"):
            await seasons.join_lines(season, "p1", 1, 2)
    assert {line.name: line.points for line in found.league} == expected
    assert sorted((line.points for line in found.league), reverse=True) == [line.points for line in found.league]
    assert sum(line.evenings for line in found.league) == 60
    assert sum(line.won for line in found.league) == 10
    store = await Store.open(url)  # somebody who knows nothing but the store
    try:
        again = await Seasons(Tournaments(LiveTables(store))).page(season, "host")
        assert again.league == found.league
        assert len(again.evenings) == 10
    finally:
        await store.close()


def test_only_the_best_evenings_count_where_that_is_agreed():
    evenings = []
    for number in range(4):
        evening = Evening("ann", "bob", "cat", "dan", ident=f"e{number}", key=str(number))
        evening.draw()
        evening.score(number)
        evenings.append(evening.tournament)
    for line in Season([SeasonPlanned(SeasonPlan("League", "points", 2))]).league(evenings):
        came = sorted((value for value in line.by_evening if value is not None), reverse=True)
        assert line.points == sum(came[:2])
        assert sum(line.counted) == 2


def test_a_guest_with_two_devices_becomes_one_line():
    one, other = Evening("ann", "bob", "cat", ident="e0"), Evening("ann again", "bob", "cat", ident="e1")
    for evening in (one, other):
        evening.draw()
        evening.score(1)
    evenings = [one.tournament, other.tournament]
    plan = SeasonPlanned(SeasonPlan("League"))
    assert len(Season([plan]).league(evenings)) == 4
    joined = Season([plan, SamePerson(("e0", "ann"), ("e1", "ann again"))]).league(evenings)
    assert {line.name: line.evenings for line in joined} == {"ann again": 2, "bob": 2, "cat": 2}
