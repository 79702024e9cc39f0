"""The built-in ladder of bots, as the registry finds them, weak to strong: from random to magnate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mergemaker.bots import compiled, magnate, mogul
from mergemaker.bots.bot import Bot, BotError
from mergemaker.bots.compiled_bot import PolicyBot
from mergemaker.bots.evaluation.outlook import house_weights, read_weights
from mergemaker.bots.magnate import GlanceBot, LookBot, MagnateBot
from mergemaker.bots.mogul import MogulBot
from mergemaker.bots.network.network_file import read_network
from mergemaker.bots.policy.policy_layers import POLICY_LAYERS
from mergemaker.bots.registry import number, only, whole_number
from mergemaker.bots.search.search_bot import Budget

USUAL_MS = 100
# How much these err: a choice that is so much worse is taken about a third as often as the best one.
NOVICE_TEMPER = 0.2
APPRENTICE_TEMPER = 0.08
TRADER_TEMPER = 0.04
BANKER_TEMPER = 0.015


def random_bot(options: Mapping[str, str], seed: int) -> Bot:
    """Any legal action, each as likely as the others."""
    only("random", options)
    return PolicyBot("random", compiled.RANDOM, seed, house_weights())


def clerk_bot(options: Mapping[str, str], seed: int) -> Bot:
    """A few rules of thumb."""
    only("clerk", options)
    return PolicyBot("clerk", compiled.CLERK, seed, house_weights())


def broker_bot(options: Mapping[str, str], seed: int) -> Bot:
    """An evaluation and a look ahead over one turn; `weights=FILE` for weights of your own."""
    only("broker", options, "weights")
    weights = _weights(options, "weights")
    return PolicyBot("broker", compiled.BROKER, seed, house_weights() if weights is None else weights)


def _weights(options: Mapping[str, str], option: str) -> Any:
    """The weights of the file that an option names; None without it."""
    if options.get(option) == "-":
        raise BotError(
            f"{option}=- can’t be: standard input is read once, and every game and process needs the weights. "
            "Save them as a file and name that."
        )
    return read_weights(options[option]) if option in options else None


def _budget(name: str, options: Mapping[str, str]) -> Budget:
    """The budget that options ask for: by the clock unless they count descents."""
    if "ms" in options and "iterations" in options:
        raise BotError(f"{name} has a budget of ms or of iterations, not both.")
    return Budget(
        ms=None if "iterations" in options else whole_number(name, options, "ms", USUAL_MS, least=1),
        iterations=whole_number(name, options, "iterations", 0, least=1) or None,
        threads=whole_number(name, options, "threads", 1, least=1),
    )


def mogul_bot(options: Mapping[str, str], seed: int) -> Bot:
    """Search, by the clock (`ms=100`) or for so many descents (`iterations=400`), on `threads` cores."""
    only("mogul", options, "ms", "iterations", "threads", "weights", "judge", *mogul.DEFAULTS)
    settings = {name: number("mogul", options, name, default) for name, default in mogul.DEFAULTS.items()}
    return MogulBot(
        seed,
        house_weights() if (weights := _weights(options, "weights")) is None else weights,
        _budget("mogul", options),
        judge=_weights(options, "judge"),
        settings=settings,
    )


def novice_bot(options: Mapping[str, str], seed: int) -> Bot:
    """The magnate's eye, and hardly ever what it sees: seldom the worst choice, seldom the best. Above random."""
    only("novice", options)
    return LookBot(seed, house_weights(), temper=NOVICE_TEMPER)


def apprentice_bot(options: Mapping[str, str], seed: int) -> Bot:
    """The same with fewer errors. Between novice and clerk."""
    only("apprentice", options)
    return LookBot(seed, house_weights(), temper=APPRENTICE_TEMPER)


def trader_bot(options: Mapping[str, str], seed: int) -> Bot:
    """The magnate's eye without its steadiness: any fair choice, the better the likelier. Between clerk and broker."""
    only("trader", options)
    return LookBot(seed, house_weights(), temper=TRADER_TEMPER)


def banker_bot(options: Mapping[str, str], seed: int) -> Bot:
    """The same with fewer errors. Between broker and mogul."""
    only("banker", options)
    return LookBot(seed, house_weights(), temper=BANKER_TEMPER)


def magnate_bot(options: Mapping[str, str], seed: int) -> Bot:
    """Search with a learned network, by the clock (`ms=100`) or for so many descents; `iterations=1` is one look."""
    only("magnate", options, "ms", "iterations", "threads", "network", "policy", "temper", "glance", *magnate.DEFAULTS)
    layers = read_network(options["network"]) if "network" in options else None
    policy = read_network(options["policy"], POLICY_LAYERS) if "policy" in options else None
    temper = number("magnate", options, "temper", 0.0)
    if glance := whole_number("magnate", options, "glance", 0, least=0):
        return GlanceBot(house_weights(), policy, layers, glance)
    budget = _budget("magnate", options)
    if budget.iterations == 1 or temper > 0:
        return LookBot(seed, house_weights(), layers, temper)
    settings = {name: number("magnate", options, name, default) for name, default in magnate.DEFAULTS.items()}
    return MagnateBot(seed, house_weights(), budget, layers=layers, policy=policy, settings=settings)
