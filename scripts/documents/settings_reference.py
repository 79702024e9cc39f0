"""The page of settings, environment variables and extras, from the program and the package's own description."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from documents.page_text import code, table

PATH = "look-up/settings.md"
ROOT = Path(__file__).parents[2]
WORDS = Path(__file__).parent / "settings_words.toml"
# Read by tests, make and scripts alone; CONTRIBUTING.md has them.
FOR_DEVELOPERS = {"MERGEMAKER_SOAK", "MERGEMAKER_BROWSER", "MERGEMAKER_INSTALL"}

ABOUT_SETTINGS = """\
Each but the secret is an option of [`mergemaker serve`](commands.md#mergemaker-serve) too, and an option wins
over its variable. [Host a server](../do/hosting.md) says more.
"""
ABOUT_EXTRAS = """\
Optional packages, installed into the environment that mergemaker is in. mergemaker is on no package index yet;
[Install](../do/install.md) says how.
"""


def words() -> dict[str, Any]:
    """What settings, variables and extras mean."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def settings() -> dict[str, Any]:
    """Every setting of a server with its default."""
    from mergemaker.web.settings import Settings

    return {field.name: field.default for field in msgspec.structs.fields(Settings)}


def variables() -> list[str]:
    """Every MERGEMAKER_ variable that the program reads and that is no server's setting."""
    named: set[str] = set()
    for file in (ROOT / "src" / "mergemaker").rglob("*.py"):
        named |= set(re.findall(r"""["'](MERGEMAKER_[A-Z_]+[A-Z])["']""", file.read_text(encoding="utf-8")))
    return sorted(named - {f"MERGEMAKER_{name.upper()}" for name in settings()} - FOR_DEVELOPERS)


def extras() -> dict[str, list[str]]:
    """The package's extras and what each installs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return dict(project["optional-dependencies"])


def page() -> str:
    """The whole page."""
    said = words()
    rows = []
    for name, default in settings().items():
        shown = said["defaults"].get(name) or (code(default) if default is not None else "–")
        rows.append((code(f"MERGEMAKER_{name.upper()}"), shown, said["settings"].get(name, "")))
    packages = {
        name: ", ".join(code(re.split(r"[<>=]", each)[0]) for each in found) for name, found in extras().items()
    }
    return "\n".join(
        [
            "# Settings, variables, extras\n",
            "## Settings of a server\n",
            ABOUT_SETTINGS,
            table(["variable", "default", ""], rows),
            "## Other variables\n",
            table(["variable", ""], [(code(name), said["variables"].get(name, "")) for name in variables()]),
            "## Extras\n",
            ABOUT_EXTRAS,
            table(["extra", "for", "brings"], [(code(n), said["extras"].get(n, ""), packages[n]) for n in extras()]),
        ]
    )


def undocumented() -> list[str]:
    """Settings, variables and extras without a word, and words for what is not there."""
    said = words()
    there = {"settings": settings(), "variables": variables(), "extras": extras()}
    return [
        f"{kind}: {name} (a line in {WORDS.name})"
        for kind, names in there.items()
        for name in names
        if not said[kind].get(name)
    ] + [
        f"word for what is not there: {kind}.{name} in {WORDS.name}"
        for kind, names in there.items()
        for name in said[kind]
        if name not in names
    ]
