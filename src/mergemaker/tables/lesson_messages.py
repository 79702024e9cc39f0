"""A lesson in the messages of a table: the page that shows tables shows lessons with them."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.learning.lesson_file import LEARNER, Lesson, lessons
from mergemaker.learning.lesson_play import Happened, LessonPlay, Verdict
from mergemaker.learning.tries import Played
from mergemaker.record.story import begins_turn
from mergemaker.rules.views import SeenView
from mergemaker.tables.learning_forms import LessonAnswer, LessonListed, LessonTry
from mergemaker.tables.messages import PROTOCOL, Entry, Turn, Update, Welcome, You
from mergemaker.tables.seat_views import bare
from mergemaker.tables.staged_table import NEVER, staged_table
from mergemaker.tables.turn_log import tell_turn

_YOU = You(LEARNER, host=False, may_chat=False, may_undo=False)


def listed_lesson(lesson: Lesson) -> LessonListed:
    """A lesson in the list."""
    return LessonListed(lesson.name, lesson.title, lesson.purpose, lesson.decisions)


def answer_to(lesson: Lesson, wish: LessonTry) -> LessonAnswer:
    """A lesson after what was tried; LessonError where what was done before no longer fits."""
    play = LessonPlay(lesson, wish.name)
    play.replay(wish.tried)
    verdict: Verdict | None = None
    before = len(play.played)
    if wish.actions:
        verdict = play.attempt(wish.actions)
    step = play.step
    return LessonAnswer(
        lesson=listed_lesson(lesson),
        tried=tuple(play.tried),
        right=verdict.right if verdict else None,
        reply=verdict.reply if verdict else "",
        say=step.say if step else "",
        glow=step.glow if step else (),
        done=play.done,
        closing=lesson.closing if play.done else "",
        elsewhere=lesson.elsewhere if play.done else "",
        next=_after(lesson),
        welcome=None if verdict else _welcome(play),
        updates=_updates(play, before, verdict.happened) if verdict else (),
        told=tuple(part.say for part in (verdict.happened if verdict else play.opening)),
    )


def _after(lesson: Lesson) -> str | None:
    names = [other.name for other in lessons()]
    rest = names[names.index(lesson.name) + 1 :]
    return rest[0] if rest else None


def _turns(play: LessonPlay, until: int) -> tuple[Turn, ...]:
    """What was played so far, turn by turn."""
    actions = [one.action for one in play.played]
    turns: list[list[tuple[int, Played]]] = []
    for at, one in enumerate(play.played[:until]):
        if not turns or begins_turn(actions, at):
            turns.append([])
        turns[-1].append((at + 1, one))
    return tuple(
        tell_turn(number, turn[0][1].mover, [(version, one.events) for version, one in turn], play.names)
        for number, turn in enumerate(turns, 1)
    )


def _entries(play: LessonPlay, first: int, played: Sequence[Played]) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            version,
            "action",
            one.seat,
            one.action,
            "player" if one.seat == LEARNER else "bot",
            NEVER,
            tuple(one.events),
        )
        for version, one in enumerate(played, first)
    )


def _updates(play: LessonPlay, before: int, happened: Sequence[Happened]) -> tuple[Update, ...]:
    updates = []
    for part in happened:
        entries = _entries(play, before + 1, part.played)
        before += len(part.played)
        updates.append(
            Update(
                version=before,
                entries=entries,
                view=bare(part.view),
                turns=_turns(play, before),
                you=_YOU,
                to_act=part.view.to_act,
                decision=part.view.decision,
                clocks=(None,) * len(play.names),
                result=None,
                now=NEVER,
            )
        )
    return tuple(updates)


def _welcome(play: LessonPlay) -> Welcome:
    view: SeenView = play.view()
    version = len(play.played)
    turns = _turns(play, version)
    lesson = play.lesson
    table = staged_table(
        f"lesson-{lesson.name}", lesson.title, lesson.box, play.names, LEARNER, view, version, len(turns)
    )
    return Welcome(PROTOCOL, NEVER, table, _YOU, version, 0, bare(view), turns, (), ())
