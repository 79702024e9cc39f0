"""The template examples/bot-package installs, is found by its name, keeps to the rules and passes its own tests."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from mergemaker.arena import bot_check
from mergemaker.bots import BotError, bot_names, make_bot, registry

TEMPLATE = Path(__file__).parents[2] / "examples" / "bot-package"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder that the template is installed into, as pip does it and without asking any index."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", folder, TEMPLATE], check=True, capture_output=True)
    return folder


@pytest.fixture(autouse=True)
def installed(site, monkeypatch):
    """The template beside mergemaker, for one test."""
    monkeypatch.syspath_prepend(str(site))
    registry._registered.cache_clear()
    yield
    registry._registered.cache_clear()
    sys.modules.pop("collector_bot", None)


def test_the_bot_is_found_by_its_name_after_the_built_in_ones():
    assert bot_names()[-1] == "collector"
    assert make_bot("collector:greed=1").name == "collector:greed=1"


def test_the_bot_refuses_options_in_words():
    with pytest.raises(BotError, match="greed is a whole number"):
        make_bot("collector:greed=much")


def test_the_bot_keeps_to_the_rules_in_every_kind_of_decision(monkeypatch):
    monkeypatch.setattr(bot_check, "names", lambda: ("2023-classic", "1962"))
    found = bot_check.check_bot("collector")
    assert (found.conforms, found.notes) == (True, [])
    assert "exchange" in found.editions[0].decisions


def test_the_tests_that_come_with_the_template_pass():
    spec = importlib.util.spec_from_file_location("test_collector", TEMPLATE / "tests" / "test_collector.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    assert len(tests) == 3
    for test in tests:
        test()
