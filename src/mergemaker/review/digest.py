"""What a review is known by: a digest of all in a record that has a say in it, whatever else stands in the file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

TELLING = ("edition", "rules", "seats", "hidden", "deck", "seed", "deal", "market", "actions")


def digest_of(record: Mapping[str, Any]) -> str:
    """32 hex digits."""
    said = {key: record.get(key) for key in TELLING}
    return hashlib.sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()[:32]
