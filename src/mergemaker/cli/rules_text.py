"""How the rules and a board look in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mergemaker.rules.board import COLUMNS, LETTERS
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.views import View
from mergemaker.rules.words import player_aid
from mergemaker.rules.words.phrases import dollars


def print_rules(console: Console, edition: Edition) -> None:
    """Prints the player aid, the chart and the policies of an edition."""
    players = f"{edition.players.fewest} to {edition.players.most} players"
    console.print(f"[bold]{edition.title}[/] ({edition.name}), {players}")
    console.print(edition.description)
    for section in player_aid.player_aid(edition):
        console.print(f"\n[bold]{section.title}[/]")
        for line in section.lines:
            item = Table.grid(padding=(0, 1))
            item.add_row("•", line)
            console.print(item)
    console.print("\n[bold]Chart[/]")
    chart = player_aid.chart(edition)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (*chart.header, ""):
        table.add_column(heading, justify="right")
    for row, mark in zip(chart.rows, chart.marks, strict=True):
        table.add_row(*row, mark)
    console.print(table)
    if chart.footnote:
        console.print(chart.footnote)
    console.print("\n[bold]Policies[/]")
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(no_wrap=False)
    for policy in player_aid.policies(edition):
        table.add_row(policy.name, policy.value)
        if policy.note:
            table.add_row("", Text(policy.note, style="dim"))
    console.print(table)
    console.print("\nUnofficial: in our own words, not from any publisher.", style="dim")


def board_text(edition: Edition, view: View) -> Text:
    """The board in colour; every chain by its letter too, loose tiles as ○, set-aside squares as ✕."""
    hexes = {chain.name: chain.hex for chain in edition.chains}
    signs = {chain.name: chain.sign for chain in edition.chains}
    text = Text("    " + "".join(f"{number:>3}" for number in range(1, COLUMNS + 1)) + "\n", style="dim")
    for letter in LETTERS:
        text.append(f"  {letter} ", style="dim")
        for number in range(1, COLUMNS + 1):
            square = f"{number}{letter}"
            what = view.board.get(square)
            if what == "loose":
                text.append("  ○", style="bold")
            elif what is not None:
                text.append(f" {signs[what]} ", style=f"bold white on {hexes[what]}")
            else:
                text.append("  ✕" if square in view.set_aside else "  ·", style="dim")
        text.append("\n")
    return text


def standing_table(view: View) -> Table:
    """The chains on the board and the players' money."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading, justify in (("chain", "left"), ("size", "right"), ("price", "right"), ("bank", "right")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]  # rich wants a literal
    for chain in view.chains:
        size = f"{chain.size}{' ⛨' if chain.safe else ''}" if chain.size else "–"
        table.add_row(f"{chain.sign} {chain.name}", size, dollars(chain.price) if chain.price else "–", str(chain.bank))
    return table
