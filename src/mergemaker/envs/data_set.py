"""Games and positions as data sets: tables of columns for programs that learn, as Parquet or NPZ, with a card.

`games` has a row for each finished game, `positions` one for each decision: what the seat saw (`encoding`), what was
legal, what it did, and what became of it. Everything comes from records that are played again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mergemaker import __version__
from mergemaker.envs.batch import Batch
from mergemaker.envs.encoding import ACTIONS, NUMBERS_SHAPE, PLANES_SHAPE, VERSION
from mergemaker.envs.extras import need
from mergemaker.rules.errors import MergemakerError, RecordError
from mergemaker.rules.game import Game
from mergemaker.rules.state import MAX_PLAYERS
from mergemaker.rules.words.phrases import counted

FORMATS = (".parquet", ".npz")
AT_ONCE = 4096  # rows that are written together


class Column(NamedTuple):
    """A column: its name, the type and shape of a value, and what it means."""

    name: str
    kind: Any
    shape: tuple[int, ...]
    meaning: str


GAMES = (
    Column("game", np.int64, (), "the game’s number in this set, from 0"),
    Column("edition", object, (), "the edition’s name"),
    Column("players", np.int8, (), "how many played"),
    Column("decisions", np.int32, (), "how many decisions there were"),
    Column("end", object, (), "how it ended: announced, automatic, no tiles, no move"),
    Column(
        "money",
        np.int32,
        (MAX_PLAYERS,),
        "each seat’s money after everything is paid out; 0 for seats that are not there",
    ),
    Column("won", np.float32, (MAX_PLAYERS,), "each seat’s part of the win"),
    Column("names", object, (), "the players’ names, with commas"),
    Column("actions", object, (), "all actions as text, with semicolons"),
)
POSITIONS = (
    Column("game", np.int64, (), "the game’s number in this set, from 0: split by it, never by rows"),
    Column("move", np.int32, (), "how many actions came before"),
    Column("seat", np.int8, (), "who decides"),
    Column("players", np.int8, (), "how many play"),
    Column("planes", np.uint8, PLANES_SHAPE, "the board as the seat sees it, 0 or 1"),
    Column("numbers", np.float32, NUMBERS_SHAPE, "all else that it sees; mergemaker.envs.encoding.layout() names each"),
    Column("action_mask", np.uint8, (ACTIONS,), "1 for each legal action"),
    Column("action", np.int16, (), "the action that was taken"),
    Column("won", np.float32, (), "the seat’s part of the win"),
    Column("money_share", np.float32, (), "the seat’s part of all money at the end"),
)  # fmt: skip
COLUMNS = {"games": GAMES, "positions": POSITIONS}


class Made(NamedTuple):
    """What came of it."""

    games: int
    rows: int
    skipped: tuple[str, ...]
    editions: dict[str, int]


def write_data_set(out: Path, kind: str, records: Iterable[tuple[str, Mapping[str, Any]]], every: int = 1) -> Made:
    """Writes a data set from records, each with a name for complaints; of positions, every so many-th of a game."""
    if kind not in COLUMNS:
        raise MergemakerError(f"A data set has games or positions; not {kind!r}.")
    if out.suffix not in FORMATS:
        raise MergemakerError(f"A data set is a file {' or '.join(FORMATS)}; not {out}.")
    skipped: list[str] = []
    editions: Counter[str] = Counter()
    rows = 0

    def all_rows() -> Iterator[dict[str, Any]]:
        nonlocal rows
        for name, record in records:
            try:
                game = Game.from_record(record)
            except RecordError as error:
                skipped.append(f"{name}: {error}")
                continue
            if game.result is None:
                skipped.append(f"{name}: the game is not over")
                continue
            number = editions.total()
            for row in _game_row(game, number) if kind == "games" else _position_rows(game, number, every):
                rows += 1
                yield row
            editions[game.edition.name] += 1

    write = _write_parquet if out.suffix == ".parquet" else _write_arrays
    write(out, COLUMNS[kind], all_rows())
    return Made(editions.total(), rows, tuple(skipped), dict(editions))


def _game_row(game: Game, number: int) -> Iterator[dict[str, Any]]:
    assert game.result is not None
    money, won = np.zeros(MAX_PLAYERS, np.int32), np.zeros(MAX_PLAYERS, np.float32)
    money[: game.players] = game.result["money"]
    won[game.result["winners"]] = 1 / len(game.result["winners"])
    yield {
        "game": number,
        "edition": game.edition.name,
        "players": game.players,
        "decisions": game.version,
        "end": game.result["end"],
        "money": money,
        "won": won,
        "names": ", ".join(game.names),
        "actions": "; ".join(game.actions),
    }


def _position_rows(game: Game, number: int, every: int) -> Iterator[dict[str, Any]]:
    assert game.result is not None
    batch = Batch(game.edition, game.players, hidden=game.hidden)
    winners, all_money = game.result["winners"], max(1, sum(game.result["money"]))
    walked = game.from_the_deal()
    for move, action in enumerate(game.action_ids):
        if move % every == number % every:  # another beginning in each game, or the first moves would be in every one
            batch.games[0] = walked.state[0]
            batch.take_up()
            seat = int(batch.games["actor"][0])
            yield {
                "game": number,
                "move": move,
                "seat": seat,
                "players": game.players,
                **batch.observe_one(0, seat),
                "action": action,
                "won": 1 / len(winners) if seat in winners else 0.0,
                "money_share": game.result["money"][seat] / all_money,
            }
        walked.advance([action])


def _gathered(columns: Sequence[Column], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Rows as arrays, one for each column."""
    return {
        name: np.array([row[name] for row in rows], kind).reshape(len(rows), *shape) for name, kind, shape, _ in columns
    }


def _write_arrays(out: Path, columns: Sequence[Column], rows: Iterator[dict[str, Any]]) -> None:
    """NPZ: an array for each column, compressed, all at once."""
    arrays = _gathered(columns, list(rows))
    texts = {name: array.astype(str) for name, array in arrays.items() if array.dtype == object}
    np.savez_compressed(out, **{**arrays, **texts})


def _write_parquet(out: Path, columns: Sequence[Column], rows: Iterator[dict[str, Any]]) -> None:
    """Parquet: lists of a fixed size for arrays, row groups as they come."""
    arrow, parquet = need("pyarrow", "PyArrow", "data"), need("pyarrow.parquet", "PyArrow", "data")

    def next_table() -> Any:
        arrays = _gathered(columns, list(islice(rows, AT_ONCE)))
        for name, kind, shape, _ in columns:
            flat = arrow.array(arrays[name].reshape(-1), None if kind is object else arrow.from_numpy_dtype(kind))
            size = int(np.prod(shape))
            arrays[name] = arrow.FixedSizeListArray.from_arrays(flat, size) if shape else flat
        return arrow.table(arrays)

    table = next_table()
    with parquet.ParquetWriter(out, table.schema, compression="zstd") as file:
        file.write_table(table)
        while len(table := next_table()):
            file.write_table(table)


def card(out: Path, kind: str, made: Made, command: str, every: int) -> str:
    """A page that describes the data set to whoever finds it."""
    editions = ", ".join(f"{name} ({count:,})" for name, count in made.editions.items())
    rows = [
        f"| `{name}` | {'text' if kind_ is object else np.dtype(kind_).name} | "
        f"{' × '.join(map(str, shape)) or '–'} | {meaning} |"
        for name, kind_, shape, meaning in COLUMNS[kind]
    ]
    read = (
        f'import pyarrow.parquet\ntable = pyarrow.parquet.read_table("{out.name}")'
        if out.suffix == ".parquet"
        else f'import numpy\narrays = numpy.load("{out.name}")'
    )
    thinned = f" Of each game one decision in {every} is here." if kind == "positions" and every > 1 else ""
    shapes = " Arrays are flat, row by row; the shape is given." if out.suffix == ".parquet" else ""
    games = counted(made.games, "finished game")
    skipped = counted(len(made.skipped), "broken or unfinished record")
    left_out = f"\n\nLeft out: {skipped}." if made.skipped else ""
    return f"""# {out.name}

{made.rows:,} {kind} from {games} of the board game Acquire: {editions}.{thinned}{left_out}

Made by mergemaker {__version__}, observation version {VERSION}:

```console
$ {command}
```

## Columns

{counted(made.rows, "row")}.{shapes}

| column | type | shape | meaning |
|---|---|---|---|
{chr(10).join(rows)}

## Read it

```python
{read}
```

## Mind

- Rows of one game are not independent: split into training and test sets by `game`.
- An observation holds what the seat could know and nothing else; the other columns tell how it ended.
- What a player did is as good as the player was.
"""
