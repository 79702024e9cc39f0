"""What MkDocs calls while it builds the documents site (mkdocs.yml).

Reference pages are made here from the program itself, so that they can't be out of date; repository files that a page
links to come along; and what no reader needs is left out of the built folder.
"""

from __future__ import annotations

import json
import posixpath
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # MkDocs runs this file by its path

from documents import reference

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^)#:\s]+)(#[^)\s]*)?\)")
NOT_SEARCHED = "---\nsearch: { exclude: true }\n---\n\n"  # every page loads the index of the search
SEARCHED = 800  # characters of a section
# Pages at the root of the repository, and where they stand on the site.
ROOT_PAGES = {"CONTRIBUTING.md": "do/contributing.md", "CHANGELOG.md": "look-up/changelog.md"}


def on_config(config: Any) -> Any:
    """Leaves pages that are not there yet out of the navigation."""
    made = set(reference.PAGES) | set(ROOT_PAGES.values())

    def there(entry: Any) -> bool:
        path = next(iter(entry.values())) if isinstance(entry, dict) else entry
        return isinstance(path, list) or path in made or (ROOT / "docs" / path).exists()

    config.nav = [
        {title: [entry for entry in pages if there(entry)] if isinstance(pages, list) else pages}
        for section in config.nav
        for title, pages in section.items()
    ]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages that are made from the program, and those at the root of the repository."""
    from mkdocs.structure.files import File

    for path, text in reference.all_pages().items():
        files.append(File.generated(config, path, content=text))
    for name, path in ROOT_PAGES.items():
        text = NOT_SEARCHED + (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, path, content=_moved_links(text, posixpath.dirname(path))))
    for name in sorted(_linked_files(files)):
        content = (ROOT / name).read_bytes()
        files.append(File.generated(config, f"files/{name}.txt", content=content))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Leads links out of docs/ to the copies of those files; a folder has none and is only named."""
    folder = posixpath.dirname(page.file.src_uri)

    def lead(found: re.Match[str]) -> str:
        name = _outside(folder, found[2])
        if name is None:
            return found[0]
        anchor = found[3] or ""
        if name in ROOT_PAGES:
            return f"{found[1]}({posixpath.relpath(ROOT_PAGES[name], folder or '.')}{anchor})"
        if (ROOT / name).is_file():
            return f"{found[1]}({posixpath.relpath(f'files/{name}.txt', folder or '.')})"
        return found[1][1:-1]

    return LINK.sub(lead, markdown)


def on_post_build(config: Any) -> None:
    """Takes out what no reader needs: source maps, and search in languages that no page is written in."""
    site = Path(config.site_dir)
    index = site / "search" / "search_index.json"
    index.write_text(_shorter(index.read_text(encoding="utf-8")), encoding="utf-8")
    for needless in (*site.rglob("*.map"), *site.glob("assets/javascripts/lunr/**/*.js")):
        needless.unlink()


def _shorter(index: str) -> str:
    """The index of the search with the beginning of every section: whoever opens a page loads all of it."""
    found = json.loads(index)
    for section in found["docs"]:
        if len(section["text"]) > SEARCHED:
            section["text"] = " ".join(re.sub(r"<[^>]*>", " ", section["text"]).split())[:SEARCHED].rsplit(" ", 1)[0]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _outside(folder: str, target: str) -> str | None:
    """A link's path from the root of the repository, if it leaves docs/."""
    path = posixpath.normpath(posixpath.join("docs", folder, target))
    return None if path.startswith("docs/") or path == "docs" else path


def _linked_files(files: Any) -> set[str]:
    found = set()
    for page in files.documentation_pages():
        for match in LINK.finditer(page.content_string):
            name = _outside(posixpath.dirname(page.src_uri), match[2])
            if name and name not in ROOT_PAGES and (ROOT / name).is_file():
                found.add(name)
    return found


def _moved_links(text: str, folder: str) -> str:
    """A page of the root with its links as seen from its place on the site."""

    def move(found: re.Match[str]) -> str:
        target = posixpath.relpath(posixpath.normpath(found[2]), posixpath.join("docs", folder))
        return f"{found[1]}({target}{found[3] or ''})"

    return LINK.sub(move, text)
