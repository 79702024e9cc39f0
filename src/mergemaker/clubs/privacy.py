"""The privacy note for players, made from what the server really does and from its host's settings."""

from __future__ import annotations

from mergemaker.clubs.desk_forms import NoteSection, PrivacyNote
from mergemaker.clubs.turn_notices import WordSettings
from mergemaker.rules.words.phrases import counted

KEPT = (
    "A random id in a cookie, the name you give, your seats, every move and chat message of your games, and when you "
    "last looked at a table. No e-mail address, no password and no address of your device is asked for. An account, "
    "if you make one, adds its handle and the public keys of your devices."
)
SEEN = (
    "Whoever has a table’s link can watch it and its chat. A finished public game can be seen by everybody. What lies "
    "hidden in a running game is shown to its owner alone; no page shows it to the host of the server either."
)
NO_WORD = "This server sends no mail and calls no webhooks."
WORD = (
    "If you ask for word when it is your turn, {ways} and your quiet hours are kept until you stop it; every message "
    "has a link for that. Messages hold the title of your table and what happened there, and never a login."
)
HOST = (
    "The host of the server sees names, tables and chat, can rename, silence or ban people, end a table and remove "
    "chat; each such act is written down with who did it and when. What you report at a table goes to the host alone."
)
OTHERS = "This page asks no other company’s server for anything: no counters, no fonts, no pictures."


def privacy_note(words: WordSettings, contact: str | None, prune_days: int | None) -> PrivacyNote:
    """The note, section by section."""
    kinds = (("your e-mail address", words.mail), ("a webhook’s address", words.hooks))
    ways = " and ".join(way for way, there in kinds if there)
    when = f"after {counted(prune_days, 'day')}" if prune_days else "when the host tidies up"
    gone = (
        f"Finished games stay. Tables that everybody has left, and guests who have nothing any more, go {when}. With "
        "an account, everything about you is a file that you can fetch, and deleting it takes you out of all of it."
    )
    host = f"{HOST} You reach the host at {contact}." if contact else HOST
    sections = (
        ("What is kept", KEPT),
        ("Who sees it", SEEN),
        ("Word when it is your turn", WORD.format(ways=ways) if ways else NO_WORD),
        ("How long", gone),
        ("The host", host),
        ("Others", OTHERS),
    )
    return PrivacyNote(tuple(NoteSection(title, text) for title, text in sections))
