"""What `mergemaker` alone shows on a terminal: a short menu, for somebody who knows none of the commands."""

from __future__ import annotations

import sys
from typing import NamedTuple

from mergemaker import __version__


class Choice(NamedTuple):
    """A line of the menu, and the command that it stands for."""

    word: str  # may be typed instead of the number
    text: str
    command: tuple[str, ...]


CHOICES = (
    Choice("play", "Play here, in this terminal", ("play",)),
    Choice("browser", "Play in the browser", ("serve", "--open")),
    Choice("learn", "Learn the game in ten minutes", ("learn",)),
    Choice("puzzles", "Solve puzzles", ("puzzles", "play")),
    Choice("help", "Help: all commands", ("--help",)),
)
LEAVING = ("q", "quit", "exit", "leave")


def somebody_is_there() -> bool:
    """Whether there is a person at a terminal, who can read the menu and answer it."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask() -> tuple[str, ...] | None:
    """Shows the menu and gives the command that was chosen; None for somebody who leaves."""
    print(f"mergemaker {__version__}: the board game Acquire\n")
    for number, choice in enumerate(CHOICES, 1):
        print(f"  {number}  {choice.text:<30} mergemaker {' '.join(choice.command)}")
    print("  q  Leave\n")
    while True:
        try:
            answer = input("Which? [1] ").strip().lower() or "1"
        except EOFError:  # Ctrl-D
            print()
            return None
        if answer in LEAVING:
            return None
        for number, choice in enumerate(CHOICES, 1):
            if answer in (str(number), choice.word):
                return choice.command
        print(f"Please type a number from 1 to {len(CHOICES)}, or q to leave.")
