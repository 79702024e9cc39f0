"""What somebody would do, in a few words: one action, or a line of them."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.rules.words.phrases import capital, counted, listed, shares_of

_SAID = {
    "place": "place {}",
    "found": "found {}",
    "survivor": "let {} survive",
    "absorb": "have {} absorbed next",
    "trade": "trade {}",
    "sell": "sell {}",
    "done": "buy no more",
    "end": "announce the end",
    "skip": "place nothing",
    "exchange": "exchange the dead tiles",
    "keep": "keep the dead tiles",
}


def plan_text(actions: Sequence[str], before: int | None = None) -> str:
    """A line of actions as it is said: place 5C, found Tower and buy 2 shares of Tower and one share of Luxor.

    `before` is how many shares the turn has brought already, where that is known.
    """
    bought: dict[str, int] = {}
    parts: list[str] = []
    for action in actions:
        verb, _, rest = action.partition(" ")
        if verb == "buy":
            bought[rest] = bought.get(rest, 0) + 1
        elif verb in ("trade", "sell"):
            parts.append(f"{verb} {counted(int(rest), 'share') if rest != '0' else 'nothing'}")
        elif verb != "done" or (len(actions) == 1 and before != 0):
            parts.append(_SAID[verb].format(rest))
        elif not bought:
            parts.append("buy nothing")
    if parts[-2:] == ["trade nothing", "sell nothing"]:
        parts[-2:] = ["keep all shares"]
    if bought:
        parts.append(f"buy {listed([shares_of(count, chain) for chain, count in bought.items()])}")
    return listed(parts)


def action_text(action: str, *, bought: int = 0) -> str:
    """One action as it stands by itself: Buy one share of Tower. `bought` is how many shares the turn has brought."""
    return capital(plan_text([action], bought))


def advice_text(adviser: str, line: Sequence[str], reasons: Sequence[str] = (), instead_of: str | None = None) -> str:
    """A bot's advice as a sentence: its line of play; its reasons, and what they compare it with, in another."""
    told = f"The {adviser} would {plan_text(line)}."
    if not reasons:
        return told
    because = "; ".join(reasons)
    if instead_of:
        return f"{told} Rather than {plan_text([instead_of])}: {because}."
    return f"{told} {capital(because)}."
