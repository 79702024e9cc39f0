"""A match: the same deals with seats rotated, so that luck cancels, and what each bot made of them.

A match is planned as tasks that know everything they need; whoever plays them, in whatever order, the games are the
same (bots that think by the clock apart).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from mergemaker.arena.task_runner import spread
from mergemaker.bots.bot import Bot, BotError
from mergemaker.bots.first_decision import decide_first
from mergemaker.bots.registry import COMMAND, make_bot
from mergemaker.bots.seated_bot import Seated, told
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.players import check_players
from mergemaker.rules.record_format import LONGEST_NAME

DEAL_STRIDE = 1 << 32  # a match's seed is the high part of its deals' seeds


class GameTask(msgspec.Struct, frozen=True):
    """One game to be played. `seating` says which bot of the match has each seat."""

    number: int
    edition: dict[str, Any]
    bots: tuple[str, ...]
    seating: tuple[int, ...]
    seed: int
    recorded: bool


class Played(msgspec.Struct, frozen=True):
    """What came of a game; lists are by bot of the match, not by seat."""

    number: int
    names: list[str]  # what each is called in reports
    money: list[int]
    won: list[float]  # a shared win is shared
    place: list[float]  # from 1; equal money shares the mean of its places
    decisions: list[int]
    seconds: list[float]
    faults: list[list[str]]
    record: dict[str, Any] | None


def plan(bots: Sequence[str], edition: Edition, games: int, seed: int, *, recorded: bool = False) -> list[GameTask]:
    """The games of a match. Each deal is played once for every rotation of the seats."""
    check_players(edition, len(bots))
    for name in bots:
        make_bot(name).close()  # a name that is wrong is said at once
    players = len(bots)
    rules = edition.to_dict()
    return [
        GameTask(
            number=number,
            edition=rules,
            bots=tuple(bots),
            seating=tuple((seat + number) % players for seat in range(players)),
            seed=seed * DEAL_STRIDE + number // players,
            recorded=recorded,
        )
        for number in range(games)
    ]


def play_game(task: GameTask) -> Played:
    """Plays one game of a match. A bot that can't be started fails the match: BotError, not a game of the clerk's."""
    edition = Edition.from_dict(task.edition)
    seats = [
        Seated(make_bot(task.bots[bot], seed=(task.seed << 8) + (task.number << 3) + seat), seat)
        for seat, bot in enumerate(task.seating)
    ]
    try:
        for seated in seats:
            _start(seated.bot)
        names = [_reported(seated.bot) for seated in seats]
        game = Game.new(edition, [name[:LONGEST_NAME] for name in names], seed=task.seed)
        for seated in seats:
            seated.begin(game)
        while game.to_act is not None:
            happened = game.play(seats[game.to_act].decide(game))
            for seated in seats:
                seated.watch(game, happened)
    finally:
        for seated in seats:
            seated.close()
    money = game.money
    by_bot = [task.seating.index(bot) for bot in range(len(task.bots))]
    return Played(
        number=task.number,
        names=[names[seat] for seat in by_bot],
        money=[money[seat] for seat in by_bot],
        won=[_won(money, seat) for seat in by_bot],
        place=[_place(money, seat) for seat in by_bot],
        decisions=[seats[seat].decisions for seat in by_bot],
        seconds=[seats[seat].seconds for seat in by_bot],
        faults=[
            [f"game {task.number + 1}, action {fault.version + 1}: {fault.what}" for fault in seats[seat].faults]
            for seat in by_bot
        ],
        record=game.record() if task.recorded else None,
    )


def _start(bot: Bot) -> None:
    try:
        bot.start()
    except Exception as error:  # a stranger's bot may fail in any way
        raise BotError(f"{bot.name} can’t play: {told(error)}") from error


def _reported(bot: Bot) -> str:
    """What a report calls a bot: by its options too, but a program by its own name, since its command may be long."""
    return bot.title if bot.name.startswith(COMMAND) else bot.name


def _won(money: Sequence[int], seat: int) -> float:
    return 1 / money.count(max(money)) if money[seat] == max(money) else 0.0


def _place(money: Sequence[int], seat: int) -> float:
    ahead = sum(other > money[seat] for other in money)
    level = money.count(money[seat])
    return ahead + (level + 1) / 2


@cache
def warm_up(bots: tuple[str, ...]) -> None:
    """Has each bot decide once, so that compiling does not count as thinking."""
    for name in bots:
        if not name.startswith(COMMAND):
            bot = make_bot(name)
            with contextlib.suppress(Exception):  # it will be told as a fault when it plays
                decide_first(bot)
            bot.close()


def play_batch(tasks: Sequence[GameTask]) -> list[Played]:
    """Plays some games of a match, which go to a worker together so that sending them costs little."""
    warm_up(tuple(dict.fromkeys(name for task in tasks for name in task.bots)))
    return [play_game(task) for task in tasks]


def play_match(tasks: Sequence[GameTask], jobs: int = 1, cluster: str | None = None) -> Iterator[Played]:
    """Plays the games of a match and gives each as it ends; with several workers in no certain order."""
    if not tasks:
        return
    alone = jobs <= 1 and cluster is None
    size = 1 if alone else max(1, min(len(tasks[0].bots), len(tasks) // (4 * max(jobs, 1))))
    batches = [tasks[at : at + size] for at in range(0, len(tasks), size)]
    for _, games in spread(play_batch, batches, jobs, cluster):
        yield from games
