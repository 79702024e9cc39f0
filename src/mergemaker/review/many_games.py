"""Reviews of many games added up: who decides how well in what kind of decision, over time, and luck in all."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from mergemaker.review.depths import depth_named
from mergemaker.review.findings import Review, SeatAccount, SeatSummary
from mergemaker.review.grades import GRADES, accuracy_from
from mergemaker.review.summary import summary_of
from mergemaker.rules.errors import MergemakerError


class ReviewTask(msgspec.Struct, frozen=True):
    """A game to be reviewed, wherever that happens."""

    number: int
    record: dict[str, Any]
    depth: str


class Reviewed(msgspec.Struct, frozen=True):
    """What came of it: a review, or why there is none."""

    number: int
    review: Review | None
    trouble: str = ""


def review_task(task: ReviewTask) -> Reviewed:
    """Reviews one game of many; a broken or running one is said, and the others go on."""
    # Imported here: who adds up stored reviews need not load what makes them.
    from mergemaker.review.review_cache import review_kept

    try:
        return Reviewed(task.number, review_kept(task.record, depth_named(task.depth)))
    except MergemakerError as error:
        return Reviewed(task.number, None, str(error))


class KindSum(msgspec.Struct, frozen=True):
    """One kind of decision in many games."""

    decisions: int
    cost: float
    accuracy: float | None


class SeatGame(msgspec.Struct, frozen=True):
    """A seat's game in a few numbers: what sums over many games are made of."""

    number: int
    edition: str
    players: int
    account: SeatAccount
    summary: SeatSummary


class GamePoint(msgspec.Struct, frozen=True):
    """One game of a player's, for a line over time."""

    number: int
    edition: str
    players: int
    won: float
    accuracy: float | None
    luck: float
    luck_adjusted: float


class PlayerSum(msgspec.Struct, frozen=True):
    """A player over many games."""

    name: str
    games: int
    won: float
    expected: float  # wins that even chances would have brought
    luck: float  # of all draws, own and others', added up over the games
    own_luck: float
    accuracy: float | None
    decisions: int
    mean_cost: float
    grades: dict[str, int]
    by_kind: dict[str, KindSum]
    over_time: tuple[GamePoint, ...]


def seat_game(number: int, review: Review, seat: int, own: Container[int] | None = None) -> SeatGame:
    """What a review comes to for a seat; with `own`, of its decisions only those with these numbers count."""
    summary = review.summaries[seat]
    if own is not None:
        chosen = [verdict for verdict in review.verdicts if verdict.seat == seat and verdict.at in own]
        summary = summary_of(review.accounts[seat], summary.name, summary.money, review.draws, chosen)
    return SeatGame(number, review.edition, len(review.seats), review.accounts[seat], summary)


def add_up(reviews: Iterable[tuple[int, Review]]) -> tuple[PlayerSum, ...]:
    """Each player, by name, over games given with their numbers; the most accurate first."""
    games: dict[str, list[SeatGame]] = {}
    for number, review in reviews:
        for seat, name in enumerate(review.seats):
            games.setdefault(name, []).append(seat_game(number, review, seat))
    found = [player_sum(name, played) for name, played in games.items()]
    return tuple(sorted(found, key=lambda one: (-(one.accuracy or 0.0), one.name)))


def player_sum(name: str, games: Sequence[SeatGame]) -> PlayerSum:
    """A player over games in the order in which they were played."""
    kinds: dict[str, tuple[int, float, float]] = {}
    for game in games:
        for kind, (count, cost, share) in game.summary.by_kind.items():
            so_far = kinds.get(kind, (0, 0.0, 0.0))
            kinds[kind] = so_far[0] + count, so_far[1] + cost, so_far[2] + share
    decisions = sum(count for count, _, _ in kinds.values())
    cost = sum(lost for _, lost, _ in kinds.values())
    shares = sum(share for _, _, share in kinds.values())
    accounts = [game.account for game in games]
    return PlayerSum(
        name=name,
        games=len(games),
        won=sum(account.result for account in accounts),
        expected=sum(account.start for account in accounts),
        luck=sum(account.own_luck + account.others_luck for account in accounts),
        own_luck=sum(account.own_luck for account in accounts),
        accuracy=accuracy_from(shares, decisions),
        decisions=decisions,
        mean_cost=cost / max(decisions, 1),
        grades={grade: sum(game.summary.grades[grade] for game in games) for grade in GRADES},
        by_kind={kind: KindSum(n, lost, accuracy_from(share, n)) for kind, (n, lost, share) in kinds.items()},
        over_time=tuple(map(_point, games)),
    )


def _point(game: SeatGame) -> GamePoint:
    account, summary = game.account, game.summary
    return GamePoint(
        number=game.number,
        edition=game.edition,
        players=game.players,
        won=account.result,
        accuracy=summary.accuracy,
        luck=account.own_luck + account.others_luck,
        luck_adjusted=summary.luck_adjusted,
    )


def tasks_of(records: Iterable[tuple[int, Mapping[str, Any]]], depth: str) -> list[ReviewTask]:
    """Tasks for records given with their numbers."""
    depth_named(depth)  # a wrong name is said at once
    return [ReviewTask(number, dict(record), depth) for number, record in records]
