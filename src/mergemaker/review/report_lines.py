"""A review as lines of text: what the command line prints and what the terminal's plain mode reads out."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.review.findings import DecisionVerdict, Review
from mergemaker.review.grades import BLUNDER, GRADES, SIGNS, is_costly
from mergemaker.review.many_games import PlayerSum
from mergemaker.review.summary import percent, points, signed, told_draw
from mergemaker.rules.words.phrases import dollars

LUCKY_DRAWS = 5


def summary_lines(review: Review) -> list[str]:
    """The page to remember."""
    lines = [*review.story, ""]
    lines += [f"{turn.number}  action {turn.at}, {turn.by}: {turn.told}" for turn in review.turning_points]
    return lines


def seat_rows(review: Review) -> list[tuple[str, ...]]:
    """A row for each seat under SEAT_HEADINGS."""
    rows: list[tuple[str, ...]] = []
    for one in review.summaries:
        accuracy = "–" if one.accuracy is None else f"{one.accuracy:.0f}"
        counts = " ".join(f"{one.grades[grade]}{SIGNS[grade]}" for grade in GRADES[2:])
        rows.append((one.name, dollars(one.money), accuracy, counts, percent(one.luck_adjusted)))
    return rows


SEAT_SAID = ("money", "accuracy", "mistakes", "result without luck")
SEAT_HEADINGS = ("", "money", "accuracy", "?! inaccuracies, ? mistakes, ?? blunders", "result without luck")


def account_rows(review: Review) -> list[tuple[str, ...]]:
    """How each seat's result adds up, a row for each under ACCOUNT_HEADINGS."""
    return [
        (
            review.seats[one.seat],
            percent(one.start),
            points(one.own_luck),
            points(one.others_luck),
            points(one.own_decisions),
            points(one.others_decisions),
            percent(one.result),
        )
        for one in review.accounts
    ]


ACCOUNT_HEADINGS = ("", "start", "own draws", "others’ draws", "own decisions", "others’ decisions", "result")


def verdict_lines(verdict: DecisionVerdict, names: Sequence[str]) -> list[str]:
    """A decision with what would have been better, and why."""
    who = names[verdict.seat]
    head = f"{SIGNS[verdict.grade]:>2} action {verdict.at}, {who}: {verdict.said}"
    if not is_costly(verdict.grade):
        return [head if verdict.clear else f"{head} (another action may be better; the search can’t tell)"]
    lines = [f"{head} – {verdict.grade}, {100 * verdict.cost:.0f} ± {100 * verdict.error:.0f} points"]
    if verdict.reason:
        lines.append(f"     {verdict.reason}")
    if verdict.line:
        lines.append(f"     Better: {' · '.join(verdict.line)}")
    return lines


def summary_of_game(review: Review) -> list[str]:
    """Seats and sums as lines, for a page without tables."""
    lines = []
    for row in seat_rows(review):
        said = [f"{what} {cell}" for what, cell in zip(SEAT_SAID, row[1:], strict=True)]
        lines.append(f"{row[0]}: {', '.join(said)}.")
    lines += ["", "How it adds up, in points of chance:"]
    for row in account_rows(review):
        said = [f"{what} {cell}" for what, cell in zip(ACCOUNT_HEADINGS[1:], row[1:], strict=True)]
        lines.append(f"{row[0]}: {', '.join(said)}.")
    return lines


def whole_report(review: Review, seat: int | None = None) -> list[str]:
    """Everything worth saying, line by line."""
    return [
        *summary_lines(review),
        "",
        *summary_of_game(review),
        "",
        "Decisions that cost chance:",
        *(costly_lines(review, seat) or ["   None that the search could tell."]),
        "",
        "The draws that mattered most:",
        *luck_lines(review, seat),
    ]


def costly_lines(review: Review, seat: int | None = None) -> list[str]:
    """All costly decisions, of everybody or of one seat."""
    return [
        line
        for verdict in review.verdicts
        if is_costly(verdict.grade) and seat in (None, verdict.seat)
        for line in verdict_lines(verdict, review.seats)
    ]


def luck_lines(review: Review, seat: int | None = None) -> list[str]:
    """The draws that mattered most, best and worst, to the one who drew or to whom they hit."""
    drawn = [draw for draw in review.draws if draw.kind != "forced" and seat in (None, draw.seat)]

    def weight(luck: Sequence[float]) -> float:
        return max(abs(one) for one in luck)

    lines = []
    for draw in sorted(drawn, key=lambda draw: -weight(draw.luck))[:LUCKY_DRAWS]:
        whose = draw.seat if draw.seat is not None else max(range(len(draw.luck)), key=lambda at: abs(draw.luck[at]))
        worth = "" if draw.dollars is None else f", {signed(draw.dollars, dollars(abs(draw.dollars)))}"
        when = "the deal" if draw.at == 0 else f"action {draw.at}"
        lines.append(
            f"   {when}: {told_draw(draw, review.seats)} {review.seats[whose]}: {points(draw.luck[whose])}{worth}"
        )
    return lines


def player_rows(players: Sequence[PlayerSum]) -> list[tuple[str, ...]]:
    """A row for each player of many games under PLAYER_HEADINGS."""
    return [
        (
            one.name,
            str(one.games),
            f"{one.won:.1f}",
            "–" if one.accuracy is None else f"{one.accuracy:.1f}",
            f"{100 * one.mean_cost:.2f}",
            str(one.grades[BLUNDER]),
            points(one.luck / max(one.games, 1)),
            percent((one.won - one.luck) / max(one.games, 1)),
        )
        for one in players
    ]


PLAYER_HEADINGS = ("", "games", "won", "accuracy", "points a decision", "blunders", "luck a game", "wins without luck")
KIND_TITLE = "Accuracy by kind of decision"


def kind_rows(players: Sequence[PlayerSum]) -> tuple[list[str], list[tuple[str, ...]]]:
    """Kinds of decisions, and a row for each player with the accuracy in each."""
    kinds = sorted({kind for one in players for kind in one.by_kind})
    return kinds, [(one.name, *(_accuracy(one, kind) for kind in kinds)) for one in players]


def _accuracy(player: PlayerSum, kind: str) -> str:
    found = player.by_kind.get(kind)
    return "–" if found is None or found.accuracy is None else f"{found.accuracy:.0f}"
