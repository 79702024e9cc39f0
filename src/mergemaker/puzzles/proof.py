"""Proving that one action is far better than the others, by what its seat knows.

Two judges must agree. The review's judge tries every action in the same worlds and says how far each lies behind, and
how surely. The magnate, the strongest player there is, searches with several seeds and then with ten times the
thinking, and must choose the same action every time. All of it is counted in worlds and descents, never by the clock,
so that a proof comes out the same wherever it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from mergemaker.bots.bot import texts_of
from mergemaker.bots.builtin import magnate_bot
from mergemaker.bots.search.search_bot import Considered, SearchBot
from mergemaker.puzzles.puzzle_file import Option, seen_now
from mergemaker.review.decisions import SALT, Trials, legal_ids
from mergemaker.review.grades import is_sure
from mergemaker.review.judge import Judge
from mergemaker.rules.game import Game

FAR = 0.05  # chance by which the second best action must lie behind,
FAR_SHARE = 0.12  # and the part of the best action's chance that this is
HOLDS = 0.6  # of that must be there in other worlds too
MOST_OPTIONS = 16  # a decision with more ways is left alone
TEN_TIMES = 10


class Effort(msgspec.Struct, frozen=True):
    """How long is looked: worlds for all actions, worlds for the best few, and descents of the shorter searches.

    `margin` is how much farther than FAR the others must lie: what is mined should still hold when it is checked.
    """

    screened: int
    compared: int
    finalists: int
    salts: int
    iterations: int
    seeds: int
    margin: float = 1.0


MINING = Effort(screened=16, compared=96, finalists=4, salts=2, iterations=300, seeds=3, margin=1.25)
FULL = Effort(screened=32, compared=256, finalists=4, salts=2, iterations=1000, seeds=3)


class Proof(msgspec.Struct, frozen=True):
    """What was found: the best action by its id, and all of them, best first. `why_not` is empty where it holds."""

    best: int
    second: int
    options: tuple[Option, ...]
    key: int
    why_not: str = ""

    @property
    def holds(self) -> bool:
        """Whether one action is far better than all others."""
        return not self.why_not


def is_far(behind: float, error: float, chance: float, margin: float = 1.0) -> bool:
    """Whether an action lies so far behind the best, whose chance is given, that it is no way to play."""
    return behind >= margin * max(FAR, FAR_SHARE * chance) and is_sure(behind, error)


class Prover:
    """The two judges for one edition, ready to be asked about many positions."""

    def __init__(self, judge: Judge, effort: Effort, first_seed: int = 1) -> None:
        self.judge = judge
        self.effort = effort
        self.first_seed = first_seed

    def quick_gap(self, game: Game, worlds: int) -> float:
        """How far the second best action lies behind after a short look in a few worlds."""
        trials = Trials(self.judge, seen_now(game))
        trials.look(legal_ids(self.judge, game.state), worlds)
        best, second = trials.ranked()[:2]
        return trials.behind(second, best)[0]

    def prove(self, game: Game, expected: int | None = None, too_easy: Callable[[Proof], bool] | None = None) -> Proof:
        """Judges the decision that is asked in a game; with an expected action, only that one will do.

        `too_easy` is asked before the long searches, so that nothing is searched that nobody wants.
        """
        effort, seen = self.effort, seen_now(game)
        legal = legal_ids(self.judge, game.state)
        trials = Trials(self.judge, seen, SALT + self.first_seed)
        trials.look(legal, effort.screened)
        trials.look(trials.ranked()[: effort.finalists], effort.screened + effort.compared)
        most = effort.screened + effort.compared
        best = max((one for one in legal if len(trials.chances[one]) == most), key=trials.mean)
        second = min((one for one in legal if one != best), key=lambda one: trials.behind(one, best)[0])
        texts = texts_of(game.edition.chain_names)
        options = sorted((_option(trials, one, best, texts) for one in legal), key=lambda one: one.behind)
        found = Proof(best, second, tuple(options), trials.key)
        return msgspec.structs.replace(found, why_not=self._doubt(game, seen, trials, found, expected, too_easy))

    def _doubt(
        self,
        game: Game,
        seen: Any,
        trials: Trials,
        found: Proof,
        expected: int | None,
        too_easy: Callable[[Proof], bool] | None,
    ) -> str:
        """Why the proof does not hold; the cheapest questions first."""
        texts = texts_of(game.edition.chain_names)
        best, chance = found.best, trials.mean(found.best)
        if expected is not None and best != expected:
            return f"“{texts[best]}” is better than “{texts[expected]}”"
        for one in trials.chances:
            if one != best and not is_far(*trials.behind(one, best), chance, self.effort.margin):
                return f"“{texts[one]}” is {_points(trials.behind(one, best)[0])} behind, which is not far"
        rivals = trials.ranked()[: self.effort.finalists]
        for salt in range(1, self.effort.salts):
            again = Trials(self.judge, seen, SALT + self.first_seed + 7919 * salt)
            again.look(rivals, self.effort.compared)
            for one in rivals:
                if one != best and again.behind(one, best)[0] < HOLDS * FAR * self.effort.margin:
                    return f"in other worlds “{texts[one]}” is {_points(again.behind(one, best)[0])} behind"
        if too_easy is not None and too_easy(found):
            return "all weaker bots find it"
        if game.decision == "exchange":  # the search has no say there: it always exchanges
            return ""
        for at in range(self.effort.seeds):
            chosen = self._searched(game, seen, self.effort.iterations, at)[0].action
            if chosen != best:
                return f"a search with seed {self.first_seed + at} prefers “{texts[chosen]}”"
        return self._long_doubt(game, seen, best)

    def _long_doubt(self, game: Game, seen: Any, best: int) -> str:
        texts = texts_of(game.edition.chain_names)
        looked = self._searched(game, seen, self.effort.iterations * TEN_TIMES, self.effort.seeds)
        seat = game.to_act or 0
        if looked[0].action != best:
            return f"ten times the thinking prefers “{texts[looked[0].action]}”"
        for one in looked[1:]:
            behind = looked[0].chances[seat] - one.chances[seat]
            if behind < HOLDS * FAR * self.effort.margin:
                return f"ten times the thinking finds “{texts[one.action]}” only {_points(behind)} behind"
        return ""

    def _searched(self, game: Game, seen: Any, iterations: int, at: int) -> list[Considered]:
        # At a glance throughout: what holds must not hang on how carefully rivals are taken to play.
        bot = magnate_bot({"iterations": str(iterations), "careful": "0"}, self.first_seed + at)
        assert isinstance(bot, SearchBot)  # more than one descent
        return bot.consider(game.edition, seen)


def _option(trials: Trials, action: int, best: int, texts: tuple[str, ...]) -> Option:
    behind, error = trials.behind(action, best) if action != best else (0.0, 0.0)
    return Option(texts[action], round(trials.mean(best) - behind, 4), round(behind, 4), round(error, 4))


def _points(chance: float) -> str:
    return f"{100 * chance:.1f} points"
