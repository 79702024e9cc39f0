"""Handles: unique names, whatever the case and whatever letters look alike.

A handle is compared by how it looks. Every letter has a look in small and a look in capitals, because a Greek nu looks
like a Latin N in capitals and like a Latin v in small; two handles that look the same in either are the same.
Accents, lines and points between letters do not tell anybody apart. One handle has letters of one script, and
scripts whose letters all imitate others are left out, so the table of look-alikes below can be short.
"""

from __future__ import annotations

import unicodedata

from mergemaker.tables.refusals import Refusal

FEWEST, MOST = 3, 20

# By script, as the first word of a letter's Unicode name says it; those in one group may stand side by side.
_SCRIPTS = {
    "LATIN": "latin", "CYRILLIC": "cyrillic", "GREEK": "greek", "HEBREW": "hebrew", "ARABIC": "arabic",
    "DEVANAGARI": "devanagari", "BENGALI": "bengali", "TAMIL": "tamil", "TELUGU": "telugu", "THAI": "thai",
    "GEORGIAN": "georgian", "HANGUL": "korean", "CJK": "chinese", "HIRAGANA": "chinese", "KATAKANA": "chinese",
}  # fmt: skip

# Letters of other scripts and the Latin letter that they look like, small and in capitals.
_SMALL_LOOKS = dict(
    zip(
        "аеорсухіѕјһԁԛԝѵгпьвнкмтзбёαορνικχτγυωηβεκσς",
        "aeopcyxisjhdqwvrnbbhkmt36eaopvikxtyuwnbekoc",
        strict=True,
    )
)
_CAPITAL_LOOKS = dict(
    zip(
        "АВЕКМНОРСТУХІЅЈҺԌԚԜЬЗЁГΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "ABEKMHOPCTYXISJHGQWB3EFABEZHIKMNOPTYX",
        strict=True,
    )
)
_DIGIT_LOOKS = {
    "0": "o",
    "1": "l",
    "i": "l",
    "|": "l",
    "5": "s",
    "\u0131": "l",
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ß": "ss",
}
_CAPITAL_DIGITS = {"I": "L", "1": "L", "|": "L", "0": "O", "Ø": "O", "5": "S", "Ł": "L", "Đ": "D"}
_PAIR_LOOKS = (("rn", "m"), ("vv", "w"), ("cl", "d"))

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
        if not unicodedata.category(letter).startswith(("L", "M")) or script is None:
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


def _bad(text: str) -> Refusal:
    return Refusal("bad-handle", text, 400)


def looks_of(handle: str) -> tuple[str, ...]:
    """How a handle looks in small letters and in capitals."""
    plain = unicodedata.normalize("NFKC", handle).removeprefix("@")
    small = _bare(plain.casefold())
    small = "".join(_SMALL_LOOKS.get(letter, letter) for letter in small)
    small = "".join(_DIGIT_LOOKS.get(letter, letter) for letter in small)
    for pair, letter in _PAIR_LOOKS:
        small = small.replace(pair, letter)
    capital = _bare(plain.casefold().upper())
    capital = "".join(_CAPITAL_LOOKS.get(letter, letter) for letter in capital)
    capital = "".join(_CAPITAL_DIGITS.get(letter, letter) for letter in capital)
    return tuple(dict.fromkeys((small[:60], capital[:60])))


def _bare(text: str) -> str:
    """Without accents, and without what stands between letters."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if letter not in "-_. ()" and not unicodedata.combining(letter))
