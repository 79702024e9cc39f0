"""The documents site: links lead somewhere, made pages are whole, drawings are current, and it builds."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from documents.page_text import anchor
from documents.site_hooks import LINK, ROOT_PAGES

from documents import reference

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HAND_WRITTEN = sorted(DOCS.rglob("*.md"))


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return reference.all_pages()


def anchors_of(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+?)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {anchor(re.sub(r"\[([^\]]*)\]\([^)]*\)|`", r"\1", heading)) for heading in headings}


def test_every_link_leads_to_a_page_a_file_or_a_heading(made: dict[str, str]):
    pages = {str(page.relative_to(DOCS)): page.read_text() for page in HAND_WRITTEN} | made
    lost = []
    for name, text in pages.items():
        prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        for match in LINK.finditer(prose):
            target = os.path.normpath(str(Path("docs") / Path(name).parent / match[2]))
            inside = target.removeprefix("docs/")
            known = inside in pages or inside in ROOT_PAGES.values() or (ROOT / target).exists()
            heading = (match[3] or "").removeprefix("#")
            if not known or (heading and inside in pages and heading not in anchors_of(pages[inside])):
                lost.append(f"{name}: {match[0]}")
    assert lost == []


def test_every_page_has_its_place_in_the_navigation(made: dict[str, str]):
    text = (ROOT / "mkdocs.yml").read_text()
    named = set(re.findall(r"\S+\.md", str(yaml.safe_load(text)["nav"]).replace("'", " ").replace(",", " ")))
    pages = {str(page.relative_to(DOCS)) for page in HAND_WRITTEN} | set(made) | set(ROOT_PAGES.values())
    assert {page.strip("{}[]") for page in pages - {name.strip("{}[]") for name in named}} == set()


def test_the_drawing_of_the_rooms_is_that_of_the_contracts():
    drawn = subprocess.run(
        [sys.executable, ROOT / "scripts" / "make-rooms"], capture_output=True, text=True, check=True
    )
    assert (DOCS / "assets" / "rooms.svg").read_text() == drawn.stdout


def test_reference_pages_have_what_they_promise(made: dict[str, str]):
    assert "## mergemaker serve" in made["look-up/commands.md"]
    assert "| `bonus` | `seat`, `chain`, `place`, `tied`, `money` |" in made["look-up/events.md"]
    assert "| `turn.buy` | 0 to 25 |" in made["look-up/house-rule-fields.md"]
    assert "| 108 | `skip` |" in made["look-up/observation.md"]
    assert "`GET /api/lobby`" in made["look-up/http.md"]


@pytest.mark.soak
def test_the_site_builds_strictly_and_asks_nobody_else_for_anything(tmp_path: Path):
    site = tmp_path / "site"
    asked = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(site)]
    subprocess.run(asked, cwd=ROOT, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "MERGEMAKER_JIT": "0"})
    for page in site.rglob("*.html"):
        assert not re.search(
            r"""(?:src|href)=["']https?://(?!keepachangelog|semver)[^"']*\.(?:js|css|woff)""", page.read_text()
        )
    assert not list(site.rglob("*.map"))
    # What a browser loads with the first page, as a server sends it: the page itself, what it names, and the search.
    first = (site / "index.html").read_text()
    named = {site / name for name in re.findall(r"""(?:src|href)="([^"]+\.(?:js|css|svg))\"""", first)}
    named |= {*site.glob("assets/javascripts/workers/*.js"), site / "search" / "search_index.json", site / "index.html"}
    assert sum(len(gzip.compress(file.read_bytes())) for file in named) < 200_000
    # Opened from a folder, the search has the same words.
    assert (site / "search" / "search_index.json").read_text() in (site / "search" / "search_index.js").read_text()
