"""Advice: the best actions in a position by a chosen bot, its own line of play after each, and why, in words.

The chances are the search's where the bot searches, and otherwise the evaluation's at the end of the turn. Each action
is followed by what the bot itself would do for the rest of its turn. The reasons say what differs at the end of that
line from the end of the best other one, in the evaluation's own terms, for the seat itself and for its rivals; so they
speak of the play that is shown, and no two actions have the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, runtime_checkable

import msgspec
import numpy as np

from mergemaker.bots import compiled
from mergemaker.bots.bot import Bot, BotError, texts_of
from mergemaker.bots.evaluation.assessment import Evaluation, evaluate
from mergemaker.bots.evaluation.outlook import house_weights
from mergemaker.bots.registry import make_bot
from mergemaker.rules import engine
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.position import Position
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import MAX_PLAYERS, OVER, fields
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import dollars
from mergemaker.rules.worlds import sample

WORTH_SAYING = 200.0  # dollars
REASONS = 3
WORLDS = 4  # the end of the turn depends on little that is hidden, so a few are enough
LINE_SHARE = 4  # the rest of a line is thought over with this part of the budget for the decision itself
MIN_MS = 20


class Advised(msgspec.Struct, frozen=True):
    """An action, the line of play that it begins, each seat's chance to win, and what differs from the best other."""

    action: str
    chances: tuple[float, ...]
    reasons: tuple[str, ...]
    line: tuple[str, ...] = ()  # the bot's own actions until the turn ends or somebody else decides; first `action`
    instead_of: str | None = None  # the action that the reasons compare it with


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do, best first."""

    bot: str
    seat: int
    chances: tuple[float, ...]  # before the action
    actions: tuple[Advised, ...]


@runtime_checkable
class Searching(Protocol):
    """A bot that can say what it looked at, best first: each with `action` (a number) and `chances` by seat."""

    def consider(self, edition: Edition, seen: Any) -> list[Any]:
        """What the search looked at."""


class _Line(msgspec.Struct):
    """A line of play, and what the turn comes to after it in a few worlds."""

    actions: list[str]
    ends: list[Evaluation]

    @property
    def chances(self) -> tuple[float, ...]:
        return tuple(float(chance) for chance in np.mean([end.chances for end in self.ends], axis=0))


def advise(view: SeenView, bot: str = "magnate:ms=1000", *, most: int = 3, seed: int = 0) -> Advice:
    """The best actions for the seat whose view it is, which must be the one to decide."""
    if view.seat is None or view.seat != view.to_act:
        raise BotError("Advice is for the seat that must decide.")
    adviser = make_bot(bot, seed)
    seat = view.seat
    try:
        ranked, chances = _ranked(adviser, view, seed)
        with _in_less_time(adviser):
            lines = {action: _follow(adviser, view, action, seed) for action in ranked[: max(most, 2)]}
    finally:
        adviser.close()
    before = evaluate(view.edition, view.seen)
    shown = []
    for action in ranked[:most]:
        other = next((one for one in lines if one != action), None)
        against = lines[other].ends if other is not None else [before]
        shown.append(
            Advised(
                action,
                chances.get(action, lines[action].chances),
                _differences(view, against, lines[action].ends, compared=other is not None),
                tuple(lines[action].actions),
                other,
            )
        )
    return Advice(bot, seat, before.chances, tuple(shown))


def weigh(view: SeenView, actions: Sequence[str], *, seed: int = 0) -> Advised:
    """What a whole decision comes to by the end of the turn, such as a basket of shares, against how things stand."""
    line = _by_policy(view, list(actions), seed)
    before = evaluate(view.edition, view.seen)
    reasons = _differences(view, [before], line.ends, compared=False)
    return Advised(actions[0], line.chances, reasons, tuple(actions))


def _ranked(adviser: Bot, view: SeenView, seed: int) -> tuple[list[str], dict[str, tuple[float, ...]]]:
    """All actions, best first, and the chances that a search found for those it looked at."""
    texts = texts_of(view.edition.chain_names)
    if len(view.actions) == 1:
        return list(view.actions), {}
    ends = {action: _by_policy(view, [action], seed) for action in view.actions}
    ranked = sorted(view.actions, key=lambda action: -ends[action].chances[view.seat or 0])
    if isinstance(adviser, Searching):
        searched = {texts[one.action]: tuple(one.chances) for one in adviser.consider(view.edition, view.seen)}
        # What the search did not think worth a visit comes last, by the evaluation.
        return [*searched, *(action for action in ranked if action not in searched)], searched
    choice = adviser.choose(view)
    return sorted(ranked, key=lambda action: action != choice), {}


@contextmanager
def _in_less_time(adviser: Bot) -> Iterator[None]:
    """A bot that thinks by the clock (`ms`) thinks less about the rest of a line, which nobody has to decide yet."""
    ms = getattr(adviser, "ms", None)
    if not isinstance(ms, int):
        yield
        return
    adviser.ms = max(ms // LINE_SHARE, MIN_MS)  # type: ignore[attr-defined]  # it has one
    try:
        yield
    finally:
        adviser.ms = ms  # type: ignore[attr-defined]


def _follow(adviser: Bot, view: SeenView, action: str, seed: int) -> _Line:
    """The line that an action begins: what the adviser itself does until the turn ends or somebody else decides."""
    rules, seat = view.edition.record, view.seat or 0
    texts = texts_of(view.edition.chain_names)
    state = sample(view, np.random.default_rng(seed))
    game = fields(state)
    mask = np.zeros(len(texts), np.int8)
    mover, line = int(game.mover), [action]
    engine.apply(rules, state, texts.index(action), None)
    while int(game.decision) != OVER and int(game.mover) == mover and int(game.actor) == seat:
        engine.legal(rules, state, mask)
        legal = [texts[number] for number in mask.nonzero()[0].tolist()]
        seen = seen_by(rules, state, seat, view.hidden)
        position = Position(view.edition, seen, view.hidden, view.names)
        chosen = adviser.choose(position.view(seat, legal, view.version))
        if chosen not in legal:
            break
        line.append(chosen)
        engine.apply(rules, state, texts.index(chosen), None)
    return _by_policy(view, line, seed)


def _by_policy(view: SeenView, line: list[str], seed: int) -> _Line:
    """What the turn comes to after a line, in a few worlds; the rest of the turn is played by the broker's policy."""
    rules, seat = view.edition.record, view.seat or 0
    texts = texts_of(view.edition.chain_names)
    worlds, outlook = compiled.new_scratch()
    everybody = np.full(MAX_PLAYERS, compiled.BROKER)
    weights = np.repeat(house_weights(), MAX_PLAYERS)
    keys = np.zeros(MAX_PLAYERS, np.int64)
    actions = np.zeros(1, np.int64)
    rng = np.random.default_rng(seed)
    ends = []
    for _ in range(WORLDS):
        state = sample(view, rng)
        game = fields(state)
        mover = int(game.mover)
        for action in line:  # what does not fit this world is left to the policy
            if not engine.apply(rules, state, texts.index(action), None):
                break
        while int(game.decision) != OVER and int(game.mover) == mover:
            compiled.play(rules, state, 1, False, everybody, keys, weights, worlds, outlook, actions)
        ends.append(evaluate(view.edition, seen_by(rules, state, seat, False)))
    return _Line(line, ends)


def _differences(
    view: SeenView, others: list[Evaluation], ends: list[Evaluation], *, compared: bool
) -> tuple[str, ...]:
    """The terms that differ most between two ends of the turn, or from before where there is no other action."""
    seat = view.seat or 0
    than = "" if compared else " than now"
    changes: list[tuple[float, str]] = []
    for who, name in enumerate(view.names):
        whose, has = ("your", "you have") if who == seat else (f"{name}’s", f"{name} has")
        cash = float(np.mean([end.cash[who] for end in ends]) - np.mean([end.cash[who] for end in others]))
        changes.append((cash, f"{has} {_more_or_less(cash)} cash{than}"))
        for at, chain in enumerate(ends[0].chains):
            here, there = [end.chains[at] for end in ends], [end.chains[at] for end in others]
            value = float(np.mean([one.value[who] for one in here]) - np.mean([one.value[who] for one in there]))
            absorbed = float(np.mean([one.absorbed for one in here]) - np.mean([one.absorbed for one in there]))
            worth = f"{whose} stake in {chain.name} is worth {_more_or_less(value)}{than}"
            changes.append((value, worth + _prospect(absorbed)))
    told = sorted(changes, key=lambda one: -abs(one[0]))
    return tuple(text for change, text in told[:REASONS] if abs(change) >= WORTH_SAYING)


def _more_or_less(change: float) -> str:
    return f"{dollars(round(abs(change) / 100) * 100)} {'more' if change > 0 else 'less'}"


def _prospect(change: float) -> str:
    if abs(change) <= 0.1:
        return ""
    return f", as it is {'likelier' if change > 0 else 'less likely'} to be absorbed"
