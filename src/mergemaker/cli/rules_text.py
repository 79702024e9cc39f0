"""How the rules and a position look in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mergemaker.rules.board import ROWS
from mergemaker.rules.drawings import draw
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.words import player_aid, policies


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
    for policy in policies.policies(edition):
        table.add_row(policy.name, policy.value)
        if policy.note:
            table.add_row("", Text(policy.note, style="dim"))
    console.print(table)
    console.print("\nUnofficial: in our own words, not from any publisher.", style="dim")


def position_text(game: Game) -> Text:
    """The table of a game as a spectator sees it, each chain's squares in its colour."""
    styles = {chain.sign: f"bold white on {chain.hex}" for chain in game.edition.chains}
    lines = [Text(line) for line in draw(game.edition, game.state, hidden=game.hidden).split("\n")]
    for line in lines[2 : 2 + ROWS]:  # below the edition and the columns' numbers; each row's letter stands at 1
        for at, mark in enumerate(line.plain):
            if at > 1 and mark in styles:
                line.stylize(styles[mark], at - 1, at + 2)
    return Text("\n").join(lines)
