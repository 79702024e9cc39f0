"""A basket is all or none, so it may be tried again and again: what it is refused with must tell nothing hidden."""

import random
from itertools import product

import numpy as np
import pytest

from mergemaker.rules.errors import IllegalAction
from mergemaker.rules.game import Game
from mergemaker.tables.game_log.basket import basket
from mergemaker.tables.protocol.refusals import Refusal


def outcome(game: Game, seat: int, *actions: str) -> str:
    """Why a basket is refused, or nothing if it would be played."""
    try:
        basket(game.copy(), seat, actions)
    except (Refusal, IllegalAction) as refusal:
        return str(refusal)
    return ""


def otherwise(game: Game, seat: int, dice: random.Random) -> Game:
    """The same game as far as a seat can know: other hands and draws, and at a hidden table other owners of shares."""
    twin = game.copy()
    state = twin.state[0] if twin.state.shape else twin.state
    others = [other for other in range(game.players) if other != seat]
    moved = others[1:] + others[:1]
    if game.hidden:
        state["shares"][others] = state["shares"][moved]
    drawn = int(state["drawn"])
    slots = [(other, slot) for other in others for slot, tile in enumerate(state["hands"][other]) if tile >= 0]
    unseen = [*(state["hands"][at] for at in slots), *state["deck"][drawn:]]
    dice.shuffle(unseen)
    for at, tile in zip(slots, unseen, strict=False):
        state["hands"][at] = tile
    state["deck"][drawn:] = np.array(unseen[len(slots) :], state["deck"].dtype)
    state["market_key"] = dice.getrandbits(31)
    return twin


@pytest.mark.parametrize(
    ("edition", "players", "hidden"), [("1999", 4, True), ("2023-classic", 2, False), ("1962", 3, True)]
)
def test_worlds_that_a_seat_can_not_tell_apart_refuse_alike(edition: str, players: int, hidden: bool):
    game = Game.new(edition, players, seed=5, hidden=hidden)
    dice = random.Random(5)
    refused = 0
    while not game.over and game.version < 260:
        seat = int(game.to_act or 0)
        chains = [chain.name for chain in game.view(seat).chains if chain.size]
        follows = [*(f"buy {chain}" for chain in chains[:2]), "sell 1", "trade 2", "skip", "exchange", "keep", "end"]
        twin = otherwise(game, seat, dice)
        for first, second in product(game.legal_actions()[:8], follows):
            one, two = outcome(game, seat, first, second), outcome(twin, seat, first, second)
            assert one == two, (game.version, first, second)
            refused += bool(one)
        game.play(dice.choice(game.legal_actions()))
    assert refused > 500


def test_a_purchase_may_still_end_with_done():
    game = Game.new("1999", 3, seed=2)
    dice = random.Random(2)
    while game.decision != "buy" or len(game.legal_actions()) < 2:
        game.play(dice.choice(game.legal_actions()))
    seat, share = int(game.to_act or 0), next(action for action in game.legal_actions() if action.startswith("buy"))
    assert basket(game.copy(), seat, [share, share, share, "done"]) == [share] * 3
    assert basket(game.copy(), seat, [share, "done"]) == [share, "done"]
    with pytest.raises(Refusal, match="brings up something hidden"):
        basket(game.copy(), seat, [share, "done", "skip"])
