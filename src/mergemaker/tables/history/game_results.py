"""What a finished game came to, for histories, ratings and records: made from its log and its seats alone."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import msgspec

from mergemaker.rules.editions.edition import Edition, names
from mergemaker.store.results_store import StoredGame, StoredGameSeat
from mergemaker.tables.live_table import LiveTable

FORMER_BOT = "former-bot-"  # how the id of a bot's account begins when the account is gone
KINDS = {"live": "live", "days": "turns", "none": "untimed"}  # of games, by their clocks


@cache
def family_of(edition: Edition) -> str:
    """The name of the first built-in edition that pays alike: same prices, same bonuses, same kinds of chains."""
    for name in names():
        if _pays(Edition.named(name)) == _pays(edition):
            return name
    return edition.name


def _pays(edition: Edition) -> object:
    columns = sorted(
        tuple((edition.price(chain, size), edition.bonus(chain, size)) for size in range(2, 42))
        for chain in range(len(edition.chain_names))
    )
    return columns, edition.start.holdings


def game_result(live: LiveTable, bots: Collection[str]) -> tuple[StoredGame, list[StoredGameSeat]] | None:
    """A finished table's game and its seats; `bots` are the players who are bots with an account."""
    ledger, row = live.ledger, live.row
    result = live.result()
    if ledger is None or result is None or not ledger.entries:
        return None
    finished = row.finished or ledger.entries[-1].at
    places = {standing.seat: standing.place for standing in result.standing}
    kind = KINDS[live.clock.kind]
    programs = [
        seat.kind == "bot" or seat.player in bots or str(seat.player).startswith(FORMER_BOT) for seat in live.seats
    ]
    pool = "" if not row.rated else "bots" if any(programs) else kind
    ranked = sorted(result.money, reverse=True)
    chain = max(ledger.view(None).chains, key=lambda one: one.size)
    game = StoredGame(
        table_id=row.id,
        finished=finished,
        title=row.title,
        edition=row.edition,
        family=family_of(live.edition),
        players=len(live.seats),
        kind=kind,
        pool=pool,
        public=row.public,
        turns=ledger.turn,
        margin=ranked[0] - ranked[1],
        best=ranked[0],
        chain=chain.name,
        chain_size=chain.size,
    )
    bought = ledger.shares_bought(len(live.seats))
    seats = [
        StoredGameSeat(
            table_id=row.id,
            seat=seat.seat,
            player=seat.player,
            name=seat.name or "",
            level=seat.level if seat.kind == "bot" else None,
            bot=programs[seat.seat],
            place=places[seat.seat],
            money=result.money[seat.seat],
            gone=seat.kind == "person" and (seat.given_up or seat.stand_in),
            finished=finished,
            edition=row.edition,
            players=len(live.seats),
            pool=pool,
            bought=msgspec.json.encode(bought[seat.seat]).decode(),
        )
        for seat in live.seats
    ]
    return game, seats
