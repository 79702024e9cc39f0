"""The six editions against their numbers, typed here by hand from the sources."""

from __future__ import annotations

from typing import Any

import pytest

from mergemaker.rules import state
from mergemaker.rules.editions.edition import Edition, EditionError, names

LOW = {2: 200, 3: 300, 4: 400, 5: 500, 6: 600, 11: 700, 21: 800, 31: 900, 41: 1000}
MID = {2: 300, 3: 400, 4: 500, 5: 600, 6: 700, 11: 800, 21: 900, 31: 1000, 41: 1100}
HIGH = {2: 400, 3: 500, 4: 600, 5: 700, 6: 800, 11: 900, 21: 1000, 31: 1100, 41: 1200}
OF_1962 = {2: 200, 3: 300, 4: 400, 5: 500, 7: 600, 9: 700, 11: 800, 21: 900, 31: 1000, 41: 1100}

CLASSIC = {
    200: (2000, 1000),
    300: (3000, 1500),
    400: (4000, 2000),
    500: (5000, 2500),
    600: (6000, 3000),
    700: (7000, 3500),
    800: (8000, 4000),
    900: (9000, 4500),
    1000: (10000, 5000),
    1100: (11000, 5500),
    1200: (12000, 6000),
}
TYCOON = {
    200: (2000, 1500, 1000),
    300: (3000, 2200, 1500),
    400: (4000, 3000, 2000),
    500: (5000, 3700, 2500),
    600: (6000, 4200, 3000),
    700: (7000, 5000, 3500),
    800: (8000, 5700, 4000),
    900: (9000, 6200, 4500),
    1000: (10000, 7000, 5000),
    1100: (11000, 7700, 5500),
    1200: (12000, 8200, 6000),
}

# Chains in the order of the table, each with its column of the chart.
CHAINS = {
    "1962": {
        "Continental": OF_1962,
        "Tower": OF_1962,
        "Luxor": OF_1962,
        "American": OF_1962,
        "World-Wide": OF_1962,
        "Imperial": OF_1962,
        "Festival": OF_1962,
    },
    "1999": {
        "Sackson": LOW,
        "Zeta": LOW,
        "America": MID,
        "Hydra": MID,
        "Fusion": MID,
        "Phoenix": HIGH,
        "Quantum": HIGH,
    },
    "tournament": {
        "Luxor": LOW,
        "Tower": LOW,
        "American": MID,
        "Worldwide": MID,
        "Festival": MID,
        "Imperial": HIGH,
        "Continental": HIGH,
    },
    "2023-classic": {
        "Sackson": LOW,
        "Tower": LOW,
        "American": MID,
        "Festival": MID,
        "Worldwide": MID,
        "Imperial": HIGH,
        "Continental": HIGH,
    },
}
CHAINS |= {"2023-tycoon": CHAINS["2023-classic"], "online": CHAINS["tournament"]}

# Edition by edition: players, two, opening, first, buy, founder's share and what if none is
# left, draw, dead tiles, places, sole holder, end, holdings.
TABLE: dict[str, tuple[Any, ...]] = {
    "1962": (
        3,
        6,
        None,
        "hand",
        "letter",
        1,
        0,
        "nothing",
        "before buying",
        "kept",
        2,
        (1, 2),
        "automatic",
        "hidden",
    ),
    "1999": (
        *(2, 6, "market", "board", "letter", 3, 1, "nothing", "end of turn", "replaced once", 2, (1, 2)),
        *("announced", "open"),
    ),
    "tournament": (
        *(3, 6, None, "board", "letter", 3, 1, "nothing", "end of turn", "replaced once", 2, (1, 2)),
        *("announced", "open"),
    ),
    "2023-classic": (
        *(2, 6, "market", "board", "letter", 3, 1, "cash", "end of turn", "may be replaced once", 2, (1, 2)),
        *("announced", "open"),
    ),
    "2023-tycoon": (
        *(3, 6, None, "board", "letter", 3, 1, "cash", "end of turn", "may be replaced once", 3, (1, 3)),
        *("announced", "open"),
    ),
    "online": (
        *(2, 6, "plain", "board", "number", 3, 1, "nothing", "end of turn", "replaced until none", 2, (1, 2)),
        *("announced", "open"),
    ),
}

# dealt, total
DEAL_OF_1962 = {
    "Continental": (8, 22),
    "Tower": (8, 24),
    "Luxor": (8, 26),
    "American": (9, 29),
    "World-Wide": (9, 31),
    "Imperial": (9, 33),
    "Festival": (9, 35),
}

HOTEL_COLOURS = {
    "Continental": "light blue",
    "Tower": "yellow",
    "Luxor": "red",
    "American": "dark blue",
    "World-Wide": "brown",
    "Worldwide": "brown",
    "Imperial": "magenta",
    "Festival": "green",
    "Sackson": "red",  # in Luxor's place
}
COLOURS_OF_1999 = {
    "Sackson": "red",
    "Zeta": "yellow",
    "America": "blue",
    "Hydra": "orange",
    "Fusion": "green",
    "Phoenix": "purple",
    "Quantum": "teal",
}
PALETTE = {
    "red": "#c8453c",
    "yellow": "#d9a520",
    "blue": "#2f5da8",
    "dark blue": "#2f5da8",
    "brown": "#8a5a3b",
    "green": "#3f8f4f",
    "magenta": "#b0458f",
    "light blue": "#3ba0b8",
    "orange": "#d9772b",
    "teal": "#2a9d8f",
    "purple": "#7a4fb0",
}

every_edition = pytest.mark.parametrize("name", sorted(TABLE))


def column_at(column: dict[int, int], size: int) -> int:
    """The price that a column typed above gives at a size."""
    return column[max(start for start in column if start <= size)]


def test_there_are_six_editions() -> None:
    assert names() == ("1962", "1999", "2023-classic", "2023-tycoon", "online", "tournament")


@every_edition
def test_an_edition_is_as_the_table_has_it(name: str) -> None:
    e = Edition.named(name)
    assert (
        *(e.players.fewest, e.players.most, e.players.two, e.start.opening, e.start.first, e.turn.buy),
        *(e.founding.shares, e.founding.none_left, e.turn.draw, e.turn.dead_tiles, len(e.bonuses.places)),
        *(e.bonuses.sole_holder, e.ending.how, e.start.holdings),
    ) == TABLE[name]
    assert (e.start.cash, e.start.hand, e.mergers.safe, e.ending.size) == (6000, 6, 11, 41)
    assert e.name == name


@every_edition
def test_chains_stand_in_the_order_of_the_table(name: str) -> None:
    assert Edition.named(name).chain_names == tuple(CHAINS[name])


@every_edition
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20, 21, 30, 31, 40, 41, 108])
def test_price_and_bonuses_are_those_of_the_card(name: str, size: int) -> None:
    edition = Edition.named(name)
    rules = state.fields(edition.record)
    for chain, column in enumerate(CHAINS[name].values()):
        if size < 2:
            assert (edition.price(chain, size), edition.row(chain, size)) == (0, None)
            assert rules.row[chain, size] == 0
            continue
        price = column_at(column, size)
        bonus = (TYCOON if name == "2023-tycoon" else CLASSIC)[price]
        assert edition.price(chain, size) == price
        assert edition.bonus(chain, size) == bonus
        assert rules.price[rules.row[chain, size]] == price
        assert tuple(rules.bonus[rules.row[chain, size]]) == (*bonus, 0)[:3]


@pytest.mark.parametrize(("size", "price"), [(2, 200), (3, 300), (5, 500), (6, 500), (9, 700)])
def test_prices_that_the_text_of_1962_names_are_not_marked_as_ours_alone(size: int, price: int) -> None:
    row = Edition.named("1962").row(0, size)
    assert row is not None
    assert row.price == price
    assert "S2" in row.source


def test_prices_of_1962_that_no_source_gives_are_marked_as_ours() -> None:
    rows = {row.price: row.ours for row in Edition.named("1962").chart}
    marked = [price for price, ours in rows.items() if ours]
    assert marked == [400, 600, 700, 800, 900, 1000, 1100]
    assert not any(row.ours for name in names() if name != "1962" for row in Edition.named(name).chart)


def test_g5_the_deal_of_1962_is_60_certificates_and_140_stay_in_the_bank() -> None:
    chains = Edition.named("1962").chains
    assert {chain.name: (chain.dealt, chain.certificates) for chain in chains} == DEAL_OF_1962
    assert sum(chain.dealt for chain in chains) == 60
    assert sum(chain.certificates - chain.dealt for chain in chains) == 140


@pytest.mark.parametrize("name", sorted(set(TABLE) - {"1962"}))
def test_later_editions_have_25_of_each_chain_and_deal_none(name: str) -> None:
    assert [(chain.certificates, chain.dealt) for chain in Edition.named(name).chains] == [(25, 0)] * 7


@every_edition
def test_every_chain_has_its_colour_and_a_sign_of_its_own(name: str) -> None:
    chains = Edition.named(name).chains
    colours = COLOURS_OF_1999 if name == "1999" else HOTEL_COLOURS
    assert all(chain.colour == colours[chain.name] for chain in chains)
    assert all(chain.hex == PALETTE[chain.colour] for chain in chains)
    assert "".join(chain.sign for chain in chains) == "".join(chain.name[0] for chain in chains)
    assert len({chain.sign for chain in chains}) == 7


@every_edition
def test_the_compiled_record_holds_the_same_values(name: str) -> None:
    fewest, most, two, opening, first, buy, shares, lack, draw, dead, places, sole, end, _ = TABLE[name]
    rules = state.fields(Edition.named(name).record)
    assert (rules.cash, rules.hand, rules.chains, rules.safe, rules.end_size) == (6000, 6, 7, 11, 41)
    assert (rules.buy_limit, rules.founder_shares, rules.places) == (buy, shares, places)
    assert rules.market == (two == "market")
    assert rules.opening_on_board == (opening == "board")
    assert rules.first == {"letter": state.FIRST_BY_LETTER, "number": state.FIRST_BY_NUMBER}[first]
    assert rules.founder_cash == (lack == "cash")
    assert rules.draw == {"end of turn": state.DRAW_AT_END, "before buying": state.DRAW_BEFORE_BUYING}[draw]
    assert (
        rules.dead_tiles
        == {
            "kept": state.DEAD_KEPT,
            "replaced once": state.DEAD_REPLACED_ONCE,
            "may be replaced once": state.DEAD_MAY_REPLACE_ONCE,
            "replaced until none": state.DEAD_REPLACED_UNTIL_NONE,
        }[dead]
    )
    assert rules.end == {"announced": state.END_ANNOUNCED, "automatic": state.END_AUTOMATIC}[end]
    assert rules.sole == {(1, 2): 0b011, (1, 3): 0b101}[sole]
    assert [count for count in range(10) if Edition.named(name).allows(count)] == list(range(fewest, most + 1))


def test_the_record_is_compiled_once() -> None:
    assert Edition.named("1999").record is Edition.named("1999").record


def test_contradictions_of_the_sources_and_own_decisions_have_a_note() -> None:
    notes = {name: Edition.named(name).notes for name in names()}
    assert {"start.cash", "turn.draw", "chart", "chart.price", "bonuses.places"} <= notes["1962"].keys()
    assert {"players.two", "turn", "mergers"} <= notes["1999"].keys()
    assert {"turn.dead_tiles", "mergers.safe"} <= notes["tournament"].keys()
    assert {"chart", "chart.sizes", "bonuses.sole_holder", "bonuses.places"} <= notes["2023-tycoon"].keys()
    assert all("[ours]" in notes[name]["players.two"] for name in ("1999", "2023-classic"))
    assert "[ours]" in notes["tournament"]["turn.dead_tiles"]
    assert "[ours]" in notes["2023-classic"]["chains.colour"]


def test_every_source_that_a_file_cites_is_named_in_it() -> None:
    for name in names():
        edition = Edition.named(name)
        text = " ".join([*edition.notes.values(), *(row.source for row in edition.chart)])
        assert {s for s in ("S0", "S1", "S2", "S3", "S4", "OL") if s in text} <= edition.sources.keys()


@every_edition
def test_an_edition_reads_back_from_its_dict(name: str) -> None:
    edition = Edition.named(name)
    again = Edition.from_dict(edition.to_dict())
    assert again == edition
    assert hash(again) == hash(edition)
    assert again.record.tobytes() == edition.record.tobytes()
    assert again.is_builtin


def test_a_dict_holds_nothing_but_plain_data() -> None:
    def plain(value: object) -> bool:
        if isinstance(value, dict):
            return all(type(key) is str and plain(item) for key, item in value.items())
        if isinstance(value, list):
            return all(map(plain, value))
        return value is None or type(value) in (str, int)

    assert all(plain(Edition.named(name).to_dict()) for name in names())


def test_an_unknown_edition_is_refused_with_the_names_that_there_are() -> None:
    with pytest.raises(EditionError, match=r"'1998' is not an edition \(did you mean '1999'\?\); there are 1962, "):
        Edition.named("1998")


def test_a_chain_is_found_by_its_name_whatever_the_case_hyphens_and_spaces() -> None:
    edition = Edition.named("1962")
    assert {edition.chain_index(text) for text in ("World-Wide", "worldwide", "WORLD WIDE")} == {4}
    with pytest.raises(LookupError, match=r"There is no chain 'Towr' here \(did you mean 'Tower'\?\)\."):
        edition.chain_index("Towr")


# --- A built-in edition's name with other rules.


def changed(name: str, **tables: dict[str, Any]) -> dict[str, Any]:
    """A built-in edition as data, with some values changed."""
    data = Edition.named(name).to_dict()
    for table, values in tables.items():
        data[table].update(values)
    return data


def test_a_builtin_name_with_other_rules_is_noticed() -> None:
    assert not Edition.from_dict(changed("1999", turn={"buy": 4})).is_builtin
    assert not Edition.from_dict(changed("1999", players={"most": 5})).is_builtin
    renamed = Edition.named("1999").to_dict()
    renamed["chains"][0]["name"] = "Saxon"
    assert not Edition.from_dict(renamed).is_builtin


def test_a_builtin_edition_stays_one_when_only_its_prose_or_its_looks_change() -> None:
    data = changed("1999", notes={"turn.buy": "Three, as ever."})
    data["title"] = "The 1999 box"
    data["chains"][0]["hex"] = "#ffffff"
    edition = Edition.from_dict(data)
    assert edition.is_builtin
    assert edition != Edition.named("1999")


def test_a_record_may_carry_keys_that_nobody_knows() -> None:
    data = changed("1999", turn={"weather": "fine"})
    data["later"] = [1, 2]
    assert Edition.from_dict(data) == Edition.named("1999")
