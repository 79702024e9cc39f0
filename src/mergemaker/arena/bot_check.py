"""Whether a bot keeps to the rules of the house: every edition played with it, every kind of decision put to it.

In each edition it plays a whole game against clerks. A kind of decision that did not come up there is searched for in
games of chance, and the bot is seated at that very position: it hears nothing of what went before, as after a restart.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import msgspec

from mergemaker.bots.bot import Bot, BotError
from mergemaker.bots.command_bot import CommandBot
from mergemaker.bots.registry import make_bot
from mergemaker.bots.seated_bot import Seated, clerk_choice, told
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.game import Game
from mergemaker.rules.state import DECISIONS, OVER

KINDS = tuple(kind for number, kind in enumerate(DECISIONS) if number != OVER)
GAMES_TRIED = 400  # games of chance in which a kind of decision is looked for


class EditionCheck(msgspec.Struct, frozen=True):
    """What came of an edition: decisions by kind, the slowest of them, and what went wrong."""

    edition: str
    players: int
    decisions: dict[str, int]
    slowest_ms: float
    faults: list[str]


class BotCheck(msgspec.Struct, frozen=True):
    """What came of all. `notes` are worth knowing but no faults."""

    bot: str
    name: str
    editions: list[EditionCheck]
    faults: list[str]  # that belong to no edition
    notes: list[str]

    @property
    def conforms(self) -> bool:
        """Whether nothing went wrong."""
        return not self.faults and not any(one.faults for one in self.editions)


def check_bot(bot: str, watch: Callable[[str], None] = lambda what: None) -> BotCheck:
    """Plays every edition with a bot, given by name, and every kind of decision. A bot that can't start: BotError."""
    first = make_bot(bot)
    try:
        first.start()
        title = first.title
    except Exception as error:  # a stranger's bot may fail in any way
        raise BotError(f"{bot} can’t play: {told(error)}") from error
    finally:
        first.close()
    checked = []
    strays = 0
    for number, name in enumerate(names()):
        watch(name)
        edition = Edition.named(name)
        played = make_bot(bot, seed=number)
        checked.append(_check_edition(played, edition))
        strays += played.strays if isinstance(played, CommandBot) else 0
    return BotCheck(bot, title, checked, *_manners(bot, strays))


def _check_edition(bot: Bot, edition: Edition) -> EditionCheck:
    players = min(max(3, edition.players.fewest), edition.players.most)
    seated = Seated(bot, 0)
    met: dict[str, int] = {}
    slowest = 0.0
    faults: list[str] = []

    def decide(game: Game) -> str:
        nonlocal slowest
        before = seated.seconds
        met[str(game.decision)] = met.get(str(game.decision), 0) + 1
        action = seated.decide(game)
        slowest = max(slowest, 1000 * (seated.seconds - before))
        return action

    game = Game.new(edition, [bot.title, *("clerk",) * (players - 1)], seed=1)
    seated.begin(game)
    while game.to_act is not None:
        action = decide(game) if game.to_act == 0 else clerk_choice(game)
        seated.watch(game, game.play(action))
    seated.close()
    asked = [kind for kind in KINDS if kind != "exchange" or edition.turn.dead_tiles == "may be replaced once"]
    for kind in (kind for kind in asked if kind not in met):
        found = next(_positions(edition, players, kind), None)
        if found is None:
            faults.append(f"no position that asks “{kind}” was found")
            continue
        assert found.to_act is not None
        seated.seat = found.to_act
        seated.begin(found)
        decide(found)
        seated.close()
    faults += [f"{fault.decision or 'listening'}: {fault.what}" for fault in seated.faults]
    return EditionCheck(edition.name, players, {kind: met[kind] for kind in asked if kind in met}, slowest, faults)


def _positions(edition: Edition, players: int, kind: str) -> Iterator[Game]:
    """Positions of games of chance in which this kind of decision is asked."""
    for seed in range(GAMES_TRIED):
        game = Game.new(edition, players, seed=seed)
        rng = random.Random(seed)
        while not game.over:
            if game.decision == kind:
                yield game
            legal = game.legal_actions()
            # Whoever always buys and never ends a game gets to see most of it.
            game.play(rng.choice([action for action in legal if action not in ("done", "end")] or legal))


def _manners(bot: str, strays: int) -> tuple[list[str], list[str]]:
    """What is wrong, and what is worth a word, with how a program starts, talks and goes."""
    last = make_bot(bot)
    if not isinstance(last, CommandBot):
        return [], []
    faults, notes = [], []
    last.start()
    if not isinstance(last.about.get("name"), str):
        notes.append("It gives itself no name in its answer to hello, so reports show its file.")
    if last.about.get("many_games") is True:
        notes.append("One process plays many games.")
    status = last.leave()
    if status is None:
        faults.append("It does not end within half a second of bye and of the end of its input, and had to be killed.")
    elif status:
        notes.append(f"It ends with exit status {status} after bye.")
    if strays:
        lines = "1 line was no answer" if strays == 1 else f"{strays} lines were no answers"
        notes.append(f"On its standard output {lines}; standard error is the place for a log.")
    return faults, notes
