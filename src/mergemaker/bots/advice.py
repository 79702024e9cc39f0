"""Advice: the best actions in a position by a chosen bot, each seat's chance to win, and why, in words.

The chances are the search's where the bot searches, and otherwise the broker's evaluation after the turn. The reasons
are the evaluation's own terms: what changes most, for the seat itself and for its rivals, from before the action to
the end of the turn.
"""

from __future__ import annotations

import msgspec
import numpy as np

from mergemaker.bots import compiled
from mergemaker.bots.bot import BotError, texts_of
from mergemaker.bots.evaluation.assessment import Evaluation, evaluate
from mergemaker.bots.evaluation.outlook import house_weights
from mergemaker.bots.mogul import MogulBot
from mergemaker.bots.registry import make_bot
from mergemaker.rules import engine
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import MAX_PLAYERS, OVER, fields
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import dollars
from mergemaker.rules.worlds import sample

WORTH_SAYING = 200.0  # dollars
REASONS = 3
WORLDS = 4  # the end of the turn depends on little that is hidden, so a few are enough


class Advised(msgspec.Struct, frozen=True):
    """An action with each seat's chance to win after it, and the main reasons for that."""

    action: str
    chances: tuple[float, ...]
    reasons: tuple[str, ...]


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do, best first."""

    bot: str
    seat: int
    chances: tuple[float, ...]  # before the action
    actions: tuple[Advised, ...]


def advise(view: SeenView, bot: str = "mogul:ms=1000", *, most: int = 3, seed: int = 0) -> Advice:
    """The best actions for the seat whose view it is, which must be the one to decide."""
    if view.seat is None or view.seat != view.to_act:
        raise BotError("Advice is for the seat that must decide.")
    adviser = make_bot(bot, seed)
    texts = texts_of(view.edition.chain_names)
    try:
        ends = {action: _after(view, texts.index(action), seed) for action in view.actions}
        chances = {action: _mean(end) for action, end in ends.items()}
        ranked = sorted(view.actions, key=lambda action: -chances[action][view.seat or 0])
        if isinstance(adviser, MogulBot) and len(view.actions) > 1:
            searched = {texts[one.action]: one.chances for one in adviser.consider(view.edition, view.seen)}
            # What the search did not think worth a visit comes last, by the evaluation.
            ranked = [*searched, *(action for action in ranked if action not in searched)]
            chances |= searched
        else:
            choice = adviser.choose(view)
            ranked.sort(key=lambda action: action != choice)
    finally:
        adviser.close()
    before = evaluate(view.edition, view.seen)
    return Advice(
        bot=bot,
        seat=view.seat,
        chances=before.chances,
        actions=tuple(
            Advised(action, chances[action], _reasons(view, before, ends[action])) for action in ranked[:most]
        ),
    )


def _mean(ends: list[Evaluation]) -> tuple[float, ...]:
    return tuple(float(chance) for chance in np.mean([end.chances for end in ends], axis=0))


def _after(view: SeenView, action: int, seed: int) -> list[Evaluation]:
    """What the turn comes to after an action, in a few worlds; what follows is played by the broker's policy."""
    rules = view.edition.record
    seat = view.seat or 0
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
        engine.apply(rules, state, action, None)
        while int(game.decision) != OVER and int(game.mover) == mover:
            compiled.play(rules, state, 1, False, everybody, keys, weights, worlds, outlook, actions)
        ends.append(evaluate(view.edition, seen_by(rules, state, seat, False)))
    return ends


def _reasons(view: SeenView, before: Evaluation, ends: list[Evaluation]) -> tuple[str, ...]:
    """The terms that change most by the end of the turn."""
    seat = view.seat or 0
    changes: list[tuple[float, str]] = []
    for who, name in enumerate(view.names):
        mine = who == seat
        you = "you" if mine else name
        cash = float(np.mean([end.cash[who] for end in ends]) - before.cash[who])
        gets = f"{you} get{'' if mine else 's'}" if cash > 0 else f"{you} spend{'' if mine else 's'}"
        changes.append((cash, f"{gets} {dollars(_round(abs(cash)))} in cash"))
        for at, chain in enumerate(before.chains):
            after = [end.chains[at] for end in ends]
            change = float(np.mean([one.value[who] for one in after]) - chain.value[who])
            whose = "your" if mine else f"{name}’s"
            word = "more" if change > 0 else "less"
            why = _prospect(chain.absorbed, float(np.mean([one.absorbed for one in after])))
            changes.append(
                (change, f"{whose} stake in {chain.name} is worth {dollars(_round(abs(change)))} {word}{why}")
            )
    told = sorted(changes, key=lambda one: -abs(one[0]))
    return tuple(text for change, text in told[:REASONS] if abs(change) >= WORTH_SAYING)


def _prospect(before: float, after: float) -> str:
    if after - before > 0.1:
        return ", as it is likelier to be absorbed"
    if before - after > 0.1:
        return ", as it is less likely to be absorbed"
    return ""


def _round(amount: float) -> int:
    return round(amount / 100) * 100
