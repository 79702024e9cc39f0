"""Judging decisions: what each action would have been worth by what its seat knew then.

All actions are tried in a few worlds that fit what the seat had seen; the best of them and the one that was chosen
in more; and where the choice looks costly, those two in more still. Every action meets the same worlds, so that the
difference between two is known far better than either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from mergemaker.bots.keys import key_of
from mergemaker.review.depths import FINALISTS, Depth
from mergemaker.review.findings import DecisionVerdict, TriedAction
from mergemaker.review.grades import FROM, GOOD, INACCURACY, at_border, grade_of, is_costly, is_sure
from mergemaker.review.judge import Judge
from mergemaker.review.reasons import line_of_play, reason_for
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS, SELL_SHARES, TRADE_PAIRS, action_texts
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import DECISIONS, SELL, TRADE, fields
from mergemaker.rules.words.plans import action_text

FEW = 7  # so many disposals are all tried; of more, a spread
SALT = 0x5EED
LEAST = 1e-6  # chance: nobody has less


class Trials:
    """Actions of one decision and how they fared, world by world."""

    def __init__(self, judge: Judge, seen: Any, salt: int = SALT) -> None:
        self.judge = judge
        self.seen = seen
        self.seat = int(fields(seen).actor)
        self.key = int(key_of(fields(judge.edition.record), fields(seen), salt))
        self.chances: dict[int, Any] = {}

    def look(self, actions: Iterable[int], worlds: int) -> None:
        """Tries each action until it has met so many worlds in all."""
        for action in actions:
            so_far = self.chances.get(action, np.zeros(0))
            if (missing := worlds - len(so_far)) > 0:
                found, _ = self.judge.try_out(self.seen, action, self.key, len(so_far), missing)
                self.chances[action] = np.concatenate([so_far, found])

    def mean(self, action: int) -> float:
        """A seat's chance after an action."""
        return float(self.chances[action].mean())

    def ranked(self) -> list[int]:
        """All actions that were tried, the one with the best mean chance first."""
        return sorted(self.chances, key=lambda action: -self.mean(action))

    def behind(self, action: int, best: int) -> tuple[float, float]:
        """How far an action lies behind another in the worlds that both have met, and the standard error of that."""
        both = min(len(self.chances[action]), len(self.chances[best]))
        gaps = self.chances[best][:both] - self.chances[action][:both]
        return float(gaps.mean()), float(gaps.std(ddof=1) / both**0.5) if both > 1 else 1.0


def legal_ids(judge: Judge, state: Any) -> list[int]:
    """What may be chosen, by action ids."""
    mask = np.zeros(ACTIONS, np.int8)
    engine.legal(judge.edition.record, state, mask)
    return [int(action) for action in np.flatnonzero(mask)]


def worth_trying(judge: Judge, state: Any, chosen: int | None) -> list[int]:
    """The actions that are tried: all, but of many ways to trade or sell a spread with the chosen one in it."""
    legal = legal_ids(judge, state)
    if int(fields(state).decision) not in (TRADE, SELL) or len(legal) <= FEW:
        return legal
    spread = {legal[round(at)] for at in np.linspace(0, len(legal) - 1, FEW)}
    return sorted(spread | ({chosen} if chosen is not None else set()))


def try_actions(judge: Judge, state: Any, hidden: bool, chosen: int | None, depth: Depth) -> Trials:
    """Tries what the seat that must decide could do, by what it has seen of a position."""
    seat = int(fields(state).actor)
    trials = Trials(judge, seen_by(judge.edition.record, state, seat, hidden))
    trials.look(worth_trying(judge, state, chosen), depth.screened)
    finalists = trials.ranked()[:FINALISTS]
    kept = dict.fromkeys([*finalists, chosen] if chosen is not None else finalists)
    trials.look(kept, depth.screened + depth.compared)
    if chosen is not None:
        best = _best(trials, kept)
        if best != chosen and trials.behind(chosen, best)[0] >= FROM[INACCURACY] / 2:
            trials.look([best, chosen], depth.confirmed)
            if at_border(*trials.behind(chosen, best)):
                trials.look([best, chosen], depth.settled)
    return trials


def _best(trials: Trials, among: Iterable[int]) -> int:
    return max(among, key=trials.mean)


def verdict_on(
    judge: Judge, state: Any, hidden: bool, chosen: int, at: int, names: list[str], depth: Depth
) -> DecisionVerdict:
    """What a decision was worth; `state` is the position in which it was made."""
    game = fields(state)
    texts = action_texts(judge.edition.chain_names)
    trials = try_actions(judge, state, hidden, chosen, depth)
    most = max(len(found) for found in trials.chances.values())
    longest = [action for action, found in trials.chances.items() if len(found) == most]
    best = _best(trials, longest)
    behind, error = trials.behind(chosen, best)
    ahead = best != chosen and behind > 0
    sure = ahead and is_sure(behind, error)
    cost = behind if sure else 0.0
    grade = grade_of(cost)
    if ahead and not sure and behind >= FROM[GOOD]:
        grade = GOOD
    costly = is_costly(grade)
    return DecisionVerdict(
        at=at,
        seat=int(game.actor),
        decision=DECISIONS[int(game.decision)],
        action=texts[chosen],
        said=action_text(texts[chosen], bought=int(game.bought)),
        best=texts[best] if sure else texts[chosen],
        better=action_text(texts[best if sure else chosen], bought=int(game.bought)),
        cost=cost,
        share=cost / max(trials.mean(best), cost, LEAST),
        error=error,
        grade=grade,
        clear=sure or not ahead or behind < FROM[GOOD],
        options=options_of(trials, texts, best),
        reason=reason_for(judge, trials.seen, chosen, best, trials.key, names) if costly else "",
        line=line_of_play(judge, state, best, names) if costly else (),
    )


def options_of(trials: Trials, texts: tuple[str, ...], best: int) -> tuple[TriedAction, ...]:
    """All actions that were tried, best first, each held against the best in the worlds that both have met."""
    top = trials.mean(best)
    found = []
    for action, chances in trials.chances.items():
        behind, error = trials.behind(action, best)
        found.append(TriedAction(texts[action], top - behind, behind, error, len(chances)))
    found.sort(key=lambda one: (one.action != texts[best], one.behind))
    return tuple(found)


assert TRADE_PAIRS < SELL_SHARES  # ids of a disposal rise with the shares, which the spread above relies on
