"""A table that nobody else sits at, for the messages of lessons and puzzles: the page shows them as it shows games."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.views import SeenView
from mergemaker.tables.messages import Clock, Fairness, Seat, Table

NEVER = 0  # what is staged has no hour


def staged_table(
    table: str,
    title: str,
    edition: Edition,
    names: Sequence[str],
    person: int,
    view: SeenView,
    version: int,
    turn: int,
) -> Table:
    """The table of somebody in one seat, the others being nobody."""
    seats = tuple(
        Seat(
            seat=seat,
            kind="person" if seat == person else "bot",
            name=name,
            level=None,
            presence="here",
            away_since=None,
            stand_in=False,
            absence="",
            words=False,
            host=False,
            muted=False,
            clock=None,
        )
        for seat, name in enumerate(names)
    )
    return Table(
        id=table,
        title=title,
        status="running",
        edition=edition.name,
        edition_title=edition.title,
        house_rules=False,
        hidden=view.hidden,
        public=False,
        hints=False,
        undo=False,
        clock=Clock(),
        patience=NEVER,
        rated=False,
        seats=seats,
        version=version,
        to_act=view.to_act,
        decision=view.decision,
        turn=turn,
        paused=False,
        watchers=0,
        watchers_muted=True,
        fairness=Fairness(""),
        result=None,
        rematch=None,
        tournament=None,
        created=NEVER,
        started=NEVER,
        finished=None,
        changed=NEVER,
    )
