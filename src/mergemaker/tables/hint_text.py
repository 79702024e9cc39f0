"""Sentences that only a table says."""

from __future__ import annotations

from collections.abc import Sequence

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


def advice_text(adviser: str, action: str, reasons: Sequence[str] = ()) -> str:
    """A bot's advice as a sentence, and each of its reasons as another."""
    verb, _, rest = action.partition(" ")
    said = f"{verb} nothing" if verb in ("trade", "sell") and rest == "0" else _SAID[verb].format(rest)
    because = [f"{_capital(reason)}." for reason in reasons]
    return " ".join((f"The {adviser} would {said}.", *because))


def _capital(reason: str) -> str:
    """A reason as a sentence begins; a name is left as its owner writes it."""
    return reason[0].upper() + reason[1:] if reason.startswith("you") else reason
