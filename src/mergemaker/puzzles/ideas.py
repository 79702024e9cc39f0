"""The ideas of the game that a puzzle is about, read off the position, the best action and the reason for it."""

from __future__ import annotations

from mergemaker.review.reasons import Why
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.tile_effects import TileEffect

MAJORITY, MERGER, FOUNDING, TRADE_OR_HOLD, CASH, DEAD_TILES, ENDING, DEFENCE = IDEAS = (
    "majority",
    "merger",
    "founding",
    "trade or hold",
    "cash",
    "dead tiles",
    "ending",
    "defence",
)
SHORT_OF_CASH = 1000  # dollars: with less, what is spent now is missed soon


def ideas_of(game: Game, best: str, second: str, why: Why) -> tuple[str, ...]:
    """The ideas of one decision, in the order of the list above."""
    seat = game.to_act
    assert seat is not None  # a decision is asked
    view = game.view(seat)
    decision = str(game.decision)
    effects = {effect.tile: effect for effect in view.hand}
    placed = [effects[one.removeprefix("place ")] for one in (best, second) if one.startswith("place ")]
    found = set()
    if why.place or _takes_lead(placed, seat):
        found.add(MAJORITY)
    if decision in ("survivor", "absorb") or any(effect.effect == "merges" for effect in placed):
        found.add(MERGER)
    if decision == "found" or any(effect.effect == "founds" for effect in placed):
        found.add(FOUNDING)
    if decision in ("trade", "sell"):
        found.add(TRADE_OR_HOLD)
    if _about_cash(view, seat, best, why):
        found.add(CASH)
    if decision == "exchange" or any(not effect.playable for effect in view.hand if decision == "place"):
        found.add(DEAD_TILES)
    if why.end or view.announced or (decision == "place" and "end" in view.actions):
        found.add(ENDING)
    if why.terms and why.terms[0].seat != seat and why.terms[0].dollars < 0:
        found.add(DEFENCE)
    return tuple(idea for idea in IDEAS if idea in found)


def _takes_lead(placed: list[TileEffect], seat: int) -> bool:
    """Whether the best tile pays this seat a bonus at once."""
    return bool(placed) and any(payment.seat == seat for payment in placed[0].bonuses)


def _about_cash(view: SeenView, seat: int, best: str, why: Why) -> bool:
    money = view.players[seat].money
    gains = any(term.chain is None and term.seat == seat and term.dollars > 0 for term in why.terms)
    short = money is not None and money < SHORT_OF_CASH
    return best == "done" or (gains and (short or why.terms[0].chain is None))
