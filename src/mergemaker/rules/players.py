"""How many may play, and what they may be called."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.record_format import LONGEST_NAME
from mergemaker.rules.words.phrases import shown


def names_of(players: int | Sequence[str]) -> list[str]:
    """The players' names, checked; made up where only their number is given."""
    if isinstance(players, int):
        return [f"Player {seat}" for seat in range(1, players + 1)]
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise MergemakerError("Players are a number, or a list of names.")
    names = list(players)
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise MergemakerError(f"A player’s name is 1 to {LONGEST_NAME} printable characters, not {shown(name)}.")
    return names


def check_players(edition: Edition, players: int) -> None:
    """Refuses a number of players that an edition is not for."""
    if not edition.allows(players):
        fewest, most = edition.players.fewest, edition.players.most
        raise MergemakerError(f"{edition.title} is for {fewest} to {most} players, not {players}.")
