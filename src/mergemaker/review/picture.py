"""The picture to share: the chances as bands over the game, mergers as marks, turning points as numbers. SVG, by hand.

Bands are told apart by colour, by their order and by names at the right edge. The HTML report has the same picture.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from mergemaker.review.findings import Review
from mergemaker.review.summary import percent, points
from mergemaker.rules.words.phrases import dollars

WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 56, 170, 84, 400  # of the band
COLOURS = ("#4c6fa5", "#c98b3c", "#5d9b73", "#a65c7b", "#7d74ad", "#8c8468")  # one for each seat
INK, PALE, PAPER, ACCENT = "#2b2620", "#6b6357", "#fbf7ef", "#b3401f"


def picture_of(review: Review) -> str:
    """The review as one SVG image, with its result and its sums in words."""
    return "\n".join(
        [
            _OPENING,
            f"<title>{escape(_title(review))}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
            _text(LEFT, 34, _title(review), 22, _BOLD),
            _text(LEFT, 58, _subtitle(review), 14, _PALE),
            *_bands(review),
            *_axis(review),
            *_marks(review),
            *_sums(review),
            "</svg>",
        ]
    )


_OPENING = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
    f'role="img" font-family="system-ui, sans-serif" fill="{INK}">'
)


def _text(x: float, y: float, said: str, size: int = 12, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}"{style}>{escape(said)}</text>'


_BOLD = ' font-weight="600"'
_PALE = f' fill="{PALE}"'


def _title(review: Review) -> str:
    won = " and ".join(review.seats[seat] for seat in review.winners)
    return f"{won} {'win' if len(review.winners) > 1 else 'wins'} with {dollars(max(review.money))}"


def _subtitle(review: Review) -> str:
    return f"{review.edition} · {len(review.seats)} players · {len(review.moments)} actions · mergemaker"


def _columns(review: Review) -> list[tuple[float, ...]]:
    return [review.start, review.dealt, *(moment.chances for moment in review.moments)]


def _x(review: Review, at: int) -> float:
    """Where a position stands: 0 is the deal."""
    return LEFT + (at + 1) * (WIDTH - LEFT - RIGHT) / (len(review.moments) + 1)


def _y(chance: float) -> float:
    return BOTTOM - chance * (BOTTOM - TOP)


def _bands(review: Review) -> list[str]:
    columns = _columns(review)
    drawn = []
    for seat, name in enumerate(review.seats):
        lower = [sum(column[seat + 1 :]) for column in columns]
        upper = [low + column[seat] for low, column in zip(lower, columns, strict=True)]
        there = " ".join(f"{_x(review, at - 1):.1f},{_y(y):.1f}" for at, y in enumerate(upper))
        back = " ".join(f"{_x(review, at - 1):.1f},{_y(lower[at]):.1f}" for at in range(len(lower) - 1, -1, -1))
        drawn.append(
            f'<polygon points="{there} {back}" fill="{COLOURS[seat]}" fill-opacity="0.82" stroke="{PAPER}">'
            f"<title>{escape(name)}</title></polygon>"
        )
    return drawn


def _axis(review: Review) -> list[str]:
    drawn = [
        _text(LEFT - 8, _y(chance) + 4, percent(chance), 12, f' text-anchor="end"{_PALE}') for chance in (0.0, 0.5, 1.0)
    ]
    step = (BOTTOM - TOP) / len(review.seats)
    x = WIDTH - RIGHT + 30
    for seat, name in enumerate(review.seats):
        y = TOP + step * (seat + 0.5)
        luck = review.accounts[seat].own_luck + review.accounts[seat].others_luck
        accuracy = review.summaries[seat].accuracy
        judged = f" · accuracy {accuracy:.0f}" if accuracy is not None and review.complete else ""
        drawn += [
            f'<rect x="{x - 18}" y="{y - 22:.0f}" width="10" height="36" fill="{COLOURS[seat]}"/>',
            _text(x, y - 8, name[:18], 14, _BOLD),
            _text(x, y + 8, f"{dollars(review.money[seat])}{judged}"),
            _text(x, y + 23, f"luck {points(luck)}", 12, _PALE),
        ]
    return drawn


def _marks(review: Review) -> list[str]:
    drawn = []
    for moment in review.moments:
        if moment.merger:
            x = _x(review, moment.at)
            drawn.append(
                f'<path d="M{x:.1f} {BOTTOM + 4} l5 9 h-10 z" fill="{PALE}"><title>'
                f"{escape(f'Action {moment.at}: {moment.merger}')}</title></path>"
            )
    for turn in review.turning_points:
        x = _x(review, turn.at)
        drawn += [
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{BOTTOM}" stroke="{INK}" stroke-dasharray="3 3"/>',
            f'<circle cx="{x:.1f}" cy="{TOP}" r="11" fill="{PAPER}" stroke="{ACCENT}" stroke-width="2"/>',
            _text(x, TOP + 5, str(turn.number), 13, f' text-anchor="middle"{_BOLD}'),
        ]
    drawn.append(_text(LEFT, BOTTOM + 30, "▲ merger", 12, _PALE))
    return drawn


LONGEST = 118  # letters that fit into a line under the bands


def _sums(review: Review) -> list[str]:
    """The turning points in as many sentences as fit into a line; who gained or lost is always said."""
    drawn = []
    for row, turn in enumerate(review.turning_points):
        *first, swing = turn.told.split(". ")
        while len(first) > 1 and len(". ".join([*first, swing])) > LONGEST:
            first.pop()
        y = BOTTOM + 62 + 26 * row
        told = ". ".join([*first, swing])
        drawn += [_text(LEFT, y, str(turn.number), 14, _BOLD), _text(LEFT + 20, y, told, 14)]
    return drawn
