"""What bots' choices are worth, decision by decision: far fewer games tell players apart than matches need.

Strong quick players play a game; at some of its decisions every bot is asked, by what the seat has seen and without
memory. Where they disagree each choice is played on by those players in the same worlds, of which no bot has seen any,
and the network says what the seat's chance is some turns later. What is worth more comes out of many such decisions;
what nobody here thinks of is not weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
from rich.table import Table

from mergemaker.arena.match import warm_up
from mergemaker.arena.task_runner import spread
from mergemaker.bots.bot import SeenBot
from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.registry import make_bot
from mergemaker.bots.seated_bot import answer
from mergemaker.rules import engine
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.players import check_players
from mergemaker.rules.random_words import key_at
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import OVER, fields
from mergemaker.rules.words.notation import read_action
from mergemaker.rules.words.phrases import counted
from mergemaker.rules.worlds import fill

PLAYERS = "magnate:glance=8"  # who plays the games, and plays choices on
ASKED = 0.06  # of the decisions with a choice: some sixteen in a game of four
TURNS = 12  # that are played on: three rounds of four
SURE = 1.96  # standard errors to either side


class Choices(msgspec.Struct, frozen=True):
    """A game at whose decisions bots are asked."""

    bots: tuple[str, ...]
    edition: dict[str, Any]
    seed: int
    number: int
    players: int
    worlds: int


class Worth(msgspec.Struct, frozen=True):
    """What a bot's choices are worth more than the first bot's and than those of the bot before it, in chance."""

    bot: str
    decisions: int
    alike: float  # the part of the decisions in which it chose as the bot before it
    over_first: float
    first_margin: float
    over_before: float
    before_margin: float


def weigh_game(game: Choices) -> list[list[float]]:
    """For each decision that was asked, each bot's chance after its choice, less the first bot's."""
    warm_up(game.bots)
    edition = Edition.from_dict(game.edition)
    rng = np.random.default_rng((game.seed, game.number))
    player = make_bot(PLAYERS, game.number)
    assert isinstance(player, SeenBot)
    bots = [make_bot(name, game.number) for name in game.bots]
    table = Game.new(edition, game.players, seed=(game.seed << 32) + game.number)
    found = []
    try:
        for bot in bots:
            bot.start()
        while table.to_act is not None:
            view = table.view(table.to_act)
            if len(view.actions) > 1 and rng.random() < ASKED:
                for bot in bots:
                    bot.begin(edition, table.names, table.to_act)  # nothing is remembered of the decision before
                # What can’t be played counts as the clerk's decision, here as in games.
                chosen = [read_action(edition, answer(bot, view).action) for bot in bots]
                key = int(rng.integers(1 << 62))
                worth = dict.fromkeys(chosen, 0.0)
                if len(worth) > 1:
                    worth = {one: worth_of(player, edition, view.seen, one, key, game.worlds) for one in worth}
                found.append([worth[one] - worth[chosen[0]] for one in chosen])
            table.play(player.choose(view))
    finally:
        for bot in (player, *bots):
            bot.close()
    return found


def worth_of(player: SeenBot, edition: Edition, seen: Any, action: int, key: int, worlds: int) -> float:
    """The deciding seat's chance after an action, played on in so many worlds."""
    seat = int(fields(seen).actor)
    whole = 0.0
    for at in range(worlds):
        state = seen.copy()
        fill(edition.record, state, key_at(key, at))
        play_on(player, edition, state, action)
        whole += chance_in(edition, state, seat)
    return whole / worlds


def play_on(player: SeenBot, edition: Edition, state: Any, action: int) -> None:
    """Plays an action, and on by one player for all seats until so many turns have begun, or to the end."""
    game = fields(state)
    turns, mover = TURNS, int(game.mover)
    engine.apply(edition.record, state, action, None)
    while int(game.decision) != OVER:
        if int(game.mover) != mover:
            turns, mover = turns - 1, int(game.mover)
            if turns < 0:
                return
        seen = seen_by(edition.record, state, int(game.actor), edition.hides())
        engine.apply(edition.record, state, player.decide(edition, seen), None)


def chance_in(edition: Edition, state: Any, seat: int) -> float:
    """A seat's chance by the network, as it sees the position; its part of the win when the game is over."""
    game = fields(state)
    if int(game.decision) == OVER:
        cash = game.cash[: int(game.players)]
        return float(cash[seat] == cash.max()) / int((cash == cash.max()).sum())
    return float(evaluate(edition, seen_by(edition.record, state, seat, edition.hides())).chances[seat])


def plan(bots: Sequence[str], edition: Edition, games: int, *, players: int, worlds: int, seed: int) -> list[Choices]:
    """The games of a comparison. What can't be played is said at once."""
    check_players(edition, players)
    for name in bots:
        make_bot(name).close()
    rules = edition.to_dict()
    return [Choices(tuple(bots), rules, seed, number, players, worlds) for number in range(games)]


def weigh(tasks: Sequence[Choices], jobs: int) -> Iterator[list[list[float]]]:
    """What was found in each game, as it comes."""
    for _, found in spread(weigh_game, tasks, jobs):
        yield found


def sum_up(bots: Sequence[str], found: Sequence[Sequence[float]]) -> list[Worth]:
    """Each bot over all decisions, beside the first and beside the one before it."""
    rows = np.array(found).reshape(-1, len(bots))
    worths = []
    for at, bot in enumerate(bots):
        before = rows[:, max(at - 1, 0)]
        over_first, first_margin = _mean(rows[:, at])
        over_before, before_margin = _mean(rows[:, at] - before)
        alike = float((rows[:, at] == before).mean()) if len(rows) else 1.0
        worths.append(Worth(bot, len(rows), alike, over_first, first_margin, over_before, before_margin))
    return worths


def _mean(numbers: Any) -> tuple[float, float]:
    if len(numbers) < 2:
        return 0.0, 0.0
    return float(numbers.mean()), SURE * float(numbers.std(ddof=1)) / float(np.sqrt(len(numbers)))


def worth_table(worths: Sequence[Worth]) -> Table:
    """A row for each bot, in points of chance a decision."""
    table = Table(title=f"What choices are worth, in points of chance: {counted(worths[0].decisions, 'decision')}")
    for heading in ("bot", "over the first", "over the one before", "alike"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for one in worths:
        first = "–" if one is worths[0] else f"{100 * one.over_first:+.2f} ± {100 * one.first_margin:.2f}"
        before = "–" if one is worths[0] else f"{100 * one.over_before:+.2f} ± {100 * one.before_margin:.2f}"
        alike = "–" if one is worths[0] else f"{one.alike:.0%}"
        table.add_row(one.bot, first, before, alike)
    return table
