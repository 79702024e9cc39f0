"""What a bot process is asked: a question as bytes, and the question again from them."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, get_args

import numpy as np

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.views import SeenView
from mergemaker.tables.protocol.messages import Level

LEVELS = get_args(Level)
REMEMBERING = ("magnate",)  # levels that play by what they have seen others decide
COACH = "coach"  # asked like a bot, it judges what somebody is about to do
NEXT = "> "  # before what a bot would do next, in an answer with reasons


class Question(NamedTuple):
    """What is asked. The bots of a table decide on the bare record `seen`; advice, in words, needs the whole view."""

    level: str
    edition: Edition
    seen: Any
    view: SeenView | None = None
    why: bool = False
    tried: tuple[str, ...] = ()  # what the coach is to judge
    witnessed: Sequence[tuple[Any, int]] = ()  # what others have decided, each with what the seat had seen before it


def pack(
    level: str,
    view: SeenView,
    *,
    why: bool = False,
    tried: Sequence[str] = (),
    witnessed: Sequence[tuple[Any, int]] = (),
) -> bytes:
    """A question for a bot process: which bot, what its seat has seen, and whether reasons are wanted."""
    # A built-in edition goes by its name, so that a bot process compiles it once and not for every question.
    edition = view.edition.name if view.edition.is_builtin else pickle.dumps(view.edition.to_dict())
    fields = None
    if why or level not in LEVELS:
        fields = {name: getattr(view, name) for name in SeenView.__struct_fields__ if name not in ("edition", "seen")}
    told = None
    if witnessed:  # one array, which is packed much faster than one for each
        told = np.concatenate([seen for seen, _ in witnessed]), [action for _, action in witnessed]
    asked = level, why, edition, view.seen, fields, tuple(tried), told
    return pickle.dumps(asked, protocol=pickle.HIGHEST_PROTOCOL)


def unpack(body: bytes) -> Question:
    """The question again."""
    level, why, given, seen, fields, tried, told = pickle.loads(body)  # from our own server, over a pipe
    edition = _edition(given)
    view = None if fields is None else SeenView(edition=edition, seen=seen, **fields)
    witnessed = [] if told is None else [(told[0][at : at + 1], action) for at, action in enumerate(told[1])]
    return Question(level, edition, seen, view, why, tried, witnessed)


@lru_cache(maxsize=64)
def _edition(given: str | bytes) -> Edition:
    return Edition.named(given) if isinstance(given, str) else Edition.from_dict(pickle.loads(given))
