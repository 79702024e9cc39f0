"""Proof of a fair shuffle: the dealer commits to a secret, players add words, the deck follows from both.

The dealer shows SHA-256(secret) before anybody adds words, so that it cannot choose the secret to suit them; players
do not know the secret, so that they cannot choose words to suit it. Afterwards the secret is shown, and anybody can
do the sums again. A record carries the proof as `fairness: {commitment, secret, words}`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from mergemaker.rules.errors import RecordError
from mergemaker.rules.game import Game

SECRET_BYTES = 32
_PURPOSE = b"mergemaker 1 seed\0"


class Step(msgspec.Struct, frozen=True):
    """One thing that was checked."""

    what: str
    holds: bool


def commitment_of(secret: str) -> str:
    """What is shown before the game: the SHA-256 of the secret's bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, words: Sequence[str]) -> str:
    """The seed of the game, from the secret and each seat's words."""
    digest = hashlib.sha256(_PURPOSE + bytes.fromhex(secret))
    for said in words:
        digest.update(hashlib.sha256(said.encode()).digest())
    return digest.hexdigest()


def proof_of(secret: str, words: Sequence[str]) -> dict[str, Any]:
    """The proof as a record carries it."""
    return {"commitment": commitment_of(secret), "secret": secret, "words": list(words)}


def verify(record: Mapping[str, Any], commitment: str | None = None) -> list[Step]:
    """Does the sums of a record's proof again, step by step; `commitment` is what was noted down before the game.

    RecordError where the record does not hold, or has no proof that can be read.
    """
    game = Game.from_record(record, trust_seed=True)
    proof = record.get("fairness")
    if not isinstance(proof, Mapping):
        raise RecordError("there is no proof of the shuffle: fairness is missing")
    shown, secret = proof.get("commitment"), proof.get("secret")
    words = proof.get("words")
    if not (_is_digest(shown) and _is_digest(secret)):
        raise RecordError("fairness: commitment and secret must be 64 hex digits")
    if not (isinstance(words, list) and len(words) == game.players and all(isinstance(said, str) for said in words)):
        raise RecordError("fairness: words must be a list with a text for each seat")
    assert isinstance(shown, str)
    assert isinstance(secret, str)
    seed = seed_of(secret, words)
    told = game.record()
    dealt = Game.new(game.edition, game.names, seed=seed, hidden=game.hidden).record()
    seeded = game.seed == seed  # what follows from another seed proves nothing, so then no other step holds either
    steps = [
        Step("The secret is the one that was committed to.", hmac.compare_digest(commitment_of(secret), shown)),
        Step("The seed comes from the secret and the players’ words.", seeded),
        Step("The deck comes from the seed.", seeded and told["deck"] == dealt["deck"]),
    ]
    if commitment is not None:
        steps.insert(0, Step("The commitment is the one you noted.", hmac.compare_digest(commitment.lower(), shown)))
    if game.edition.dealt:
        steps.append(Step("The certificates dealt come from the seed.", seeded and told["deal"] == dealt["deal"]))
    if game.has_market:
        again = _market_again(record, seed)
        steps.append(Step("The market’s draws come from the seed.", seeded and game.market == again))
    return steps


def _market_again(record: Mapping[str, Any], seed: str) -> list[str]:
    """The market's draws when they are rolled again from the seed rather than read."""
    bare = {key: value for key, value in record.items() if key not in ("market", "deck", "deal", "result")}
    try:
        return Game.from_record({**bare, "seed": seed}).market
    except RecordError:  # another deck, on which these actions can't be played
        return []


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and all(digit in "0123456789abcdef" for digit in value)
