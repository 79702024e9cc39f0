"""Mining: strong games are played or read, and positions are kept where one action is far better than the others.

The cheapest questions come first: one look at the network, a few worlds, whether weaker bots go wrong at all. Only what
passes is proven. A task is plain data and its result depends on nothing else, so that the same seed gives the same
puzzles on however many cores.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from mergemaker.bots.bot import texts_of
from mergemaker.bots.builtin import magnate_bot
from mergemaker.bots.magnate import LookBot
from mergemaker.bots.registry import make_bot
from mergemaker.puzzles.announcements import is_announcement, to_announcement
from mergemaker.puzzles.ideas import ideas_of
from mergemaker.puzzles.proof import MINING, MOST_OPTIONS, Effort, Proof, Prover
from mergemaker.puzzles.puzzle_file import SEAT_NAMES, Puzzle, Step, id_of, seen_now, source_of
from mergemaker.puzzles.solutions import LADDER, bot_solves, bots_that_solve, skip_forced, tells_more
from mergemaker.review.judge import Judge
from mergemaker.review.reasons import line_of_play, reason_now
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game
from mergemaker.rules.state import copied
from mergemaker.rules.worlds import fill

STRIDE = 1 << 32  # a mining's seed is the high part of its games' seeds
# Players that are strong and quick; one of these takes all seats, or they are mixed.
PLAYERS = ("magnate:iterations=1", "magnate:iterations=1:temper=0.01", "broker", "magnate:iterations=250")
# How many decisions of a kind are looked at: there are many tiles to place and shares to buy, and few mergers.
LOOKED_AT = {"place": 0.5, "buy": 0.35, "trade": 0.8, "sell": 0.8}
AT_A_GLANCE = 0.02  # chance by which the second must lie behind at one look,
RARE_AT_A_GLANCE = 0.005  # and for the rare kinds
UNRATED = ("exchange",)  # no bot looks at these: dead tiles are always exchanged
IN_A_FEW_WORLDS = 0.035
FEW_WORLDS = 8
MOST_OF_A_GAME = 5
APART = 6  # actions between two puzzles of a game
MOST_STEPS = 4
KINDS = ("place", "found", "survivor", "absorb", "trade", "sell", "buy", "exchange", "ending")


class MineTask(msgspec.Struct, frozen=True):
    """A game to look through: one to be played from a number, or one that somebody has recorded."""

    number: int
    seed: int
    effort: Effort = MINING
    kinds: tuple[str, ...] = ()  # only these decisions, where any are named, in quicker games; “ending” is one
    record: dict[str, Any] | None = None


class MinedGame(msgspec.Struct, frozen=True):
    """What one game gave: how many decisions were looked at, how many were proven or not, and the puzzles."""

    number: int
    looked: int
    tried: int
    puzzles: tuple[Puzzle, ...]
    trouble: str = ""


def plan(games: int, seed: int, first: int = 0, kinds: tuple[str, ...] = ()) -> list[MineTask]:
    """The games of a mining, from a number on."""
    return [MineTask(number, seed, kinds=kinds) for number in range(first, first + games)]


def mine(task: MineTask) -> MinedGame:
    """Looks through one game."""
    try:
        game = played_game(task) if task.record is None else Game.from_record(task.record)
    except MergemakerError as error:
        return MinedGame(task.number, 0, 0, (), str(error))
    return _Miner(game, task).mined()


def setting(task: MineTask) -> tuple[str, int]:
    """The edition and the number of players of a game: all editions in turn, and within each all numbers."""
    editions = names()
    edition = Edition.named(editions[task.number % len(editions)])
    fewest, most = max(2, edition.players.fewest), edition.players.most
    return edition.name, fewest + (task.number // len(editions)) % (most - fewest + 1)


def played_game(task: MineTask) -> Game:
    """A game of strong bots, by the task's number."""
    edition, players = setting(task)
    seed = task.seed * STRIDE + task.number
    rng = np.random.default_rng(seed)
    # Where all but a few kinds are passed over, many games are needed: brokers play a hundred times as fast.
    style = PLAYERS.index("broker") if task.kinds else int(rng.integers(len(PLAYERS) + 2))  # the last two: mixed
    bots = [
        make_bot(PLAYERS[style if style < len(PLAYERS) else int(rng.integers(len(PLAYERS)))], (seed << 3) + seat)
        for seat in range(players)
    ]
    game = Game.new(edition, list(SEAT_NAMES[:players]), seed=seed)
    while (seat := game.to_act) is not None:
        game.play(bots[seat].decide(game.edition, seen_now(game)))  # type: ignore[attr-defined]  # they decide by what is seen
    return game


@lru_cache(maxsize=8)
def _tools(edition: Edition, effort: Effort) -> tuple[Judge, Prover, LookBot]:
    judge = Judge(edition)
    looker = magnate_bot({"iterations": "1"}, 0)
    assert isinstance(looker, LookBot)  # a single descent is one look
    return judge, Prover(judge, effort), looker


class _Miner:
    """One game being looked through."""

    def __init__(self, game: Game, task: MineTask) -> None:
        self.game = game
        self.task = task
        self.judge, self.prover, self.looker = _tools(game.edition, task.effort)
        self.rng = np.random.default_rng([task.seed, task.number, 1])
        self.looked = self.tried = 0

    def mined(self) -> MinedGame:
        found: list[Puzzle] = []
        last = -APART
        for then in self._decisions():
            if then.version < last + APART:
                continue
            if (puzzle := self._puzzle(then)) is not None:
                found.append(puzzle)
                last = then.version
                if len(found) == MOST_OF_A_GAME:
                    break
        return MinedGame(self.task.number, self.looked, self.tried, tuple(found))

    def _decisions(self) -> Iterator[Game]:
        """The game at each decision that is worth a look."""
        now = self.game.from_the_deal()
        own = self.task.record is not None  # somebody's own game: nothing is left out
        asked = None  # whose turn it was when it was asked whether to announce the end
        for action in self.game.action_ids:
            drawn = self.rng.random()
            legal, kind = now.legal_actions(), str(now.decision)
            rare = own or _is_rare(now)
            drawn_out = drawn < (1.0 if rare else LOOKED_AT.get(kind, 1.0))
            if 2 <= len(legal) <= MOST_OPTIONS and drawn_out and self._wants(kind) and not is_announcement(now):
                self.looked += 1
                if kind in UNRATED or self._glance(now) >= (RARE_AT_A_GLANCE if rare else AT_A_GLANCE):
                    yield now.copy()
            if now.mover != asked:
                asked = None
            if "end" in legal and asked is None and self._wants("ending"):
                asked = now.mover
                if (moment := to_announcement(now, self._ratings)) is not None:
                    self.looked += 1
                    yield moment
            now.play(action)

    def _wants(self, kind: str) -> bool:
        return not self.task.kinds or kind in self.task.kinds

    def _ratings(self, game: Game) -> dict[int, float]:
        return self.looker.ratings(game.edition, seen_now(game))

    def _glance(self, game: Game) -> float:
        rated = sorted(self._ratings(game).values(), reverse=True)
        return rated[0] - rated[1] if len(rated) > 1 else 0.0

    def _puzzle(self, game: Game) -> Puzzle | None:
        if self.prover.quick_gap(game, FEW_WORLDS) < IN_A_FEW_WORLDS:
            return None
        self.tried += 1
        source = source_of(game)
        bare = Puzzle(id_of(source), source, (), ())

        def too_easy(so_far: Proof) -> bool:
            texts = texts_of(game.edition.chain_names)
            step = Step(str(game.decision), texts[so_far.best], so_far.options, "")
            return all(bot_solves(msgspec.structs.replace(bare, steps=(step,)), name) for name in LADDER)

        own = self.task.record is not None
        proof = self.prover.prove(game, too_easy=None if own else too_easy)
        first = step_of(self.judge, game, proof) if proof.holds else None
        if first is None or not first[1]:
            return None
        puzzle = msgspec.structs.replace(
            bare,
            steps=(first[0], *self._more_steps(game, proof)),
            ideas=first[1],
            origin="" if own else f"{self.task.seed}/{self.task.number}",
        )
        return msgspec.structs.replace(puzzle, solved=bots_that_solve(puzzle))

    def _more_steps(self, game: Game, proof: Proof) -> Iterator[Step]:
        """What else of the same turn has one best action, once the first is played: a puzzle of several moves."""
        twin = game.copy()
        for _ in range(MOST_STEPS - 1):
            seat, mover = twin.to_act, twin.mover
            twin.play(proof.best)
            skip_forced(twin)
            if twin.over or twin.to_act != seat or twin.mover != mover or tells_more(game, twin):
                return  # somebody else's decision, or something that nobody could know
            if len(twin.legal_actions()) > MOST_OPTIONS:
                return
            if self.prover.quick_gap(twin, FEW_WORLDS) < IN_A_FEW_WORLDS:
                return
            proof = self.prover.prove(twin)
            told = step_of(self.judge, twin, proof) if proof.holds else None
            if told is None:
                return
            yield told[0]


def _is_rare(game: Game) -> bool:
    legal = game.legal_actions()
    return game.decision in ("found", "survivor", "absorb", "exchange") or "end" in legal or game.has_market


def step_of(judge: Judge, game: Game, proof: Proof) -> tuple[Step, tuple[str, ...]] | None:
    """A proven decision as a step of a puzzle, and its ideas; None where the reason can't be said in words."""
    texts, seen = texts_of(game.edition.chain_names), seen_now(game)
    why = reason_now(judge, seen, proof.second, proof.best, proof.key, game.names, hidden=game.hidden)
    if not (why.place or why.end or why.terms):
        return None
    # A world that fits what the seat has seen, not the real one: whose tiles lie where is no part of an answer.
    world = copied(seen)
    fill(game.edition.record, world, proof.key)
    line = line_of_play(judge, world, proof.best, game.names)
    step = Step(str(game.decision), texts[proof.best], proof.options, why.text, line)
    return step, ideas_of(game, texts[proof.best], texts[proof.second], why)
