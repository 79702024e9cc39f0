"""Advice for reading: the position above, the bot's lines of play with everybody's chances, and the reasons below."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mergemaker.bots.advice import Advice
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.plans import plan_text
from mergemaker.terminal.panels import painted_view
from mergemaker.terminal.panels.cell_text import short_names

RIGHT = 52  # cells beside the board
NAME = 8  # cells of a player's name above the chances


def advice_page(view: SeenView, advice: Advice, move: int, played: str | None) -> Group:
    """The whole page; it fits 80 columns."""
    keys = {tile.tile: str(number) for number, tile in enumerate(view.hand, 1)}
    position = Table.grid(padding=(0, 2))
    position.add_row(
        painted_view.board(view, painted_view.SMALL, painted_view.Marks(keys), sixteen=False),
        painted_view.chain_table(view, RIGHT, sixteen=False).append("\n") + painted_view.players_across(view, RIGHT),
    )
    hand = "  ".join(f"{keys[tile.tile]} {tile.tile}" for tile in view.hand)
    was = f" Played was: {plan_text([played])}." if played else ""
    asked = Text(f"Move {move}: {view.question} ({view.names[advice.seat]})", "bold")
    parts: list[RenderableType] = [
        position,
        Text(f"\nTiles: {hand or 'none'}"),
        asked,
        Text(was.strip()),
        _chances(view, advice),
    ]
    parts.append(Text("\nWhy", "bold"))
    for number, one in enumerate(advice.actions, 1):
        than = f" rather than {plan_text([one.instead_of])}" if one.instead_of else ""
        because = "; ".join(one.reasons) or "it comes to much the same"
        parts.append(Text(f"{number}. {plan_text([one.action])}{than}: {because}."))
    return Group(*parts)


def _chances(view: SeenView, advice: Advice) -> Table:
    """A line of play a row, with each seat's chance to win after it."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    table.add_column(f"{advice.bot} would")
    for name in short_names(view.names, NAME):
        table.add_column(Text(name), justify="right", no_wrap=True)
    for number, one in enumerate(advice.actions, 1):
        chances = (f"{100 * chance:.0f} %" for chance in one.chances)
        table.add_row(f"{number}.", Text(plan_text(one.line)), *chances)
    table.add_row("", Text("before", "dim"), *(Text(f"{100 * chance:.0f} %", "dim") for chance in advice.chances))
    return table
