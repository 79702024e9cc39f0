"""Evenings at a club, for tests: tournaments in memory with results given, and over HTTP with people who play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from mergemaker.clubs import tournament_events as events
from mergemaker.clubs.standings import order_of
from mergemaker.clubs.tournament import Tournament
from servers import Client


class Evening:
    """A tournament without tables: rounds are drawn as the server does it, and results are made up."""

    def __init__(self, *names: str, ident: str = "cup", key: str = "k", **plan: Any) -> None:
        self.lines: list[tuple[events.Event, int]] = []
        self.tournament = Tournament(ident)
        self.do(events.Planned(events.TournamentPlan(title=plan.pop("title", "Cup"), **plan), key))
        self.come(*names)

    def do(self, *new: events.Event) -> None:
        for event in new:
            self.lines.append((event, len(self.lines)))
            self.tournament.apply(*self.lines[-1])

    def come(self, *names: str) -> None:
        """People whose ids are their names."""
        for name in names:
            self.do(events.Joined(name), events.CheckedIn(name, True))
        self.tournament.identify((name, name, name) for name in self.tournament.people)

    def draw(self, missing: Sequence[str] = ()) -> None:
        here = [*self.tournament.players_now(), *missing]
        found = self.tournament.pair(here, order_of(self.tournament))
        number = len(self.tournament.rounds) + 1
        tables = tuple(events.DrawnTable(f"r{number}t{at}", seats) for at, seats in enumerate(found.tables))
        self.do(events.RoundDrawn(tables, found.byes, found.repeats, 0, None, tuple(missing)))

    def score(self, seed: int = 0, *, idle: Sequence[str] = ()) -> None:
        """Made-up results for the round."""
        dice = random.Random(seed)
        assert self.tournament.now is not None
        for table in list(self.tournament.now.tables):
            money = tuple(dice.randrange(100, 600) * 100 for _ in table.seats)
            self.do(events.ResultNoted(table.table, money, tuple(who for who in idle if who in table.seats)))

    @property
    def seated(self) -> list[tuple[str, ...]]:
        return [table.seats for table in self.tournament.rounds[-1].tables]


async def play_out(client: Client, table: str, dice: random.Random, most: int = 4000) -> bool:
    """Plays one's own decisions as long as it is one's turn; whether the game is over."""
    for _ in range(most):
        moment = await client.get(f"/api/tables/{table}/view")
        view = moment["view"]
        if view["decision"] is None:
            return True
        if not view["actions"]:
            return False
        said = {"id": f"{client.name}{moment['version']}", "version": moment["version"]}
        answer = await client.http.post(
            f"/api/tables/{table}/play",
            json={**said, "actions": [dice.choice(view["actions"])]},
            headers={"X-CSRF-Token": client.csrf},
        )
        assert answer.status_code in (200, 409), answer.text
    raise AssertionError("it never ends")
