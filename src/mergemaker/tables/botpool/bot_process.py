"""A bot's process: reads what a seat has seen from standard input, writes what the bot chooses to standard output.

First it has every bot decide something, which loads them, or compiles them where that has never been done, and says
that it is ready with an empty answer. It keeps its bots, one of each level: what a bot decides depends on nothing but
the question, which has what others have decided where a bot plays by that. Of such bots it keeps a few, so that each
hears only what is new in its game. It knows nothing but what it is sent: no table, no database, no deck.
Run as `python -m mergemaker.tables.botpool.bot_process`.
"""

from __future__ import annotations

import contextlib

from mergemaker.bots import Bot, advise, make_bot
from mergemaker.bots.bot import SeenBot, texts_of
from mergemaker.bots.first_decision import first_game
from mergemaker.learning.coach import judge
from mergemaker.rules.words.plans import advice_text
from mergemaker.tables.botpool.bot_memories import BotMemories
from mergemaker.tables.botpool.bot_questions import COACH, LEVELS, NEXT, REMEMBERING, Question, unpack
from mergemaker.tables.processes.child_process import answer_all


class Bots:
    """The bots of a process, made when they are first asked."""

    def __init__(self) -> None:
        self._kept: dict[str, Bot] = {}
        self._memories = BotMemories()

    def answer(self, question: Question) -> str:
        """What the bot chooses; if advice is wanted, the rest of its line of play, and it all in words, a line each."""
        level, edition, seen, view, why, tried, witnessed = question
        if level == COACH and view is not None:
            return "\n".join(judge(view, tried))
        if why and view is not None:
            best = advise(view, level, most=1).actions[0]
            told = advice_text(level, best.line, best.reasons, best.instead_of)
            return "\n".join((best.action, *(f"{NEXT}{action}" for action in best.line[1:]), told))
        if witnessed:
            return texts_of(edition.chain_names)[self._memories.decide(level, edition, seen, witnessed)]
        bot = self._kept.get(level) or self._kept.setdefault(level, make_bot(level))
        try:
            if isinstance(bot, SeenBot):
                return texts_of(edition.chain_names)[bot.decide(edition, seen)]
            assert view is not None
            return bot.choose(view)
        except Exception:
            self._kept.pop(level).close()  # what it is in the middle of, nobody knows
            raise


def warm_up(bots: Bots) -> None:
    """Has every bot decide something, so that the first question takes no longer than others."""
    game = first_game()
    view = game.view(game.to_act)
    witnessed = game.witnessed(game.mover)
    questions = [Question(level, view.edition, view.seen) for level in LEVELS]
    questions += [Question(level, view.edition, view.seen, witnessed=witnessed) for level in REMEMBERING]
    for question in (*questions, Question("broker", view.edition, view.seen, view, why=True)):
        with contextlib.suppress(Exception):  # a bot that fails here fails when it is asked, and is answered for
            bots.answer(question)


def main() -> None:
    """Runs a bot process. An answer that begins with "!" says what went wrong."""
    bots = Bots()

    def answer(question: bytes) -> bytes:
        try:
            return bots.answer(unpack(question)).encode()
        except Exception as error:  # a bot may fail in any way; the table plays on without it
            return f"!{type(error).__name__}: {error}".encode()

    answer_all(answer, lambda: warm_up(bots))


if __name__ == "__main__":
    main()
