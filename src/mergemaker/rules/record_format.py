"""Reading a record's data: the part before play is checked here, the actions are checked by playing them.

A record comes from anywhere, so nothing about it is taken for granted. Keys that nobody knows are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from mergemaker.rules.bag import market_plays
from mergemaker.rules.board import TILE_NAMES, tile_named
from mergemaker.rules.editions.edition import Edition, EditionError, names
from mergemaker.rules.errors import MergemakerError, RecordError
from mergemaker.rules.shuffle import deal_of, deck_of, market_key_of, seed_text
from mergemaker.rules.state import ENDINGS, MAX_MARKET, MAX_PLAYERS, TILES
from mergemaker.rules.words.phrases import shown

if TYPE_CHECKING:
    from mergemaker.rules.words.sentences import Event

FORMAT = 1
MOST_ACTIONS = 10_000  # far beyond the longest game
LONGEST_NAME = 40


class Setup(msgspec.Struct, frozen=True):
    """All that a game needs before its first action."""

    names: tuple[str, ...]
    deck: tuple[int, ...]
    deal: tuple[tuple[int, ...], ...]
    market_key: int
    market: tuple[int, ...]  # draws that are given: tiles, or TILES + number
    seed: str | None
    hidden: bool


def read_setup(record: Mapping[str, Any]) -> tuple[Edition, Setup, list[str], dict[str, Any] | None]:
    """The edition, what comes before play, the actions and the result that a record claims."""
    if not isinstance(record, Mapping):
        raise RecordError("a record is a JSON object")
    if record.get("format") != FORMAT or isinstance(record.get("format"), bool):
        raise RecordError(f"the format is {shown(record.get('format'))}; this reader knows format {FORMAT}")
    edition = _edition(record)
    seats = _strings(record, "seats")
    if not 2 <= len(seats) <= MAX_PLAYERS:
        raise RecordError(f"seats must be 2 to {MAX_PLAYERS} names, not {len(seats)}")
    if not edition.allows(len(seats)):
        fewest, most = edition.players.fewest, edition.players.most
        raise RecordError(f"{edition.title} is for {fewest} to {most} players, not {len(seats)}")
    for name in seats:
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise RecordError(f"seats: {shown(name)} is not a name of 1 to {LONGEST_NAME} printable characters")
    seed = _seed(record)
    hidden = record.get("hidden", edition.hides())
    if not isinstance(hidden, bool):
        raise RecordError(f"hidden must be true or false, not {shown(hidden)}")
    deck = _deck(record, seed)
    setup = Setup(
        names=tuple(seats),
        deck=deck,
        deal=_deal(record, edition, len(seats), seed),
        market_key=market_key_of(seed if seed is not None else "00"),
        market=_market(record, edition, len(seats)),
        seed=seed,
        hidden=hidden,
    )
    actions = _strings(record, "actions")
    if len(actions) > MOST_ACTIONS:
        raise RecordError(f"{len(actions)} actions are more than any game has")
    return edition, setup, actions, _result(record, len(seats))


def setup_from_seed(edition: Edition, names: Sequence[str], seed: str, hidden: bool) -> Setup:
    """What a seed gives before play."""
    return Setup(
        names=tuple(names),
        deck=tuple(deck_of(seed)),
        deal=tuple(map(tuple, deal_of(seed, [chain.dealt for chain in edition.chains], len(names)))),
        market_key=market_key_of(seed),
        market=(),
        seed=seed,
        hidden=hidden,
    )


def check_seed(edition: Edition, setup: Setup) -> None:
    """Refuses a deck or a deal that is not the one that the seed gives."""
    if setup.seed is None:
        return
    given = setup_from_seed(edition, setup.names, setup.seed, setup.hidden)
    if setup.deck != given.deck:
        raise RecordError("the deck is not the one that the seed gives; a game from a real table has no seed")
    if edition.dealt and setup.deal != given.deal:
        raise RecordError("the deal is not the one that the seed gives")


def _strings(record: Mapping[str, Any], key: str) -> list[str]:
    value = record.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RecordError(f"{key} must be a list of texts" if key in record else f"{key} is missing")
    return value


def _edition(record: Mapping[str, Any]) -> Edition:
    name = record.get("edition")
    if not isinstance(name, str):
        raise RecordError("edition must be a name" if "edition" in record else "edition is missing")
    try:
        if "rules" not in record or (name in names() and record["rules"] == _whole(name)):
            return Edition.named(name)
        edition = Edition.from_dict(record["rules"])
    except EditionError as error:
        raise RecordError(str(error)) from None
    if edition.name != name:
        raise RecordError(f"the edition is {shown(name)}, but its rules are named {shown(edition.name)}")
    if name in names() and not edition.is_builtin:
        raise RecordError(f"{name} is a built-in edition, but the rules given are not its rules")
    return Edition.named(name) if name in names() else edition


@cache
def _whole(name: str) -> dict[str, Any]:
    """A built-in edition as records carry it, so that most of them need no checking."""
    return Edition.named(name).to_dict()


def _seed(record: Mapping[str, Any]) -> str | None:
    seed = record.get("seed")
    if seed is None:
        return None
    if not isinstance(seed, str):
        raise RecordError(f"seed must be hex digits, not {shown(seed)}")
    try:
        return seed_text(seed)
    except MergemakerError as error:
        raise RecordError(str(error)) from None


def _deck(record: Mapping[str, Any], seed: str | None) -> tuple[int, ...]:
    if "deck" not in record:
        if seed is None:
            raise RecordError("deck is missing, and there is no seed to make it from")
        return tuple(deck_of(seed))
    texts = _strings(record, "deck")
    tiles = [tile_named(text) for text in texts]
    for text, tile in zip(texts, tiles, strict=True):
        if tile is None:
            raise RecordError(f"deck: there is no tile {shown(text)}")
    if sorted(tile for tile in tiles if tile is not None) != list(range(TILES)):
        missing = [TILE_NAMES[tile] for tile in range(TILES) if tile not in tiles]
        lack = f"; {missing[0]} is missing" if missing else ""
        raise RecordError(f"deck must have each of the {TILES} tiles once; it has {len(tiles)}{lack}")
    return tuple(tile for tile in tiles if tile is not None)


def _deal(record: Mapping[str, Any], edition: Edition, players: int, seed: str | None) -> tuple[tuple[int, ...], ...]:
    dealt = [chain.dealt for chain in edition.chains]
    if "deal" not in record:
        if edition.dealt and seed is None:
            raise RecordError("deal is missing: this edition deals certificates, and there is no seed")
        return tuple(map(tuple, deal_of(seed if seed is not None else "00", dealt, players)))
    deal = record["deal"]
    if not isinstance(deal, list) or len(deal) != players or not all(isinstance(hand, Mapping) for hand in deal):
        raise RecordError("deal must be a list with one object of certificates for each seat")
    if not edition.dealt and any(deal):
        raise RecordError("deal is given, but this edition deals no certificates")
    hands = []
    for seat, hand in enumerate(deal):
        counts = [0] * len(dealt)
        for name, count in hand.items():
            if name not in edition.chain_names:
                raise RecordError(f"deal: seat {seat} is dealt {shown(name)}, which is not a chain")
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= edition.dealt:
                raise RecordError(f"deal: seat {seat} has {shown(count)} of {name}")
            counts[edition.chain_names.index(name)] = count
        if sum(counts) != edition.dealt // players:
            raise RecordError(f"deal: seat {seat} is dealt {sum(counts)} certificates, not {edition.dealt // players}")
        hands.append(tuple(counts))
    for chain, name in enumerate(edition.chain_names):
        total = sum(hand[chain] for hand in hands)
        if total != dealt[chain]:
            raise RecordError(f"deal: {total} certificates of {name} are dealt, not {dealt[chain]}")
    return tuple(hands)


def _market(record: Mapping[str, Any], edition: Edition, players: int) -> tuple[int, ...]:
    if "market" not in record:
        return ()
    texts = _strings(record, "market")
    if texts and not market_plays(edition.rules, players):
        raise RecordError("market draws are given, but the market does not compete in this game")
    if len(texts) > MAX_MARKET:
        raise RecordError(f"the market has {len(texts)} draws, more than any game has")
    draws = []
    for text in texts:
        if text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= 12:
            draws.append(TILES + int(text))
        elif (tile := tile_named(text)) is not None:
            draws.append(tile)
        else:
            raise RecordError(f"market: {shown(text)} is neither a tile nor a number from 1 to 12")
    return tuple(draws)


def _result(record: Mapping[str, Any], players: int) -> dict[str, Any] | None:
    """The part of a claimed result that replay can check: keys that nobody knows are ignored here too."""
    if record.get("result") is None:
        return None
    result = record["result"]
    if not isinstance(result, Mapping):
        raise RecordError(f"result must be an object, not {shown(result)}")
    for key in ("money", "winners", "end"):
        if key not in result:
            raise RecordError(f"result: {key} is missing")
    for key in ("money", "winners"):
        value = result[key]
        if not isinstance(value, list) or not all(type(item) is int and abs(item) < 10**12 for item in value):
            raise RecordError(f"result: {key} must be a list of numbers, not {shown(value)}")
    if result["end"] not in ENDINGS[1:]:
        raise RecordError(f"result: end must be one of {', '.join(ENDINGS[1:])}, not {shown(result['end'])}")
    return {key: result[key] for key in ("money", "winners", "end")}


def draw_name(draw: int) -> str:
    """A market draw as records have it: the tile, or the number alone."""
    return TILE_NAMES[draw] if draw < TILES else str(draw - TILES)


def check_market(setup: Setup, happened: list[Event], drawn: int, number: int) -> None:
    """A draw that the record gives must be possible: a tile still in the bag, a bare number only without a bag."""
    draws = [event for event in happened if event.kind == "market"]
    if setup.seed is None and drawn > len(setup.market):
        raise RecordError(f"the market draws for {draws[-1].chain}, but the record has no draw left", number)
    for draw, event in zip(setup.market[drawn - len(draws) :], draws, strict=False):
        bag = setup.deck[event.before :]
        if event.tile is None and bag:
            raise RecordError(f"the market draw “{event.count}” is a bare number, but the bag has tiles", number)
        if event.tile is not None and draw not in bag:
            raise RecordError(f"the market draws {event.tile}, which is not in the bag", number)
