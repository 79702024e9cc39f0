"""The documents site as a server shows it."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from mergemaker.web import app
from quick_tables import QuickBotPool
from servers import served


@asynccontextmanager
async def browser(folder: Path, tmp_path: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server whose documents are in a folder."""
    patch.setattr(app, "DOCUMENTS", folder)
    async with (
        served(tmp_path, bot_pool=QuickBotPool()) as server,
        httpx.AsyncClient(base_url=server.http, follow_redirects=True) as client,
    ):
        yield client


async def test_documents_that_were_not_built_say_how_to_build_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with browser(tmp_path / "nothing", tmp_path, monkeypatch) as http:
        answer = await http.get("/docs")
    assert answer.status_code == 404
    assert "make docs" in answer.text


async def test_built_documents_are_served_with_their_own_inline_scripts_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "site" / "learn").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("<script>good()</script><p>Welcome</p>")
    (tmp_path / "site" / "learn" / "first.html").write_text("<p>First</p>")
    async with browser(tmp_path / "site", tmp_path, monkeypatch) as http:
        start = await http.get("/docs")
        assert start.url.path == "/docs/index.html"
        assert "Welcome" in start.text
        assert re.search(r"script-src 'self' 'sha256-[\w+/=]+';", start.headers["content-security-policy"])
        assert "First" in (await http.get("/docs/learn/first.html")).text
        assert (await http.get("/docs/nowhere.html")).status_code == 404
        assert (await http.get("/docs/%2e%2e/%2e%2e/app.py")).status_code == 404
        again = await http.get("/docs/index.html", headers={"if-none-match": start.headers["etag"]})
        assert again.status_code == 304
