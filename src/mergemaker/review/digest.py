"""What a review is known by: a digest of all in a record that has a say in it, and the judge's name."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

ASKED = 4  # the way in which the judge asks the network; counts up when that changes
TELLING = ("edition", "rules", "seats", "hidden", "deck", "seed", "deal", "market", "actions")


def digest_of(record: Mapping[str, Any]) -> str:
    """32 hex digits."""
    said = {key: record.get(key) for key in TELLING}
    return hashlib.sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()[:32]


@cache
def judge_name() -> str:
    """By what stored reviews are told apart: another network, or another way to ask it, is another judge."""
    network = files("mergemaker.bots.network") / "magnate.npz"
    return f"network {ASKED}-{hashlib.sha256(network.read_bytes()).hexdigest()[:8]}"
