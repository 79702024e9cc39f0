"""Who sits down: from what was asked for to names and players of every seat, or a sentence why it can't be."""

from __future__ import annotations

import getpass
from collections.abc import Sequence

import msgspec

from mergemaker.bots import make_bot
from mergemaker.bots.registry import unique_names
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.players import check_players, names_of
from mergemaker.rules.words.phrases import counted, listed
from mergemaker.terminal.sessions.saved_games import PERSON

EDITION = "2023-classic"
PLAYERS = 4
BOTS = ("broker", "clerk", "mogul", "magnate")


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
        there = listed([counted(len(persons), "person", "people"), counted(len(bots), "bot")])
        raise MergemakerError(f"{there} are too many for {players} players.")
    pool = list(bots) or list(BOTS)
    programs = [pool[at % len(pool)] for at in range(players - len(persons))]
    titles = {program: _title(program) for program in dict.fromkeys(programs)}
    names = unique_names([*persons, *(titles[program] for program in programs)])
    return Seating(tuple(names_of(names)), (*(PERSON for _ in persons), *programs))


def _title(program: str) -> str:
    """What a bot is called at the table; says now, not later, when there is none or it can't be started."""
    bot = make_bot(program, 0)
    try:
        bot.start()
        return bot.title
    finally:
        bot.close()


def own_name() -> str:
    """What the player is called when nobody said: the name of the login."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # a login without a name; the error depends on the platform
        login = ""
    return login[:1].upper() + login[1:12] if login.isalnum() and login != "root" else "Player"
