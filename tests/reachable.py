"""What the games of each edition can come to: every kind of event and every way to end, by hand from the rules.

The golden records must show all of it. What is missing here is unreachable, for the reason beside it.
"""

from __future__ import annotations

from typing import Any

from mergemaker import Event, Game, tell
from mergemaker.rules.events import KINDS

ALWAYS = {
    "opened", "starts", "placed", "skipped", "founded", "grew", "merged", "shown", "bonus", "traded", "sold", "held",
    "absorbed", "bought", "drew", "ended", "cashed in", "finished", "won",
}  # fmt: skip

EVENTS: dict[str, set[str]] = {
    # No founder's share, no exchange of dead tiles, and nobody announces an end that comes by itself.
    "1962": ALWAYS | {"end reached"},
    # A founder without a share gets nothing, dead tiles are exchanged without asking, the end is announced.
    "1999": ALWAYS | {"announced", "founder share", "set aside", "market"},
    # As 1999, and the market needs two players.
    "tournament": ALWAYS | {"announced", "founder share", "set aside"},
    # Only in 2023 is a missing founder's share paid in cash, and only there may dead tiles be kept when asked.
    "2023-classic": ALWAYS | {"announced", "founder share", "founder cash", "set aside", "kept", "market"},
    "2023-tycoon": ALWAYS | {"announced", "founder share", "founder cash", "set aside", "kept"},
    # Two may play, but without a market.
    "online": ALWAYS | {"announced", "founder share", "set aside"},
}

ENDS: dict[str, set[str]] = {
    # "no tiles" can't happen: dead tiles are kept, so all 108 would have to be on the board, where they would be
    # one chain; but the game is over when a chain has 41.
    "1962": {"automatic", "no move"},
    "1999": {"announced", "no tiles", "no move"},
    "tournament": {"announced", "no tiles", "no move"},
    "2023-classic": {"announced", "no tiles", "no move"},
    "2023-tycoon": {"announced", "no tiles", "no move"},
    "online": {"announced", "no tiles", "no move"},
}

# Every decision is in every edition, but the exchange of dead tiles is asked about in 2023 only.
VERBS = {"place", "skip", "found", "survivor", "absorb", "trade", "sell", "buy", "done"}
ACTIONS: dict[str, set[str]] = {
    "1962": VERBS,
    "1999": VERBS | {"end"},
    "tournament": VERBS | {"end"},
    "2023-classic": VERBS | {"end", "exchange", "keep"},
    "2023-tycoon": VERBS | {"end", "exchange", "keep"},
    "online": VERBS | {"end"},
}

MARKET_WITHOUT_A_BAG = "a market number without a bag"


def needed(edition: str) -> set[tuple[str, str]]:
    """All that the golden records of an edition must show between them."""
    extra = {("market", MARKET_WITHOUT_A_BAG)} if "market" in EVENTS[edition] else set()
    return (
        {("event", kind) for kind in EVENTS[edition]}
        | {("end", end) for end in ENDS[edition]}
        | {("action", verb) for verb in ACTIONS[edition]}
        | extra
    )


def shown_by(record: dict[str, Any]) -> set[tuple[str, str]]:
    """What one record shows."""
    game, story = Game.follow(record)
    happened = [event for events in story for event in events]
    shown = {("event", event.kind) for event in happened} | {
        ("action", action.split()[0]) for action in record["actions"]
    }
    if game.result is not None:
        shown.add(("end", game.result["end"]))
    if any(event.kind == "market" and event.tile is None for event in happened):
        shown.add(("market", MARKET_WITHOUT_A_BAG))
    return shown


def story_text(record: dict[str, Any]) -> str:
    """A whole game as text: every action, and under it what it brought about."""
    game, story = Game.follow(record)

    def told(happened: list[Event]) -> list[str]:
        return [f"    {sentence}" for sentence in tell(happened, game.names)]

    lines = [f"{game.edition.title}: {', '.join(game.names)}", *told(story[0])]
    for number, (action, happened) in enumerate(zip(game.actions, story[1:], strict=True), 1):
        lines += [f"{number} {action}", *told(happened)]
    return "\n".join(lines) + "\n"


assert set.union(*EVENTS.values()) == set(KINDS), "every kind of event is reachable in some edition"
