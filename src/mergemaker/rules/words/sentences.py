"""Events as objects and sentences: the same words in the browser, the terminal, the log and a record's story."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from mergemaker.rules import events as e
from mergemaker.rules.board import TILE_NAMES
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import ANNOUNCED, AUTOMATIC, ENDINGS, NO_CHAIN, NO_TILE, NO_TILES, NOBODY
from mergemaker.rules.words.phrases import dollars, listed, shares_of

MARKET = "the market"


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that happened. Which fields are set depends on the kind, see `events.py`.

    `before` is the size that a chain grew from; of a market draw, how many tiles had been drawn from the deck.
    """

    kind: str
    seat: int | None = None
    tile: str | None = None
    chain: str | None = None
    chains: tuple[str, ...] = ()
    survivor: str | None = None
    place: str | None = None
    tied: int = 1
    count: int = 0
    before: int = 0
    money: int = 0
    how: str | None = None


def events_from(edition: Edition, buffer: Any) -> list[Event]:
    """The rows of a buffer, as objects."""
    record = buffer[0]
    return [_event(edition, *map(int, row)) for row in record["rows"][: record["written"]]]


def _event(edition: Edition, kind: int, seat: int, tile: int, chain: int, other: int, count: int, money: int) -> Event:
    names = edition.chain_names
    return Event(
        kind=e.KINDS[kind],
        seat=None if seat == NOBODY else seat,
        tile=None if tile == NO_TILE else TILE_NAMES[tile],
        chain=None if chain == NO_CHAIN else names[chain],
        chains=tuple(n for at, n in enumerate(names) if other >> at & 1) if kind == e.MERGED else (),
        survivor=names[other] if kind in (e.TRADED, e.ABSORBED) else names[chain] if kind == e.MERGED else None,
        place=edition.bonuses.places[other - 1] if kind == e.BONUS else None,
        tied=count if kind == e.BONUS else 1,
        count=0 if kind == e.BONUS else count,
        before=other if kind in (e.GREW, e.MARKET_DREW) else 0,
        money=money,
        how=ENDINGS[other] if kind == e.ENDED else None,
    )


def for_seat(happened: Iterable[Event], seat: int | None, *, opening_kept: bool) -> list[Event]:
    """What a seat, or a spectator (None), hears of events: tiles that others draw or keep stay hidden."""
    private = {"drew", "opened"} if opening_kept else {"drew"}
    return [
        msgspec.structs.replace(event, tile=None) if event.kind in private and event.seat != seat else event
        for event in happened
    ]


def tell(happened: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Events as sentences; what belongs together, such as a turn's purchases, is told in one."""
    sentences: list[str] = []
    at = 0
    while at < len(happened):
        event = happened[at]
        after = at + 1
        group = _GROUPS.get(event.kind, ())
        while after < len(happened) and happened[after].kind in group and happened[after].seat == event.seat:
            after += 1
        # A tile and what it grows belong together though growing names no seat.
        if event.kind == "placed" and after < len(happened) and happened[after].kind == "grew":
            after += 1
        sentences.append(_sentence(happened[at:after], names))
        at = after
    return [sentence for sentence in sentences if sentence]


_GROUPS = {
    "placed": ("founded", "founder share", "founder cash"),
    "founded": ("founder share", "founder cash"),
    "bought": ("bought",),
    "traded": ("sold", "held"),
    "sold": ("held",),
    "set aside": ("set aside",),
    "drew": ("drew",),
}


def _sentence(group: Sequence[Event], names: Sequence[str]) -> str:
    first = group[0]
    who = MARKET.capitalize() if first.seat is None else names[first.seat]
    if first.kind == "bought":
        return f"{who} buys {_purchases(group)}."
    if first.kind in ("set aside", "drew"):
        verb = "sets aside the dead" if first.kind == "set aside" else "draws"
        tiles = [event.tile for event in group if event.tile]
        if tiles:
            return f"{who} {verb} {listed(tiles)}."
        return f"{who} draws {'a tile' if len(group) == 1 else f'{len(group)} tiles'}."
    parts = [part for event in group if (part := _part(event, who))]
    if first.kind in _WITHOUT_WHO:
        return f"{parts[0]}." if first.kind == "grew" else parts[0]
    return f"{who} {listed(parts)}."


def _purchases(group: Sequence[Event]) -> str:
    chains = list(dict.fromkeys(event.chain for event in group))
    counts = [shares_of(sum(event.chain == chain for event in group), chain) for chain in chains]
    return f"{listed(counts)} for {dollars(sum(event.money for event in group))}"


_WITHOUT_WHO = {"grew", "merged", "market", "absorbed", "ended", "end reached"}


def _part(event: Event, who: str) -> str:
    """What one event adds to a sentence: a predicate, or a whole sentence for events without a person."""
    chain, count, money = event.chain, event.count, dollars(event.money)
    match event.kind:
        case "opened":
            return f"draws {event.tile} to see who starts" if event.tile else "draws a tile to see who starts"
        case "starts":
            return "goes first"
        case "placed":
            return f"places {event.tile}"
        case "skipped":
            return "can place no tile"
        case "announced":
            return "announces the end of the game"
        case "founded":
            return f"founds {chain} with {count} tiles"
        case "founder share":
            return f"takes {'a founder’s share' if count == 1 else f'{count} founder’s shares'}"
        case "founder cash":
            return f"takes {money} in place of a founder’s share"
        case "grew":
            return f"{chain} grows from {event.before} to {count} tiles"
        case "merged":
            return f"{who} merges {listed(event.chains)} into {event.survivor}."
        case "shown":
            return f"holds {shares_of(count, chain)}"
        case "market":
            drawn = f"draws {event.tile}" if event.tile else "throws a number"
            return f"The market {drawn} and holds {shares_of(count, chain)}."
        case "bonus":
            split = f", shared by {event.tied}" if event.tied > 1 else ""
            keeps = "keeps" if event.seat is None else "gets"
            return f"{keeps} {money} as {event.place} holder of {chain}{split}"
        case "traded":
            return f"trades {shares_of(count, chain)} for {count // 2} of {event.survivor}"
        case "sold":
            return f"sells {shares_of(count, chain)} for {money}"
        case "held":
            return f"keeps {shares_of(count, chain)}"
        case "absorbed":
            return f"{chain} is absorbed by {event.survivor}."
        case "kept":
            return "keeps the dead tiles"
        case "end reached":
            return "The end is reached: the turn is finished, then the game."
        case "ended":
            return why_over(str(event.how))
        case "cashed in":
            return f"gets {money} for {shares_of(count, chain)}"
        case "finished":
            return f"has {money}"
        case "won":
            return f"wins with {money}"
    raise AssertionError(event.kind)


def why_over(how: str) -> str:
    """That the game is over, and how that came about."""
    return f"The game is over: {_ENDINGS[how]}."


_ENDINGS = {
    ENDINGS[ANNOUNCED]: "its end was announced",
    ENDINGS[AUTOMATIC]: "all chains are safe or one is large enough",
    ENDINGS[NO_TILES]: "nobody holds a tile",
    "no move": "everybody in turn could place no tile",
}
