"""Handles: what can be one. How two are told apart is in `store/handle_looks.py`.

One handle has letters of one script, and scripts whose letters all imitate others are left out, as are letters that
no language of today writes names with: so the table of look-alikes can be short.
"""

from __future__ import annotations

import unicodedata

from mergemaker.store.handle_looks import looks_of
from mergemaker.tables.protocol.refusals import Refusal

FEWEST, MOST = 3, 20

# By script, as the first word of a letter's Unicode name says it; those in one group may stand side by side.
_SCRIPTS = {
    "LATIN": "latin", "CYRILLIC": "cyrillic", "GREEK": "greek", "HEBREW": "hebrew", "ARABIC": "arabic",
    "DEVANAGARI": "devanagari", "BENGALI": "bengali", "TAMIL": "tamil", "TELUGU": "telugu", "THAI": "thai",
    "GEORGIAN": "georgian", "HANGUL": "korean", "CJK": "chinese", "HIRAGANA": "chinese", "KATAKANA": "chinese",
}  # fmt: skip

_RESERVED = {
    "admin", "administrator", "anonymous", "bot", "bots", "broker", "clerk", "formerplayer", "guest", "host", "magnate",
    "mergemaker", "mogul", "moderator", "nobody", "random", "root", "server", "support", "system", "you", "me",
}  # fmt: skip


def tidy_handle(given: str) -> str:
    """A handle as it will be shown; Refusal where it can't be one."""
    handle = unicodedata.normalize("NFKC", given).strip().removeprefix("@")
    if not FEWEST <= len(handle) <= MOST:
        raise _bad(f"A handle has {FEWEST} to {MOST} letters or digits.")
    scripts = set()
    for letter in handle:
        if letter in "-_." or letter.isdecimal():
            if letter.isdecimal() and not letter.isascii():
                raise _bad("Digits in a handle are 0 to 9.")
            continue
        script = _SCRIPTS.get(unicodedata.name(letter, "").split(" ")[0].split("-")[0])
        if not unicodedata.category(letter).startswith(("L", "M")) or script is None or _imitates(letter, script):
            raise _bad("A handle has letters, digits, and - _ . between them.")
        scripts.add(script)
    if not scripts:
        raise _bad("A handle has at least one letter.")
    if len(scripts) > 1:
        raise _bad("The letters of a handle are all of one script.")
    if handle[0] in "-_." or handle[-1] in "-_.":
        raise _bad("A handle begins and ends with a letter or a digit.")
    small = looks_of(handle)[0]
    if not small.strip("-_.") or small in {looks_of(word)[0] for word in _RESERVED}:
        raise _bad("That handle is kept for the server; choose another.")
    return handle


_OWN_LATIN = "ßæøłđðþœıħŋŧə"  # that are not a letter of English with something added
_PALOCHKA = "\u04c0\u04cf"  # a stroke, which looks like I and l


def _imitates(letter: str, script: str) -> bool:
    """Whether a letter is of phonetic writing, of books of long ago, or otherwise there to be taken for another."""
    base = unicodedata.normalize("NFKD", letter)[0]
    match script:
        case "latin":
            return not (base.isascii() or letter.lower() in _OWN_LATIN or letter == "ẞ")
        case "cyrillic":
            return not ("Ѐ" <= base <= "џ" or "Ґ" <= base <= "ӿ") or letter in _PALOCHKA
        case "greek":
            return not ("\u0391" <= base <= "\u03c9" or unicodedata.combining(letter))
    return False


def _bad(text: str) -> Refusal:
    return Refusal("bad-handle", text, 400)
