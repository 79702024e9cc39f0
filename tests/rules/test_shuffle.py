"""The shuffle: done over here from the words of its documentation, and looked at for fairness."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import numpy as np
import pytest

from boards import TABLES, bytes_of
from mergemaker import Game
from mergemaker.record.fair_shuffle import proof_of, seed_of, verify
from mergemaker.rules.errors import RecordError
from mergemaker.rules.random_words import below as compiled_below
from mergemaker.rules.random_words import shuffle_tiles
from mergemaker.rules.shuffle import below, deal_of, deck_of, market_key_of, words

SEEDS = ["00", "07", "ff", "0123456789abcdef", "ab" * 64]


def numbers(seed: str, purpose: str, count: int) -> list[int]:
    """Block i is SHA256("mergemaker 1 " + purpose + NUL + seed + i), read as eight words, high byte first."""
    found: list[int] = []
    block = 0
    while len(found) < count:
        text = b"mergemaker 1 " + purpose.encode() + b"\x00" + bytes.fromhex(seed)
        digest = hashlib.sha256(text + bytes([block >> 24 & 255, block >> 16 & 255, block >> 8 & 255, block & 255]))
        hexes = digest.hexdigest()
        found += [int(hexes[at : at + 8], 16) for at in range(0, 64, 8)]
        block += 1
    return found[:count]


def shuffled_by_hand(seed: str) -> list[str]:
    """All tiles from 1A to 12I; from the back, each changes places with one at a number not above its own."""
    tiles = [f"{number}{letter}" for letter in "ABCDEFGHI" for number in range(1, 13)]
    stream = iter(numbers(seed, "deck", 400))
    for last in range(107, 0, -1):
        word = next(stream)
        while word >= 2**32 - 2**32 % (last + 1):  # the last, incomplete stretch
            word = next(stream)
        at = word % (last + 1)
        tiles[last], tiles[at] = tiles[at], tiles[last]
    return tiles


@pytest.mark.parametrize("seed", SEEDS)
def test_anybody_can_do_the_shuffle_over(seed):
    assert Game.new("1999", 4, seed=seed).record()["deck"] == shuffled_by_hand(seed)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_anybody_can_do_the_deal_of_1962_over(seed, players):
    names = ["Continental", "Tower", "Luxor", "American", "World-Wide", "Imperial", "Festival"]
    pile = [name for name, count in zip(names, [8, 8, 8, 9, 9, 9, 9], strict=True) for _ in range(count)]
    stream = iter(numbers(seed, "deal", 200))
    for last in range(59, 0, -1):
        word = next(stream)
        while word >= 2**32 - 2**32 % (last + 1):
            word = next(stream)
        at = word % (last + 1)
        pile[last], pile[at] = pile[at], pile[last]
    each = 60 // players
    hands = [dict(Counter(pile[seat * each : (seat + 1) * each])) for seat in range(players)]
    assert Game.new("1962", players, seed=seed).record()["deal"] == hands


def test_the_words_of_a_seed_are_those_of_the_documentation():
    stream = words("0123", "deck")
    assert [next(stream) for _ in range(50)] == numbers("0123", "deck", 50)


def test_words_of_the_incomplete_last_stretch_are_passed_over():
    assert below(10, iter([2**32 - 1, 2**32 - 6, 2**32 - 7, 3])) == (2**32 - 7) % 10
    assert below(2**32, iter([2**32 - 1])) == 2**32 - 1


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_same_seed_gives_the_same_game_and_another_seed_another(edition, players):
    one, again, other = (Game.new(edition, players, seed=seed) for seed in (5, 5, 6))
    assert bytes_of(one) == bytes_of(again)
    assert bytes_of(one) != bytes_of(other)


def test_the_deck_is_the_same_in_every_edition_and_for_any_number_of_players():
    decks = {tuple(Game.new(edition, players, seed=9).record()["deck"]) for edition, players in TABLES}
    assert len(decks) == 1


def test_without_a_seed_every_game_is_another():
    assert Game.new("1999", 3).seed != Game.new("1999", 3).seed


def test_a_seed_is_good_for_different_purposes_independently():
    streams = {purpose: tuple(numbers("07", purpose, 20)) for purpose in ("deck", "deal", "market")}
    assert len(set().union(*streams.values())) == 60
    for purpose, expected in streams.items():
        stream = words("07", purpose)
        assert tuple(next(stream) for _ in range(20)) == expected
    high, low = numbers("07", "market", 2)
    assert market_key_of("07") == (high % 2**30) * 2**32 + low


def scrambled(bits: int) -> int:
    """Steps 2 and 3 of a market draw's word, by the document."""
    bits ^= bits >> 16
    bits = bits * 0x45D9F3B % 2**32
    bits ^= bits >> 15
    bits = bits * 0x2C1B3C6D % 2**32
    return bits ^ bits >> 16


def market_by_hand(seed: str, deck: list[str], drawn: list[int]) -> list[str]:
    """The market's draws, by the document: `drawn` says for each how many tiles had left the bag by then."""
    first, second = numbers(seed, "market", 2)
    key = first % 2**30 * 2**32 + second
    found = []
    for number, gone in enumerate(drawn):
        inner = scrambled((key + 0x1E3779B9 * (number + 1)) % 2**32)
        word = scrambled(inner ^ (key >> 31) % 2**32)
        left = len(deck) - gone
        found.append(deck[gone + word * left // 2**32] if left else str(1 + word * 12 // 2**32))
    return found


@pytest.mark.parametrize(("edition", "seed"), [("1999", "07"), ("2023-classic", "ab" * 32), ("1999", "c0ffee")])
def test_anybody_can_do_the_market_draws_over(edition, seed):
    game = Game.new(edition, 2, seed=seed)
    game.play_randomly(int(seed[:8], 16))
    _, happened = Game.follow(game.record())
    gone, drawn = 0, []
    for event in (event for events in happened for event in events):
        gone += event.kind in ("opened", "drew")
        if event.kind == "market":
            drawn.append(gone)
    assert drawn
    assert market_by_hand(seed, shuffled_by_hand(seed), drawn) == game.market


def chi_square(counts: np.ndarray, expected: float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


def test_every_tile_is_as_likely_in_every_place():
    """A shuffle with a fault in it lies far outside: 107 degrees of freedom, and 175 is beyond one in 30,000."""
    games = 3000
    decks = np.array([deck_of(f"{seed:08x}") for seed in range(games)])
    for place in (0, 1, 53, 106, 107):
        counts = np.bincount(decks[:, place], minlength=108)
        assert chi_square(counts, games / 108) < 175
    for tile in (0, 54, 107):
        places = np.bincount(np.argwhere(decks == tile)[:, 1], minlength=108)
        assert chi_square(places, games / 108) < 175
    follows = np.bincount((decks[:, 1] - decks[:, 0]) % 108, minlength=108)[1:]
    assert chi_square(follows, games / 107) < 175


def test_every_certificate_is_as_likely_in_every_hand():
    games = 2000
    deals = np.array([deal_of(f"{seed:08x}", [8, 8, 8, 9, 9, 9, 9], 4) for seed in range(games)])
    assert (deals.sum(axis=2) == 15).all()
    assert (deals.sum(axis=1) == [8, 8, 8, 9, 9, 9, 9]).all()
    means = deals.mean(axis=0)
    assert np.abs(means - np.array([8, 8, 8, 9, 9, 9, 9]) / 4).max() < 0.12


def test_the_compiled_shuffle_of_simulations_is_fair_too():
    games = 2000
    decks = np.zeros((games, 108), np.int8)
    for key in range(games):
        shuffle_tiles(decks[key], key * 7919)
    assert (np.sort(decks, axis=1) == np.arange(108)).all()
    for place in (0, 1, 53, 107):
        assert chi_square(np.bincount(decks[:, place], minlength=108), games / 108) < 175
    draws = np.array([compiled_below(12345, counter, 12) for counter in range(6000)])
    assert chi_square(np.bincount(draws, minlength=12), 500) < 45


def proven(edition: str, players: int) -> dict[str, Any]:
    """A record with the proof of its shuffle."""
    secret, said = "5e" * 32, ["lucky", "", "ünlucky"][:players]
    game = Game.new(edition, players, seed=seed_of(secret, said))
    game.play_randomly(5)
    return {**game.record(), "fairness": proof_of(secret, said)}


@pytest.mark.parametrize(("edition", "players"), [("1962", 3), ("1999", 2)])
def test_a_proof_holds_and_beside_a_changed_seed_no_sum_does(edition, players):
    record = proven(edition, players)
    assert all(step.holds for step in verify(record, record["fairness"]["commitment"]))
    assert all(step.holds for step in verify({**record, "deck": [tile.lower() for tile in record["deck"]]}))
    for changed in ("00", None):
        secret, *sums = verify({**record, "seed": changed})
        assert secret.holds
        assert [step.what for step in sums if step.holds] == []
    deck = record["deck"]
    swapped = verify({**record, "deck": [*deck[:-2], deck[-1], deck[-2]]})
    assert [step.what for step in swapped if not step.holds] == ["The deck comes from the seed."]


@pytest.mark.parametrize(("edition", "players"), [("1962", 3), ("1999", 2)])
def test_a_changed_deck_is_never_fair_whether_or_not_the_game_could_be_played_with_it(edition, players):
    record = proven(edition, players)
    deck = record["deck"]
    assert all(step.holds for step in verify(record))
    for first in range(0, 107, 7):  # hands, the bag, and what nobody ever drew
        swapped = [*deck[:first], deck[first + 1], deck[first], *deck[first + 2 :]]
        broken = [step.what for step in verify({**record, "deck": swapped}) if not step.holds]
        assert broken[0] == "The deck comes from the seed.", first


def test_changed_draws_of_the_market_are_not_fair_and_a_broken_record_is_none():
    record = proven("1999", 2)
    draws = record["market"]
    assert draws
    for draw in ("1", *(tile for tile in record["deck"][-3:] if tile != draws[0])):  # a number comes from no full bag
        broken = [step.what for step in verify({**record, "market": [draw, *draws[1:]]}) if not step.holds]
        assert broken == ["The market’s draws come from the seed."], draw
    with pytest.raises(RecordError, match="can’t be played"):
        verify({**record, "actions": ["found Nothing", *record["actions"][1:]]})
    with pytest.raises(RecordError, match="the result is"):
        verify({**record, "result": {**record["result"], "money": [1, 1]}})
