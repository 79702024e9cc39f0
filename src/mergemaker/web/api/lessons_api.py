"""HTTP: the lessons and the bonus calculator.

Nothing is kept here: a page sends what was right so far, and hears what comes of its next try.
"""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from mergemaker.learning.bonus_calculator import Calculation, CalculatorError, Stake, calculate
from mergemaker.learning.lesson_file import LessonError, lesson_named, lessons
from mergemaker.tables.edition_pages import find_edition
from mergemaker.tables.protocol.learning_forms import BonusAsked, LessonAnswer, LessonListed, LessonTry
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.tables.staged.lesson_messages import answer_to, listed_lesson


@get("/api/lessons", tags=["learning"])
async def lesson_list() -> list[LessonListed]:
    """The lessons in their order."""
    return [listed_lesson(lesson) for lesson in lessons()]


@post("/api/lessons/{name:str}", status_code=200, tags=["learning"])
async def lesson_try(name: FromPath[str], data: JSONBody[LessonTry]) -> LessonAnswer:
    """A lesson as it stands after what was done, and after what is tried now."""
    try:
        lesson = lesson_named(name)
    except LessonError as error:
        raise Refusal("no-lesson", str(error), 404) from None
    try:
        return answer_to(lesson, data)
    except LessonError as error:
        raise Refusal("lesson-changed", f"{error} Begin this lesson again.", 409) from None


@post("/api/bonus", status_code=200, tags=["learning"])
async def bonus(data: JSONBody[BonusAsked]) -> Calculation:
    """Adds a real table up: bonuses with their ties, what to trade in a merger, and the final worth."""
    stakes = [Stake(one.chain, one.size, one.holdings, one.market) for one in data.chains]
    try:
        return calculate(
            find_edition(data.edition),
            data.names,
            stakes,
            cash=data.cash,
            absorbed=data.absorbed,
            survivor=data.survivor,
        )
    except CalculatorError as error:
        raise Refusal("bad-sum", str(error), 400) from None
