"""A player aid for any edition, house rules included, in our own words.

Everything here is made from an edition's data, so that it cannot drift from what is played: a page of
sections and the price chart, next to the policies and differences of `policies.py`. It is plain data; how it
looks is the business of whoever shows it.
"""

from __future__ import annotations

import msgspec

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.editions.price_chart import words
from mergemaker.rules.words.aid_moments import moments_of
from mergemaker.rules.words.phrases import capital, counted, dollars, listed
from mergemaker.rules.words.policies import POLICY_WORDS, bonus_words, certificates_words, players_words, sole_words

OURS = "*"  # marks a row of the chart that this project filled in


class Section(msgspec.Struct, frozen=True):
    """A heading of the player aid and the lines under it; `moments` are those at which each line matters."""

    title: str
    lines: tuple[str, ...]
    moments: tuple[tuple[str, ...], ...] = ()


class Chart(msgspec.Struct, frozen=True):
    """The price chart as text: a heading for each column, the rows, each row's mark, what the mark means."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[str, ...]
    footnote: str


def player_aid(edition: Edition) -> list[Section]:
    """The whole aid, one page."""
    sections = [
        Section("Set-up", _set_up(edition)),
        Section("Your turn", _turn(edition)),
        Section("Mergers at a glance", _mergers(edition)),
        Section("Bonuses and ties", _bonuses(edition)),
        Section("End of the game", _ending(edition)),
    ]
    if edition.players.two:
        sections.append(Section("Two players", _TWO[edition.players.two]))
    return [
        msgspec.structs.replace(one, moments=tuple(moments_of(one.title, line) for line in one.lines))
        for one in sections
    ]


def chart(edition: Edition) -> Chart:
    """The price chart, a column for each tier of chains."""
    tiers = edition.tiers
    columns = [f"{capital(tier)}: {', '.join(chains)}" for tier, chains in tiers.items()]
    if len(tiers) == 1:
        columns = ["Tiles"]
    places = [capital(place) for place in edition.bonuses.places]
    rows = tuple(
        (*(words(row.span(tier)) for tier in tiers), dollars(row.price), *map(dollars, row.bonus))
        for row in edition.chart
    )
    marks = tuple(OURS if row.ours else "" for row in edition.chart)
    footnote = f"{OURS} Filled in by this project, wholly or in part, where no source can be read."
    return Chart((*columns, "Price", *places), rows, marks, footnote if any(marks) else "")


def _set_up(edition: Edition) -> tuple[str, ...]:
    start = edition.start
    lines = [
        (
            f"{players_words(edition)} players, {counted(len(edition.chains), 'chain')}, 108 tiles; "
            "the board has columns 1–12 and rows A–I."
        ),
        f"Everybody begins with {dollars(start.cash)}. Certificates: {certificates_words(edition)}.",
    ]
    if edition.dealt:
        counts = range(edition.players.fewest, edition.players.most + 1)
        each = listed([f"{edition.dealt // count} each for {count}" for count in counts])
        lines.append(f"{edition.dealt} certificates are shuffled and dealt out evenly: {each} players.")
    lines += (line.format(tiles=counted(start.hand, "tile")) for line in _OPENING[start.opening])
    lines.append(f"The best opening tile starts: {POLICY_WORDS['start.first'][start.first]}. Play goes clockwise.")
    lines.append(
        f"Money and shares lie {start.holdings} unless the table agrees otherwise. Tiles in hand are always "
        "secret; what the bank has left is always public."
    )
    return tuple(lines)


_OPENING = {
    "board": (
        "Everybody draws an opening tile and puts it on its square. These stay loose even if they touch.",
        "Then everybody draws a hand of {tiles}.",
    ),
    "hand": ("Everybody draws an opening tile, keeps it, and fills the hand up to {tiles}.",),
}


def _turn(edition: Edition) -> tuple[str, ...]:
    draw = f"Draw: back to {counted(edition.start.hand, 'tile')}."
    buy = _buying(edition.turn.buy)
    middle = (draw, buy) if edition.turn.draw == "before buying" else (buy, draw)
    return (
        (
            "Place: one tile on its square. Alone it stays loose; beside a chain it joins, with the loose "
            "tiles that it touches; beside loose tiles only it founds a chain; between chains it merges "
            "them. Corners do not touch."
        ),
        f"Found: choose a chain that is not on the board. {_founding(edition)}",
        *middle,
        (
            f"Not allowed: a tile that would found a chain when all {len(edition.chains)} are on the board "
            "(it waits), and one that would join two safe chains (it is dead). With nothing to place you "
            "skip, and may still buy."
        ),
        _DEAD[edition.turn.dead_tiles],
    )


def _buying(limit: int) -> str:
    if limit == 0:
        return "Buying: no shares are bought in this edition."
    if limit == 1:
        return "Buy: 1 share at most, of any chain on the board, at the price of its size now."
    return f"Buy: up to {limit} shares in all, of any chains on the board, at the price of their size now."


def _founding(edition: Edition) -> str:
    shares = edition.founding.shares
    if not shares:
        return "The founder gets no free share."
    return f"The founder gets {counted(shares, 'free share')}; {_LACKING[edition.founding.none_left]}."


_LACKING = {
    "nothing": "nothing is given for what the bank lacks",
    "cash": "for what the bank lacks the price is paid in cash",
}

_DEAD = {
    "kept": "Dead tiles stay in the hand for the rest of the game.",
    "replaced once": (
        "Dead tiles: after the draw all are set aside, face up, and replaced. New dead ones wait for your next turn."
    ),
    "may be replaced once": (
        "Dead tiles: after the draw you may set all of them aside, face up, and replace them. New dead ones "
        "wait for your next turn."
    ),
    "replaced until none": (
        "Dead tiles: after the draw they are set aside, face up, and replaced one by one until none is left."
    ),
}


def _mergers(edition: Edition) -> tuple[str, ...]:
    return (
        "The largest chain survives; among equals the mergemaker chooses. The placed tile counts for none.",
        "The others are absorbed one at a time, largest first; among equals the mergemaker chooses again.",
        "For each: everybody shows what they hold of it, and its bonuses are paid.",
        (
            "Then its holders, from the mergemaker clockwise: trade two shares for one of the survivor while "
            "the bank has any, sell at the price before the merger, or hold."
        ),
        f"A chain of {edition.mergers.safe} tiles or more is safe: it can absorb, and is never absorbed.",
    )


def _bonuses(edition: Edition) -> tuple[str, ...]:
    places = edition.bonuses.places
    ranks = [f"{name} for the {rank}" for name, rank in zip(places, _RANKS, strict=False)]
    return (
        "Paid when a chain is absorbed, and at the end for every chain on the board.",
        f"Places by shares held: {listed(ranks)}. Amounts: {bonus_words(edition)}.",
        f"A sole holder takes {sole_words(edition)}.",
        *(line.format(*places) for line in _TIES[len(places)]),
        "Each part is rounded up to the next $100. Without a share there is no bonus.",
        _example(edition),
    )


_RANKS = ("most", "second most", "third most")

_TIES = {
    1: ("Tied for most: they split the {0} bonus.",),
    2: (
        "Tied for most: they split {0} and {1} together, and nobody else is paid.",
        "Tied for second: they split the {1} bonus.",
    ),
    3: (
        "Two tied for most: they split {0} and {1} together, and the next takes the {2} bonus.",
        "Three or more tied for most: they split all three.",
        "Tied for second: they split {1} and {2} together, and nobody after them is paid.",
        "Tied for third: they split the {2} bonus.",
    ),
}


def _example(edition: Edition) -> str:
    """The last chain at five tiles: what it pays, and what two get who are tied for most."""
    chain = len(edition.chains) - 1
    bonus = edition.bonus(chain, 5)
    shared = -(-sum(bonus[:2]) // 200) * 100
    pays = listed([dollars(amount) for amount in bonus])
    name = edition.chain_names[chain]
    return f"Example: {name} with 5 tiles pays {pays}; two tied for most get {dollars(shared)} each."


def _ending(edition: Edition) -> tuple[str, ...]:
    return (
        _END[edition.ending.how].format(
            "every chain on the board is safe (and there is at least one) or a chain has "
            f"{edition.ending.size} tiles or more"
        ),
        "It also ends when nobody has a tile left, or when everybody in turn had nothing to place.",
        (
            "Every chain on the board pays its bonuses, then all its shares are sold at its price. Shares of "
            "other chains are worth nothing."
        ),
        "Most money wins; equals share the win.",
    )


_END = {
    "announced": (
        "In your turn you may announce the end while {}. You need not. The tile and the buying of that turn "
        "still follow, then the game is over."
    ),
    "automatic": (
        "The game ends by itself if {} once a tile and any merger are settled. The rest of that turn still follows."
    ),
}

_TWO = {
    "market": (
        (
            "The market competes for every bonus, in mergers and at the end: a tile is drawn from the bag, "
            "its number is what the market holds, and it goes back."
        ),
        "The market is ranked and tied like a player; what it wins stays in the bank.",
        "If the bag is empty, the number is from 1 to 12 at random.",
    ),
    "plain": ("The same rules as for more players; there is no market.",),
}
