"""How good somebody is: openskill's Plackett-Luce, from games of two to six, on a scale that the bots hold in place.

A rating is kept as openskill has it, a skill and its uncertainty, and shown as points: a broker has 1500, and twenty
points are one of openskill's. The built-in bots never change, so they are the anchors: their skills follow from
matches that docs/understand/bots.md has with their commands, and in games with bots they stay where they are. Everybody
begins where the clerk is, as unsure as openskill makes a newcomer; whoever has played with bots begins among people
where those games have put them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from mergemaker.store.results_store import StoredGame, StoredGameSeat

POINTS = 20.0  # of the shown scale, for one of openskill's
BROKER = 1500
NEWCOMER, UNSURE = 25.0, 25.0 / 3
BETA = 25.0 / 6
SURE_BOT = 1.0  # a bot's uncertainty: it has been measured, and nothing changes it
PROVISIONAL = 100  # points of uncertainty; below that and with these games a rating counts as known
FEWEST_GAMES = 8
ENOUGH_GAMES = 20  # for a rating by edition family and table size to tell anything

# One bot against three of a weaker one, tournament, four players: the share of wins (docs/understand/bots.md).
_SHARES = (
    ("novice", "random", 0.602),
    ("apprentice", "novice", 0.543),
    ("clerk", "apprentice", 0.546),
    ("trader", "clerk", 0.46),
    ("broker", "clerk", 0.638),
    ("banker", "broker", 0.51),
    ("mogul", "broker", 0.765),
    ("magnate", "mogul", 0.572),
)


def _anchors() -> dict[str, float]:
    """The bots' skills: what gives those shares of wins in the model, with the clerk at a newcomer's."""
    spread = math.sqrt(4 * (BETA**2 + SURE_BOT**2))
    found = {"random": 0.0}
    for better, weaker, share in _SHARES:
        found[better] = found[weaker] + spread * math.log(3 * share / (1 - share))
    shift = NEWCOMER - found["clerk"]
    return {level: found[level] + shift for level in sorted(found, key=lambda level: found[level])}


ANCHORS = _anchors()


class Skill(Struct, frozen=True):
    """A rating as openskill has it."""

    skill: float = NEWCOMER
    uncertainty: float = UNSURE


def points(skill: float) -> int:
    """A skill on the scale that is shown."""
    return round(BROKER + POINTS * (skill - ANCHORS["broker"]))


def give_or_take(uncertainty: float) -> int:
    """An uncertainty on that scale."""
    return round(POINTS * uncertainty)


def is_provisional(uncertainty: float, games: int) -> bool:
    """Whether a rating is not known well enough to be compared."""
    return games < FEWEST_GAMES or give_or_take(uncertainty) > PROVISIONAL


def nearest_bot(skill: float) -> str:
    """The bot whose skill is nearest."""
    return min(ANCHORS, key=lambda level: abs(ANCHORS[level] - skill))


def pools_of(game: StoredGame) -> tuple[str, ...]:
    """The ratings that a game counts for: that of its kind, and the same by family and table size."""
    return (game.pool, f"{game.pool}/{game.family}/{game.players}")


def rate_game(seats: Sequence[StoredGameSeat], known: Mapping[str, Skill]) -> dict[str, Skill]:
    """The players' skills after a game; `known` has those of before. Bots without an account are anchors."""
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce(beta=BETA)
    teams, ranks = [], []
    for seat in seats:
        if seat.level is not None:
            before = Skill(ANCHORS.get(seat.level, NEWCOMER), SURE_BOT)
        else:
            before = known.get(seat.player or "", Skill())
        teams.append([model.rating(mu=before.skill, sigma=before.uncertainty)])
        ranks.append(seat.rank)
    after = model.rate(teams, ranks=ranks)
    return {
        seat.player: Skill(float(team[0].mu), float(team[0].sigma))
        for seat, team in zip(seats, after, strict=True)
        if seat.player is not None and seat.level is None
    }
