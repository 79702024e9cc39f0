"""Lessons and puzzles in the messages of a table that nobody else sits at, so that the page shows them as games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from mergemaker.learning.tries import Played
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.views import SeenView
from mergemaker.tables.game_log.seat_views import bare
from mergemaker.tables.protocol.messages import PROTOCOL, Entry, Fairness, Seat, Table, Turn, Update, Welcome, You

NEVER = 0  # what is staged has no hour


class Staged(NamedTuple):
    """What is staged: an id, a title, the rules, and the one seat that a person has."""

    id: str
    title: str
    edition: Edition
    person: int


def staged_welcome(table: Staged, view: SeenView, version: int, turns: tuple[Turn, ...]) -> Welcome:
    """The table as somebody finds it."""
    shown = _table(table, view, version, len(turns))
    return Welcome(PROTOCOL, NEVER, shown, _you(table.person), version, 0, bare(view), turns, (), ())


def staged_update(
    table: Staged, view: SeenView, version: int, turns: tuple[Turn, ...], played: Sequence[Played]
) -> Update:
    """What was played up to a version, with the events as the person hears of them, and the table after it."""
    entries = tuple(
        Entry(at, "action", one.seat, one.action, _by(table, one.seat), NEVER, tuple(one.events))
        for at, one in enumerate(played, version - len(played) + 1)
    )
    return Update(
        version=version,
        entries=entries,
        view=bare(view),
        turns=turns,
        you=_you(table.person),
        to_act=view.to_act,
        decision=view.decision,
        clocks=(None,) * len(view.names),
        result=None,
        now=NEVER,
    )


def _by(table: Staged, seat: int) -> Literal["player", "bot"]:
    return "player" if seat == table.person else "bot"


def _you(seat: int) -> You:
    return You(seat, host=False, may_chat=False, may_undo=False)


def _table(table: Staged, view: SeenView, version: int, turn: int) -> Table:
    """The table of somebody in one seat, the others being nobody."""
    seats = tuple(
        Seat(seat=seat, kind="person" if seat == table.person else "bot", name=name, level=None)
        for seat, name in enumerate(view.names)
    )
    return Table(
        id=table.id,
        title=table.title,
        status="running",
        edition=table.edition.name,
        edition_title=table.edition.title,
        hidden=view.hidden,
        seats=seats,
        version=version,
        to_act=view.to_act,
        decision=view.decision,
        turn=turn,
        watchers_muted=True,
        fairness=Fairness(""),
        created=NEVER,
        started=NEVER,
        changed=NEVER,
    )
