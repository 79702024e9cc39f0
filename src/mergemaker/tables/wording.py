"""Sentences that only a table says."""

from __future__ import annotations

_SAID = {
    "place": "place {}",
    "found": "found {}",
    "survivor": "let {} survive",
    "absorb": "have {} absorbed next",
    "trade": "trade {} shares",
    "sell": "sell {} shares",
    "buy": "buy {}",
    "done": "buy nothing more",
    "end": "announce the end",
    "skip": "skip",
    "exchange": "exchange the dead tiles",
    "keep": "keep the dead tiles",
}


def advice_text(adviser: str, action: str) -> str:
    """A bot's advice as a sentence."""
    verb, _, rest = action.partition(" ")
    said = f"{verb} nothing" if verb in ("trade", "sell") and rest == "0" else _SAID[verb].format(rest)
    return f"The {adviser} would {said}."
