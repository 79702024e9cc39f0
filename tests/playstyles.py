"""Ways to play at random, so that long games, empty bags, empty banks and every way to end come about.

A style is given the legal actions as text in the order of their numbers, the board as square -> chain or "loose",
and a generator, and picks an action.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from mergemaker import Event, Game
from mergemaker.rules.board import SQUARES, TILE_NAMES
from mergemaker.rules.state import EMPTY

Options = Sequence[str]
Board = Mapping[str, str]
Style = Callable[[Options, Board, random.Random], str]

NEIGHBOURS = {
    f"{number}{letter}": [
        f"{number + right}{chr(ord(letter) + down)}"
        for right, down in ((0, -1), (-1, 0), (1, 0), (0, 1))
        if 1 <= number + right <= 12 and "A" <= chr(ord(letter) + down) <= "I"
    ]
    for letter in "ABCDEFGHI"
    for number in range(1, 13)
}


def beside(board: Board, action: str) -> set[str]:
    """What lies beside the tile of a `place`."""
    return {board[square] for square in NEIGHBOURS[action.split()[1]] if square in board}


def without(options: Options, *starts: str) -> Options:
    """The options that begin otherwise, if there are any."""
    return [option for option in options if not option.startswith(starts)] or options


def only_those(options: Options, *starts: str) -> Options:
    """The options that begin so, if there are any."""
    return [option for option in options if option.startswith(starts)] or options


def anything(options: Options, board: Board, rng: random.Random) -> str:
    """Every option is as likely as the others."""
    return rng.choice(options)


def to_the_last_tile(options: Options, board: Board, rng: random.Random) -> str:
    """Never announces the end: hands and bag run empty."""
    return rng.choice(without(options, "end"))


def collector(options: Options, board: Board, rng: random.Random) -> str:
    """Buys all it can and keeps absorbed shares: banks run empty, founders go without, money runs out."""
    options = without(without(options, "end"), "done")
    eager = rng.random() < 0.85
    return options[0] if eager and options[0].startswith(("trade", "sell", "buy")) else rng.choice(options)


def merger(options: Options, board: Board, rng: random.Random) -> str:
    """Merges where it can, trades and sells all, keeps dead tiles: money piles up and chains grow beyond 41."""
    options = without(options, "end", "exchange")
    if options[0].startswith(("trade", "sell")):
        return options[-1] if rng.random() < 0.7 else rng.choice(options)
    if options[0].startswith("place"):
        return max(options, key=lambda option: (len(beside(board, option) - {"loose"}), rng.random()))
    return rng.choice(options)


def settler(options: Options, board: Board, rng: random.Random) -> str:
    """Founds what it can and merges late: seven chains are on the board and tiles for an eighth fill the hands."""
    options = without(options, "end")
    if options[0].startswith("place"):
        return min(options, key=lambda option: (_crowding(beside(board, option)), rng.random()))
    return rng.choice(options)


def _crowding(neighbours: set[str]) -> int:
    chains = len(neighbours - {"loose"})
    return 0 if neighbours == {"loose"} else 1 + chains


def hurried(options: Options, board: Board, rng: random.Random) -> str:
    """Announces the end as soon as it may."""
    return rng.choice(only_those(options, "end"))


STYLES: dict[str, Style] = {
    "anything": anything,
    "to the last tile": to_the_last_tile,
    "collector": collector,
    "merger": merger,
    "settler": settler,
    "hurried": hurried,
}


def board_of(game: Game) -> Board:
    """Square -> chain, or "loose", read from the record: quicker than a view."""
    names = (*game.edition.chain_names, *["loose"] * 8)[:8]
    squares = game.state["squares"][0].tolist()
    return {name: names[squares[at]] for name, at in zip(TILE_NAMES, SQUARES, strict=True) if squares[at] < EMPTY}


def playing(game: Game, style: str, rng: random.Random) -> Iterator[tuple[str, list[Event]]]:
    """Plays a game to its end in a style: each action with what happened."""
    choose = STYLES[style]
    while not game.over:
        action = choose(game.legal_actions(), board_of(game) if game.decision == "place" else {}, rng)
        yield action, game.play(action)


def played(
    edition: str, players: int, seed: int, style: str = "anything", most: int = 10_000, hidden: bool | None = None
) -> Game:
    """A game after so many actions, or at its end."""
    game = Game.new(edition, players, seed=seed, hidden=hidden)
    for _ in zip(range(most), playing(game, style, random.Random(seed)), strict=False):
        pass
    return game


@cache
def situations(edition: str, players: int, each: int = 1) -> dict[str, list[Game]]:
    """Some games of a table at every kind of decision that the edition knows. Not to be played on: copy them."""
    wanted = ["place", "found", "survivor", "absorb", "trade", "sell", "buy"]
    if edition.startswith("2023"):
        wanted.append("exchange")
    found: dict[str, list[Game]] = {decision: [] for decision in wanted}
    seed = 0
    while any(len(games) < each for games in found.values()):
        assert seed < 3000, f"no game of {edition} comes to {[d for d in wanted if len(found[d]) < each]}"
        rng = random.Random(seed)
        style = ("settler", "to the last tile", "collector")[seed % 3]
        game = Game.new(edition, players, seed=seed)
        seen: dict[str, Game] = {}
        for _ in playing(game, style, rng):
            decision = game.decision
            # One of each kind a game, most of them late: then chains are large and much has been revealed.
            if decision in wanted and (decision not in seen or rng.random() < 0.2):
                seen[decision] = game.copy()
        for decision, at in seen.items():
            if len(found[decision]) < each:
                found[decision].append(at)
        seed += 1
    return found
