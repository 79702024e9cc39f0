"""What `make release` writes, and the files for containers."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
RELEASE = runpy.run_path(str(ROOT / "scripts" / "make-release"))


def test_the_changelog_is_closed_under_a_version_and_a_day():
    text = "# Changes\n\n## [Unreleased]\n\n### Added\n\n- Something.\n\n## [0.1.0] - 2026-01-01\n"
    closed = RELEASE["closed"](text, "0.2.0", "2026-11-15")
    assert "## [Unreleased]\n\n## [0.2.0] - 2026-11-15\n\n### Added\n\n- Something." in closed
    assert closed.endswith("## [0.1.0] - 2026-01-01\n")


@pytest.mark.parametrize("text", ["## [Unreleased]\n\n## [0.1.0]\n- Old.\n", "# Changes\n", "## [0.2.0]\n"])
def test_a_release_without_news_or_twice_is_refused(text):
    with pytest.raises(SystemExit, match="make release"):
        RELEASE["closed"](text, "0.2.0", "2026-11-15")


def test_the_version_is_written_where_the_package_has_it():
    source = (ROOT / "src" / "mergemaker" / "__init__.py").read_text()
    assert '\n__version__ = "1.2.3"\n' in RELEASE["with_version"](source, "1.2.3")
    with pytest.raises(SystemExit, match="say which version"):
        RELEASE["main"](["next"])


def test_a_release_says_what_is_to_be_filled_in_before_it_is_published(tmp_path):
    told = "\n".join(RELEASE["left_to_fill_in"](ROOT))
    for name in ("[project.urls]", "mkdocs.yml", *RELEASE["UNPUBLISHED"]):
        assert name in told, f"{name} says something else now"
    (tmp_path / "docs" / "do").mkdir(parents=True)
    for name in RELEASE["UNPUBLISHED"]:
        (tmp_path / name).write_text("pip install mergemaker\n")
    (tmp_path / "pyproject.toml").write_text('[project]\nurls = { Source = "https://example.org" }\n')
    (tmp_path / "mkdocs.yml").write_text("site_url: https://example.org\n")
    assert RELEASE["left_to_fill_in"](tmp_path) == []


def test_the_compose_file_starts_our_container_on_a_database_that_is_ready():
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    ours = services["mergemaker"]
    assert (ROOT / ours["build"]["dockerfile"]).exists()
    assert ours["depends_on"]["database"]["condition"] == "service_healthy"
    assert "healthcheck" in services["database"]
    names = {name.removeprefix("MERGEMAKER_").lower() for name in ours["environment"] if name.startswith("MERGEMAKER_")}
    from mergemaker.web.settings import Settings

    assert names <= set(Settings.__struct_fields__)
