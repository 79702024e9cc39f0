"""Replays: a game to be looked at again, from a finished table, from one's own seat at a running one, or a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mergemaker.record.story import begins_turn
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import RecordError
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import Event, for_seat
from mergemaker.tables.forms import ChainOfBox, EditionListed, Frame, Replay
from mergemaker.tables.ledger import result_of
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.messages import Fairness, Result, Turn
from mergemaker.tables.refusals import Refusal, not_started
from mergemaker.tables.seat_views import bare
from mergemaker.tables.turn_log import tell_turn

OPEN = -1  # eyes that see every hand


def listed_edition(edition: Edition) -> EditionListed:
    """An edition as lists show it."""
    return EditionListed(
        edition.name,
        edition.title,
        edition.year,
        edition.description,
        edition.players.fewest,
        edition.players.most,
        edition.start.holdings,
        tuple(ChainOfBox(c.name, c.sign, c.tier, c.colour, c.hex, c.certificates, c.dealt) for c in edition.chains),
    )


def replay_of_table(live: LiveTable, seat: int | None, eyes: int | None, first: int, last: int | None) -> Replay:
    """A table's game as a seat may look at it again: with its own eyes while it runs, with anybody's afterwards.

    `eyes` is a seat, OPEN, or None for the seat's own.
    """
    ledger = live.ledger
    if ledger is None:
        raise not_started()
    finished = ledger.finished_game()
    if finished is not None:
        proof = ledger.fairness() or {}
        fairness = Fairness(proof["commitment"], tuple(proof["words"]), proof["secret"], proof["seed"])
        return _replay(live.row.title, finished, _eyes(finished, eyes, seat), first, last, fairness)
    if eyes is not None and eyes != seat:
        raise Refusal("hidden", "While the game runs you see it with your own eyes only.", 403)
    names = [other.name or "" for other in live.seats]
    views = ledger.seen_game(seat)
    story, actions, seats = ledger.seen_story(seat)
    fairness = Fairness(live.row.commitment, tuple(other.words for other in live.seats))
    turns = _turns(story, actions, seats, names)
    return _made(live.row.title, live.edition, names, live.row.hidden, seat, views, None, story, actions, seats, turns,
                 first, last, None, fairness)  # fmt: skip


def replay_of_record(record: Mapping[str, Any], eyes: int | None) -> Replay:
    """The replay of a record from anywhere, checked by playing it."""
    try:
        game = Game.from_record(record)
    except RecordError as error:
        raise Refusal("bad-record", f"The record does not hold: {error}.", 400) from None
    return _replay("", game, _eyes(game, OPEN if eyes is None else eyes, None), 0, None, None)


def _eyes(game: Game, eyes: int | None, own: int | None) -> int | None:
    chosen = own if eyes is None else eyes
    if chosen is not None and chosen != OPEN and not 0 <= chosen < game.players:
        raise Refusal("no-seat", "There is no such seat.", 400)
    return chosen


def _replay(
    title: str, game: Game, eyes: int | None, first: int, last: int | None, fairness: Fairness | None
) -> Replay:
    seat = None if eyes == OPEN else eyes
    twin = game.at(0)
    story, views, hands, seats = [twin.opening], [twin.view(seat)], [_hands(twin)], []
    for action in game.action_ids:
        seats.append(int(twin.to_act or 0))
        story.append(twin.play(action))
        views.append(twin.view(seat))
        hands.append(_hands(twin))
    if eyes != OPEN:
        kept = game.edition.start.opening == "hand"
        story = [for_seat(happened, seat, opening_kept=kept) for happened in story]
    result = None if game.result is None else result_of(game, story[-1])
    turns = _turns(story, game.actions, seats, game.names)
    shown = hands if eyes == OPEN else None
    return _made(title, game.edition, game.names, game.hidden, seat, views, shown, story, game.actions, seats, turns,
                 first, last, result, fairness)  # fmt: skip


def _hands(game: Game) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(tile.tile for tile in game.view(seat).hand) for seat in range(game.players))


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


def _made(
    title: str,
    edition: Edition,
    names: Sequence[str],
    hidden: bool,
    seat: int | None,
    views: Sequence[SeenView],
    hands: Sequence[tuple[tuple[str, ...], ...]] | None,
    story: Sequence[Sequence[Event]],
    actions: Sequence[str],
    seats: Sequence[int],
    turns: tuple[Turn, ...],
    first: int,
    last: int | None,
    result: Result | None,
    fairness: Fairness | None,
) -> Replay:
    wanted = range(max(0, first), min(len(views), len(views) if last is None else last + 1))
    frames = tuple(
        Frame(
            version=at,
            seat=seats[at - 1] if at else None,
            action=actions[at - 1] if at else None,
            events=tuple(story[at]),
            view=bare(views[at]),
            hands=hands[at] if hands else None,
        )
        for at in wanted
    )
    return Replay(
        title=title,
        edition=listed_edition(edition),
        names=tuple(names),
        hidden=hidden,
        eyes=seat,
        open=hands is not None,
        versions=len(views) - 1,
        frames=frames,
        turns=turns,
        mergers=tuple(at for at, happened in enumerate(story) if any(event.kind == "merged" for event in happened)),
        money=tuple(tuple(player.money for player in view.players) for view in views),
        worth=tuple(tuple(player.worth for player in view.players) for view in views),
        result=result,
        fairness=fairness,
    )
