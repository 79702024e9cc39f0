"""The small change of sentences: money, lists, counts, a stranger's value, and what may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


def dollars(amount: int) -> str:
    """An amount of money as it is always written: $4,200."""
    return f"${amount:,}"


def counted(number: int, noun: str, many: str = "") -> str:
    """A number of things: 1 share, 3 shares, 1,200 entries (`many` is for nouns that take no s)."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {many or f'{noun}s'}"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def shares_of(count: int, chain: str | None) -> str:
    """Some shares of a chain: one share of Tower, 3 shares of Tower."""
    return f"{'one share' if count == 1 else f'{count} shares'} of {chain}"


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence: a, b and c."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def shown(value: object) -> str:
    """A stranger's value as it may stand in a message: short, and on one line."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else repr(value[:37] + "...")
    if isinstance(value, int) and abs(value) >= 10**12:
        return "a number that large"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # numbers of thousands of digits, or lists nested as deep
        return "such a value"
    return text if len(text) <= 60 else text[:57] + "..."


def nearest(text: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, whatever its case; nothing if none is close."""
    by_lower = {word.lower(): word for word in known}
    close = difflib.get_close_matches(text[:100].lower(), by_lower, n=1)
    return by_lower[close[0]] if close else ""


def or_rather(text: str, known: Iterable[str]) -> str:
    """A hint, to go before the end of a sentence, at the word that was probably meant; nothing if none is close."""
    meant = nearest(text, known)
    return f" (did you mean {meant!r}?)" if meant else ""
