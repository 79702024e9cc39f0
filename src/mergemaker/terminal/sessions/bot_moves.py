"""Bots at work: a bot's decision, and a bot's advice to a person. A bot gets the view of its seat, nothing else."""

from __future__ import annotations

from mergemaker.bots import advise
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.plans import advice_text
from mergemaker.terminal.sessions.session import Session

ADVISER = "magnate"
PATIENCE = 500  # milliseconds


def choose(session: Session, view: SeenView) -> tuple[str, str]:
    """What the bot that must decide chooses, and a word of explanation if the clerk had to do it."""
    bot = session.bot_to_act
    assert bot is not None
    faults = len(bot.faults)
    action = bot.decide(view)
    if len(bot.faults) == faults:
        return action, ""
    name, what = view.names[bot.seat], bot.faults[-1].what.rstrip(".")
    return action, f"{name} could not decide ({what}); the clerk did so in its place."


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
    chance = f" Chance to win {best.chances[view.seat or 0]:.0%}."
    return advice_text(ADVISER, best.line or [best.action], best.reasons, best.instead_of) + chance
