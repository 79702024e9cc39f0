"""A review, or many, as a single HTML file that needs nothing else: it can be mailed, kept and printed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mergemaker.review.findings import Review
from mergemaker.review.grades import FROM, HALVED, SIGNS, SURE, is_costly
from mergemaker.review.many_games import PlayerSum
from mergemaker.review.picture import picture_of
from mergemaker.review.report_lines import (
    ACCOUNT_HEADINGS,
    KIND_TITLE,
    PLAYER_HEADINGS,
    SEAT_HEADINGS,
    account_rows,
    kind_rows,
    luck_lines,
    player_rows,
    seat_rows,
)
from mergemaker.rules.words.phrases import counted

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #2b2620; background: #fbf7ef; }
svg { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0.5rem 0 1.5rem; }
th, td { padding: 0.25rem 0.75rem; text-align: right; border-bottom: 1px solid #d8cfbf; }
th:first-child, td:first-child { text-align: left; }
ol, ul { padding-left: 1.5rem; }
li { margin: 0.4rem 0; }
.line, .note { color: #6b6357; font-size: 0.9rem; }
.mistake, .inaccuracy { color: #8a4b08; } .blunder { color: #a3261b; }
summary { cursor: pointer; font-weight: 600; }
@media (prefers-color-scheme: dark) {
  body { color: #ece5d8; background: #1f1c18; } th, td { border-color: #4a443b; }
  .line, .note { color: #b3a999; } .mistake, .inaccuracy { color: #e9a95b; } .blunder { color: #f08d7f; }
}
"""


def page_of(review: Review, seat: int | None = None) -> str:
    """One review as a page; with a seat, decisions and luck are that seat's alone."""
    return _page(f"Review: {', '.join(review.seats)}", _body(review, seat))


def pages_of(players: Sequence[PlayerSum], reviews: Sequence[tuple[int, Review]], most: int = 200) -> str:
    """Many reviews as one page: the sums, then each game folded, up to so many."""
    kinds, rows = kind_rows(players)
    parts = [
        f"<h1>{counted(len(reviews), 'game')} reviewed</h1>",
        _table(PLAYER_HEADINGS, player_rows(players)),
        f"<h2>{KIND_TITLE}</h2>{_table(('', *kinds), rows)}",
    ]
    for number, review in reviews[:most]:
        won = " and ".join(review.seats[at] for at in review.winners)
        title = f"Game {number}: {', '.join(review.seats)} – {won}"
        parts.append(f"<details><summary>{escape(title)}</summary>{_body(review, None)}</details>")
    if len(reviews) > most:
        parts.append(f"<p class='note'>The first {most} games are shown; the sums are of all.</p>")
    parts.append(_how_to_read())
    return _page("Games reviewed", "\n".join(parts))


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{escape(title)}</title><style>{STYLE}</style></head>'
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _body(review: Review, seat: int | None) -> str:
    turns = "".join(f"<li>Action {turn.at}, {turn.by}: {escape(turn.told)}</li>" for turn in review.turning_points)
    luck = "".join(f"<li>{escape(line.strip())}</li>" for line in luck_lines(review, seat))
    return "\n".join(
        [
            f"<h1>{escape(review.story[0])}</h1>",
            picture_of(review),
            f"<p>{escape(' '.join(review.story[1:]))}</p>",
            f"<h2>Turning points</h2><ol>{turns}</ol>",
            f"<h2>Seats</h2>{_table(SEAT_HEADINGS, seat_rows(review))}",
            f"<h2>How it adds up</h2>{_table(ACCOUNT_HEADINGS, account_rows(review))}",
            f"<h2>Decisions that cost chance</h2>{_verdicts(review, seat)}",
            f"<h2>The draws that mattered most</h2><ul>{luck}</ul>",
            f"<p class='note'>Judged by {escape(review.judge)}, depth {escape(review.depth)}.</p>",
        ]
    )


def _verdicts(review: Review, seat: int | None) -> str:
    told = []
    for one in review.verdicts:
        if not is_costly(one.grade) or seat not in (None, one.seat):
            continue
        line = f"<div class='line'>Better: {escape(' · '.join(one.line))}</div>" if one.line else ""
        told.append(
            f"<li>Action {one.at}, {escape(review.seats[one.seat])}: <b>{escape(one.said)}</b> "
            f"<span class='{one.grade}'>{SIGNS[one.grade]} {one.grade}</span>, {100 * one.cost:.0f} ± "
            f"{100 * one.error:.0f} points. {escape(one.reason)}{line}</li>"
        )
    return f"<ul>{''.join(told)}</ul>" if told else "<p>None that the search could tell.</p>"


def _how_to_read() -> str:
    steps = ", ".join(f"{grade} from {100 * least:g}" for grade, least in FROM.items())
    return (
        f"<p class='note'>Points are hundredths of a chance to win. Classes: {steps} points; less is best. A "
        f"difference counts from {SURE:g} standard errors. Accuracy is 100 where nothing is lost and halves with each "
        f"{100 * HALVED:g} % of one’s own chance lost a decision.</p>"
    )
