"""What belongs to a person is registered: nothing of a person is left behind, forgotten in an export, or kept."""

from mergemaker.store.belongings import BELONGINGS
from mergemaker.store.schemas import people_schema  # noqa: F401  # with it the metadata are whole
from mergemaker.store.schemas.schema import metadata

PEOPLE = {"player", "host", "other", "owner"}  # names of columns that hold somebody's id
KNOWN_BY_THEIR_ACCOUNT = {("accounts", "owner")}  # a bot's owner: deleting the owner deletes the bot


def test_every_column_that_holds_a_person_is_registered():
    registered = {(one.table.name, one.column) for one in BELONGINGS}
    found = {(table.name, column.name) for table in metadata.sorted_tables for column in table.columns}
    people = {(table, column) for table, column in found if column in PEOPLE}
    assert people - registered - KNOWN_BY_THEIR_ACCOUNT == set()


def test_what_makes_a_row_unique_is_said():
    for one in BELONGINGS:
        key = [column.name for column in one.table.primary_key.columns]
        if one.taken and one.column in key:
            assert one.alone is not None, f"{one.table.name}: taking a guest's rows over may meet the account's"
