"""A bot's process: reads what a seat has seen from standard input, writes what the bot chooses to standard output.

First it has every bot decide something, which loads them, or compiles them where that has never been done, and says
that it is ready with an empty answer. It knows nothing but the views it is sent: no table, no database, no deck.
Run as `python -m mergemaker.tables.botpool.bot_process`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
from typing import Any, BinaryIO, get_args

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView
from mergemaker.tables.messages import Level

HEAD = struct.Struct(">I")
_editions: dict[bytes, Edition] = {}


def pack(level: str, seed: int, view: SeenView, *, why: bool = False) -> bytes:
    """A question for a bot process: which bot, what its seat has seen, and whether reasons are wanted."""
    # A built-in edition goes by its name, so that a bot process compiles it once and not for every question.
    edition = view.edition.name if view.edition.is_builtin else view.edition.to_dict()
    fields = {name: getattr(view, name) for name in SeenView.__struct_fields__ if name != "edition"}
    body = pickle.dumps((level, seed, why, edition, fields), protocol=pickle.HIGHEST_PROTOCOL)
    return HEAD.pack(len(body)) + body


def unpack(body: bytes) -> tuple[str, int, bool, SeenView]:
    """The question again."""
    level, seed, why, edition, fields = pickle.loads(body)  # from our own server, over a pipe
    return level, seed, why, SeenView(edition=_edition(edition), **fields)


def _edition(given: Any) -> Edition:
    if isinstance(given, str):
        return Edition.named(given)
    key = pickle.dumps(given)
    if key not in _editions:
        _editions[key] = Edition.from_dict(given)
    return _editions[key]


def choose(level: str, seed: int, view: SeenView) -> str:
    """What a bot of that level chooses."""
    from mergemaker.bots import make_bot

    return make_bot(level, seed).choose(view)


def advise(level: str, seed: int, view: SeenView) -> str:
    """What a bot of that level advises, and in a line each the reasons."""
    from mergemaker.bots import advise

    best = advise(view, level, most=1, seed=seed).actions[0]
    return "\n".join((best.action, *best.reasons))


def warm_up() -> None:
    """Has every bot decide something, so that the first question takes no longer than others."""
    game = Game.new("1999", 3, seed=1)
    view = game.view(game.to_act)
    for level in get_args(Level):
        with contextlib.suppress(Exception):  # a bot that fails here fails when it is asked, and is answered for
            choose(level, 1, view)
    with contextlib.suppress(Exception):
        advise("broker", 1, view)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answers questions until there are no more. An answer that begins with "!" says what went wrong."""
    answers.write(HEAD.pack(0))
    answers.flush()
    while head := questions.read(HEAD.size):
        level, seed, why, view = unpack(questions.read(HEAD.unpack(head)[0]))
        try:
            said = (advise if why else choose)(level, seed, view)
        except Exception as error:  # a bot may fail in any way; the table plays on without it
            said = f"!{type(error).__name__}: {error}"
        body = said.encode()
        answers.write(HEAD.pack(len(body)) + body)
        answers.flush()


def main() -> None:
    """Runs a bot process; whatever a bot prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        warm_up()
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
