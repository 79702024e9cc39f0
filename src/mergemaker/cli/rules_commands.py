"""`mergemaker editions` and `mergemaker rules`: what can be played, and by which rules."""

from __future__ import annotations

from typing import Annotated

import typer

from mergemaker.cli.common_options import AsJson, find_edition
from mergemaker.cli.output import console, print_json


def editions(as_json: AsJson = False) -> None:
    """List the editions that can be played."""
    from mergemaker.rules.editions.edition import Edition, names

    boxes = [Edition.named(name) for name in names()]
    if as_json:
        print_json([box.to_dict() for box in boxes])
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("edition", style="bold", no_wrap=True)
    table.add_column("players", no_wrap=True)
    table.add_column("what it is")
    for box in boxes:
        table.add_row(box.name, f"{box.players.fewest}–{box.players.most}", f"{box.title}. {box.description}")
    console().print(table)


def rules(
    edition: Annotated[str, typer.Argument(help="A built-in edition, or the path of a house-rules file (.toml).")],
    as_json: AsJson = False,
) -> None:
    """Show an edition’s chart, its policies and a one-page player aid."""
    import msgspec

    from mergemaker.rules.words import player_aid, policies

    box = find_edition(edition)
    if as_json:
        print_json(
            msgspec.to_builtins(
                {
                    "edition": box.to_dict(),
                    "aid": player_aid.player_aid(box),
                    "chart": player_aid.chart(box),
                    "policies": policies.policies(box),
                    "differences": policies.differences(box),
                }
            )
        )
        return
    from mergemaker.cli.rules_text import print_rules

    print_rules(console(), box)
