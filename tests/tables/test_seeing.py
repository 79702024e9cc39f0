"""Views made for several seats at once are the views that each seat would get alone."""

import random

import pytest

from mergemaker.rules.edition import names
from mergemaker.rules.game import Game
from mergemaker.tables.sealed import SealedGame
from mergemaker.tables.seeing import Sight, bare


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("hidden", [True, False])
def test_views_of_all_are_the_views_of_each(edition: str, hidden: bool):
    for seed in range(1):
        game = Game.new(edition, 4, seed=seed, hidden=hidden)
        dice = random.Random(seed)
        sight = Sight()
        while True:
            seats = [None, 0, 1, 2, 3]
            assert sight.views(SealedGame(game), seats) == {seat: bare(game.view(seat)) for seat in seats}
            if game.over:
                break
            game.play(dice.choice(game.legal_actions()))
