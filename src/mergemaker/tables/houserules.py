"""House rules from a stranger: the text of a TOML file, read the same way as a file on disk."""

from __future__ import annotations

import tempfile
from pathlib import Path

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.editions.edition_file import EditionError
from mergemaker.tables.refusals import Refusal


def read_rules(text: str) -> Edition:
    """The edition that a house-rules file describes; Refusal `bad-rules` says which field is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rules.toml"
        try:
            file.write_text(text, encoding="utf-8")
            return Edition.load(file)
        except (EditionError, UnicodeError) as error:
            raise Refusal("bad-rules", str(error).replace(str(file), "rules.toml"), 400) from None
