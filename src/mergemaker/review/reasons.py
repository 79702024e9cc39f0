"""Why an action would have been better, in words of the game, and how play would have gone on.

First what can be read off the table right after the two actions: a place among a chain's holders, an end with the lead.
Where that says nothing, the evaluation's own terms: what differs most a few turns later, on average over worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec
import numpy as np

from mergemaker.bots import compiled
from mergemaker.bots.evaluation.assessment import Evaluation, evaluate
from mergemaker.bots.evaluation.outlook import house_weights
from mergemaker.review.judge import Judge
from mergemaker.rules import actions as a
from mergemaker.rules import engine
from mergemaker.rules.board import TILE_NAMES
from mergemaker.rules.position import Position
from mergemaker.rules.previews import bonuses_now
from mergemaker.rules.state import MAX_CHAINS, MAX_PLAYERS, OVER, copied, fields
from mergemaker.rules.words.phrases import dollars
from mergemaker.rules.words.plans import plan_text
from mergemaker.rules.words.tile_effects import place_of
from mergemaker.rules.worlds import fill

WORLDS = 16
ABOUT_TO_BE_ABSORBED = 0.4  # of the worlds, within the turns that are played on
WORTH_SAYING = 200  # dollars
TERMS = 2
LINE = 12  # actions of a line of play, at most


class Term(msgspec.Struct, frozen=True):
    """Something that differs between two actions a few turns later: a seat's cash, or its stake in a chain."""

    dollars: float  # more with the better action, or less
    seat: int
    chain: int | None  # None: cash


class Why(msgspec.Struct, frozen=True):
    """A reason in words, and what it speaks of: a place among holders, the end, or terms a few turns later."""

    text: str
    place: bool = False
    end: bool = False
    terms: tuple[Term, ...] = ()


class _Wording(msgspec.Struct, frozen=True):
    """How a reason is told: after a game, of somebody by name, or of a decision that is still to be made, to you."""

    made: str
    better: str
    ends: str
    early: str
    had: str
    worth: str


_THEN = _Wording(
    made="would have made",
    better="would have been better",
    ends="would have ended the game",
    early="The end came too early: {me} was",
    had="would have had",
    worth="would have been worth",
)
_NOW = _Wording(
    made="makes",
    better="is better",
    ends="ends the game",
    early="The end would come too early: {me} are",
    had="will have",
    worth="will be worth",
)


def reason_for(judge: Judge, seen: Any, chosen: int, best: int, key: int, names: Sequence[str]) -> str:
    """Why the best action was better than the one chosen; names stand for the seats."""
    return _why(_Facts(judge, seen, chosen, best, key, names, _THEN))


def reason_now(judge: Judge, seen: Any, other: int, best: int, key: int, names: Sequence[str], *, hidden: bool) -> Why:
    """Why the best action is better than another, told to the one who must decide; `hidden` as the table is."""
    facts = _Facts(judge, seen, other, best, key, names, _NOW)
    facts.hidden = hidden
    return Why(
        text=_why(facts),
        place=a.ANNOUNCE_END not in (other, best) and bool(facts.about_a_place()),
        end=a.ANNOUNCE_END in (other, best),
        terms=tuple(facts.terms()),
    )


def _why(facts: _Facts) -> str:
    doing, words = facts.doing(facts.best), facts.words
    if a.ANNOUNCE_END in (facts.chosen, facts.best):
        return facts.about_the_end()
    if place := facts.about_a_place():
        return f"{doing} {words.made} {place}"
    than = facts.doing(facts.chosen)
    parts = [f"{doing} {words.better} than {than[0].lower()}{than[1:]}." if facts.to_me else f"{doing} {words.better}."]
    if facts.best < a.SKIP_TURN:
        parts.append(facts.tile_effect(facts.best))
    if terms := facts.terms():
        told = "; ".join(map(facts.told, terms))
        parts.append(f"{facts.later()} {told}." if facts.to_me else f"{told}.")
    return " ".join(parts)


class _Facts:
    """A decision's two actions side by side, in worlds that fit what the seat had seen."""

    def __init__(
        self, judge: Judge, seen: Any, chosen: int, best: int, key: int, names: Sequence[str], words: _Wording
    ) -> None:
        self.judge, self.seen, self.chosen, self.best = judge, seen, chosen, best
        self.edition = judge.edition
        self.names = names
        self.words = words
        self.to_me = words is _NOW
        self.hidden = False  # after a game everything lies open
        self.seat = int(fields(seen).actor)
        self.me = "you" if self.to_me else names[self.seat]
        self.world = copied(seen)
        fill(self.edition.record, self.world, key)
        self.ends = {action: judge.try_out(seen, action, key, 0, WORLDS)[1] for action in (chosen, best)}

    def doing(self, action: int) -> str:
        """An action as the beginning of a sentence."""
        chains = self.edition.chain_names
        if action < a.SKIP_TURN:
            return f"Placing {TILE_NAMES[action - a.PLACE_TILE]}"
        if a.FOUND_CHAIN <= action < a.KEEP_SURVIVOR:
            return f"Founding {chains[action - a.FOUND_CHAIN]}"
        if a.KEEP_SURVIVOR <= action < a.ABSORB_CHAIN:
            return f"Letting {chains[action - a.KEEP_SURVIVOR]} survive"
        if a.ABSORB_CHAIN <= action < a.TRADE_PAIRS:
            return f"Absorbing {chains[action - a.ABSORB_CHAIN]} first"
        if a.TRADE_PAIRS <= action < a.BUY_SHARE:
            return self._disposing(action)
        if a.BUY_SHARE <= action < a.DONE_BUYING:
            return f"Buying {chains[action - a.BUY_SHARE]}"
        return {
            a.ANNOUNCE_END: "Announcing the end",
            a.DONE_BUYING: "Buying nothing more" if int(fields(self.seen).bought) else "Buying nothing",
            a.EXCHANGE_DEAD: "Exchanging the dead tiles",
            a.KEEP_DEAD: "Keeping the dead tiles",
            a.SKIP_TURN: "Placing no tile",
        }[action]

    def _disposing(self, action: int) -> str:
        absorbed = self.edition.chain_names[int(fields(self.seen).absorbed)]
        if action < a.SELL_SHARES:
            given = 2 * (action - a.TRADE_PAIRS)
            return f"Trading {given} {absorbed}" if given else f"Not trading {absorbed}"
        sold = action - a.SELL_SHARES
        return f"Selling {sold} {absorbed}" if sold else f"Not selling {absorbed}"

    def tile_effect(self, action: int) -> str:
        """What the better tile would have done, as the table says it."""
        position = Position(self.edition, self.seen, self.hidden, self.names)
        return position.hand([action - a.PLACE_TILE], self.seat if self.to_me else None)[0].text

    def after(self, action: int) -> Any:
        """The position right after an action, in one world that fits."""
        state = copied(self.world)
        if a.BUY_SHARE <= action < a.DONE_BUYING:  # by hand: the last purchase may be the end of the game
            fields(state).shares[self.seat, action - a.BUY_SHARE] += 1
        elif action != a.DONE_BUYING:
            engine.apply(self.edition.record, state, action, None)
        return state

    def about_a_place(self) -> str:
        """The place in a chain that the better action would have brought, and what the chain pays for it now."""
        if self.best < a.FOUND_CHAIN or self.best >= a.DONE_BUYING or a.TRADE_PAIRS > self.best >= a.KEEP_SURVIVOR:
            return ""
        paid, held = {}, {}
        for action in (self.chosen, self.best):
            state = self.after(action)
            if int(fields(state).decision) == OVER:
                return ""
            paid[action] = np.zeros((MAX_CHAINS, MAX_PLAYERS), np.int64)
            bonuses_now(self.edition.record, state, paid[action])
            held[action] = fields(state).shares
        gain = paid[self.best][:, self.seat] - paid[self.chosen][:, self.seat]
        if a.TRADE_PAIRS <= self.best < a.BUY_SHARE:
            gain[int(fields(self.seen).absorbed)] = 0  # it has paid already: what is kept of it is for another day
        chain = int(np.argmax(gain))
        if gain[chain] <= 0:
            return ""
        players = int(fields(self.seen).players)
        place, before = (
            place_of(self.edition, [int(shares) for shares in held[action][:players, chain]], self.seat)
            for action in (self.best, self.chosen)
        )
        if not place:
            return ""
        if place == before:
            place = f"the only {place}"
        is_about = "is about" if self.to_me else "was about"
        soon = f", which {is_about} to be absorbed" if self._absorbed(chain) >= ABOUT_TO_BE_ABSORBED else ""
        names = self.edition.chain_names
        now, then, whose = int(paid[self.best][chain, self.seat]), int(paid[self.chosen][chain, self.seat]), ""
        if a.FOUND_CHAIN <= self.chosen < a.KEEP_SURVIVOR:  # another chain would have been founded, and would pay too
            other = self.chosen - a.FOUND_CHAIN
            then, whose = int(paid[self.chosen][other, self.seat]), f"{names[other]}’s "
            if then >= now:
                return ""
        return f"{self.me} {place} holder of {names[chain]}{soon}: {dollars(now)} instead of {whose}{dollars(then)}."

    def _absorbed(self, chain: int) -> float:
        if fields(self.seen).sizes[chain] == 0:
            return 0.0
        return float(np.mean(self.ends[self.best]["sizes"][:, chain] == 0))

    def about_the_end(self) -> str:
        """The money everybody would have had, had the game ended there."""
        state = copied(self.world)
        fields(state).announced = 1
        totals = [round(total) for total in evaluate(self.edition, state).totals]
        rival = max((seat for seat in range(len(totals)) if seat != self.seat), key=lambda seat: totals[seat])
        mine, theirs = dollars(totals[self.seat]), dollars(totals[rival])
        ahead = totals[self.seat] >= totals[rival]
        if self.best == a.ANNOUNCE_END:
            how = "ahead" if ahead else "close"
            lead = f"{self.me} {how}: {mine} to {self.names[rival]}’s {theirs}"
            return f"Announcing the end {self.words.ends} with {lead}."
        word = "only just ahead" if ahead else "behind"
        return f"{self.words.early.format(me=self.me)} {word}, {mine} to {self.names[rival]}’s {theirs}."

    def terms(self) -> list[Term]:
        """What speaks most for the better action a few turns later: more for its seat, or less for a rival."""
        with_best, with_chosen = (
            [evaluate(self.edition, self.ends[action][at : at + 1]) for at in range(WORLDS)]
            for action in (self.best, self.chosen)
        )
        changes: list[Term] = []
        for seat in range(len(self.names)):
            cash = _mean([end.cash[seat] for end in with_best]) - _mean([end.cash[seat] for end in with_chosen])
            changes.append(Term(cash, seat, None))
            for at in range(len(self.edition.chain_names)):
                stake = _mean(_stakes(with_best, at, seat)) - _mean(_stakes(with_chosen, at, seat))
                changes.append(Term(stake, seat, at))
        gains = [term for term in changes if (term.dollars > 0) == (term.seat == self.seat)]
        gains.sort(key=lambda one: -abs(one.dollars))
        return [term for term in gains[:TERMS] if abs(term.dollars) >= WORTH_SAYING]

    def later(self) -> str:
        """When what is told will be so: the game may be over by then."""
        over = all(bool(np.all(ends["decision"] == OVER)) for ends in self.ends.values())
        return "At the end" if over else "A few turns later"

    def told(self, term: Term) -> str:
        """A term in words."""
        mine = self.to_me and term.seat == self.seat
        who = "you" if mine else self.names[term.seat]
        if term.chain is None:
            return f"{who} {self.words.had} {_about(term.dollars)} in cash"
        whose = "your" if mine else f"{who}’s"
        return f"{whose} stake in {self.edition.chain_names[term.chain]} {self.words.worth} {_about(term.dollars)}"


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


def _stakes(ends: Sequence[Evaluation], chain: int, seat: int) -> list[float]:
    return [end.chains[chain].value[seat] for end in ends]


def _about(change: float) -> str:
    return f"about {dollars(round(abs(change) / 100) * 100)} {'more' if change > 0 else 'less'}"


def line_of_play(judge: Judge, state: Any, action: int, names: Sequence[str]) -> tuple[str, ...]:
    """An action and what the broker would have done after it, to the end of the turn and through the next one."""
    rules = judge.edition.record
    texts = a.action_texts(judge.edition.chain_names)
    now = copied(state)
    game = fields(now)
    worlds, outlook = compiled.new_scratch()
    everybody = np.full(MAX_PLAYERS, compiled.BROKER)
    weights = np.repeat(house_weights(), MAX_PLAYERS)
    keys = np.zeros(MAX_PLAYERS, np.int64)
    played = np.zeros(1, np.int64)
    bought = int(game.bought)
    line = [(0, int(game.actor), texts[action])]
    turns, mover = 0, int(game.mover)
    engine.apply(rules, now, action, None)
    while int(game.decision) != OVER and len(line) < LINE:
        turns += int(game.mover) != mover
        mover = int(game.mover)
        if turns > 1:
            break
        seat = int(game.actor)
        compiled.play(rules, now, 1, False, everybody, keys, weights, worlds, outlook, played)
        line.append((turns, seat, texts[int(played[0])]))
    return tuple(
        f"{names[seat]}: {plan_text([text for _, _, text in actions], bought if turn == 0 else 0)}"
        for (turn, seat), actions in groupby(line, key=lambda one: one[:2])
    )
