"""How a game came out: where everybody's money came from, and how it grew over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mergemaker.rules.game import Game
from mergemaker.rules.words.phrases import dollars
from mergemaker.rules.words.sentences import Event
from mergemaker.terminal.session import Move


class Share(NamedTuple):
    """What a seat ends with: cash from play, the bonuses and the shares paid out at the end, and the sum."""

    seat: int
    name: str
    cash: int
    bonuses: int
    shares: int
    total: int
    won: bool


def breakdown(game: Game, last: Sequence[Event]) -> list[Share]:
    """Everybody's money at the end, the richest first; `last` is what the last action brought."""
    assert game.result is not None
    at = next(at for at, event in enumerate(last) if event.kind == "ended")
    paid_out = last[at:]
    shares = []
    for seat, total in enumerate(game.money):
        bonuses = sum(event.money for event in paid_out if event.kind == "bonus" and event.seat == seat)
        sold = sum(event.money for event in paid_out if event.kind == "cashed in" and event.seat == seat)
        won = seat in game.result["winners"]
        shares.append(Share(seat, game.names[seat], total - bonuses - sold, bonuses, sold, total, won))
    return sorted(shares, key=lambda share: (-share.total, share.seat))


def breakdown_lines(shares: Sequence[Share]) -> list[str]:
    """The breakdown as a table of text."""
    wide = max(4, *(len(share.name) for share in shares))
    lines = [f"  {'':{wide}}  {'cash':>8}  {'bonuses':>8}  {'shares':>8}  {'total':>8}"]
    for share in shares:
        amounts = (share.cash, share.bonuses, share.shares, share.total)
        sums = "".join(f"  {dollars(amount):>8}" for amount in amounts)
        lines.append(f"{'★' if share.won else ' '} {share.name:{wide}}{sums}")
    return lines


class Moment(NamedTuple):
    """A point of the game's course: after so many actions, everybody's cash and worth."""

    version: int
    cash: tuple[int, ...]
    worth: tuple[int, ...]


def course(over: Game, moves: Sequence[Move]) -> list[Moment]:
    """Everybody's cash and worth before the first action and after each turn, of a game that is over."""
    game = over.at(0)
    game.hidden = False  # at the end everything is laid open
    moments = [_moment(game)]
    for move, after in zip(moves, [*moves[1:], None], strict=True):
        game.play(move.action)
        if after is None or after.mover != move.mover:
            moments.append(_moment(game))
    return moments


def _moment(game: Game) -> Moment:
    players = game.view(None).players
    return Moment(
        game.version,
        tuple(player.money or 0 for player in players),
        tuple(player.worth or 0 for player in players),
    )
