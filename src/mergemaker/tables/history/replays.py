"""Replays: a game to be looked at again, from a finished table, from one's own seat at a running one, or a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from mergemaker.record.fair_shuffle import verify
from mergemaker.record.story import begins_turn
from mergemaker.review.digest import digest_of
from mergemaker.rules.errors import RecordError
from mergemaker.rules.game import Game
from mergemaker.rules.words.sentences import Event, for_seat
from mergemaker.tables.edition_pages import edition_page, listed_edition
from mergemaker.tables.game_log.ledger import result_of
from mergemaker.tables.game_log.sealed_game import SealedGame
from mergemaker.tables.game_log.seat_views import bare
from mergemaker.tables.game_log.turn_log import tell_turn
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.protocol.forms import Frame, Replay, Verdict
from mergemaker.tables.protocol.messages import Fairness, Turn
from mergemaker.tables.protocol.refusals import Refusal, not_over

OPEN = -1  # eyes that see every hand


class _Eyes(NamedTuple):
    """Who looks: a seat or a watcher (None), with every hand `open` or not."""

    seat: int | None
    open: bool = False


def record_of(live: LiveTable) -> dict[str, Any]:
    """A finished game's record, with where it was played."""
    found = live.need_ledger().record()
    if found is None:
        raise not_over()
    return {**found, "table": live.id, "started": live.row.started, "finished": live.row.finished}


def replay_of_table(
    live: LiveTable, seat: int | None, eyes: int | None, first: int, last: int | None
) -> Callable[[], Replay]:
    """A table's game as a seat may look at it again: with its own eyes while it runs, with anybody's afterwards.

    `eyes` is a seat, OPEN, or None for the seat's own. Returns the work that is left once it is clear what may be
    seen: it takes a while, and uses nothing that the table goes on to change, so that a thread can do it.
    """
    ledger, row = live.need_ledger(), live.row
    title, words = row.title, tuple(other.words for other in live.seats)
    finished = ledger.finished_game()
    if finished is not None:
        proof = ledger.fairness() or {}
        fairness = Fairness(row.commitment, words, proof.get("secret"), proof.get("seed"))
        looking = _looking(finished, eyes, seat)
        return lambda: _replay(title, finished.from_the_deal(), finished.action_ids, looking, fairness, first, last)
    if eyes is not None and eyes != seat:
        raise Refusal("hidden", "While the game runs you see it with your own eyes only.", 403)
    start, actions = ledger.from_the_deal()
    return lambda: _replay(title, start, actions, _Eyes(seat), Fairness(row.commitment, words), first, last)


def replay_of_record(record: Mapping[str, Any], eyes: int | None) -> Replay:
    """The replay of a record from anywhere, checked by playing it."""
    game = _game_of(record)
    looking = _looking(game, OPEN if eyes is None else eyes, None)
    return _replay("", game.from_the_deal(), game.action_ids, looking, None, 0, None)


def _game_of(record: Mapping[str, Any]) -> Game:
    try:
        return Game.from_record(record)
    except RecordError as error:
        raise _bad_record(error) from None


def _bad_record(error: RecordError) -> Refusal:
    return Refusal("bad-record", f"The record does not hold: {error}.", 400)


def _looking(game: Game, eyes: int | None, own: int | None) -> _Eyes:
    chosen = own if eyes is None else eyes
    if chosen is not None and chosen != OPEN and not 0 <= chosen < game.players:
        raise Refusal("no-seat", "There is no such seat.", 400)
    return _Eyes(None, open=True) if chosen == OPEN else _Eyes(chosen)


def _replay(
    title: str,
    game: Game | SealedGame,
    actions: Sequence[int],
    eyes: _Eyes,
    fairness: Fairness | None,
    first: int,
    last: int | None,
) -> Replay:
    """Plays a game from its deal, with what somebody sees of it after every action."""
    kept = game.edition.start.opening == "hand"

    def seen(happened: Sequence[Event]) -> Sequence[Event]:
        return happened if eyes.open else for_seat(happened, eyes.seat, opening_kept=kept)

    story, views, hands, seats = [seen(game.opening)], [game.view(eyes.seat)], [_hands(game, eyes)], []
    for action in actions:
        seats.append(int(game.to_act or 0))
        story.append(seen(game.play(action)))
        views.append(game.view(eyes.seat))
        hands.append(_hands(game, eyes))
    texts = game.actions
    frames = tuple(
        Frame(
            version=at,
            seat=seats[at - 1] if at else None,
            action=texts[at - 1] if at else None,
            events=tuple(story[at]),
            view=bare(views[at]),
            hands=hands[at],
        )
        for at in range(max(0, first), min(len(views), len(views) if last is None else last + 1))
    )
    return Replay(
        title=title,
        edition=listed_edition(game.edition),
        names=tuple(game.names),
        hidden=game.hidden,
        eyes=eyes.seat,
        open=eyes.open,
        versions=len(actions),
        frames=frames,
        turns=_turns(story, texts, seats, game.names),
        mergers=tuple(at for at, happened in enumerate(story) if any(event.kind == "merged" for event in happened)),
        money=tuple(tuple(player.money for player in view.players) for view in views),
        worth=tuple(tuple(player.worth for player in view.players) for view in views),
        result=result_of(game, story[-1]) if isinstance(game, Game) and game.over else None,
        fairness=fairness,
        page=None if game.edition.is_builtin else edition_page(game.edition),
    )


def _hands(game: Game | SealedGame, eyes: _Eyes) -> tuple[tuple[str, ...], ...] | None:
    if not eyes.open:
        return None
    return tuple(tuple(tile.tile for tile in game.view(seat).hand) for seat in range(len(game.names)))


def _turns(
    story: Sequence[Sequence[Event]], actions: Sequence[str], seats: Sequence[int], names: Sequence[str]
) -> tuple[Turn, ...]:
    turns = [tell_turn(0, None, [(0, story[0])], names)]
    start = 0
    for at in range(1, len(actions) + 1):
        if at == len(actions) or begins_turn(actions, at):
            happened = [(there + 1, story[there + 1]) for there in range(start, at)]
            turns.append(tell_turn(len(turns), seats[start], happened, names))
            start = at
    return tuple(turns)


def digest_of_finished(record: Mapping[str, Any]) -> str:
    """What the review of a record is known by; Refusal where the record does not hold or its game still runs."""
    game = _game_of(record)
    if not game.over:
        raise Refusal("not-over", "A game is reviewed when it is over; this one is still running.", 400)
    return digest_of(game.record())


def verdict(found: dict[str, Any], commitment: str | None = None) -> Verdict:
    """A proof checked, in words."""
    try:
        steps = verify(found, commitment)
    except RecordError as error:
        raise _bad_record(error) from None
    broken = [f"“{step.what}”" for step in steps if not step.holds]
    text = "The shuffle was the one that was committed to."
    if broken:
        text = f"The shuffle was not the committed one. This does not hold: {' '.join(broken)}"
    return Verdict(not broken, text, tuple(steps))
