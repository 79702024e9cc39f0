"""What is posted and answered about learning: lessons, in the messages of a table, so that a page shows them as one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from mergemaker.learning.coach_cards import Card
from mergemaker.tables.protocol.messages import ActionText, Name, Update, Welcome

TryText = Annotated[str, Meta(min_length=1, max_length=200)]


class LessonTry(Struct, frozen=True, forbid_unknown_fields=True):
    """What a learner has done in a lesson so far, each decision as the server wrote it, and what they try now.

    With no actions nothing is tried: the lesson is shown as it stands.
    """

    tried: Annotated[tuple[TryText, ...], Meta(max_length=30)] = ()
    actions: Annotated[tuple[ActionText, ...], Meta(max_length=8)] = ()
    name: Name | None = None


class LessonListed(Struct, frozen=True):
    """A lesson to choose. `decisions` is how often it asks something."""

    name: str
    title: str
    purpose: str
    decisions: int


class LessonAnswer(Struct, frozen=True):
    """A lesson after a try: whether it was right, what is said to it, and what is asked next.

    `welcome` shows the table where nothing was tried; `updates` are what happened because of a right try, one for each
    part that is told, and `told` is what is said beside each of them. `glow` are squares and chains to look at.
    """

    lesson: LessonListed
    tried: tuple[str, ...]
    right: bool | None
    reply: str
    say: str
    glow: tuple[str, ...]
    done: bool
    closing: str
    elsewhere: str
    next: str | None  # the lesson after this one
    welcome: Welcome | None
    updates: tuple[Update, ...]
    told: tuple[str, ...]


# The bonus calculator.

Holding = Annotated[int, Meta(ge=0, le=200)]


class StakeAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A chain on somebody's real table: its size, and what each player holds of it."""

    chain: Annotated[str, Meta(max_length=40)]
    size: Annotated[int, Meta(ge=0, le=200)]
    holdings: Annotated[tuple[Holding, ...], Meta(max_length=6)]
    market: Annotated[int, Meta(ge=0, le=12)] = 0


class BonusAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A real table to be added up: its players, their cash and the chains; and a merger of two of them."""

    names: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=6)]
    chains: Annotated[tuple[StakeAsked, ...], Meta(max_length=10)]
    edition: Annotated[str, Meta(max_length=100)] = "2023-classic"
    cash: Annotated[tuple[Annotated[int, Meta(ge=0, le=1_000_000)], ...], Meta(max_length=6)] = ()
    absorbed: Annotated[str, Meta(max_length=40)] | None = None
    survivor: Annotated[str, Meta(max_length=40)] | None = None


# The coach.


class CoachAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that somebody is about to make at a table of theirs."""

    version: Annotated[int, Meta(ge=0, le=100_000)]
    actions: Annotated[tuple[ActionText, ...], Meta(min_length=1, max_length=8)]


class CoachCards(Struct, frozen=True):
    """What the coach would explain now, to somebody who has not met it before."""

    version: int
    cards: tuple[Card, ...]


class CoachWord(Struct, frozen=True):
    """What the coach says to a decision: a concern with what to do instead, or what is good about it, or nothing."""

    version: int
    concern: str
    instead: str
    good: str
