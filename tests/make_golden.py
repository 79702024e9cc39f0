"""Makes the golden records and stories in `tests/golden/`: run it with `python tests/make_golden.py`.

For each edition it plays games in several styles and keeps one whenever it shows something that the kept ones do
not, until all that `reachable.py` asks for is there. A few ends hardly ever come about by chance: for those the deck
is made. `python tests/make_golden.py stories` tells the stories anew and leaves the records as they are, for when
only the wording has changed.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boards import EDITIONS, NAMES, PLAYERS, opening
from mergemaker import Game
from playstyles import STYLES, playing
from reachable import needed, shown_by, story_text

FOLDER = Path(__file__).parent / "golden"

# Seven chains of two, and loose tiles that make every square around them found an eighth chain.
LOOSE = ["2D", "5D", "8D", "11D", "2G"]
PAIRS = ["1A", "2A", "4A", "5A", "7A", "8A", "10A", "11A", "1I", "2I", "4I", "5I", "7I", "8I"]
BLOCKED = [
    *["1D", "3D", "2C", "2E"],
    *["4D", "6D", "5C", "5E"],
    *["7D", "9D", "8C", "8E"],
    *["10D", "12D", "11C", "11E"],
    *["1G", "3G"],
]


def everybody_is_stuck(edition: str) -> Game:
    """Three players fill the board until each holds six tiles for an eighth chain, and all must skip."""
    players = 3
    kept = [BLOCKED[seat::players] for seat in range(players)]
    if edition == "1962":  # opening tiles are part of the hand and placed first
        placed = LOOSE[:players] + LOOSE[players:] + PAIRS
        hands = [kept[seat][:5] for seat in range(players)]
        first_drawn = players
    else:
        placed = LOOSE[players:] + PAIRS
        hands = [[*kept[seat][:5], placed[seat]] for seat in range(players)]
        first_drawn = players
    draws = placed[first_drawn:] + [kept[turn % players][5] for turn in range(len(placed) - players, len(placed))]
    game = opening(edition, players, *LOOSE[:players], *(tile for hand in hands for tile in hand), *draws)
    rng = random.Random(edition)
    for tile in placed:
        game.play(f"place {tile}")
        while game.decision != "place":
            game.play(rng.choice(game.legal_actions()))
    while not game.over:
        game.play("skip")
        game.play("done")
    return game


def candidates(edition: str) -> Iterator[Game]:
    """Games that may show something new."""
    yield everybody_is_stuck(edition)
    for seed in range(3000):
        rng = random.Random(f"golden {edition} {seed}")
        players = PLAYERS[edition][seed % len(PLAYERS[edition])]
        hidden = [None, edition != "1962"][seed % 5 == 0]
        game = Game.new(edition, list(NAMES[:players]), seed=rng.getrandbits(128), hidden=hidden)
        for _ in playing(game, list(STYLES)[seed % len(STYLES)], rng):
            pass
        yield game


def golden(edition: str) -> list[dict[str, Any]]:
    """A few records that show between them all that an edition can come to."""
    kept: list[dict[str, Any]] = []
    missing = needed(edition)
    for game in candidates(edition):
        record = game.record()
        if shown_by(record) & missing:
            kept.append(record)
            missing -= shown_by(record)
        if not missing:
            # The most telling game comes first: its story is told.
            return sorted(kept, key=lambda each: -len(shown_by(each)))
    raise SystemExit(f"{edition}: nothing found that shows {sorted(missing)}")


def main() -> None:
    """Writes the files."""
    FOLDER.mkdir(exist_ok=True)
    for edition in EDITIONS:
        file = FOLDER / f"{edition}.jsonl"
        if sys.argv[1:] != ["stories"]:
            lines = [json.dumps(record, ensure_ascii=False) for record in golden(edition)]
            file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        (FOLDER / f"{edition}.story.txt").write_text(story_text(records[0]), encoding="utf-8")
        sys.stdout.write(f"{edition}: {len(records)} records\n")


if __name__ == "__main__":
    main()
