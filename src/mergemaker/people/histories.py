"""What somebody has played: one's own list of games, and the profile that others may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from mergemaker.people import history_forms as forms
from mergemaker.people.ratings import ENOUGH_GAMES, POINTS, give_or_take, is_provisional, nearest_bot, points
from mergemaker.store import history_store, results_store
from mergemaker.store.history_store import FoundGame, Wanted
from mergemaker.store.results_store import StoredGameSeat, StoredRating
from mergemaker.store.schemas import schema
from mergemaker.store.schemas.people_rows import StoredAccount
from mergemaker.store.schemas.people_schema import accounts
from mergemaker.store.schemas.rows import FOR_GOOD
from mergemaker.tables.edition_pages import edition_title
from mergemaker.tables.history.game_results import KINDS

PAGE = 50
CURVE = 300
RECENT = 10
OPPONENTS = 12
MAIN = {"live": "Live games", "turns": "Turn-based games", "bots": "Games with bots"}

Handles = Mapping[str, str]


def handles_of(connection: Connection, players: Collection[str | None], shown: Collection[str]) -> dict[str, str]:
    """The handles of those among some players whose profiles may be seen."""
    wanted = sorted({player for player in players if player})
    query = select(accounts.c.player, accounts.c.handle).where(
        accounts.c.player.in_(wanted), accounts.c.shown.in_(list(shown))
    )
    return {str(player): str(handle) for player, handle in connection.execute(query)}


def game_seats(seats: Sequence[StoredGameSeat], handles: Handles) -> tuple[forms.GameSeat, ...]:
    """The seats of a finished game, with links to profiles."""
    return tuple(
        forms.GameSeat(one.seat, one.name, handles.get(one.player or ""), one.bot, one.place, one.money, one.gone)
        for one in seats
    )


def played_games(
    connection: Connection, found: Sequence[FoundGame], player: str, shown: Collection[str]
) -> tuple[forms.PlayedGame, ...]:
    """Finished games as they are listed."""
    tables = [one.game.table_id for one in found]
    seats = history_store.seats_in(connection, tables)
    handles = handles_of(connection, [seat.player for group in seats.values() for seat in group], shown)
    gains = {
        step.table_id: round(POINTS * (step.skill - step.before))
        for step in history_store.steps_in(connection, player, tables)
        if step.pool in MAIN
    }
    return tuple(
        forms.PlayedGame(
            table=one.game.table_id,
            title=one.label or one.game.title,
            status="finished",
            edition=one.game.edition,
            edition_title=edition_title(one.game.edition),
            players=one.game.players,
            kind=one.game.kind,
            rated=bool(one.game.pool),
            changed=one.game.finished,
            seats=game_seats(seats.get(one.game.table_id, ()), handles),
            your_seat=one.seat.seat,
            place=one.seat.place,
            money=one.seat.money,
            gain=gains.get(one.game.table_id),
            accuracy=_accuracy(one.review),
            put_away=one.put_away,
        )
        for one in found
    )


def _accuracy(review: str | None) -> float | None:
    if review is None:
        return None
    found = msgspec.json.decode(review)
    accuracy = found.get("summary", {}).get("accuracy") if isinstance(found, dict) else None
    return None if accuracy is None else float(accuracy)


def my_games(connection: Connection, player: str, wanted: Wanted, shown: Collection[str]) -> forms.MyGames:
    """One's own games."""
    found = history_store.finished_of(connection, player, wanted, PAGE)
    return forms.MyGames(
        running=() if wanted.before is not None or wanted.cleared else _running(connection, player, wanted, shown),
        finished=played_games(connection, found, player, shown),
        found=history_store.count_finished(connection, player, wanted),
        editions=tuple(
            forms.EditionPlayed(name, edition_title(name)) for name in history_store.editions_of(connection, player)
        ),
        more=found[-1].game.finished if len(found) == PAGE else None,
    )


def _running(
    connection: Connection, player: str, wanted: Wanted, shown: Collection[str]
) -> tuple[forms.PlayedGame, ...]:
    """Games of one's own that have not ended, those that changed last first."""
    tables, seats = schema.tables, schema.seats
    gone = seats.c.absence.in_(FOR_GOOD)
    query = (
        select(tables, seats.c.seat, seats.c.label)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.player == player, tables.c.status != "finished", ~gone)
        .order_by(tables.c.changed.desc())
        .limit(PAGE)
    )
    rows = connection.execute(query).all()
    around = select(seats).where(seats.c.table_id.in_([row.id for row in rows]))
    by_table = {
        key: list(group)
        for key, group in groupby(
            connection.execute(around.order_by(seats.c.table_id, seats.c.seat)), key=lambda row: row.table_id
        )
    }
    handles = handles_of(connection, [seat.player for group in by_table.values() for seat in group], shown)
    listed = []
    for row in rows:
        there = by_table.get(row.id, [])
        names = [str(seat.name or "").lower() for seat in there if seat.player != player]
        if (
            (wanted.edition and row.edition != wanted.edition)
            or (wanted.players and len(there) != wanted.players)
            or (wanted.opponent and not any(wanted.opponent.lower() in name for name in names))
            or (wanted.rated is not None and bool(row.rated) != wanted.rated)
            or wanted.result
        ):
            continue
        listed.append(
            forms.PlayedGame(
                table=row.id,
                title=row.label or row.title,
                status=row.status,
                edition=row.edition,
                edition_title=edition_title(row.edition),
                players=len(there),
                kind=KINDS[msgspec.json.decode(row.clock)["kind"]],
                rated=bool(row.rated),
                changed=row.changed,
                seats=tuple(_seat_now(seat, handles) for seat in there),
                your_seat=row.seat,
            )
        )
    return tuple(listed)


def _seat_now(seat: Any, handles: Handles) -> forms.GameSeat:
    """A seat of a game that runs."""
    return forms.GameSeat(
        seat.seat, seat.name or "", handles.get(seat.player or ""), seat.kind == "bot", None, None, False
    )


def pool_title(pool: str) -> str:
    """What a rating is of, in words: a kind of game, maybe of one edition family and table size."""
    kind, *narrower = pool.split("/")
    named = MAIN.get(kind, kind)
    return f"{named} · {edition_title(narrower[0])}, {narrower[1]} players" if len(narrower) == 2 else named


def rating_shown(rating: StoredRating) -> forms.RatingShown:
    """A rating in points."""
    return forms.RatingShown(
        pool=rating.pool,
        title=pool_title(rating.pool),
        points=points(rating.skill),
        give_or_take=give_or_take(rating.uncertainty),
        games=rating.games,
        provisional=is_provisional(rating.uncertainty, rating.games),
        nearest=nearest_bot(rating.skill),
        last=rating.last,
    )


def profile(connection: Connection, account: StoredAccount, you: bool, shown: Collection[str]) -> forms.Profile:
    """Somebody's profile. What was played at tables that are not public counts, and is not listed to others."""
    player = account.player
    seats = history_store.seats_played(connection, player)
    ratings = results_store.ratings_of(connection, [player])
    told = [one for one in ratings if one.pool in MAIN or one.games >= ENOUGH_GAMES]
    opponents = history_store.opponents_of(connection, player, OPPONENTS, None if you else shown)
    handles = handles_of(connection, [one[0] for one in opponents], shown)
    games, wins = history_store.games_and_wins(connection, player)
    recent = history_store.finished_of(connection, player, Wanted(cleared=None), RECENT * 3)
    listed = [one for one in recent if you or one.game.public][:RECENT]
    return forms.Profile(
        handle=account.handle,
        kind=account.kind,
        since=account.created,
        you=you,
        shown=account.shown,
        games=games,
        wins=wins,
        streak=_streak(seats),
        best_streak=_best_streak(seats),
        ratings=tuple(rating_shown(one) for one in told),
        curves={
            one.pool: tuple(
                forms.RatingPoint(step.finished, points(step.skill), give_or_take(step.uncertainty))
                for step in history_store.curve_of(connection, player, one.pool, CURVE)
            )
            for one in told
        },
        results=_results(seats),
        chains=_chains(seats),
        opponents=tuple(
            forms.Opponent(
                name=str(level).capitalize() if level else handles.get(other or "") or name,
                handle=handles.get(other or ""),
                bot=level is not None,
                games=int(games),
                ahead=int(ahead),
                behind=int(behind),
            )
            for other, level, name, games, ahead, behind in opponents
        ),
        recent=played_games(connection, listed, player, shown),
    )


def _streak(seats: Sequence[StoredGameSeat]) -> int:
    """How many of the latest games in a row were won."""
    return next((at for at, seat in enumerate(seats) if not seat.won), len(seats))


def _best_streak(seats: Sequence[StoredGameSeat]) -> int:
    runs = [len(list(run)) for won, run in groupby(seats, key=lambda seat: seat.won) if won]
    return max(runs, default=0)


def _results(seats: Sequence[StoredGameSeat]) -> tuple[forms.ResultLine, ...]:
    by_kind: dict[tuple[str, int], list[StoredGameSeat]] = {}
    for seat in seats:
        by_kind.setdefault((seat.edition, seat.players), []).append(seat)
    lines = [
        forms.ResultLine(
            edition=edition,
            edition_title=edition_title(edition),
            players=players,
            games=len(group),
            wins=sum(seat.won for seat in group),
            places=tuple(sum(seat.place == place for seat in group) for place in range(1, players + 1)),
            money=round(sum(seat.money for seat in group) / len(group)),
            best=max(seat.money for seat in group),
        )
        for (edition, players), group in by_kind.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.games, line.edition, line.players)))


def _chains(seats: Sequence[StoredGameSeat]) -> tuple[forms.ChainShare, ...]:
    bought: Counter[str] = Counter()
    for seat in seats:
        bought.update(msgspec.json.decode(seat.bought, type=dict[str, int]))
    return tuple(
        forms.ChainShare(chain, shares) for chain, shares in sorted(bought.items(), key=lambda one: (-one[1], one[0]))
    )
