"""HTTP: the coach beside a seat. It sees what that seat sees, and keeps away from tables without hints."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from mergemaker.learning.coach_cards import cards_for
from mergemaker.rules.errors import IllegalAction
from mergemaker.tables.game_log.ledger import Ledger
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.protocol.learning_forms import CoachAsked, CoachCards, CoachWord
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.request_checks import Asked, changing, looking


def _beside(live: LiveTable, player: str | None) -> tuple[Ledger, int]:
    """The ledger of a table and the seat of whoever asks; Refusal where there is no coach."""
    seat = live.seat_of(player) if player else None
    if seat is None:
        raise Refusal("no-seat", "The coach sits beside players, and you have no seat here.", 403)
    ledger = live.need_ledger()
    if not live.row.hints or live.row.rated:
        raise Refusal("no-hints", "At this table there are no hints, and no coach.")
    return ledger, seat


@get("/api/tables/{table_id:str}/coach", tags=["learning"])
async def coach_cards(
    request: Asked, table_id: FromPath[str], since: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0
) -> CoachCards:
    """The cards that fit what the caller sees, and what has happened since a version."""
    _, live, player = await looking(request, table_id)
    ledger, seat = _beside(live, player)
    happened = [event for entry in ledger.told_entries(seat, since) for event in entry.events]
    return CoachCards(ledger.version, cards_for(ledger.view(seat), happened))


@post("/api/tables/{table_id:str}/coach", status_code=200, tags=["learning"])
async def coach_word(request: Asked, table_id: FromPath[str], data: JSONBody[CoachAsked]) -> CoachWord:
    """The coach's word on a decision that the caller is about to make; empty where there is nothing to say."""
    context, caller = await changing(request)
    ledger, seat = _beside(await context.live_tables.table(table_id), caller.player)
    context.spend(context.heavy, context.address(request))
    if ledger.to_act != seat or ledger.version != data.version:
        raise IllegalAction("not-your-turn", "It is not your decision any more.")
    actions = ledger.check(seat, data.actions)
    said = await context.live_tables.bot_pool.coach(ledger.view(seat), actions)
    concern, instead, good = [*said, "", "", ""][:3]
    return CoachWord(data.version, concern, instead, good)
