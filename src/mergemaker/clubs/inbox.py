"""The inbox: one's running tables, those that wait for one first, and orders left for a seat."""

from __future__ import annotations

from mergemaker.clubs.turn_forms import ContactShown, Inbox, InboxTable
from mergemaker.clubs.turn_notices import TurnNotices
from mergemaker.rules.errors import MergemakerError
from mergemaker.store import StoredSeat
from mergemaker.store.turn_store import StoredContact
from mergemaker.tables import autopilot
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.refusals import not_started
from mergemaker.tables.standing_orders import Orders

MOST_TABLES = 200


async def inbox_of(notices: TurnNotices, player: str) -> Inbox:
    """What waits for somebody."""
    live_tables = notices.live_tables
    found = []
    for table in await live_tables.store.tables_of(player, limit=MOST_TABLES):
        try:
            live = await live_tables.table(table)
        except MergemakerError:
            continue
        if live.row.status == "running" and not live.over and live.seat_of(player) is not None:
            found.append(_shown(live, player))
    found.sort(key=lambda one: (not one.your_turn, one.waiting_since or 0))
    contact = contact_shown(notices, await notices.store.contact(player))
    return Inbox(tuple(found), contact, live_tables.now())


def _shown(live: LiveTable, player: str) -> InboxTable:
    listed, ledger, seat = live.listed(player), live.ledger, live.seat_of(player)
    assert ledger is not None
    assert seat is not None
    last = ledger.entries[-1].at if ledger.entries else live.row.started
    view = ledger.view(seat)
    return InboxTable(
        id=live.id,
        path=f"/table/{live.id}",
        title=listed.title,
        edition_title=listed.edition_title,
        names=tuple(name or "" for name in listed.names),
        your_turn=listed.your_turn,
        waiting_since=(live.asked_since() or last) if listed.your_turn else None,
        deadline=live.deadline() if listed.your_turn else None,
        clock=live.clock,
        doing=view.question if listed.your_turn else view.doing,
        news=listed.news,
        happened=listed.happened,
        orders=live.seats[seat].orders,  # type: ignore[arg-type]  # one of those there are
    )


def contact_shown(notices: TurnNotices, contact: StoredContact | None) -> ContactShown:
    """A contact as its owner sees it."""
    found = contact or StoredContact(player="")
    return ContactShown(
        email=found.email,
        confirmed=found.confirmed is not None,
        webhook=found.webhook,
        quiet_from=found.quiet_from,
        quiet_to=found.quiet_to,
        zone=found.zone,
        vacation_until=found.vacation_until if found.vacation_until > notices.live_tables.now() else 0,
        mail=notices.settings.mail,
        webhooks=notices.settings.hooks,
    )


async def set_orders(live_tables: LiveTables, live: LiveTable, player: str, orders: Orders) -> None:
    """Leaves orders for one's seat, or takes them back; an answer that is waited for is given at once."""

    def change(seat: StoredSeat) -> None:
        if live.row.status == "open":
            raise not_started()
        seat.orders = orders

    await live_tables.change_own_seat(live, player, change)
    autopilot.wake(live_tables, live)
