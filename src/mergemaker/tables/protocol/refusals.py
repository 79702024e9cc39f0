"""Refusals: what a table answers when something can't be done, with a code for programs and a sentence for people."""

from __future__ import annotations

from mergemaker.rules.errors import MergemakerError


class Refusal(MergemakerError):
    """What was asked can't be done; nothing has changed. `status` is what HTTP answers."""

    def __init__(self, code: str, text: str, status: int = 409) -> None:
        super().__init__(text)
        self.code = code
        self.status = status


def stale() -> Refusal:
    """The log has grown since."""
    return Refusal("stale", "Something happened in the meantime; look again.")


def need_printable(given: str, code: str, why: str) -> str:
    """A text in one line; Refusal where there is nothing in it, or something that can't be printed."""
    text = " ".join(given.split())
    if not text or not text.isprintable():
        raise Refusal(code, why, 400)
    return text


def need_name(given: str) -> str:
    """A name as it is shown; Refusal where it can't be one."""
    return need_printable(given, "no-name", "A name has 1 to 40 printable characters.")


def need_title(given: str) -> str:
    """A title as it is shown; Refusal where it can't be one."""
    return need_printable(given, "bad-message", "A title has printable characters only.")


def no_table() -> Refusal:
    """There is no such table, or nobody may know of it."""
    return Refusal("no-table", "There is no such table.", 404)


def no_seat() -> Refusal:
    """Only a seat can do that."""
    return Refusal("no-seat", "You are watching: only somebody with a seat can do that.", 403)


def not_host() -> Refusal:
    """Only the host can do that."""
    return Refusal("not-host", "Only the host of the table can do that.", 403)


def not_started() -> Refusal:
    """The game has not begun."""
    return Refusal("not-started", "The game has not started yet.")


def started() -> Refusal:
    """The game has begun."""
    return Refusal("started", "The game has started already.")


def not_over() -> Refusal:
    """The game runs."""
    return Refusal("not-over", "That can be seen when the game is over.")


class BrokenLog(Refusal):
    """A table's log can't be played. Why is its cause, for the host of the server: it may tell what is in a hand."""

    def __init__(self, table: str) -> None:
        super().__init__("broken", "The log of this table is damaged, and can’t be shown.", 500)
        self.table = table


def busy() -> Refusal:
    """The database did not answer in time, or others were always faster."""
    return Refusal("busy", "The server is busy; try again.", 503)
