"""How a game came out: where everybody's money came from, and how it grew over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mergemaker.learning.tries import Played
from mergemaker.rules.final_account import Standing, final_account
from mergemaker.rules.game import Game
from mergemaker.rules.words.phrases import dollars
from mergemaker.terminal.panels.cell_text import left, short_names, widest
from mergemaker.terminal.sessions.session import Session


def account_of(session: Session) -> tuple[Standing, ...]:
    """Everybody's account of a game that is over, the richest first."""
    return final_account(session.game.names, session.game.money, session.moves[-1].events)


def account_lines(account: Sequence[Standing], width: int = 80) -> list[str]:
    """The account as a table of text, its names cut where there is no room; the winners have a star."""
    sums = 8 * 4 + 2  # with the star
    gap = 2 if width >= sums + 4 * 2 + 12 else 1
    wide = min(widest([one.name for one in account], 4), width - sums - 4 * gap)
    names = short_names([one.name for one in account], wide)
    heads = "".join(f"{'':{gap}}{head:>8}" for head in ("cash", "bonuses", "shares", "total"))
    lines = [f"  {'':{wide}}{heads}"]
    for one, name in zip(account, names, strict=True):
        bonuses, sales = (sum(getattr(chain, of) for chain in one.chains) for of in ("bonus", "sale"))
        amounts = "".join(f"{'':{gap}}{dollars(amount):>8}" for amount in (one.cash, bonuses, sales, one.total))
        lines.append(f"{'★' if one.place == 1 else ' '} {left(name, wide)}{amounts}")
    return lines


class Moment(NamedTuple):
    """A point of the game's course: after so many actions, everybody's cash and worth."""

    version: int
    cash: tuple[int, ...]
    worth: tuple[int, ...]


def course(over: Game, moves: Sequence[Played]) -> list[Moment]:
    """Everybody's cash and worth before the first action and after each turn, of a game that is over."""
    game = over.from_the_deal()
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
