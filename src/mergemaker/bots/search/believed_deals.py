"""Certificates out of sight, dealt as they are believed to have been: the worlds that a search plays in, and the mean.

A table says of each seat and chain how much likelier each number of certificates has become by what was seen, as a
logarithm. Any deal that fits is shuffled certificate by certificate until it is one that the table makes likely, so
that all chains and hands come out at the sizes that are known.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.random_words import below, key_at, word_at
from mergemaker.rules.redaction import UNKNOWN
from mergemaker.rules.state import MAX_CHAINS, MAX_PLAYERS, Rules, State
from mergemaker.rules.worlds import deal_unknown

COUNTS = 10  # of a chain's certificates that a seat may have been dealt, none among them; more count as the last
SWAPS = 128  # of two certificates, that make any deal one that is believed
SAMPLES = 64  # deals that the mean is taken of,
FEW_SWAPS = 16  # each so many from the one before
WORDS = 3  # of chance for a swap
REDEALT = 2000  # of a world's keys: those of its certificates


@rule
def unseen_certificates(rules: Rules, seen: State, game: State) -> int:
    """How many certificates were dealt out of sight."""
    count = 0
    for seat in range(game.players):
        for chain in range(rules.chains):
            if seen.dealt[seat, chain] == UNKNOWN:
                count += int(game.dealt[seat, chain])
    return count


@rule
def certificate_at(rules: Rules, seen: State, game: State, at: int) -> int:
    """One of the certificates dealt out of sight, counted from 0: its seat times MAX_CHAINS, and its chain."""
    for seat in range(game.players):
        for chain in range(rules.chains):
            if seen.dealt[seat, chain] == UNKNOWN:
                at -= int(game.dealt[seat, chain])
                if at < 0:
                    return seat * MAX_CHAINS + chain
    return 0


@rule
def gain_of_swap(game: State, told: Any, seat: int, less: int, more: int) -> float:
    """How much likelier a seat's certificates are, as a logarithm, with one less of a chain and one more of another."""
    fewer = int(game.dealt[seat, less])
    many = int(game.dealt[seat, more])
    last = COUNTS - 1
    return float(
        told[seat, less, min(fewer - 1, last)]
        - told[seat, less, min(fewer, last)]
        + told[seat, more, min(many + 1, last)]
        - told[seat, more, min(many, last)]
    )


@rule
def swap_certificate(game: State, seat: int, less: int, more: int) -> None:
    """Makes one of a seat's certificates one of another chain."""
    game.dealt[seat, less] -= 1
    game.shares[seat, less] -= 1
    game.dealt[seat, more] += 1
    game.shares[seat, more] += 1


@rule
def swap_certificates(rules: Rules, seen: State, game: State, told: Any, key: int, swaps: int) -> None:
    """Swaps certificates that `seen` doesn't show between seats, so that in the long run deals come as believed.

    Any two are tried as often, and they are swapped if that makes the deal likelier, or else by chance (Metropolis).
    """
    unseen = unseen_certificates(rules, seen, game)
    for swap in range(swaps):
        mine = certificate_at(rules, seen, game, below(key, WORDS * swap, unseen))
        yours = certificate_at(rules, seen, game, below(key, WORDS * swap + 1, unseen))
        one, less = mine // MAX_CHAINS, mine % MAX_CHAINS
        other, more = yours // MAX_CHAINS, yours % MAX_CHAINS
        if one == other or less == more:
            continue
        gain = gain_of_swap(game, told, one, less, more) + gain_of_swap(game, told, other, more, less)
        if gain >= 0.0 or word_at(key, WORDS * swap + 2) < exp(gain) * 4294967296.0:
            swap_certificate(game, one, less, more)
            swap_certificate(game, other, more, less)


@rule
def deal_as_believed(rules: Rules, seen: State, game: State, told: Any, key: int) -> None:
    """Makes the certificates of a world that `seen` doesn't show such as they are believed to be."""
    swap_certificates(rules, seen, game, told, key_at(key, REDEALT), SWAPS)


@door
def add_up_deals(rules: Any, games: Any, told: Any, samples: int, worlds: Any, sums: Any) -> None:
    """Adds up, over so many deals as they are believed, the certificates of each seat that `games[0]` doesn't show."""
    box = record_at(rules, 0)
    seen = record_at(games, 0)
    worlds[0] = games[0]
    world = record_at(worlds, 0)
    deal_unknown(box, world, 0)
    deal_as_believed(box, seen, world, told, 0)
    for sample in range(samples):
        swap_certificates(box, seen, world, told, key_at(sample, REDEALT), FEW_SWAPS)
        for seat in range(seen.players):
            for chain in range(box.chains):
                if seen.dealt[seat, chain] == UNKNOWN:
                    sums[seat, chain] += world.dealt[seat, chain]


def likeliest_deal(rules: Any, seen: Any, told: Any, worlds: Any) -> Any:
    """The mean of what each seat was dealt out of sight of each chain, in whole numbers that add up to what is known.

    The largest remainders are rounded up.
    """
    sums = np.zeros((MAX_PLAYERS, MAX_CHAINS), np.int64)
    add_up_deals(rules, seen, told, SAMPLES, worlds, sums)
    whole = sums // SAMPLES
    for chain, missing in enumerate(sums.sum(axis=0) // SAMPLES - whole.sum(axis=0)):
        largest = np.argsort(whole[:, chain] * SAMPLES - sums[:, chain], kind="stable")
        whole[largest[:missing], chain] += 1
    return whole
