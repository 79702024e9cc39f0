"""Views made for several seats at once are the views that each seat would get alone."""

import random

import msgspec
import pytest

from mergemaker.rules.editions.edition import names
from mergemaker.rules.game import Game
from mergemaker.rules.views import View
from mergemaker.tables.game_log.sealed_game import SealedGame
from mergemaker.tables.game_log.seat_views import SeatViews, bare


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("hidden", [True, False])
def test_views_of_all_are_the_views_of_each(edition: str, hidden: bool):
    for seed in range(1):
        game = Game.new(edition, 4, seed=seed, hidden=hidden)
        dice = random.Random(seed)
        sight = SeatViews()
        while True:
            seats = [None, 0, 1, 2, 3]
            each = {seat: bare(game.view(seat)) for seat in seats}
            sealed, legal = SealedGame(game), game.legal_actions()
            assert sight.views(sealed, seats, legal) == each
            encoded = sight.encoded(sealed, seats, legal)
            assert {seat: msgspec.json.decode(view, type=View) for seat, view in encoded.items()} == each
            if game.over:
                break
            game.play(dice.choice(game.legal_actions()))
