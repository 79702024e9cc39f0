"""What a review finds, as plain data that goes into a file, a database, JSON or a page as it is.

Chances are from 0 to 1 and by seat. `at` counts actions: a position is named by how many actions were played before
it, an action by its number from 1 on. Action 0 stands for the deal.
"""

from __future__ import annotations

import msgspec

FORMAT = 4


class Draw(msgspec.Struct, frozen=True):
    """Something that came by chance, and what it was worth against all that could have come instead.

    `seat` is None for the market. `luck` is by seat; `dollars` is what it was worth to the one who drew, in money that
    the judge expects, and None where that can't be said.
    """

    at: int
    seat: int | None
    kind: str  # opening, hand, certificates, tile, market, forced
    what: str
    luck: tuple[float, ...]
    dollars: int | None
    possible: int  # how many different draws it was held against


class TriedAction(msgspec.Struct, frozen=True):
    """An action that was open to a seat: its chance after it, and how surely it is worse than the best."""

    action: str
    chance: float
    behind: float  # the best action's chance less this one's
    error: float  # of `behind`: its standard error
    worlds: int


class DecisionVerdict(msgspec.Struct, frozen=True):
    """What a decision was worth by what its seat knew then."""

    at: int
    seat: int
    decision: str
    action: str
    said: str  # the action in words
    best: str
    better: str  # the best action in words
    cost: float  # chance; nothing where the two can't be told apart
    share: float  # the part of the seat's chance that it cost: whoever is nearly lost has little to lose
    error: float
    grade: str
    clear: bool  # False: another action looks better, and the difference may be chance
    options: tuple[TriedAction, ...]  # best first
    reason: str  # why the best was better; empty where the decision cost little
    line: tuple[str, ...]


class ReviewMoment(msgspec.Struct, frozen=True):
    """One action along the game, everything laid open."""

    at: int
    turn: int
    seat: int
    decision: str
    action: str
    told: str  # what happened, in sentences
    chances: tuple[float, ...]  # after it, draws and all
    change: tuple[float, ...]  # what the decision itself brought, luck taken out
    forced: bool  # there was nothing to choose
    merger: str  # the chains it merged, in words


class SeatAccount(msgspec.Struct, frozen=True):
    """How a seat's result adds up: start + the four = result."""

    seat: int
    start: float
    own_luck: float
    others_luck: float
    own_decisions: float
    others_decisions: float
    result: float
    dollars: int  # luck of its own draws in money, where it could be said


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment at which the game turned: who gained and lost, by a decision or by luck."""

    at: int
    number: int
    seat: int  # whose draw or decision it was; the one it hit most where it was nobody's
    by: str  # decision or luck
    swing: float  # of the seat whose chance changed most
    whose: int
    told: str


class SeatSummary(msgspec.Struct, frozen=True):
    """A seat's game in a few numbers."""

    seat: int
    name: str
    money: int
    won: float
    accuracy: float | None  # from 0 to 100; None where it had nothing to choose
    mean_cost: float
    decisions: int
    grades: dict[str, int]
    by_kind: dict[str, tuple[int, float, float]]  # decision -> how many, chance and shares that they cost in all
    luckiest: Draw | None
    unluckiest: Draw | None
    costliest: int | None  # `at` of the verdict
    luck_adjusted: float  # the result with all luck taken out


class Review(msgspec.Struct, frozen=True):
    """A whole review. `complete` is False while decisions are still to be judged."""

    format: int
    digest: str
    edition: str
    seats: tuple[str, ...]
    depth: str
    judge: str
    complete: bool
    start: tuple[float, ...]
    dealt: tuple[float, ...]  # chances after the deal
    moments: tuple[ReviewMoment, ...]
    draws: tuple[Draw, ...]
    verdicts: tuple[DecisionVerdict, ...]
    accounts: tuple[SeatAccount, ...]
    turning_points: tuple[TurningPoint, ...]
    summaries: tuple[SeatSummary, ...]
    story: tuple[str, ...]
    money: tuple[int, ...]
    winners: tuple[int, ...]
    end: str


class Alternative(msgspec.Struct, frozen=True):
    """An action that could have been chosen, with every seat's chance after it, all hands open, luck taken out."""

    action: str
    said: str  # the same in words
    chances: tuple[float, ...]


class WhatIf(msgspec.Struct, frozen=True):
    """A moment and all that could have been done there.

    `open` is what each action would have been worth with everything laid open; `tried` what it was worth by what the
    seat that had to decide knew then, best first.
    """

    at: int
    seat: int
    decision: str
    played: str
    before: tuple[float, ...]
    open: tuple[Alternative, ...]
    tried: tuple[TriedAction, ...]
