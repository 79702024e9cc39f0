"""Everything that a user may look up has a word: commands, options, settings, extras, events, fields, routes, names.

Where this fails it says what is missing and where to say it; `scripts/documents` makes the pages from that.
"""

from __future__ import annotations

from documents import reference


def test_nothing_is_left_without_a_word():
    assert reference.undocumented() == []
