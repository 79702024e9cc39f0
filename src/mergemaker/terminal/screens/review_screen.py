"""A review in the terminal: the chances as a chart, the moment below it, findings as they come."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import get_current_worker

from mergemaker.record.moment_records import moment_record
from mergemaker.review.depths import DEEP, NORMAL, QUICK, Depth
from mergemaker.review.findings import DecisionVerdict, Review
from mergemaker.review.game_review import GameReview
from mergemaker.review.grades import is_costly
from mergemaker.review.report_lines import summary_of_game, verdict_lines
from mergemaker.review.review_cache import ReviewCache, kept_steps
from mergemaker.review.summary import percent, points, told_draw
from mergemaker.review.what_if import what_if
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game
from mergemaker.terminal.panels import text_chart
from mergemaker.terminal.screens.keys_line import KeysLine
from mergemaker.terminal.screens.text_pages import Page
from mergemaker.terminal.sessions import saved_games
from mergemaker.terminal.sessions.saved_games import PERSON
from mergemaker.terminal.sessions.session import Session, follow

WHOLE = 10_000  # a chance of one, for a chart of whole numbers
RIVAL = "broker"


class ReviewScreen(Screen[None]):
    """Walks through a game's chances, decisions and luck."""

    CSS: ClassVar[str] = """
    #review-head { height: auto; padding: 0 1; }
    #review-chart { height: 12; padding: 0 1; }
    #review-moment { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", "Next", key_display="→"),
        Binding("left", "step(-1)", "Back", key_display="←"),
        Binding("t", "turning", "Turning point"),
        Binding("n", "costly", "Next mistake"),
        Binding("s", "sums", "Sums"),
        Binding("w", "what_if", "What if"),
        Binding("d", "deeper", "Look longer"),
        Binding("p", "play_on", "Play on"),
        Binding("q,escape", "app.close", "Close"),
    ]

    def __init__(self, record: dict[str, Any], depth: Depth = NORMAL, cache: ReviewCache | None = None) -> None:
        super().__init__()
        self.record = record
        self.depth = depth
        self.cache = cache
        self.version = 0
        self.review: Review | None = None
        self.verdicts: dict[int, DecisionVerdict] = {}
        self.trouble = ""

    def compose(self) -> ComposeResult:
        """The story above, the chart, the moment below."""
        yield Static(id="review-head")
        yield Static(id="review-chart")
        with VerticalScroll(id="review-moment"):
            yield Static(id="review-text")
        yield KeysLine()

    def on_mount(self) -> None:
        """Begins to review; what is found is shown as it comes."""
        self.paint()
        self.run_worker(self._look, thread=True, exclusive=True)

    def on_resize(self, event: Resize) -> None:
        """Draws to the new size."""
        self.paint()

    def _look(self) -> None:
        worker = get_current_worker()
        try:
            for step in kept_steps(self.record, self.depth, self.cache):
                if worker.is_cancelled:
                    return
                self.app.call_from_thread(self._found, step)
        except MergemakerError as error:
            self.app.call_from_thread(self._failed, str(error))

    def _found(self, step: Review | DecisionVerdict) -> None:
        if isinstance(step, Review):
            self.review = step
            self.verdicts = {verdict.at: verdict for verdict in step.verdicts}
        else:
            self.verdicts[step.at] = step
        self.paint()

    def _failed(self, trouble: str) -> None:
        self.trouble = trouble
        self.paint()

    def paint(self) -> None:
        """Shows what is known."""
        head = self.query_one("#review-head", Static)
        if self.review is None:
            head.update(Text(self.trouble or "Going along the game …"))
            return
        review = self.review
        total = sum(not moment.forced for moment in review.moments)
        text = Text(review.story[0], "bold")
        judged = f"  {len(self.verdicts)} of {total} decisions judged, depth {review.depth}."
        text.append(judged, "dim")
        head.update(text)
        columns = [review.dealt, *(moment.chances for moment in review.moments)]
        upto = columns[: self.version + 1] if self.version else columns
        courses = [[round(WHOLE * column[seat]) for column in upto] for seat in range(len(review.seats))]
        self.query_one("#review-chart", Static).update(
            text_chart.chart(review.seats, courses, self.size.width - 2, 12, lambda amount: percent(amount / WHOLE))
        )
        self.query_one("#review-text", Static).update(Text("\n".join(self._moment(review))))

    def _moment(self, review: Review) -> list[str]:
        """What there is to say about the moment that is looked at."""
        turns = [f"{turn.number}  action {turn.at}, {turn.by}: {turn.told}" for turn in review.turning_points]
        if self.version == 0:
            return [*review.story[1:], "", *turns]
        moment = review.moments[self.version - 1]
        chances = ", ".join(f"{name} {percent(moment.chances[at])}" for at, name in enumerate(review.seats))
        lines = [f"Action {moment.at} of {len(review.moments)}, turn {moment.turn}: {chances}", moment.told]
        verdict = self.verdicts.get(self.version)
        if verdict is not None:
            lines += verdict_lines(verdict, review.seats)
        elif moment.forced:
            lines.append("There was nothing to choose.")
        for draw in review.draws:
            if draw.at == self.version and draw.kind != "forced":
                whose = draw.seat if draw.seat is not None else 0
                lines.append(f"Luck: {told_draw(draw, review.seats)} {points(draw.luck[whose])}.")
        lines += [
            "",
            *(line for line, turn in zip(turns, review.turning_points, strict=True) if turn.at == self.version),
        ]
        return lines

    def _go(self, version: int) -> None:
        if self.review is not None:
            self.version = min(max(version, 0), len(self.review.moments))
            self.paint()

    def action_step(self, by: int) -> None:
        """One action on or back."""
        self._go(self.version + by)

    def action_turning(self) -> None:
        """To the next turning point, and from the last to the first."""
        self._next([turn.at for turn in self.review.turning_points] if self.review else [])

    def action_costly(self) -> None:
        """To the next decision that cost chance."""
        self._next(sorted(at for at, verdict in self.verdicts.items() if is_costly(verdict.grade)))

    def _next(self, places: list[int]) -> None:
        if places:
            self._go(next((at for at in places if at > self.version), places[0]))

    def action_sums(self) -> None:
        """How it adds up."""
        if self.review is not None:
            self.app.push_screen(Page("How it adds up", Text("\n".join(summary_of_game(self.review)))))

    def action_what_if(self) -> None:
        """All that could have been done here."""
        if self.review is not None and self.version:
            self.run_worker(lambda: self._try(self.version), thread=True)

    def _try(self, at: int) -> None:
        found = what_if(GameReview(self.record, QUICK), at, QUICK)
        names = list(self.review.seats) if self.review else []
        seen = {one.action: one for one in found.tried}
        lines = [f"{names[found.seat]} could have:", ""]
        for one in found.open:
            told = f"{percent(seen[one.action].chance)} as seen then" if one.action in seen else "not tried"
            chances = ", ".join(f"{name} {percent(one.chances[seat])}" for seat, name in enumerate(names))
            mark = "▸" if one.action == found.played else " "
            lines.append(f"{mark} {one.said}: {told}; open: {chances}")
        self.app.call_from_thread(self.app.push_screen, Page("What if", Text("\n".join(lines))))

    def action_deeper(self) -> None:
        """Reviews the game once more, looking longer at each decision."""
        if self.depth is not DEEP:
            self.depth = DEEP
            self.run_worker(self._look, thread=True, exclusive=True)

    def action_play_on(self) -> None:
        """A new game from here, in the seat of whoever decides, against bots."""
        if self.review is not None and self.version < len(self.review.moments):
            sit: Callable[[Callable[[], Session]], None] = self.app.sit  # type: ignore[attr-defined]
            sit(lambda: session_from(self.record, self.version))


def session_from(record: dict[str, Any], at: int) -> Session:
    """A session that begins after so many actions of a finished game; a person has the seat that decides there."""
    game = Game.from_record(record)
    seat = int(game.at(at).to_act or 0)
    who = [PERSON if other == seat else RIVAL for other in range(game.players)]
    names = [
        game.names[seat] if other == seat else f"{RIVAL.capitalize()} {other + 1}" for other in range(game.players)
    ]
    again, moves = follow(moment_record(game, at, names, secrets.token_hex(16)))
    session = Session(again, moves, who, None)
    begun = again.from_the_deal().record()
    if again.has_market:
        begun["market"] = again.market  # which no seed tells
    session.journal = saved_games.begin(begun, who)
    for move in moves:
        session.journal.add(move.action)
    return session


def show(record: dict[str, Any], depth: Depth) -> None:
    """Shows the review of a record on the screen."""
    from mergemaker.terminal.terminal_app import Mergemaker

    Mergemaker(screen=ReviewScreen(record, depth)).run()
