"""House rules: what a user's file can say, and what is refused and how."""

from __future__ import annotations

import datetime
import math
import re
from pathlib import Path

import pytest

from mergemaker.rules import state
from mergemaker.rules.editions.edition import Edition, EditionError, names
from mergemaker.rules.editions.edition_check import NUMBERS, POLICIES


def house(tmp_path: Path, text: str) -> Edition:
    """The edition that a user's file makes."""
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    return Edition.load(file)


def test_house_rules_change_what_they_name_and_keep_the_rest(tmp_path: Path) -> None:
    edition = house(
        tmp_path,
        """
        name = "long-evening"
        base = "1999"
        chains = [{ name = "zeta", certificates = 30 }]
        [turn]
        buy = 4
        """,
    )
    assert (edition.turn.buy, edition.turn.dead_tiles) == (4, "replaced once")
    assert [chain.certificates for chain in edition.chains] == [25, 30, 25, 25, 25, 25, 25]
    assert edition.chain_names == Edition.named("1999").chain_names
    assert (edition.name, edition.title, edition.year) == ("long-evening", "long-evening", None)
    assert edition.description == "1999 with house rules."
    assert not edition.is_builtin
    assert Edition.from_dict(edition.to_dict()) == edition


def test_a_third_place_is_paid_without_restating_the_chart(tmp_path: Path) -> None:
    edition = house(tmp_path, 'name = "x"\nbase = "1999"\n[bonuses]\ntimes = [10, 5, 2.5]')
    assert edition.bonuses.places == ("majority", "minority", "third")
    assert edition.bonuses.sole_holder == (1, 2)
    assert [row.bonus for row in edition.chart][:3] == [(2000, 1000, 500), (3000, 1500, 800), (4000, 2000, 1000)]
    assert [row.price for row in edition.chart] == [row.price for row in Edition.named("1999").chart]
    assert Edition.from_dict(edition.to_dict()) == edition


def test_a_row_with_a_bonus_of_its_own_keeps_it_and_fewer_places_may_be_paid(tmp_path: Path) -> None:
    text = 'name = "x"\nbase = "2023-tycoon"\nchart = [{ price = 300, bonus = [9000] }]\n[bonuses]\ntimes = [10]'
    edition = house(tmp_path, text)
    assert edition.bonuses.places == ("primary",)
    assert edition.bonuses.sole_holder == (1,)
    assert [row.bonus for row in edition.chart][:3] == [(2000,), (9000,), (4000,)]


def test_the_document_names_every_field_with_its_range() -> None:
    document = (Path(__file__).parents[2] / "docs" / "do" / "house-rules.md").read_text()
    rows = dict(re.findall(r"^\| `([a-z_.]+)` \| (.*) \|$", document, re.MULTILINE))
    for field, (least, most, _) in NUMBERS.items():
        assert f"{least:,} to {most:,}" in rows[field], field
    for field, (values, _) in POLICIES.items():
        assert all(f'`"{word}"' in rows[field] for word in values), field


def test_notes_on_changed_values_do_not_outlive_them(tmp_path: Path) -> None:
    text = 'name = "x"\nbase = "1962"\n[start]\ncash = 5000\n[notes]\n"turn.buy" = "One, as ever."'
    notes = house(tmp_path, text).notes
    assert "start.cash" not in notes
    assert notes["turn.buy"] == "One, as ever."
    assert notes["turn.draw"] == Edition.named("1962").notes["turn.draw"]


def test_chains_are_renamed_removed_and_added_by_name(tmp_path: Path) -> None:
    edition = house(
        tmp_path,
        """
        name = "x"
        base = "1999"
        [[chains]]
        name = "Sackson"
        rename = "Saxon"
        [[chains]]
        name = "Fusion"
        remove = true
        [[chains]]
        name = "New York"
        sign = "N"
        tier = "high"
        colour = "grey"
        hex = "#888888"
        certificates = 20
        """,
    )
    assert edition.chain_names == ("Saxon", "Zeta", "America", "Hydra", "Phoenix", "Quantum", "New York")
    assert edition.price(edition.chain_index("new york"), 2) == 400
    assert edition.chains[0].sign == "S"


def test_a_column_goes_when_all_its_chains_are_removed(tmp_path: Path) -> None:
    removed = ", ".join(f'{{ name = "{name}", remove = true }}' for name in ("Phoenix", "Quantum"))
    edition = house(tmp_path, f'name = "x"\nbase = "1999"\nchains = [{removed}]')
    assert list(edition.tiers) == ["low", "mid"]
    assert edition.chart[-1].price == 1100
    assert edition.record["chains"][0] == 5


def test_a_row_without_sizes_changes_the_row_of_its_price(tmp_path: Path) -> None:
    edition = house(tmp_path, 'name = "x"\nbase = "1999"\nchart = [{ price = 300, bonus = [3000, 2000] }]')
    assert edition.bonus(0, 3) == (3000, 2000)
    assert edition.bonus(0, 2) == (2000, 1000)
    assert edition.price(0, 3) == 300


def test_rows_with_sizes_make_a_whole_new_chart(tmp_path: Path) -> None:
    rows = """
      { price = 100, sizes = { low = 2, mid = "2", high = "2" }, bonus = [1000, 500] },
      { price = 900, sizes = { low = "3+", mid = "3–108", high = "3+" }, bonus = [9000, 4500] },
    """
    edition = house(tmp_path, f'name = "x"\nbase = "1999"\nchart = [{rows}]')
    assert [edition.price(0, size) for size in (2, 3, 108)] == [100, 900, 900]
    assert [edition.price(6, size) for size in (2, 3, 108)] == [100, 900, 900]
    assert Edition.from_dict(edition.to_dict()) == edition


def test_without_a_game_for_two_the_base_rule_for_two_goes_too(tmp_path: Path) -> None:
    edition = house(tmp_path, 'name = "x"\nbase = "1999"\n[players]\nfewest = 3')
    assert edition.players.two is None
    assert edition.record["market"][0] == 0


def test_a_file_without_a_base_is_complete_in_itself(tmp_path: Path) -> None:
    folder = Path(state.__file__).parent / "editions"
    for name in names():
        text = (folder / f"{name}.toml").read_text(encoding="utf-8")
        edition = house(tmp_path, text.replace(f'name = "{name}"', 'name = "copy"', 1))
        assert edition.plays_like(Edition.named(name))
        assert not edition.is_builtin


# --- What is refused: what a file says, and how the message goes on after the file's name.

MAKE = 'name = "x"\nbase = "1999"\n'
MAKE_1962 = 'name = "x"\nbase = "1962"\n'


def chart_of(*low: str) -> str:
    """House rules with a chart of their own whose low column has these sizes."""
    rows = [f"{{ price = 100, sizes = {{ low = '{low[0]}', mid = '2+', high = '2+' }}, bonus = [1000, 500] }}"]
    for number, sizes in enumerate(low[1:], 2):
        rows.append(f"{{ price = {number}00, sizes = {{ low = '{sizes}' }}, bonus = [1000, 500] }}")
    return f"{MAKE}chart = [{', '.join(rows)}]"


def priced(*prices: int) -> str:
    """House rules with a chart of their own that has these prices."""
    tiers = [f"{{ low = '{size}', mid = '{size}', high = '{size}' }}" for size in range(2, len(prices) + 1)]
    tiers.append(tiers[0].replace("2", f"{len(prices) + 1}+") if tiers else "{ low = '2+', mid = '2+', high = '2+' }")
    rows = zip(prices, tiers, strict=True)
    return MAKE + f"chart = [{', '.join(f'{{ price = {p}, sizes = {t}, bonus = [0, 0] }}' for p, t in rows)}]"


NEW = 'sign = "N", tier = "low", colour = "grey", hex = "#888888", certificates = 25'

REFUSED = {
    # the file as text
    "no equals sign": (
        "name 5",
        " is not valid TOML: Expected '=' after a key in a key/value pair (at line 1, column",
    ),
    "a key twice": (
        'name = "x"\nname = "y"\n# more',
        " is not valid TOML: Cannot overwrite a value (at line 2, ",
    ),
    "brackets without end": ("x = " + "[" * 1_500, " is not valid TOML: a value is too long or nested too deeply."),
    "a number of 5000 digits": (
        'name = "x"\nx = ' + "9" * 5_000,
        " has a line of more than 2,000 bytes (line 2).",
    ),
    "a key of many parts": ("x" + ".x" * 40_000 + " = 1", " has a line of more than 2,000 bytes (line 1)."),
    # names and keys
    "empty": ("", ": name is missing"),
    "no name": ('base = "1999"', ": name is missing"),
    "no base and not complete": ('name = "x"', ": title is missing"),
    "name of a built-in": (
        'name = "1999"\nbase = "1962"',
        ": name must be a name of its own: '1999' is a built-in",
    ),
    "name of a built-in in capitals": (
        'name = "Online"',
        ": name must be a name of its own: 'Online' is a built-in",
    ),
    "name with a slash": (
        'name = "../x"\nbase = "1999"',
        ": name must be 1 to 40 letters, digits, - . or _, not",
    ),
    "name of a wrong type": ('name = 5\nbase = "1999"', ": name must be text, not a whole number"),
    "unknown base": ('name = "x"\nbase = "1998"', ": base must be a built-in edition (1962, 1999, "),
    "base of a wrong type": ('name = "x"\nbase = [1]', ": base must be a built-in edition (1962, 1999, "),
    "unknown key": (MAKE + "[turn]\nbuys = 4", ": turn.buys is not known (did you mean 'buy'?)."),
    "a fixed thing": (MAKE + "[board]\ncolumns = 15", ": board can't be changed: the board always has 12 columns"),
    "another fixed thing": (MAKE + "[mergers]\ntrade = 3", ": mergers.trade can't be changed: shares of an absorbed"),
    "no multiple": (MAKE + '[bonuses]\ntimes = ["ten"]', ": bonuses.times must list 1 to 3 multiples of the price"),
    "four multiples": (MAKE + "[bonuses]\ntimes = [1, 1, 1, 1]", ": bonuses.times must list 1 to 3 multiples"),
    "an endless multiple": (MAKE + "[bonuses]\ntimes = [inf]", ": bonuses.times must list 1 to 3 multiples"),
    "multiples of no chart": (MAKE + "chart = 5\n[bonuses]\ntimes = [1]", ": chart must be a list, not"),
    "unknown table": (MAKE + "[trun]\nbuy = 4", ": trun is not known (did you mean 'turn'?)."),
    "unknown key of a chain": (
        MAKE + 'chains = [{ name = "Zeta", color = "red" }]',
        ": chains[Zeta].color is not known",
    ),
    "unknown key of a row": (
        MAKE + "chart = [{ price = 200, bonis = [0, 0] }]",
        ": chart[1].bonis is not known",
    ),
    "note on no field": (
        MAKE + '[notes]\n"turn.by" = "x"',
        ": notes.turn.by is a note on a field that is not known",
    ),
    "title of two lines": (MAKE + 'title = "a\\nb"', ": title must be one line of 1 to 40 characters"),
    "year far off": (MAKE + "year = 12", ": year must be from 1900 to 2200, not 12."),
    # types
    "text for a number": (MAKE + '[turn]\nbuy = "4"', ": turn.buy must be a whole number, not text."),
    "true for a number": (
        MAKE + "[turn]\nbuy = true",
        ": turn.buy must be a whole number, not true or false.",
    ),
    "a date for a number": (
        MAKE + "[turn]\nbuy = 2020-01-01",
        ": turn.buy must be a whole number, not a date.",
    ),
    "infinity for a number": (
        MAKE + "[turn]\nbuy = inf",
        ": turn.buy must be a whole number, not a decimal number.",
    ),
    "no number": (MAKE + "[turn]\nbuy = nan", ": turn.buy must be a whole number, not a decimal number."),
    "nested lists": (
        MAKE + "[bonuses]\nsole_holder = [[1]]",
        ": bonuses.sole_holder[1] must be a whole number, not a list",
    ),
    "a number for a table": (MAKE + "turn = 3", ": turn must be a table, not a whole number."),
    "a number for chains": (MAKE + "chains = 3", ": chains must be a list, not a whole number."),
    "chains of numbers": (MAKE + "chains = [3]", ": chains[1] must be a table with the name of a chain."),
    "a chart of numbers": (MAKE + "chart = [3]", ": chart[1] must be a table, not a whole number."),
    "a number for text": (MAKE + "[turn]\ndraw = 3", ": turn.draw must be text, not a whole number."),
    # numbers and policies
    "one player": (MAKE + "[players]\nfewest = 1", ": players.fewest must be from 2 to 6, not 1."),
    "seven players": (MAKE + "[players]\nmost = 7", ": players.most must be from 2 to 6, not 7."),
    "fewest above most": (
        MAKE + "[players]\nfewest = 5\nmost = 4",
        ": players.fewest must not be above the 4 of",
    ),
    "two without a rule": (
        'name = "x"\nbase = "tournament"\n[players]\nfewest = 2',
        ": players.two is missing: two may play, by 'market' or 'plain' rules.",
    ),
    "market without two": (
        MAKE + '[players]\nfewest = 3\ntwo = "market"',
        ": players.two is 'market', but 3 is the fewest that may play.",
    ),
    "unknown policy": (
        MAKE + '[turn]\ndead_tiles = "replaced onec"',
        ": turn.dead_tiles must be one of 'kept', 'replaced once', 'may be replaced once', 'replaced until",
    ),
    "unknown ending": (
        MAKE + '[ending]\nhow = "anounced"',
        ": ending.how must be one of 'announced', 'automatic', not 'anounced' (did you mean 'announced'?).",
    ),
    "debts": (MAKE + "[start]\ncash = -100", ": start.cash must be from 0 to 1,000,000, not -100."),
    "too much cash": (
        MAKE + "[start]\ncash = 1000100",
        ": start.cash must be from 0 to 1,000,000, not 1000100.",
    ),
    "enormous cash": (
        MAKE + f"[start]\ncash = {10**60}",
        ": start.cash must be from 0 to 1,000,000, not a number that",
    ),
    "odd cash": (MAKE + "[start]\ncash = 6050", ": start.cash must be in hundreds, not 6050."),
    "no hand": (MAKE + "[start]\nhand = 0", ": start.hand must be from 1 to 6, not 0."),
    "a large hand": (MAKE + "[start]\nhand = 7", ": start.hand must be from 1 to 6, not 7."),
    "selling in the shop": (MAKE + "[turn]\nbuy = -1", ": turn.buy must be from 0 to 25, not -1."),
    "buying it all": (MAKE + "[turn]\nbuy = 26", ": turn.buy must be from 0 to 25, not 26."),
    "many founder's shares": (
        MAKE + "[founding]\nshares = 11",
        ": founding.shares must be from 0 to 10, not 11.",
    ),
    "always safe": (MAKE + "[mergers]\nsafe = 1", ": mergers.safe must be from 2 to 108, not 1."),
    "never safe": (MAKE + "[mergers]\nsafe = 109", ": mergers.safe must be from 2 to 108, not 109."),
    "end at once": (MAKE + "[ending]\nsize = 1", ": ending.size must be from 2 to 108, not 1."),
    "end never": (MAKE + "[ending]\nsize = 109", ": ending.size must be from 2 to 108, not 109."),
    # bonuses
    "no places": (MAKE + "[bonuses]\nplaces = []", ": bonuses.places must name from 1 to 3 places, not 0."),
    "four places": (
        MAKE + '[bonuses]\nplaces = ["a", "b", "c", "d"]',
        ": bonuses.places must name from 1 to 3 places, not 4.",
    ),
    "a place twice": (MAKE + '[bonuses]\nplaces = ["a", "a"]', ": bonuses.places must have different names."),
    "three places, two bonuses": (
        MAKE + '[bonuses]\nplaces = ["a", "b", "c"]',
        (
            ": chart[1].bonus must have one amount for each of 3 places, not 2; "
            "bonuses.times gives all rows theirs, as multiples of the price."
        ),
    ),
    "sole holder beyond": (
        MAKE + "[bonuses]\nsole_holder = [1, 3]",
        ": bonuses.sole_holder must list places from 1 to 2, not 3.",
    ),
    "sole holder of nothing": (
        MAKE + "[bonuses]\nsole_holder = []",
        ": bonuses.sole_holder must list at least one",
    ),
    "sole holder twice": (
        MAKE + "[bonuses]\nsole_holder = [1, 1]",
        ": bonuses.sole_holder must list at least one",
    ),
    # chains
    "eight chains": (MAKE + f'chains = [{{ name = "New", {NEW} }}]', ": chains must be from 2 to 7, not 8."),
    "one chain": (
        MAKE
        + "chains = ["
        + ", ".join(f'{{ name = "{name}", remove = true }}' for name in Edition.named("1999").chain_names[1:])
        + "]",
        ": chains must be from 2 to 7, not 1.",
    ),
    "removing a stranger": (
        MAKE + 'chains = [{ name = "Zita", remove = true }]',
        ": chains[Zita] is not a chain of the base (did you mean 'Zeta'?).",
    ),
    "removing perhaps": (
        MAKE + 'chains = [{ name = "Zeta", remove = "yes" }]',
        ": chains[Zeta].remove must be true or false.",
    ),
    "a chain twice": (
        MAKE + 'chains = [{ name = "Zeta", certificates = 20 }, { name = "zeta", certificates = 21 }]',
        ": chains[zeta] stands there twice.",
    ),
    "a name twice": (
        MAKE + 'chains = [{ name = "Zeta", rename = "s-ackson" }]',
        ": chains[s-ackson].name is another chain's name too",
    ),
    "a sign twice": (
        MAKE + 'chains = [{ name = "Zeta", sign = "S" }]',
        ": chains[Zeta].sign is the sign of another",
    ),
    "a small sign": (
        MAKE + 'chains = [{ name = "Zeta", sign = "z" }]',
        ": chains[Zeta].sign must be one capital",
    ),
    "a long sign": (
        MAKE + 'chains = [{ name = "Zeta", sign = "ZE" }]',
        ": chains[Zeta].sign must be one capital",
    ),
    "no colour": (
        MAKE + 'chains = [{ name = "Zeta", hex = "red" }]',
        ": chains[Zeta].hex must be a colour like",
    ),
    "no certificates": (
        MAKE + 'chains = [{ name = "Zeta", certificates = 0 }]',
        ": chains[Zeta].certificates must be",
    ),
    "51 certificates": (
        MAKE + 'chains = [{ name = "Zeta", certificates = 51 }]',
        ": chains[Zeta].certificates must be from 1 to 50, not 51.",
    ),
    "more dealt than there are": (
        MAKE_1962 + 'chains = [{ name = "Tower", certificates = 7 }]',
        ": chains[Tower].dealt must be from 0 to 7, all there are, not 8.",
    ),
    "an uneven deal": (
        MAKE_1962 + 'chains = [{ name = "Tower", dealt = 9 }]',
        ": chains deal out 61 certificates, which 3 cannot share evenly.",
    ),
    "an uneven deal for five": (
        MAKE_1962 + 'chains = [{ name = "Tower", dealt = 20 }]',
        ": chains deal out 72 certificates, which 5 cannot share evenly.",
    ),
    "a chain incomplete": (
        MAKE + 'chains = [{ name = "Zeta", remove = true }, { name = "New" }]',
        ": chains[New].sign is missing.",
    ),
    "a tier without a column": (
        MAKE + 'chains = [{ name = "Zeta", tier = "top" }]',
        ": chart has no column for tier 'top'.",
    ),
    # the chart
    "a column without chains": (
        MAKE + "chart = [{ price = 100, sizes = { lwo = '2+' }, bonus = [0, 0] }]",
        ": chart[1].sizes names a tier without chains, 'lwo' (did you mean 'low'?).",
    ),
    "no chart": (MAKE + "chart = []", ": chart must have from 1 to 15 rows, not 0."),
    "sixteen rows": (
        priced(*range(100, 1700, 100)),
        ": chart must have from 1 to 15 rows, not 16.",
    ),
    "a row without sizes": (
        MAKE + "chart = [{ price = 100, sizes = {}, bonus = [0, 0] }]",
        ": chart[1].sizes must give a size to at least one tier.",
    ),
    "a row of another price": (
        MAKE + "chart = [{ price = 250, bonus = [0, 0] }]",
        ": chart[1].price must be that of a row of the base",
    ),
    "a gap": (chart_of("2", "4+"), ": chart[2].sizes.low leaves a gap: there is no price for 3 tiles."),
    "a wide gap": (
        chart_of("2", "11+"),
        ": chart[2].sizes.low leaves a gap: there is no price for 3–10 tiles.",
    ),
    "an overlap": (chart_of("2-5", "5+"), ": chart[2].sizes.low overlaps an earlier row at 5 tiles."),
    "a start at three": (chart_of("3", "4+"), ": chart[1].sizes.low must start at size 2, not 3."),
    "a start at one": (chart_of("1", "2+"), ": chart[1].sizes.low must start at size 2, not 1."),
    "no open end": (
        chart_of("2", "3-40"),
        ": chart must be open-ended: tier 'low' has no price from 41 tiles on.",
    ),
    "downhill sizes": (
        chart_of("2", "9-3"),
        ": chart[2].sizes.low must run upwards, to 108 at most, not 9-3.",
    ),
    "sizes off the board": (chart_of("2", "3-109"), ": chart[2].sizes.low must run upwards, to 108 at most"),
    "sizes in prose": (chart_of("two"), ": chart[1].sizes.low must be like '4', '6-10' or '41+', not 'two'."),
    "equal prices": (priced(200, 200), ": chart[2].price must be higher than the 200 before it, not 200."),
    "falling prices": (priced(200, 100), ": chart[2].price must be higher than the 200 before it, not 100."),
    "odd prices": (priced(250), ": chart[1].price must be in hundreds, not 250."),
    "no price": (priced(0), ": chart[1].price must be from 100 to 100,000, not 0."),
    "a fortune": (priced(100_100), ": chart[1].price must be from 100 to 100,000, not 100100."),
    "odd bonuses": (
        MAKE + "chart = [{ price = 200, bonus = [50, 0] }]",
        ": chart[1].bonus must be in hundreds, not 50.",
    ),
    "fines": (
        MAKE + "chart = [{ price = 200, bonus = [100, -100] }]",
        ": chart[1].bonus must be from 0 to 1,000,000, not -100.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_cannot_work_is_refused_with_file_field_and_reason(case: str, tmp_path: Path) -> None:
    text, expected = REFUSED[case]
    with pytest.raises(EditionError) as caught:
        house(tmp_path, text)
    message = str(caught.value)
    assert message.startswith(str(tmp_path / "house.toml") + expected)
    assert message.endswith(".")
    assert "\n" not in message
    assert caught.value.file == str(tmp_path / "house.toml")
    assert caught.value.reason in message


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "123",
        "1.5",
        " Zeta",
        "Zeta ",
        "Ze  ta",
        "Zeta\n",
        "Zeta!",
        "Z" * 21,
        "Ze\u200bta",
        "Ze\u0301ta",
        "-",
    ],
)
def test_a_chain_name_that_breaks_the_text_of_an_action_is_refused(name: str) -> None:
    data = Edition.named("1999").to_dict()
    data["chains"][1]["name"] = name
    with pytest.raises(EditionError, match=r"^rules: chains\[.+\]\.name must be 1 to 20 letters, digits, "):
        Edition.from_dict(data)


@pytest.mark.parametrize("name", ["Zürich", "New York", "O'Hara", "St. Ives", "World-Wide", "7 Seas"])
def test_a_chain_name_that_reads_as_part_of_an_action_is_taken(name: str) -> None:
    data = Edition.named("1999").to_dict()
    data["chains"][1]["name"] = name
    assert Edition.from_dict(data).chain_index(name.upper()) == 1


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"nowhere\.toml does not exist\.$"):
        Edition.load(tmp_path / "nowhere.toml")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r" is not a file\.$"):
        Edition.load(tmp_path)


def test_a_path_that_no_system_can_open_is_refused() -> None:
    with pytest.raises(EditionError):
        Edition.load("a\0b")


def test_text_that_is_not_utf8_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(b'name = "x"\ntitle = "Z\xfcrich"\n')
    with pytest.raises(EditionError, match=r"latin\.toml is not UTF-8 text \(line 2\)\.$"):
        Edition.load(file)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r" is too large: an edition's file has at most 100,000 bytes\.$"):
        house(tmp_path, "# more\n" * 20_000)


@pytest.mark.parametrize(
    "data",
    [
        *(None, [], "1999", 5, math.nan, object(), {}, {1: 2}, {"\ud800": 1}, {"name": "\ud800"}),
        {"name": "x", "chains": {}, "chart": {"a": 1}},
        {"chains": [None], "chart": [None]},
        {"chart": [{"sizes": {1: 2, "low": None}}]},
        {"chart": [{"sizes": 5}]},
        {"name": b"x", "title": datetime.date(2020, 1, 1)},
    ],
)
def test_hostile_data_is_refused(data: object) -> None:
    with pytest.raises(EditionError):
        Edition.from_dict(data)
    with pytest.raises(EditionError):
        Edition.from_dict(data, strict=True)
