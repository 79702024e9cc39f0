"""A ladder as a picture: each bot's rating with its uncertainty, as an SVG file that any browser shows."""

from __future__ import annotations

from html import escape

from mergemaker.arena.ladder import Ladder
from mergemaker.rules.words.phrases import counted

WIDTH = 720
LINE = 34
LEFT = 220
RIGHT = 40
MARGIN = 20
TOP = 48


def ladder_svg(ladder: Ladder) -> str:
    """The picture."""
    low = min(one.skill - 2 * one.uncertainty for one in ladder.ratings.values())
    high = max(one.skill + 2 * one.uncertainty for one in ladder.ratings.values())
    scale = (WIDTH - LEFT - RIGHT) / max(high - low, 1e-9)
    height = TOP + LINE * len(ladder.ratings) + 34
    title = escape(f"{ladder.edition}, {ladder.players} players, {counted(ladder.games, 'game')}")
    frame = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame} font-family="system-ui, sans-serif" font-size="14">',
        f"<title>Ratings: {title}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{MARGIN}" y="26" fill="#222">openskill rating ± 2 standard deviations – {title}</text>',
    ]
    for at, (bot, rating) in enumerate(ladder.ratings.items()):
        middle = TOP + LINE * at + LINE / 2
        x = LEFT + (rating.skill - low) * scale
        half = 2 * rating.uncertainty * scale
        failed, decisions = ladder.faults[bot]
        label = f"{rating.skill:.1f}" + (f", {failed} of {decisions} decisions the clerk’s" if failed else "")
        lines += [
            f'<text x="{LEFT - 12}" y="{middle + 5:.1f}" text-anchor="end" fill="#222">{escape(bot)}</text>',
            f'<path d="M{x - half:.1f} {middle:.1f}H{x + half:.1f}" stroke="#1f5fa8" stroke-width="2"/>',
            f'<circle cx="{x:.1f}" cy="{middle:.1f}" r="5" fill="#1f5fa8"/>',
            f'<text x="{x:.1f}" y="{middle - 9:.1f}" text-anchor="middle" fill="#444">{label}</text>',
        ]
    lines.append("</svg>")
    return "\n".join(lines) + "\n"
