"""Editions as lists and rules pages show them, all made from their data."""

from __future__ import annotations

from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.editions.edition_file import EditionError
from mergemaker.rules.words.player_aid import chart, player_aid
from mergemaker.rules.words.policies import differences, policies
from mergemaker.rules.words.rulings import rulings_of
from mergemaker.tables.protocol.forms import EditionListed, EditionPage, PriceStep
from mergemaker.tables.protocol.refusals import Refusal


def find_edition(name: str) -> Edition:
    """A built-in edition."""
    try:
        return Edition.named(name)
    except EditionError as error:
        raise Refusal("unknown-edition", str(error), 400) from None


def edition_title(name: str) -> str:
    """What an edition is called where only its name was kept; house rules go by their name."""
    return Edition.named(name).title if name in names() else name


def read_rules(text: str) -> Edition:
    """The edition that a house-rules file describes; Refusal `bad-rules` says which field is wrong."""
    try:
        return Edition.from_toml(text.encode())
    except (EditionError, UnicodeError) as error:
        raise Refusal("bad-rules", str(error), 400) from None


def listed_edition(edition: Edition) -> EditionListed:
    """An edition as lists show it."""
    return EditionListed(
        edition.name,
        edition.title,
        edition.year,
        edition.description,
        edition.players.fewest,
        edition.players.most,
        edition.start.holdings,
        edition.chains,
    )


def edition_page(edition: Edition) -> EditionPage:
    """All that a rules page says of an edition."""
    steps = [
        PriceStep(tier, min(row.span(tier)), row.price, tuple(row.bonus), number)
        for tier in edition.tiers
        for number, row in enumerate(edition.chart)
        if row.span(tier)
    ]
    return EditionPage(
        edition=listed_edition(edition),
        aid=tuple(player_aid(edition)),
        chart=chart(edition),
        steps=tuple(steps),
        places=edition.bonuses.places,
        policies=tuple(policies(edition)),
        rulings=rulings_of(edition),
        differences=tuple(differences(edition)),
        safe=edition.mergers.safe,
        end_size=edition.ending.size,
        buy_limit=edition.turn.buy,
        hand=edition.start.hand,
    )
