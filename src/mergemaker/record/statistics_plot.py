"""Statistics over games as a picture: four small plots in one SVG file that any browser shows."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from mergemaker.record.game_statistics import Statistics
from mergemaker.rules.words.phrases import counted

WIDTH, PANEL, HEIGHT, LEFT, LINE = 980, 470, 330, 150, 26
INK, SOFT, ACCENT, WARM, PAPER = "#2b2722", "#6f675b", "#0d6357", "#c8453c", "#fbf8f1"


def statistics_svg(found: Statistics) -> str:
    """The picture."""
    panels = [_seats(found), _lengths(found), _chains(found), _habits(found)]
    height = 2 * HEIGHT + 50
    frame = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame} font-family="system-ui, sans-serif" font-size="13">',
        f"<title>Statistics over {counted(found.games, 'game')}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        _text(
            20,
            32,
            f"{counted(found.games, 'game')}: "
            + ", ".join(f"{name} {count:,}" for name, count in found.editions.items()),
        ),
    ]
    for at, panel in enumerate(panels):
        x, y = 20 + at % 2 * (PANEL + 10), 50 + at // 2 * HEIGHT
        lines.append(f'<g transform="translate({x} {y})">{"".join(panel)}</g>')
    return "\n".join([*lines, "</svg>", ""])


def _seats(found: Statistics) -> Iterable[str]:
    yield _text(0, 20, "Who begins: share of wins, and its 95 % limits", weight=600)
    rows = [(players, seat) for players, seats in found.seats.items() for seat in seats][:10]
    most = max([seat.high for _, seat in rows] + [0.4])
    scale = (PANEL - LEFT - 60) / most
    for at, (players, seat) in enumerate(rows):
        y = 44 + at * LINE
        yield _text(LEFT - 8, y + 5, f"{players} players, {_ordinal(seat.seat)}", anchor="end", fill=SOFT)
        x, fair = LEFT + seat.won * scale, LEFT + scale / int(players)
        yield f'<path d="M{fair:.1f} {y - 10}v20" stroke="{SOFT}" stroke-dasharray="3 3"/>'
        low, high = LEFT + seat.low * scale, LEFT + seat.high * scale
        yield f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="{ACCENT}" stroke-width="2"/>'
        yield f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{ACCENT}"/>'
        yield _text(high + 8, y + 5, f"{seat.won:.1%}")


def _lengths(found: Statistics) -> Iterable[str]:
    yield _text(0, 20, "Decisions a game", weight=600)
    if found.lengths is None:
        return
    bars = found.lengths.histogram
    width = (PANEL - 60) / len(bars)
    tallest = max(count for _, count in bars)
    for at, (start, count) in enumerate(bars):
        tall = 200 * count / tallest
        yield (
            f'<rect x="{30 + at * width:.1f}" y="{250 - tall:.1f}" width="{width - 2:.1f}" height="{tall:.1f}" '
            f'fill="{ACCENT}"><title>{start} or more: {counted(count, "game")}</title></rect>'
        )
        if at % max(1, len(bars) // 6) == 0:
            yield _text(30 + at * width, 268, str(start), fill=SOFT)
    yield _text(30, 292, f"median {found.lengths.median:g}, {found.lengths.turns:.0f} turns on average", fill=SOFT)


def _chains(found: Statistics) -> Iterable[str]:
    yield _text(0, 20, "What a chain paid out in a game", weight=600)
    most = max([chain.paid for chain in found.chains] + [1.0])
    for at, chain in enumerate(found.chains[:10]):
        y, long = 34 + at * LINE, (PANEL - LEFT - 90) * chain.paid / most
        yield _text(LEFT - 8, y + 14, chain.chain, anchor="end", fill=SOFT)
        yield f'<rect x="{LEFT}" y="{y}" width="{long:.1f}" height="{LINE - 8}" rx="3" fill="{ACCENT}"/>'
        yield _text(LEFT + long + 8, y + 14, f"${chain.paid:,.0f}")


def _habits(found: Statistics) -> Iterable[str]:
    yield _text(0, 20, "Winners against the others, in per cent (pale: may be chance)", weight=600)
    middle = LEFT + 60 + (PANEL - LEFT - 60) / 2
    for at, habit in enumerate(found.habits):
        y = 34 + at * LINE
        more = (habit.winners / habit.others - 1) if habit.others else 0.0
        long = min(abs(more), 1.0) * (PANEL - LEFT - 120) / 2
        fill = ACCENT if more >= 0 else WARM
        yield _text(LEFT + 50, y + 14, habit.what, anchor="end", fill=SOFT)
        yield (
            f'<rect x="{middle if more >= 0 else middle - long:.1f}" y="{y}" width="{long:.1f}" height="{LINE - 8}" '
            f'rx="3" fill="{fill}" opacity="{1 if habit.clear else 0.35}"/>'
        )
        side = middle + long + 6 if more >= 0 else middle - long - 6
        yield _text(side, y + 14, f"{more:+.0%}", anchor="start" if more >= 0 else "end")


def _ordinal(seat: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth")[seat]


def _text(x: float, y: float, text: str, *, anchor: str = "start", fill: str = INK, weight: int = 400) -> str:
    style = f'text-anchor="{anchor}" fill="{fill}" font-weight="{weight}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
