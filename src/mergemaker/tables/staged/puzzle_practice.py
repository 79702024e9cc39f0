"""Puzzles on a server: what each person has tried, in the store, and what that makes of their ratings and repeats.

A person's first try at a puzzle counts for both ratings; later ones do not. Giving up counts as not solved.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

from mergemaker.puzzles import practice
from mergemaker.puzzles.ideas import IDEAS
from mergemaker.puzzles.puzzle_file import Puzzle, PuzzleError, shipped
from mergemaker.puzzles.puzzle_play import PuzzlePlay, answer_text
from mergemaker.rules.editions.edition import Edition
from mergemaker.store import Store, puzzles_store
from mergemaker.store.puzzles_store import LevelRow, StoredTry
from mergemaker.tables.protocol import puzzle_forms as forms
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.tables.staged.puzzle_messages import listed_puzzle, solution_shown, updates_after, welcome_to

SERVER_KEY = "puzzles of the day"  # a setting: what makes this server's days different from another's
HISTORY = 50
CURVE = 500
ANSWERS = 12  # of the others' answers that are shown
LONGEST_ANSWER = 200
SOLVED = ("right", "almost")


class _Known(NamedTuple):
    """What the store knows of a person when a puzzle is chosen."""

    solver: LevelRow | None
    levels: dict[str, LevelRow]
    tried: dict[str, int]
    repeats: dict[str, tuple[int, int]]
    own: list[str]


class PuzzlePractice:
    """Everybody's practice on one server. The player "" is somebody without a cookie, of whom nothing is kept."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self._server: str | None = None
        self._server_lock = asyncio.Lock()

    # What is asked.

    def shelf(self) -> forms.PuzzleShelf:
        """How many puzzles there are of each idea and edition, and when mistakes come again."""
        puzzles = shipped().values()
        editions = sorted({puzzle.edition for puzzle in puzzles})
        return forms.PuzzleShelf(
            puzzles=len(puzzles),
            ideas={idea: sum(idea in puzzle.ideas for puzzle in puzzles) for idea in IDEAS},
            editions={name: sum(puzzle.edition == name for puzzle in puzzles) for name in editions},
            titles={name: Edition.named(name).title for name in editions},
            day=self.today().isoformat(),
            rule=practice.RULE,
        )

    def today(self) -> date:
        """The server's date; a day begins at midnight UTC for everybody."""
        return datetime.fromtimestamp(self.now() / 1000, UTC).date()

    async def next(self, player: str, wish: practice.Wish, but: str, *, own: bool = False) -> forms.PuzzleAsked:
        """The puzzle that suits a person best now."""
        known = await self.store.read(lambda connection: _known(connection, player))
        mine = [msgspec.json.decode(body, type=Puzzle) for body in known.own]
        levels = _levels(known.levels)
        repeats = {name: practice.Repeat(*one) for name, one in known.repeats.items()}
        among = mine if own else [*shipped().values(), *(one for one in mine if one.id in repeats)]
        found = practice.next_puzzle(
            among, levels, _level(known.solver), known.tried, repeats, self.now(), wish, but="" if own else but
        )
        if found is None:
            raise Refusal("no-puzzle", "There is no such puzzle; choose another idea or edition.", 404)
        owned = found.puzzle.id not in shipped()
        return await self._asked(found.puzzle, player, levels, known.solver, found.why, own=owned)

    async def chosen(self, name: str, player: str) -> forms.PuzzleAsked:
        """A puzzle by its name."""
        puzzle, own = await self._find(name, player)
        return await self._asked_now(puzzle, player, "chosen", own=own)

    async def daily(self, player: str) -> forms.PuzzleAsked:
        """The puzzle of today."""
        puzzle = await self._of_day(self.today())
        return await self._asked_now(puzzle, player, "daily", day=self.today().isoformat())

    async def _of_day(self, day: date) -> Puzzle:
        async with self._server_lock:
            if self._server is None:
                await self.store.set_setting(SERVER_KEY, secrets.token_hex(8), first=True)
                self._server = await self.store.setting(SERVER_KEY)
        return practice.daily_puzzle(list(shipped().values()), day, self._server or "")

    async def _find(self, name: str, player: str) -> tuple[Puzzle, bool]:
        if name in shipped():
            return shipped()[name], False
        body = await self.store.read(lambda connection: puzzles_store.own_one(connection, player, name))
        if body is None:
            raise Refusal("no-puzzle", f"There is no puzzle “{name[:40]}” here.", 404)
        return msgspec.json.decode(body, type=Puzzle), True

    async def _asked_now(
        self, puzzle: Puzzle, player: str, why: str, *, day: str | None = None, own: bool = False
    ) -> forms.PuzzleAsked:
        def read(connection: Connection) -> tuple[dict[str, LevelRow], LevelRow | None]:
            return puzzles_store.levels(connection), puzzles_store.solver(connection, player)

        levels, solver = await self.store.read(read)
        return await self._asked(puzzle, player, _levels(levels), solver, why, day=day, own=own)

    async def _asked(
        self,
        puzzle: Puzzle,
        player: str,
        levels: dict[str, practice.Level],
        solver: LevelRow | None,
        why: str,
        *,
        day: str | None = None,
        own: bool = False,
    ) -> forms.PuzzleAsked:
        tries = await self.store.read(lambda connection: puzzles_store.tries_at(connection, player, puzzle.id))
        before = tries[-1].verdict if tries else ""
        listed = listed_puzzle(puzzle, levels, own=own)
        return forms.PuzzleAsked(listed, why, day, before, _shown(_level(solver)), welcome_to(PuzzlePlay(puzzle)))

    # What is answered.

    async def answer(self, name: str, player: str, wish: forms.PuzzleTry) -> forms.PuzzleAnswer:
        """Tries an answer, or gives up; the first that comes to a verdict counts."""
        puzzle, own = await self._find(name, player)
        day = await self._day_of(puzzle, wish.day)
        try:
            play = PuzzlePlay(puzzle, wish.tried)
        except PuzzleError as error:
            raise Refusal("puzzle-changed", f"{error} Begin this puzzle again.", 409) from None
        before = len(play.played)
        verdict, reply = "gave up", "This is how it is played."
        if not wish.give_up:
            found = play.answer(wish.actions)
            verdict, reply = found.verdict, found.text
        over = verdict in ("wrong", "gave up") or play.solved
        change, again = None, ""
        if verdict and over:
            answer = "" if wish.give_up else ", ".join(wish.actions)[:LONGEST_ANSWER]
            change, again = await self._count(puzzle, player, verdict, answer, day, rated=not own)
        shown = None
        if play.solved or wish.give_up:
            others = await self._others(day) if day is not None else ()
            levels = await self.store.read(puzzles_store.levels)
            shown = solution_shown(puzzle, practice.level_of(puzzle, _levels(levels)), others)
        solver = await self.store.read(lambda connection: puzzles_store.solver(connection, player))
        return forms.PuzzleAnswer(
            verdict=verdict,  # type: ignore[arg-type]  # one of them
            reply=reply,
            tried=tuple(play.tried),
            done=play.solved or wish.give_up,
            updates=updates_after(play, before),
            solution=shown,
            you=_shown(_level(solver)),
            change=change,
            again=again,
        )

    async def _day_of(self, puzzle: Puzzle, day: str | None) -> str | None:
        """The day whose puzzle this is, if it is today's or was yesterday's, for those who sit up past midnight."""
        if day is None:
            return None
        for back in (0, 1):
            one = self.today() - timedelta(days=back)
            if one.isoformat() == day and (await self._of_day(one)).id == puzzle.id:
                return day
        return None

    async def _count(
        self, puzzle: Puzzle, player: str, verdict: str, answer: str, day: str | None, *, rated: bool
    ) -> tuple[float | None, str]:
        """Keeps a try; how one's skill changed, if it did, and when the puzzle comes again, in words."""
        now, solved = self.now(), verdict in SOLVED

        def write(connection: Connection) -> tuple[float | None, practice.Repeat | None]:
            before = puzzles_store.tries_at(connection, player, puzzle.id)
            person = _level(puzzles_store.solver(connection, player))
            counts = rated and not before
            change = None
            if counts:
                levels = _levels(puzzles_store.levels(connection))
                mine, its = practice.after_try(person, practice.level_of(puzzle, levels), solved)
                puzzles_store.keep_solver(connection, player, msgspec.structs.astuple(mine))
                puzzles_store.keep_level(connection, puzzle.id, msgspec.structs.astuple(its))
                change, person = mine.skill - person.skill, mine
            at = max(now, before[-1].at + 1) if before else now
            daily = day if counts else None
            puzzles_store.keep_try(
                connection, StoredTry(player, puzzle.id, at, verdict, answer, counts, person.skill, daily)
            )
            known = puzzles_store.repeats(connection, player).get(puzzle.id)
            repeat = practice.after_answer(None if known is None else practice.Repeat(*known), solved, now)
            puzzles_store.keep_repeat(
                connection, player, puzzle.id, None if repeat is None else (repeat.stage, repeat.due)
            )
            return change, repeat

        change, repeat = await self.store.write(write)
        return change, "" if repeat is None else f"It comes again {_in_days(repeat.due - now)}."

    async def _others(self, day: str) -> tuple[forms.DailyAnswer, ...]:
        found = await self.store.read(lambda connection: puzzles_store.daily_answers(connection, day))
        people: Counter[tuple[str, str]] = Counter()  # baskets in another order are the same answer
        for verdict, answer, count in found:
            people[answer_text(answer) or "Gave up", verdict] += count
        told = [forms.DailyAnswer(answer, verdict, count) for (answer, verdict), count in people.items()]
        return tuple(sorted(told, key=lambda one: (-one.people, one.answer))[:ANSWERS])

    # How one has done.

    async def progress(self, player: str) -> forms.PuzzleProgress:
        """Somebody's rating, tries, ideas and what comes again."""

        def read(connection: Connection) -> tuple[_Known, list[StoredTry]]:
            return _known(connection, player), puzzles_store.tries_of(connection, player, CURVE)

        known, tries = await self.store.read(read)
        mine = {puzzle.id: puzzle for puzzle in (msgspec.json.decode(body, type=Puzzle) for body in known.own)}
        puzzles: Mapping[str, Puzzle] = {**shipped(), **mine}
        levels, now = _levels(known.levels), self.now()
        due = sum(at <= now for _, at in known.repeats.values())
        return forms.PuzzleProgress(
            you=_shown(_level(known.solver)),
            due=due,
            waiting=len(known.repeats) - due,
            history=tuple(_history(one, puzzles) for one in tries[:HISTORY]),
            curve=tuple((one.at, round(one.skill, 2)) for one in reversed(tries) if one.rated),
            ideas=_by_idea(tries, puzzles),
            own=tuple(listed_puzzle(puzzle, levels, own=True) for puzzle in mine.values()),
            rule=practice.RULE,
        )

    async def keep_own(
        self, player: str, table: str, puzzles: list[tuple[int, Puzzle]]
    ) -> tuple[forms.PuzzleListed, ...]:
        """Keeps puzzles that somebody made of a game, each with the number of its action."""
        now = self.now()

        def write(connection: Connection) -> None:
            for at, puzzle in puzzles:
                body = msgspec.json.encode(puzzle).decode()
                puzzles_store.keep_own(connection, player, puzzle.id, now, f"{table}/{at}", body)

        await self.store.write(write)
        return tuple(listed_puzzle(puzzle, {}, own=True) for _, puzzle in puzzles)


def _known(connection: Connection, player: str) -> _Known:
    return _Known(
        puzzles_store.solver(connection, player),
        puzzles_store.levels(connection),
        puzzles_store.last_tried(connection, player),
        puzzles_store.repeats(connection, player),
        puzzles_store.own(connection, player),
    )


def _level(stored: LevelRow | None) -> practice.Level:
    return practice.NEWCOMER if stored is None else practice.Level(*stored)


def _levels(stored: Mapping[str, LevelRow]) -> dict[str, practice.Level]:
    return {name: _level(one) for name, one in stored.items()}


def _shown(level: practice.Level) -> forms.SolverLevel:
    return forms.SolverLevel(round(level.skill, 2), round(level.uncertainty, 2), level.tries, level.solved)


def _in_days(milliseconds: int) -> str:
    days = max(1, round(milliseconds / practice.DAY))
    return {1: "in a day", 7: "in a week", 30: "in a month"}.get(days, f"in {days} days")


def _history(one: StoredTry, puzzles: Mapping[str, Puzzle]) -> forms.PuzzleHistory:
    puzzle = puzzles.get(one.puzzle)
    edition, decision = (puzzle.edition, puzzle.decision) if puzzle else ("", "")
    answer, skill = answer_text(one.answer), round(one.skill, 2)
    return forms.PuzzleHistory(one.puzzle, edition, decision, one.at, one.verdict, answer, one.rated, skill)


def _by_idea(tries: list[StoredTry], puzzles: Mapping[str, Puzzle]) -> dict[str, forms.IdeaCount]:
    counts: dict[str, Any] = {idea: [0, 0] for idea in IDEAS}
    for one in tries:
        if one.rated and one.puzzle in puzzles:
            for idea in puzzles[one.puzzle].ideas:
                counts[idea][0] += 1
                counts[idea][1] += one.verdict in SOLVED
    return {idea: forms.IdeaCount(*count) for idea, count in counts.items()}
