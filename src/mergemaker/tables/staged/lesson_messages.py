"""A lesson in the messages of a table: the page that shows tables shows lessons with them."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.learning.lesson_file import LEARNER, Lesson, lessons
from mergemaker.learning.lesson_play import Happened, LessonPlay, Verdict
from mergemaker.learning.tries import Played
from mergemaker.record.story import begins_turn
from mergemaker.tables.game_log.turn_log import tell_turn
from mergemaker.tables.protocol.learning_forms import LessonAnswer, LessonListed, LessonTry
from mergemaker.tables.protocol.messages import Turn, Update, Welcome
from mergemaker.tables.staged.staged_table import Staged, staged_update, staged_welcome


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


def _staged(play: LessonPlay) -> Staged:
    return Staged(f"lesson-{play.lesson.name}", play.lesson.title, play.lesson.box, LEARNER)


def _updates(play: LessonPlay, before: int, happened: Sequence[Happened]) -> tuple[Update, ...]:
    updates = []
    for part in happened:
        before += len(part.played)
        updates.append(staged_update(_staged(play), part.view, before, _turns(play, before), part.played))
    return tuple(updates)


def _welcome(play: LessonPlay) -> Welcome:
    version = len(play.played)
    return staged_welcome(_staged(play), play.view(), version, _turns(play, version))
