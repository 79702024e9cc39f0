"""Bots at work: a bot's decision, and a bot's advice to a person. A bot gets the view of its seat, nothing else."""

from __future__ import annotations

import random

from mergemaker.bots import advise
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import listed
from mergemaker.tables.hint_text import advice_text
from mergemaker.terminal.session import Session

ADVISER = "mogul"
PATIENCE = 500  # milliseconds


def choose(session: Session, view: SeenView) -> tuple[str, str]:
    """What the bot that must decide chooses, and a word of explanation if it failed to."""
    bot = session.bot_to_act
    assert bot is not None
    try:
        action = bot.choose(view)
        if action in view.actions:
            return action, ""
        trouble = f"it answered “{action[:40]}”"
    except Exception as error:  # a stranger's bot may fail in any way; the evening goes on
        trouble = str(error) or type(error).__name__
    name = view.names[int(view.seat or 0)]
    return random.choice(view.actions), f"{name} could not decide ({trouble}); a random choice was made."


def decide(session: Session) -> str:
    """Lets the bot that must decide choose, and plays it; says what went wrong, if anything did."""
    action, trouble = choose(session, session.view(session.game.to_act))
    session.play(action)
    return trouble


def advice(view: SeenView) -> str:
    """What a good bot would do in this seat, with the chance to win and the main reasons."""
    try:
        best = advise(view, f"{ADVISER}:ms={PATIENCE}", most=1, seed=view.version).actions[0]
    except Exception as error:  # advice is a courtesy: whatever is wrong with it must not end the game
        return f"There is no advice now: {error}"
    chance = f" Chance to win {best.chances[view.seat or 0]:.0%}"
    reasons = f": {listed(best.reasons)}." if best.reasons else "."
    return advice_text(ADVISER, best.action) + chance + reasons
