"""What can go wrong, said in the player's words."""

from __future__ import annotations


class MergemakerError(Exception):
    """Anything that mergemaker refuses; its text is meant for the person who asked."""


class IllegalAction(MergemakerError):
    """An action that can't be done now. `code` is for programs, the text is for people; the game is unchanged."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class RecordError(MergemakerError):
    """A record that can't be read or does not hold. `action` is the number of the first wrong action, from 1 on."""

    def __init__(self, message: str, action: int | None = None) -> None:
        super().__init__(message if action is None else f"action {action}: {message}")
        self.action = action
