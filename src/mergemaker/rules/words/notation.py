"""Reading an action from text, however it is spaced and capitalised."""

from __future__ import annotations

from functools import lru_cache

from mergemaker.rules import actions as a
from mergemaker.rules.board import tile_named
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import IllegalAction
from mergemaker.rules.state import MAX_CERTIFICATES
from mergemaker.rules.words.phrases import listed, nearest

_OF_TILE = {"place": a.PLACE_TILE}
_OF_CHAIN = {
    "found": a.FOUND_CHAIN,
    "survivor": a.KEEP_SURVIVOR,
    "absorb": a.ABSORB_CHAIN,
    "buy": a.BUY_SHARE,
}
_ALONE = {
    "skip": a.SKIP_TURN,
    "end": a.ANNOUNCE_END,
    "done": a.DONE_BUYING,
    "exchange": a.EXCHANGE_DEAD,
    "keep": a.KEEP_DEAD,
}
_OF_NUMBER = ("trade", "sell")
VERBS = (*_OF_TILE, *_OF_CHAIN, *_OF_NUMBER, *_ALONE)
LONGEST = 64  # characters of an action's text that are worth reading


def read_action(edition: Edition, text: str) -> int:
    """The action that a text names, however it is spaced and capitalised."""
    if not isinstance(text, str) or len(text) > LONGEST or not "".join(text.split()).isprintable():
        raise IllegalAction("unknown-action", "An action is a short text such as “place 5C”.")
    words = text.split()
    verb = words[0].lower() if words else ""
    rest = " ".join(words[1:])
    if verb not in VERBS:
        meant = nearest(verb, VERBS)
        hint = f" Did you mean {meant}?" if meant else ""
        raise IllegalAction("unknown-action", f"There is no action “{' '.join(words)}”.{hint}")
    if verb in _ALONE:
        if rest:
            raise IllegalAction("unknown-action", f"“{verb}” stands alone, without “{rest}”.")
        return _ALONE[verb]
    if verb in _OF_TILE:
        tile = tile_named(rest)
        if tile is None:
            raise IllegalAction("unknown-tile", f"There is no tile “{rest}”. Tiles are 1A to 12I, such as 5C.")
        return a.PLACE_TILE + tile
    if verb in _OF_CHAIN:
        try:
            return _OF_CHAIN[verb] + edition.chain_index(rest)
        except LookupError:
            meant = nearest(rest, edition.chain_names)
            hint = f"Did you mean {meant}?" if meant else f"Chains are {listed(edition.chain_names)}."
            raise IllegalAction("unknown-chain", f"There is no chain “{rest}”. {hint}") from None
    if not (rest.isascii() and rest.isdigit() and int(rest) <= MAX_CERTIFICATES):
        raise IllegalAction("unknown-action", f"“{verb}” takes a number of shares, such as “{verb} 2”.")
    if verb == "trade" and int(rest) % 2:
        raise IllegalAction("odd-trade", f"Shares are traded two for one, so {rest} is odd: trade an even number.")
    return a.TRADE_PAIRS + int(rest) // 2 if verb == "trade" else a.SELL_SHARES + int(rest)


@lru_cache(maxsize=64)
def action_numbers(chains: tuple[str, ...]) -> dict[str, int]:
    """Each action's id by its text, exactly as it is written in records."""
    return {text: number for number, text in enumerate(a.action_texts(chains)) if text}
