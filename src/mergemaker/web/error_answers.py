"""What a client hears when something goes wrong: a code and a sentence, never a stack trace."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from mergemaker.rules.errors import IllegalAction, MergemakerError
from mergemaker.tables.protocol.forms import Problem
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.context import TooOften

log = logging.getLogger("mergemaker.web")

_CODES = {404: "not-found", 405: "not-found", 413: "too-large", 415: "bad-message", 429: "too-often"}
_TEXTS = {
    404: "There is nothing here.",
    405: "That can’t be done here.",
    413: "That is too large.",
    415: "Send JSON, with the content type application/json.",
}

_IN_WORDS: dict[type[Exception], str] = {  # what JSON's decoder gives up on, and says in its own way
    RecursionError: "That is nested too deeply.",  # thousands of brackets within each other
    UnicodeDecodeError: "That is not UTF-8 text.",
}

Handled = Response[Problem]


def _answer(code: str, text: str, status: int, headers: dict[str, str] | None = None) -> Handled:
    return Response(Problem(code, text), status_code=status, headers=headers, media_type="application/json")


def _refused(_: Request[Any, Any, Any], error: Refusal) -> Handled:
    headers = {"Retry-After": str(error.seconds)} if isinstance(error, TooOften) else None
    return _answer(error.code, str(error), error.status, headers)


def _illegal(_: Request[Any, Any, Any], error: IllegalAction) -> Handled:
    return _answer(error.code, str(error), 409)


def _bad_message(_: Request[Any, Any, Any], error: MergemakerError | RecursionError | UnicodeDecodeError) -> Handled:
    return _answer("bad-message", _IN_WORDS.get(type(error)) or str(error), 400)


def _invalid(_: Request[Any, Any, Any], error: ValidationException) -> Handled:
    found = [item for item in error.extra or () if isinstance(item, dict)]
    details = [f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in found]
    return _answer("bad-message", "; ".join(details)[:500] or "That can’t be read.", 400)


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Handled:
    status = error.status_code
    if status >= 500:
        log.error("a request failed", exc_info=error)
        return _answer("trouble", "Something went wrong on the server.", status)
    return _answer(_CODES.get(status, "bad-message"), _TEXTS.get(status, "That can’t be read."), status)


def _unexpected(request: Request[Any, Any, Any], error: Exception) -> Handled:
    # The path itself may be the key to a table, or a private link.
    log.error("a request failed", exc_info=error, extra={"path": request.scope.get("path_template", "")})
    return _answer("trouble", "Something went wrong on the server.", 500)


HANDLERS: ExceptionHandlersMap = {  # the most particular class wins
    Refusal: _refused,
    IllegalAction: _illegal,
    MergemakerError: _bad_message,
    ValidationException: _invalid,
    HTTPException: _http,
    RecursionError: _bad_message,
    UnicodeDecodeError: _bad_message,
    Exception: _unexpected,
}
