"""Ratings by openskill: one number for each bot from games of any number of players, with its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec


class Rating(msgspec.Struct, frozen=True):
    """Skill and its standard deviation, on openskill's scale: a newcomer has 25 ± 8.3."""

    skill: float
    uncertainty: float


NEWCOMER = Rating(25.0, 25.0 / 3)


def rate(games: Sequence[Sequence[tuple[str, float]]]) -> dict[str, Rating]:
    """Ratings after games, each given as names with the places they took.

    A name that has several seats takes part with the mean of their places: a bot can't gain on itself.
    """
    from openskill.models import PlackettLuce

    # Nothing is learnt between games of programs, so skill does not drift and uncertainty only falls.
    model: Any = PlackettLuce(tau=0.0)
    known: dict[str, Any] = {}
    for game in games:
        places: dict[str, list[float]] = {}
        for name, place in game:
            places.setdefault(name, []).append(place)
            known.setdefault(name, model.rating(name=name))
        if len(places) < 2:
            continue
        names = list(places)
        ranks = [sum(places[name]) / len(places[name]) for name in names]
        after = model.rate([[known[name]] for name in names], ranks=ranks)
        for name, team in zip(names, after, strict=True):
            known[name] = team[0]
    return {name: Rating(float(one.mu), float(one.sigma)) for name, one in known.items()}
