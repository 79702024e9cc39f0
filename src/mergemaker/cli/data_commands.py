"""`mergemaker dataset`: games or positions for programs that learn, as Parquet or NPZ, with a card."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mergemaker.cli.common_options import AsJson, EditionName, Force, Seed, find_edition
from mergemaker.cli.output import check_free, complaints, print_json, records_in, say
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Iterator


def dataset(
    out: Annotated[Path, typer.Argument(help="The file to write: .parquet (needs the extra data) or .npz.")],
    kind: Annotated[
        str, typer.Option("--kind", "-k", help="games, or positions: a row for each decision.")
    ] = "positions",
    records: Annotated[
        list[Path] | None, typer.Option("--records", "-r", help="Take these records; otherwise games are played.")
    ] = None,
    bots: Annotated[str, typer.Option("--bots", "-b", help="Who plays.")] = "clerk,clerk,clerk,clerk",
    edition: EditionName = "2023-classic",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games are played.")] = 100,
    seed: Seed = 1,
    every: Annotated[int, typer.Option("--every", min=1, help="Of positions, only every so many-th of a game.")] = 1,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Write games or positions as a data set, with a card beside it that describes it.

    What each column is stands in the card, FILE.md.
    """
    from mergemaker.envs.data_set import card, write_data_set

    described = out.with_name(out.name + ".md")
    check_free(out, force)
    check_free(described, force)
    source = records_in(records) if records else _played(bots, edition, games, seed)
    with complaints().status("Writing …"):
        made = write_data_set(out, kind, source, every)
    if not made.games:
        out.unlink(missing_ok=True)
        why = f" {made.skipped[0]}." if made.skipped else ""
        raise MergemakerError(f"There was no finished game to write.{why}")
    command = shlex.join(["mergemaker", *sys.argv[1:]])
    described.write_text(card(out, kind, made, command, every), encoding="utf-8")
    if as_json:
        print_json({"file": str(out), "card": str(described), "kind": kind, **made._asdict()})
        return
    for why in made.skipped[:5]:
        say(f"left out: {why}")
    say(
        f"{made.rows:,} {kind} of {counted(made.games, 'game')} are in {out} ({out.stat().st_size / 1000:,.0f} kB); "
        f"{described} says what each column is."
    )


def _played(bots: str, edition: str, games: int, seed: int) -> Iterator[tuple[str, Any]]:
    """Games between bots, one after the other, each on a deck of its own."""
    import msgspec

    from mergemaker.arena.match import DEAL_STRIDE, plan, play_game
    from mergemaker.bots.registry import bots_of

    for number, task in enumerate(plan(bots_of(bots), find_edition(edition), games, seed, recorded=True)):
        # A match plays each deal in every rotation; equal bots would play the same game again.
        fresh = msgspec.structs.replace(task, seed=seed * DEAL_STRIDE + number)
        yield f"game {number}", play_game(fresh).record
