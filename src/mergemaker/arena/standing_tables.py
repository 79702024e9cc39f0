"""Standings, ladders and generations as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from mergemaker.arena.bot_check import KINDS, BotCheck
from mergemaker.arena.ladder import Ladder
from mergemaker.arena.standing import Standing
from mergemaker.rules.words.phrases import counted, dollars


def percent(share: float) -> str:
    """A share as it is read: 45.2 %."""
    return f"{100 * share:.1f} %"


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", title_style="italic", box=None, pad_edge=False, header_style="bold")


def standing_table(standing: Standing, title: str) -> Table:
    """A match so far."""
    table = _table(title)
    table.add_column("bot", overflow="fold", min_width=12)
    for heading in ("wins (95 %)", "places", "money", "rating", "ms", "faults"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in standing.entrants:
        table.add_row(
            f"{one.name} × {one.seats}" if one.seats > 1 else one.name,
            f"{percent(one.win_share)} ({100 * one.low:.0f}–{100 * one.high:.0f})",
            " ".join(f"{100 * place:.0f}" for place in one.places),
            dollars(round(one.money)),
            f"{one.rating.skill:.1f}±{one.rating.uncertainty:.1f}",
            milliseconds(one.ms),
            f"{one.faults} of {one.decisions}" if one.faults else "–",
        )
    return table


def milliseconds(ms: float) -> str:
    """A time as it is read: 0.052, 3.4, 120."""
    return f"{ms:.0f}" if ms >= 10 else f"{ms:.1f}" if ms >= 1 else f"{ms:.3f}"


def fault_lines(faults: Iterable[tuple[str, int, int]]) -> list[str]:
    """Warnings that a bot's figures are not all its own, from each bot's name, faults and decisions."""
    return [
        f"{name}: {percent(failed / max(decisions, 1))} of its decisions were the clerk’s, made in its place; "
        "its figures are not all its own."
        for name, failed, decisions in faults
        if failed
    ]


def match_title(standing: Standing, edition: str, games: int) -> str:
    """What a table of a match is headed with."""
    played = f"{standing.games} of {games} games" if standing.games < games else counted(games, "game")
    fair = percent(1 / standing.players)
    return f"{edition}, {standing.players} players, {played}; a fair share of wins is {fair}"


def ladder_tables(ladder: Ladder) -> list[Table]:
    """Ratings, and how each bot did against each other."""
    ratings = _table(f"{ladder.edition}, {ladder.players} players, {counted(ladder.games, 'game')}")
    ratings.add_column("bot")
    ratings.add_column("rating", justify="right")
    ratings.add_column("faults", justify="right")
    for bot, rating in ladder.ratings.items():
        failed, decisions = ladder.faults[bot]
        shown = f"{failed} of {decisions}" if failed else "–"
        ratings.add_row(bot, f"{rating.skill:.1f} ± {rating.uncertainty:.1f}", shown)
    crosses = _table("share of the wins against each other, with its 95 % interval")
    crosses.add_column("")
    for bot in ladder.ratings:
        crosses.add_column(bot, justify="right")
    known = {(one.bot, one.against): one for one in ladder.crosses}
    for bot in ladder.ratings:
        row = []
        for against in ladder.ratings:
            cross = known.get((bot, against))
            row.append(
                "–" if cross is None else f"{percent(cross.share)} ({100 * cross.low:.0f}–{100 * cross.high:.0f})"
            )
        crosses.add_row(bot, *row)
    return [ratings, crosses]


def check_table(check: BotCheck) -> Table:
    """What came of every edition that a bot was checked in: how often each kind of decision was put to it."""
    table = _table(f"{check.name}: decisions by kind, the slowest in milliseconds, faults")
    table.collapse_padding = True
    table.add_column("edition", no_wrap=True)
    for heading in (*KINDS, "ms", "faults"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in check.editions:
        counts = (str(one.decisions.get(kind, "–")) for kind in KINDS)
        faults = str(len(one.faults)) if one.faults else "–"
        table.add_row(one.edition, *counts, milliseconds(one.slowest_ms), faults)
    return table
