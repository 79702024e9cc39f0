"""`serve` and `db` with databases that can't be used: a sentence each, no trace, and nothing is made by mistake."""

import asyncio

import pytest

from databases import sqlite_url
from mergemaker.store import Store


@pytest.mark.parametrize("what", ["a folder", "no database", "a second server", "another kind"])
def test_serve_says_in_a_sentence_why_a_database_is_of_no_use(what, tmp_path, mergemaker):
    url, file = sqlite_url(tmp_path), tmp_path / "games.sqlite3"
    other = None
    if what == "a folder":
        file.mkdir()
    elif what == "no database":
        file.write_bytes(b"something else" * 100)
    elif what == "another kind":
        url = "mysql://localhost/games"
    else:
        other = asyncio.run(Store.open(url, serving=True))
    done = mergemaker("serve", "--port", 0, "--database", url)
    assert done.returncode == 1
    assert done.stderr.strip().endswith(".")
    assert "Traceback" not in done.stderr
    assert "mistake of ours" not in done.stderr
    if other is not None:
        assert "Another server" in done.stderr
        asyncio.run(other.close())


def test_a_mistyped_database_is_not_made(tmp_path, mergemaker):
    url = sqlite_url(tmp_path / "mistyped")
    for command in (["check"], ["export", tmp_path / "out.jsonl"], ["export", "--records", tmp_path / "out.jsonl"]):
        done = mergemaker("db", *command, "--database", url)
        assert done.returncode == 1
        assert "There is no database" in done.stderr
    assert list(tmp_path.iterdir()) == []
