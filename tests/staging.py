"""A table staged for a page: positions from drawings are shown to it as a server would show them.

What comes about by chance in a real game, a merger of equals or a dead tile, is there at once and every time. The page
is the real one; only the table's socket is played by the test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import WebSocketRoute

from browsing import Person
from mergemaker import Event, Game
from mergemaker.tables.game_log.ledger import result_of
from mergemaker.tables.game_log.seat_views import bare
from mergemaker.tables.game_log.turn_log import tell_turn
from mergemaker.tables.live_table import encode
from mergemaker.tables.protocol.messages import (
    PROTOCOL,
    Absence,
    Clock,
    Entry,
    Fairness,
    Seat,
    SeatClock,
    Table,
    Turn,
    Update,
    Welcome,
    You,
)

TABLE = "staged"
NOW = 1_700_000_000_000


class Stage:
    """A table that one person looks at from a seat, or as a watcher (None)."""

    def __init__(
        self,
        person: Person,
        game: Game,
        seat: int | None = 0,
        happened: Sequence[Event] = (),
        *,
        clock: Clock = Clock(),  # noqa: B008  # it can't be changed
        clocks: tuple[SeatClock | None, ...] = (),
        away: Mapping[int, int] | None = None,
        absence: Mapping[int, Absence] | None = None,
    ) -> None:
        self.person = person
        self.game = game
        self.seat = seat
        self.version = 40
        self.happened = list(happened)
        self.clock, self.clocks = clock, clocks
        self.away, self.absence = away or {}, absence or {}  # by seat: how long, in milliseconds, and why a bot plays
        self.said: list[dict[str, Any]] = []  # by the page
        self.wires: list[WebSocketRoute] = []
        person.page.route_web_socket(re.compile(f"/ws/tables/{TABLE}"), self._connect)
        person.visit(f"/table/{TABLE}")
        person.page.wait_for_selector("[data-testid=table]")

    def _connect(self, wire: WebSocketRoute) -> None:
        self.wires.append(wire)
        wire.on_message(lambda text: self._hear(wire, json.loads(text)))
        wire.send(encode(self._welcome()).decode())

    def _hear(self, wire: WebSocketRoute, said: dict[str, Any]) -> None:
        self.said.append(said)
        if said["do"] == "ping":
            wire.send(json.dumps({"type": "pong", "id": said["id"], "now": NOW}))

    def heard(self, do: str) -> list[dict[str, Any]]:
        """What the page has said of a kind, once it has said it."""
        for _ in range(200):
            found = [said for said in self.said if said["do"] == do]
            if found:
                return found
            self.person.page.wait_for_timeout(10)
        raise AssertionError(f"the page did not say {do}")

    def acknowledge(self) -> None:
        """Answers the last decision: it is on disk."""
        self.tell({"type": "ack", "id": self.heard("play")[-1]["id"], "version": self.version + 1, "again": False})

    def tell(self, message: dict[str, Any]) -> None:
        """Says something to the page."""
        self.wires[-1].send(json.dumps(message))

    def play(self, *actions: str) -> None:
        """Goes on with the game, and tells the page as one update."""
        happened = [event for action in actions for event in self.game.play(action)]
        self.happened += happened
        self.version += 1
        entry = Entry(self.version, "action", 0, actions[-1], "player", NOW, tuple(happened))
        update = Update(
            version=self.version,
            entries=(entry,),
            view=bare(self.game.view(self.seat)),
            turns=self._turns(),
            you=self._you(),
            to_act=self.game.to_act,
            decision=self.game.decision,
            clocks=self.clocks or (None,) * self.game.players,
            result=result_of(self.game, happened) if self.game.over else None,
            now=NOW,
        )
        self.wires[-1].send(encode(update).decode())
        shown = "[data-testid=end]" if self.game.over else f"[data-testid=table][data-version='{self.version}']"
        self.person.page.wait_for_selector(shown)

    def _you(self) -> You:
        return You(self.seat, host=True, may_chat=True, may_undo=False)

    def _turns(self) -> tuple[Turn, ...]:
        names = self.game.names
        return (tell_turn(1, self.game.mover, [(self.version, self.happened)], names),) if self.happened else ()

    def _welcome(self) -> Welcome:
        game = self.game
        seats = tuple(
            Seat(
                seat=seat,
                kind="person",
                name=name,
                level=None,
                presence="gone" if seat in self.away else "here",
                away_since=NOW - self.away[seat] if seat in self.away else None,
                stand_in=seat in self.absence,
                absence=self.absence.get(seat, ""),
                words=False,
                host=seat == 0,
                muted=False,
                clock=self.clocks[seat] if self.clocks else None,
            )
            for seat, name in enumerate(game.names)
        )
        table = Table(
            id=TABLE,
            title="Harbour",
            status="running",
            edition=game.edition.name,
            edition_title=game.edition.title,
            house_rules=False,
            hidden=game.hidden,
            public=False,
            hints=True,
            undo=True,
            clock=self.clock,
            patience=60,
            rated=False,
            seats=seats,
            version=self.version,
            to_act=game.to_act,
            decision=game.decision,
            turn=1,
            paused=False,
            watchers=1,
            watchers_muted=False,
            fairness=Fairness("0" * 64),
            result=None,
            rematch=None,
            tournament=None,
            created=NOW,
            started=NOW,
            finished=None,
            changed=NOW,
        )
        view = bare(game.view(self.seat))
        return Welcome(PROTOCOL, NOW, table, self._you(), self.version, 0, view, self._turns(), (), ())
