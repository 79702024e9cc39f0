"""Plain mode: a game line by line, for a screen reader, a pipe or a very small terminal.

Each question says what can be answered, and a wrong answer is met with what is possible. A few words work at any
question: see HELP. End of input and Ctrl-C leave politely; everything played is saved already.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from mergemaker.rules.board import tile_named
from mergemaker.rules.drawings import board_lines
from mergemaker.rules.errors import IllegalAction, MergemakerError
from mergemaker.rules.state import plain
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import counted, dollars, listed
from mergemaker.rules.words.player_aid import player_aid
from mergemaker.terminal.panels.baskets import Basket, Disposal
from mergemaker.terminal.panels.chain_names import chain_meant, leader_signs
from mergemaker.terminal.panels.choices import SINGLE, choices, standing
from mergemaker.terminal.panels.outcome import account_lines, account_of
from mergemaker.terminal.sessions.bot_moves import advice, decide
from mergemaker.terminal.sessions.session import Session

HELP = """\
Answer a question with the number or the name in front of a choice.
Tiles are written 5C; chains by name or by their first letters. Buying: “2 tower 1 luxor”, or Enter for nothing.
These words work at any question:
  tiles    your tiles, and what each would do
  board    the board            chains   prices, sizes, the bank, who holds what
  players  money and tiles      log      what has happened so far
  hint     a bot’s advice       undo     take back your last action
  rules    a page of rules      end      announce the end, when that can be done
  quit     leave; the game is saved and `mergemaker play --resume` goes on"""

_NONE = ("", "0", "no", "none", "nothing", "done")
_FILLING = ("", "and", "buy", "of", "share", "shares")
_YES = ("", "y", "yes", "ok")


class Leave(Exception):
    """The player wants to go."""


class Plain:
    """One game asked and answered in lines of text."""

    def __init__(self, session: Session, lines: TextIO, out: TextIO) -> None:
        self.session = session
        self._lines = lines
        self._out = out
        self._interactive = lines.isatty() and out.isatty()
        self._told = dict.fromkeys(session.people, -1)  # how many actions each has heard of
        self._last_person: int | None = None
        self._words: dict[str, Callable[[SeenView], None]] = {
            "help": lambda view: self.say(HELP),
            "?": lambda view: self.say(HELP),
            "tiles": self._tiles,
            "board": self._board,
            "chains": self._chains,
            "players": self._players,
            "log": self._log,
            "rules": self._rules,
        }

    def say(self, text: str = "") -> None:
        """Writes a line."""
        self._out.write(f"{text}\n")
        self._out.flush()

    def ask(self, prompt: str) -> str:
        """Asks, and gives the answer. From a pipe the answer is written too, so that the output reads whole."""
        if self._interactive and self._lines is sys.stdin:
            return input(f"{prompt} ").strip()
        self._out.write(f"{prompt} ")
        self._out.flush()
        line = self._lines.readline()
        if not line:
            raise EOFError
        if not self._lines.isatty():
            self.say(line.strip())
        return line.strip()

    def run(self) -> None:
        """Plays until the game is over or the player leaves."""
        try:
            self._play()
        except (EOFError, KeyboardInterrupt, Leave):
            saved = self.session.journal is not None
            self.say()
            self.say("The game is saved. Continue it with: mergemaker play --resume" if saved else "Goodbye.")
        finally:
            self.session.close()

    def _play(self) -> None:
        game = self.session.game
        hidden = " Money and shares lie hidden." if game.hidden else ""
        self.say(f"{game.edition.title}: {listed(game.names)}.{hidden} Type ? for help.")
        while not game.over:
            if self.session.bot_to_act is not None:
                if trouble := decide(self.session):
                    self.say(trouble)
            else:
                self._turn_to(int(game.to_act or 0))
                self._answer()
            if self.session.trouble:
                self.say(self.session.trouble)
                self.session.trouble = ""
        self._finish()

    def _finish(self) -> None:
        seat = self._last_person
        since = max(self._told[seat] if seat is not None else 0, 0)
        for sentence in self.session.story(seat, since):
            self.say(sentence)
        self.say()
        for line in account_lines(account_of(self.session)):
            self.say(line)
        if self.session.record_path is not None:
            self.say(f"The record is kept as {self.session.record_path}.")
        self._offer_review()

    def _offer_review(self) -> None:
        """What decided the game, and what was luck, if somebody wants to hear it."""
        if not self._interactive:  # a program that reads along asks `mergemaker review` for it
            return
        if self.ask("Review the game? yes or no:").strip().lower() not in ("y", "yes", "review"):
            return
        from mergemaker.review.report_lines import whole_report
        from mergemaker.review.review_cache import review_kept

        self.say("Reviewing; this takes a few seconds.")
        for line in whole_report(review_kept(self.session.game.record())):
            self.say(line)

    def _turn_to(self, seat: int) -> None:
        """Turns to a person, and tells what they have not heard. With several people, others look away first."""
        if len(self.session.people) > 1 and self._last_person != seat:
            name = self.session.game.names[seat]
            if self._last_person is not None and self._interactive:
                self._out.write("\n" * 60)
            self.say()
            self.ask(f"It is {name}’s decision. {name}, press Enter when nobody else is looking.")
        self._last_person = seat
        if self._told[seat] < self.session.game.version:
            self.say()
            for sentence in self.session.story(seat, max(self._told[seat], 0)):
                self.say(sentence)
            self._told[seat] = self.session.game.version

    # Answers.

    def _answer(self) -> None:
        """Asks for the decision at hand until something has been played or taken back."""
        before = self.session.game.version
        while self._undecided(before):
            view = self.session.view(self.session.game.to_act)
            if view.decision in SINGLE:
                self._answer_single(view)
            elif view.decision == "buy":
                self._answer_buy(view)
            else:
                self._answer_disposal(view)
        self._told[int(self._last_person or 0)] = min(before, self.session.game.version)

    def _undecided(self, before: int) -> bool:
        """Whether the decision at hand, asked at a version of the game, is still to be made."""
        return self.session.game.version == before

    def _input(self, view: SeenView, prompt: str) -> str | None:
        """An answer to the question itself, or None when a word for any question has changed the game."""
        while True:
            text = self.ask(prompt)
            word = text.lower()
            try:
                if word in ("quit", "exit"):
                    raise Leave
                if word in self._words:
                    self._words[word](view)
                elif word == "undo":
                    self.say(f"Taken back: {self.session.undo()}.")
                elif word == "hint":
                    self.say(advice(view))
                elif word == "end":
                    self._announce(view)
                else:
                    return text
            except MergemakerError as error:
                self.say(str(error))
            if self.session.game.version != view.version:
                return None

    def _consider(self, actions: Sequence[str]) -> None:
        """Comes before a person's decision is played: a coach may have a word on it."""

    def _play_one(self, action: str) -> None:
        self._consider([action])
        self.session.play(action)

    def _announce(self, view: SeenView) -> None:
        if "end" not in view.actions:
            self.session.play("end")  # is refused, and the refusal says what it takes
        for line in ("If the game ended now:", *standing(view)):
            self.say(line)
        if self.ask("Announce the end? yes or no:").lower() in ("y", "yes"):
            self._play_one("end")
        else:
            self.say("The end is not announced.")

    def _answer_single(self, view: SeenView) -> None:
        offered = choices(view)
        self._ask_about(view, [f"{number}  {choice.name}: {choice.text}" for number, choice in enumerate(offered, 1)])
        while (text := self._input(view, "Your choice:")) is not None:
            numbered = text.isascii() and text.isdigit() and 1 <= int(text) <= len(offered)
            try:
                self._play_one(offered[int(text) - 1].action if numbered else self._meant(view, text))
                return
            except IllegalAction as error:
                can = [choice.name for choice in offered if choice.possible]
                instead = "" if "Possible" in str(error) else f" Possible: {listed(can)}."
                self.say(f"{error}{instead}")

    def _ask_about(self, view: SeenView, offers: Sequence[str]) -> None:
        """The question, and what can be done."""
        self.say()
        self.say(view.question)
        for offer in [*offers, *(["end: announce the end of the game."] if "end" in view.actions else [])]:
            self.say(f"  {offer}")

    def _meant(self, view: SeenView, text: str) -> str:
        """The action that an answer means: a tile or a chain by its bare name, or the action's own text."""
        if view.decision == "place" and tile_named(text) is not None:
            return f"place {text}"
        if view.decision in ("found", "survivor", "absorb") and (chain := chain_meant(view, text)) is not None:
            return f"{view.decision} {chain}"
        if not text:
            raise IllegalAction("unknown-action", "Nothing was answered.")
        return text

    def _answer_buy(self, view: SeenView) -> None:
        seat = view.seat or 0
        offers = [
            f"{chain.name}: {dollars(chain.price)}, {chain.bank} in the bank, you hold {chain.holdings[seat]}"
            for chain in view.chains
            if chain.size
        ]
        self._ask_about(view, offers)
        while (text := self._input(view, "Buy what? (Enter for nothing)")) is not None:
            if text.lower() in _NONE:
                self._play_one("done")
                return
            basket = Basket(view)
            if reason := fill_basket(view, basket, text):
                self.say(reason)
                continue
            self.say(basket.total())
            if self.ask("Buy this? yes or no:").lower() in _YES:
                self._consider(basket.actions())
                self.session.play_each(basket.actions())
                return

    def _answer_disposal(self, view: SeenView) -> None:
        disposal = Disposal(view)
        self.say()
        if view.decision == "trade":
            self.say(view.question)
            if disposal.offer.limit:
                self.say(disposal.offer.limit)
            prompt = f"Trade how many, two for one of {disposal.offer.survivor}? 0 to {disposal.most_traded}, even:"
        else:
            if not self._just_traded():
                self.say(view.question)
            prompt = f"Sell how many at {dollars(disposal.offer.price)} each? 0 to {disposal.held}; the rest is kept:"
        while (text := self._input(view, prompt)) is not None:
            number = text.lower().removeprefix(str(view.decision)).strip()
            number = "0" if number in _NONE else number
            try:
                self._play_one(f"{view.decision} {number}")
                return
            except IllegalAction as error:
                self.say(str(error))

    def _just_traded(self) -> bool:
        moves = self.session.moves
        return bool(moves) and moves[-1].seat == self.session.game.to_act and moves[-1].action.startswith("trade")

    # What can be asked for at any question.

    def _tiles(self, view: SeenView) -> None:
        for tile in view.hand:
            self.say(f"  {tile.tile}: {tile.text}")
        if not view.hand:
            self.say("You have no tiles.")

    def _board(self, view: SeenView) -> None:
        for line in board_lines(view.edition, plain(view.seen).squares, {tile.tile: "*" for tile in view.hand}):
            self.say(f" {line}")
        legend = [f"{chain.sign} {chain.name}" for chain in view.chains if chain.size]
        self.say("  " + ", ".join([*legend, "o loose", "* yours", *(["x set aside"] if view.set_aside else [])]))

    def _chains(self, view: SeenView) -> None:
        for chain in view.chains:
            if chain.size:
                safe = ", safe" if chain.safe else ""
                rises = f", {dollars(chain.next_price)} at {chain.next_size} tiles" if chain.next_price else ""
                what = f"{chain.size} tiles{safe}, {dollars(chain.price)} a share{rises}"
            else:
                what = "not on the board"
            marks = leader_signs(view, chain)
            held = [
                f"{view.names[seat]} holds {count}{f' ({marks[seat][1]})' if seat in marks else ''}"
                for seat, count in enumerate(chain.holdings)
                if count
            ]
            self.say(f"  {chain.name}: {what}; bank {chain.bank}{'; ' if held else ''}{', '.join(held)}")

    def _players(self, view: SeenView) -> None:
        for player in view.players:
            money = "money hidden" if player.money is None else f"{dollars(player.money)} in cash"
            worth = "" if player.worth is None else f", worth {dollars(player.worth)}"
            mark = " (you)" if player.seat == view.seat else ""
            self.say(f"  {player.name}{mark}: {money}{worth}, {counted(player.tiles, 'tile')}")
        self.say(f"  In the bag: {counted(view.bag, 'tile')}.")

    def _log(self, view: SeenView) -> None:
        for sentence in self.session.story(view.seat):
            self.say(f"  {sentence}")

    def _rules(self, view: SeenView) -> None:
        for section in player_aid(view.edition):
            self.say(f"{section.title}:")
            for line, moments in zip(section.lines, section.moments, strict=True):
                matters = not set(view.moments).isdisjoint(moments)
                self.say(f"  {'Now: ' if matters else ''}{line}")


def fill_basket(view: SeenView, basket: Basket, text: str) -> str:
    """Puts into a basket what an answer such as “2 tower, luxor” names, or says what is wrong with it."""
    words = [word for word in re.split(r"[\s,+]+", text.lower()) if word not in _FILLING]
    numbers_first = bool(words) and words[0].isdigit()
    wanted: list[tuple[str, int]] = []
    count = 1
    for at, word in enumerate(words):
        if word.isascii() and word.isdigit():
            if numbers_first:
                count = int(word)
            elif wanted:
                wanted[-1] = (wanted[-1][0], int(word))
            continue
        chain = chain_meant(view, word)
        if chain is None:
            can = [chain.name for chain in basket.chains]
            return f"There is no chain “{words[at]}”. Write for example “2 {can[0].lower()}”; there are {listed(can)}."
        wanted.append((chain, count))
        count = 1
    if not wanted:
        return "Name the chains, such as “2 tower 1 luxor”, or press Enter to buy nothing."
    for chain, number in wanted:
        for _ in range(min(number, 99)):
            if reason := basket.add(chain):
                return reason
    return ""
