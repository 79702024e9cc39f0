"""How a handle looks, which is what it is compared by.

Every letter has a look in small and a look in capitals, because a Greek nu looks like a Latin N in capitals and like a
Latin v in small; two handles that look the same in either are the same. Accents, lines and points between letters do
not tell anybody apart.
"""

from __future__ import annotations

import unicodedata

# Letters of other scripts and the Latin letter that they look like, small and in capitals.
_SMALL_LOOKS = dict(
    zip(
        "аеорсухіѕјһԁԛԝѵгпьвнкмтзбёүαορνικχτγυωηβεκσς",
        "aeopcyxisjhdqwvrnbbhkmt36eyaopvikxtyuwnbekoc",
        strict=True,
    )
)
_CAPITAL_LOOKS = dict(
    zip(
        "АВЕКМНОРСТУХІЅЈҺԌԚԜЬЗЁГҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "ABEKMHOPCTYXISJHGQWB3EFYABEZHIKMNOPTYX",
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
