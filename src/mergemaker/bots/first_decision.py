"""A bot's first decision: what it needs is compiled and loaded by it, before anybody waits for an answer."""

from __future__ import annotations

from mergemaker.bots.bot import Bot, SeenBot
from mergemaker.rules.game import Game


def first_game() -> Game:
    """A game that shows a bot everything early: certificates lie hidden, and others have placed and bought."""
    game = Game.new("1962", 3, seed=1)
    first = game.to_act
    while game.to_act == first:
        game.play(game.legal_actions()[0])
    return game


def decide_first(bot: Bot) -> None:
    """Has a bot hear what happened and decide, as it will in a game."""
    game = first_game()
    seat = game.to_act
    assert seat is not None  # it has only begun
    bot.begin(game.edition, game.names, seat)
    if isinstance(bot, SeenBot):
        for before, action in game.witnessed(seat):
            bot.witness(game.edition, before, action)
    bot.choose(game.view(seat))
