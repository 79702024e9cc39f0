"""Tuning the broker's weights by self-play: the cross-entropy method over compiled games.

Each generation draws weights around the present ones, seats them at tables against each other on the same deals with
seats rotated, and moves towards those that won most. Against another bot each sits alone: then what is looked for is a
way to exploit that bot, and a fair share of wins means that there is none. A win is softened: first by little counts
less than first by far, which tells more from each game. The same seed gives the same weights always.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from mergemaker.arena.task_runner import spread
from mergemaker.bots import compiled
from mergemaker.bots.compiled_bot import PolicyBot
from mergemaker.bots.evaluation.outlook import WEIGHT_NAMES, WEIGHTS_FILE, weights_of
from mergemaker.bots.registry import make_bot
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.state import fields, new_state

PLAIN_FILE = WEIGHTS_FILE.with_name("plain_weights.toml")  # round numbers, to tune from nothing

SOFT = 2000.0  # dollars of lead that make a softened win e times as sure
ELITE = 0.25  # of a generation is followed
CAUTION = 0.3  # of the old spread is kept, so that a lucky generation does not freeze the search


class Table(msgspec.Struct, frozen=True):
    """One table of a generation: who sits there and which deals are played, each once for every rotation."""

    edition: dict[str, Any]
    weights: tuple[tuple[float, ...], ...]
    clerks: int  # how many of the seats, the last ones, are the clerk's: a stranger to learn from
    first: int
    deals: int
    key: int
    against: str | None = None  # the bot in all seats but the first


class Generation(msgspec.Struct, frozen=True):
    """What came of a generation."""

    number: int
    weights: dict[str, float]
    spread: float  # mean standard deviation, in powers of e
    best: float  # softened wins of the elite, in fair shares
    games: int


def softened(state: Any, players: int) -> Any:
    """Each seat's part of a win that counts less the smaller the lead."""
    money = fields(state).cash[:players].astype(float)
    soft = np.exp((money - money.max()) / SOFT)
    return soft / soft.sum()


def play_against(table: Table) -> list[float]:
    """The mean softened win of each seat where the first one's weights play against another bot."""
    edition = Edition.from_dict(table.edition)
    players = len(table.weights)
    won = np.zeros(players)
    for deal in range(table.first, table.first + table.deals):
        for turned in range(players):
            seats: list[Any] = [PolicyBot("broker", compiled.BROKER, 0, weights_of(table.weights[0]))]
            seats += [make_bot(str(table.against), deal) for _ in range(1, players)]
            game = Game.new(edition, players, seed=(table.key << 20) + deal)
            while game.to_act is not None:
                game.play(seats[(game.to_act - turned) % players].choose(game.view(game.to_act)))
            won += np.roll(softened(game.state, players), -turned)
            for bot in seats:
                bot.close()
    return [float(share) for share in won / (table.deals * players)]


def play_table(table: Table) -> list[float]:
    """The mean softened win of each seat."""
    if table.against is not None:
        return play_against(table)
    edition = Edition.from_dict(table.edition)
    players = len(table.weights)
    games = new_state()
    fields(games).players = players
    worlds, outlook = compiled.new_scratch()
    actions = np.zeros(compiled.MOST_ACTIONS, np.int64)
    keys = np.zeros(players, np.int64)
    kinds = np.array([compiled.BROKER] * (players - table.clerks) + [compiled.CLERK] * table.clerks)
    weights = np.concatenate([weights_of(one) for one in table.weights])
    won = np.zeros(players)
    hidden = edition.hides()
    for deal in range(table.first, table.first + table.deals):
        for turned in range(players):
            compiled.deal(edition.record, games, (table.key << 20) + deal)
            compiled.play(
                edition.record,
                games,
                compiled.MOST_ACTIONS,
                hidden,
                np.roll(kinds, turned),
                keys,
                np.roll(weights, turned),
                worlds,
                outlook,
                actions,
            )
            won += np.roll(softened(games, players), -turned)
    return [float(share) for share in won / (table.deals * players)]


class Setting(msgspec.Struct, frozen=True):
    """A kind of table to become good at."""

    edition: Edition
    players: int


def seat_candidates(
    setting: Setting, drawn: Any, course: Course, games: int, generation: int, rng: np.random.Generator
) -> Iterator[tuple[Any, Table]]:
    """Seats every candidate at as many tables as a table has seats, with other company each time.

    A deal is played once for every rotation, so that each of them plays about `games`.
    """
    clerks, key = course.clerks, course.seed * 1000 + generation
    brokers = setting.players - clerks if course.against is None else 1
    rules = setting.edition.to_dict()
    each = max(1, games // setting.players**2)
    for round_number in range(setting.players):
        for group in rng.permutation(len(drawn))[: len(drawn) // brokers * brokers].reshape(-1, brokers):
            seated = [tuple(map(float, np.exp(drawn[one]))) for one in group]
            seated += [seated[0]] * (setting.players - brokers)
            yield group, Table(rules, tuple(seated), clerks, round_number * each, each, key, course.against)


class Course(msgspec.Struct, frozen=True):
    """How weights are tuned: how long, how many at a time, how many games each, against whom, how far apart."""

    generations: int = 30
    population: int = 24
    games: int = 400  # of each candidate in a generation, as many of every setting
    clerks: int = 0
    width: float = 0.3
    seed: int = 1
    against: str | None = None  # a bot that has all seats but one

    @property
    def flags(self) -> str:
        """The course as flags of `mergemaker tune`."""
        given = {name: getattr(self, name) for name in self.__struct_fields__}
        return " ".join(f"--{name} {value}" for name, value in given.items() if value is not None)


def tune(
    settings: Sequence[Setting], start: Any, course: Course, *, jobs: int = 1, cluster: str | None = None
) -> Iterator[Generation]:
    """Finds better weights, generation by generation. `start` is a record of weights; all stay positive."""
    population = course.population
    centre = np.log(np.maximum(np.asarray(start).view(np.float64), 1e-6))
    deviation = np.full(len(WEIGHT_NAMES), course.width)
    rng = np.random.default_rng(course.seed)
    for number in range(1, course.generations + 1):
        drawn = centre + deviation * rng.standard_normal((population, len(WEIGHT_NAMES)))
        drawn[0] = centre
        company, tables = zip(
            *(
                seated
                for setting in settings
                for seated in seat_candidates(setting, drawn, course, course.games // len(settings), number, rng)
            ),
            strict=True,
        )
        results: list[list[float]] = [[] for _ in tables]
        for at, shares in spread(play_table, tables, jobs, cluster):
            results[at] = shares
        won = np.zeros(population)
        sat = np.zeros(population)
        # Added up in the tables' order, not as they come in: sums of decimals depend on their order.
        for group, shares in zip(company, results, strict=True):
            for one, share in zip(group, shares, strict=False):
                won[one] += share * len(shares)
                sat[one] += 1
        score = won / np.maximum(sat, 1)
        elite = drawn[np.argsort(-score, kind="stable")[: max(2, int(population * ELITE))]]
        centre = elite.mean(axis=0)
        deviation = CAUTION * deviation + (1 - CAUTION) * elite.std(axis=0)
        yield Generation(
            number,
            dict(zip(WEIGHT_NAMES, map(float, np.exp(centre)), strict=True)),
            float(deviation.mean()),
            float(np.sort(score)[::-1][: len(elite)].mean()),
            sum(table.deals * len(table.weights) for table in tables),
        )


def weights_text(weights: dict[str, float], made_by: str) -> str:
    """The text of a weights file, each line with the words that the built-in file has on it."""
    words = {}
    for line in WEIGHTS_FILE.read_text(encoding="utf-8").splitlines():
        name, _, rest = line.partition(" = ")
        if name in weights:
            words[name] = rest.partition("# ")[2]
    lines = [f"# Weights of the evaluation. Found by: {made_by}", "", "[weights]"]
    for name, value in weights.items():
        shown = f"{name} = {float(f'{value:.4g}')}"
        lines.append(f"{shown:<28} # {words[name]}")
    return "\n".join(lines) + "\n"
