"""Games that differ only in what one seat cannot know, for tests that nothing of it reaches that seat."""

import random
from typing import Any

from mergemaker.rules.game import Game
from mergemaker.rules.narrative import Event


def scripted(edition: str, players: int, seed: int, length: int, hidden: bool) -> tuple[dict[str, Any], list[str]]:
    """A record with its deck but no actions, and random actions that can be played from there."""
    game = Game.new(edition, [f"p{seat}" for seat in range(players)], seed=seed, hidden=hidden)
    chooser = random.Random(seed)
    while not game.over and game.version < length:
        game.play(chooser.choice(game.legal_actions()))
    record = {**game.record(), "actions": [], "hidden": hidden}
    record.pop("result", None)
    record.pop("seed")
    return record, game.actions


def permuted(record: dict[str, Any], actions: list[str], seat: int | None, seed: int) -> dict[str, Any] | None:
    """The same record with every tile that a seat never got to know put elsewhere; None where the game would differ.

    It differs where another hand has dead tiles now, or must skip: those are public, and rightly seen.
    """
    game, story = Game.follow({**record, "actions": actions})
    known = set(game.view(seat).board) | set(game.view(seat).set_aside)
    known |= {event.tile for events in story for event in events if event.seat == seat and event.tile}
    if game.edition.start.opening == "board":
        known |= {event.tile for event in story[0] if event.kind == "opened" and event.tile}
    deck = list(record["deck"])
    places = [at for at, tile in enumerate(deck) if tile not in known]
    tiles = [deck[at] for at in places]
    random.Random(seed).shuffle(tiles)
    for at, tile in zip(places, tiles, strict=True):
        deck[at] = tile
    other = {**record, "deck": deck}
    try:
        _, other_story = Game.follow({**other, "actions": actions})
    except Exception:
        return None
    return other if [_public(events) for events in story] == [_public(events) for events in other_story] else None


def _public(events: list[Event]) -> list[Any]:
    return [(event.kind, event.seat, None if event.kind in ("drew", "opened") else event.tile) for event in events]
