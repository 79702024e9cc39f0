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

from mergemaker.rules.bag import market_plays
from mergemaker.rules.errors import RecordError
from mergemaker.rules.game import Game
from mergemaker.rules.record_format import draw_name, read_setup
from mergemaker.rules.shuffle import deal_of, deck_of

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

    What was dealt is compared before anything is played, so a changed deck is always a step that does not hold, whether
    or not the game could have been played with it. RecordError where the record can't be read, has no proof, or tells
    a game that can't be played with the very deck that its seed gives.
    """
    edition, setup, _, _ = read_setup(record)
    shown, secret, words = _proof(record, len(setup.names))
    seed = seed_of(secret, words)
    seeded = setup.seed == seed  # what follows from another seed proves nothing, so then no other step holds either
    dealt = tuple(map(tuple, deal_of(seed, [chain.dealt for chain in edition.chains], len(setup.names))))
    steps = [
        Step("The secret is the one that was committed to.", hmac.compare_digest(commitment_of(secret), shown)),
        Step("The seed comes from the secret and the players’ words.", seeded),
        Step("The deck comes from the seed.", seeded and setup.deck == tuple(deck_of(seed))),
    ]
    if commitment is not None:
        steps.insert(0, Step("The commitment is the one you noted.", hmac.compare_digest(commitment.lower(), shown)))
    if edition.dealt:
        steps.append(Step("The certificates dealt come from the seed.", seeded and setup.deal == dealt))
    if market_plays(edition.rules, len(setup.names)):
        honest = setup.deck == tuple(deck_of(seed)) and setup.deal == dealt
        holds = seeded and _market_holds(record, setup.market, honest)
        steps.append(Step("The market’s draws come from the seed.", holds))
    if all(step.holds for step in steps):
        Game.from_record(record)
    return steps


def _proof(record: Mapping[str, Any], players: int) -> tuple[str, str, list[str]]:
    """The commitment, the secret and everybody's words."""
    proof = record.get("fairness")
    if not isinstance(proof, Mapping):
        raise RecordError("there is no proof of the shuffle: fairness is missing")
    shown, secret, words = proof.get("commitment"), proof.get("secret"), proof.get("words")
    if not (_is_digest(shown) and _is_digest(secret)):
        raise RecordError("fairness: commitment and secret must be 64 hex digits")
    if not (isinstance(words, list) and len(words) == players and all(isinstance(said, str) for said in words)):
        raise RecordError("fairness: words must be a list with a text for each seat")
    return str(shown), str(secret), words


def _market_holds(record: Mapping[str, Any], told: Sequence[int], honest: bool) -> bool:
    """Whether the market's draws are those that come when they are rolled again from the seed rather than read.

    Where a deck or draws were changed, the true ones may make another game of it, in which these actions are illegal.
    RecordError where they are so with the draws as told, too: then it is no game at all.
    """
    rolled = {key: value for key, value in record.items() if key not in ("market", "deck", "deal", "result")}
    try:
        return Game.from_record(rolled).market[: len(told)] == [draw_name(draw) for draw in told]
    except RecordError:
        if honest:
            Game.from_record({**record, "result": None})
        return False


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and all(digit in "0123456789abcdef" for digit in value)
