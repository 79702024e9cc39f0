"""The page to remember: turning points, each seat's numbers, and the story in a few sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from mergemaker.review.findings import DecisionVerdict, Draw, ReviewMoment, SeatAccount, SeatSummary, TurningPoint
from mergemaker.review.grades import BLUNDER, GRADES, accuracy_of, is_costly
from mergemaker.rules.words.phrases import dollars, listed

TURNING_POINTS = 3
APART = 4  # actions between two turning points, at least: what follows from one is not another
WORTH_A_WORD = 0.03  # luck
MINUS = "\N{MINUS SIGN}"


def points(chance: float) -> str:
    """A change of chance as it is always written: +12 points."""
    amount = round(100 * chance)
    return f"{signed(amount, str(abs(amount)))} point{'' if abs(amount) == 1 else 's'}"


def signed(amount: float, said: str) -> str:
    """An amount as it is said, with its sign before it."""
    return f"{'+' if amount > 0 else MINUS if amount < 0 else ''}{said}"


def percent(chance: float) -> str:
    """A chance as it is always written: 42 %."""
    return f"{MINUS if round(100 * chance) < 0 else ''}{abs(round(100 * chance))} %"


def turning_points(
    moments: Sequence[ReviewMoment], draws: Sequence[Draw], names: Sequence[str], verdicts: Sequence[DecisionVerdict]
) -> tuple[TurningPoint, ...]:
    """The moments at which somebody's chance changed most, by a decision or by luck, in the order of the game.

    Whoever lost chance by a decision as good as any did not turn the game by it: it had been judged too well before.
    """
    as_good = {verdict.at for verdict in verdicts if not is_costly(verdict.grade)}
    found = [
        _turn(moment.at, moment.seat, "decision", moment.change, moment.told, names)
        for moment in moments
        if not moment.forced
    ]
    found = [one for one in found if not (one.whose == one.seat and one.swing < 0 and one.at in as_good)]
    found += [_turn(draw.at, draw.seat, "luck", draw.luck, told_draw(draw, names), names) for draw in draws if draw.at]
    chosen: list[TurningPoint] = []
    for one in sorted(found, key=lambda one: (-abs(one.swing), one.at)):
        if len(chosen) < TURNING_POINTS and all(abs(one.at - other.at) >= APART for other in chosen):
            chosen.append(one)
    chosen.sort(key=lambda one: one.at)
    return tuple(msgspec.structs.replace(one, number=number) for number, one in enumerate(chosen, 1))


def _turn(at: int, seat: int | None, by: str, change: Sequence[float], told: str, names: Sequence[str]) -> TurningPoint:
    """What would be a turning point if it is one of the largest, which are numbered then."""
    whose = max(range(len(change)), key=lambda other: abs(change[other]))
    told = f"{told} {names[whose]}: {points(change[whose])}."
    return TurningPoint(at, 0, whose if seat is None else seat, by, change[whose], whose, told)


def told_draw(draw: Draw, names: Sequence[str]) -> str:
    """A draw in a sentence."""
    if draw.seat is None:
        return f"The market holds {draw.what}."
    who = names[draw.seat]
    return {
        "opening": f"{who} opens with {draw.what}.",
        "hand": f"{who} is dealt {draw.what}.",
        "certificates": f"{who} is dealt {draw.what}.",
        "tile": f"{who} draws {draw.what}.",
        "forced": f"{who} has no choice but “{draw.what}”.",
    }[draw.kind]


def summary_of(
    account: SeatAccount,
    name: str,
    money: int,
    draws: Sequence[Draw],
    verdicts: Sequence[DecisionVerdict],
) -> SeatSummary:
    """One seat's game in a few numbers."""
    seat = account.seat
    own = [verdict for verdict in verdicts if verdict.seat == seat]
    counts = Counter(verdict.grade for verdict in own)
    drawn = [draw for draw in draws if draw.seat == seat and draw.kind != "forced"]
    costliest = max(own, key=lambda verdict: verdict.cost, default=None)
    kinds: dict[str, tuple[int, float, float]] = {}
    for verdict in own:
        kind = "end" if "end" in (verdict.action, verdict.best) else verdict.decision
        count, lost, shares = kinds.get(kind, (0, 0.0, 0.0))
        kinds[kind] = count + 1, lost + verdict.cost, shares + verdict.share
    lucky = max(drawn, key=lambda draw: draw.luck[seat], default=None)
    unlucky = min(drawn, key=lambda draw: draw.luck[seat], default=None)
    return SeatSummary(
        seat=seat,
        name=name,
        money=money,
        won=account.result,
        accuracy=accuracy_of(verdict.share for verdict in own),
        mean_cost=sum(verdict.cost for verdict in own) / max(len(own), 1),
        decisions=len(own),
        grades={grade: counts[grade] for grade in GRADES},
        by_kind=kinds,
        luckiest=lucky if lucky and lucky.luck[seat] > 0 else None,
        unluckiest=unlucky if unlucky and unlucky.luck[seat] < 0 else None,
        costliest=costliest.at if costliest and costliest.cost > 0 else None,
        luck_adjusted=account.result - account.own_luck - account.others_luck,
    )


def story_of(
    accounts: Sequence[SeatAccount],
    summaries: Sequence[SeatSummary],
    turns: Sequence[TurningPoint],
    verdicts: Sequence[DecisionVerdict],
    winners: Sequence[int],
    complete: bool,
) -> tuple[str, ...]:
    """The game in a few sentences."""
    names = [summary.name for summary in summaries]
    won = listed([names[seat] for seat in winners])
    best = max(summary.money for summary in summaries)
    rest = [summary.money for summary in summaries if summary.seat not in winners]
    lead = f", {dollars(best - max(rest))} ahead" if rest else ""
    said = [f"{won} {'win' if len(winners) > 1 else 'wins'} with {dollars(best)}{lead}."]
    said += [_luck_of_winner(accounts[seat], names[seat]) for seat in winners]
    if turns:
        most = max(turns, key=lambda turn: abs(turn.swing))
        said.append(f"The game turned most at action {most.at}: {most.told}")
    if complete:
        judged = [summary for summary in summaries if summary.accuracy is not None]
        if judged:
            top = max(judged, key=lambda summary: summary.accuracy or 0.0)
            said.append(f"{top.name} decided best, with an accuracy of {top.accuracy:.0f}.")
        dear = max(verdicts, key=lambda verdict: verdict.cost, default=None)
        if dear is not None and dear.cost > 0:
            word = "blunder" if dear.grade == BLUNDER else "decision"
            cost = round(100 * dear.cost)
            said.append(
                f"The costliest {word} was {names[dear.seat]}’s “{dear.said}” at action {dear.at}, {cost} points of "
                f"chance behind “{dear.better}”."
            )
    return tuple(said)


def _luck_of_winner(account: SeatAccount, name: str) -> str:
    luck = account.own_luck + account.others_luck
    if luck > WORTH_A_WORD:
        return f"{name} had luck: {points(luck)} of chance by draws, one’s own and others’."
    if luck < -WORTH_A_WORD:
        return f"{name} won against the luck of the draws, {points(luck)} of chance."
    return f"Draws neither helped nor hurt {name}."
