"""A table staged for a page: positions from drawings are shown to it as a server would show them.

What comes about by chance in a real game, a merger of equals or a dead tile, is there at once and every time. The page
is the real one; only the table's socket is played by the test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import WebSocketRoute

from browsing import Person
from mergemaker import Event, Game
from mergemaker.tables.live_table import encode
from mergemaker.tables.messages import PROTOCOL, Clock, Entry, Fairness, Seat, Table, Turn, Update, Welcome, You
from mergemaker.tables.seat_views import bare
from mergemaker.tables.turn_log import tell_turn

TABLE = "staged"
NOW = 1_700_000_000_000


class Stage:
    """A table that one person looks at from a seat, or as a watcher (None)."""

    def __init__(self, person: Person, game: Game, seat: int | None = 0, happened: Sequence[Event] = ()) -> None:
        self.person = person
        self.game = game
        self.seat = seat
        self.version = 40
        self.happened = list(happened)
        self.said: list[dict[str, Any]] = []  # by the page
        self.wires: list[WebSocketRoute] = []
        person.page.route_web_socket(re.compile(f"/ws/tables/{TABLE}"), self._connect)
        person.visit(f"/table/{TABLE}")
        person.page.wait_for_selector("[data-testid=table]")

    def _connect(self, wire: WebSocketRoute) -> None:
        self.wires.append(wire)
        wire.on_message(lambda text: self.said.append(json.loads(text)))
        wire.send(encode(self._welcome()).decode())

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
            clocks=(None,) * self.game.players,
            result=None,
            now=NOW,
        )
        self.wires[-1].send(encode(update).decode())
        self.person.page.wait_for_selector(f"[data-testid=table][data-version='{self.version}']")

    def _you(self) -> You:
        return You(self.seat, host=True, may_chat=True, may_undo=False)

    def _turns(self) -> tuple[Turn, ...]:
        names = self.game.names
        return (tell_turn(1, self.game.mover, [(self.version, self.happened)], names),) if self.happened else ()

    def _welcome(self) -> Welcome:
        game = self.game
        seats = tuple(
            Seat(seat, "person", name, None, "here", None, False, "", False, seat == 0, False, None)
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
            clock=Clock(),
            patience=60,
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
            created=NOW,
            started=NOW,
            finished=None,
            changed=NOW,
        )
        view = bare(game.view(self.seat))
        return Welcome(PROTOCOL, NOW, table, self._you(), self.version, 0, view, self._turns(), (), ())
