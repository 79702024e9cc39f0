"""Who sits down: from what was asked for to names and players of every seat, or a sentence why it can't be."""

from __future__ import annotations

import getpass
from collections.abc import Sequence

import msgspec

from mergemaker.bots import make_bot
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import check_players, names_of
from mergemaker.rules.words.phrases import listed
from mergemaker.terminal.saved_games import PERSON

EDITION = "2023-classic"
PLAYERS = 4
BOTS = ("broker", "clerk", "mogul")


class Seating(msgspec.Struct, frozen=True):
    """Names and players, seat by seat; a player is PERSON or a bot's name with its options."""

    names: tuple[str, ...]
    who: tuple[str, ...]


def seat(edition: Edition, players: int | None = None, people: Sequence[str] = (), bots: Sequence[str] = ()) -> Seating:
    """Seats the people first and then the bots. Bots are taken in turn until all seats are filled.

    Without a number of players, the bots that are named say how many; without either, it is four or what the edition
    allows.
    """
    persons = list(people) or [own_name()]
    if players is None:
        usual = min(max(PLAYERS, edition.players.fewest), edition.players.most)
        players = len(persons) + len(bots) if bots or len(persons) >= usual else usual
    check_players(edition, players)
    if len(persons) + len(bots) > players:
        there = listed([_counted(len(persons), "person", "people"), _counted(len(bots), "bot", "bots")])
        raise MergemakerError(f"{there} are too many for {players} players.")
    pool = list(bots) or list(BOTS)
    programs = [pool[at % len(pool)] for at in range(players - len(persons))]
    for program in dict.fromkeys(programs):
        make_bot(program, 0).close()  # says now, not later, when there is no such bot
    names = unique([*persons, *(program.partition(":")[0] for program in programs)])
    return Seating(tuple(names_of(names)), (*(PERSON for _ in persons), *programs))


def own_name() -> str:
    """What the player is called when nobody said: the name of the login."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # a login without a name; the error depends on the platform
        login = ""
    return login[:1].upper() + login[1:12] if login.isalnum() and login != "root" else "Player"


def unique(names: Sequence[str]) -> list[str]:
    """The names, a number behind those that are there already, so that a sentence says who it was."""
    told: list[str] = []
    for name in names:
        number, fresh = 1, name
        while fresh.casefold() in (other.casefold() for other in told):
            number += 1
            fresh = f"{name} {number}"
        told.append(fresh)
    return told


def split(text: str | None) -> list[str]:
    """A list written with commas."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
