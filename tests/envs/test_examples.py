"""The examples run, in a short form."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_statistics_writes_a_report_with_plots(tmp_path, capsys):
    path = example("statistics").main(
        ["--games", "400", "--editions", "1962", "online", "--seed", "3", "--out", str(tmp_path)]
    )
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# What 400 random games say")
    for plot in ("wins", "lengths", "chains"):
        assert f"({plot}.png)" in text
        assert (tmp_path / f"{plot}.png").stat().st_size > 1000
    assert "| 1962 | 0.00% | 100.00% |" in text  # ends by itself, always


def test_ismcts_plays_a_game(capsys):
    wins = example("ismcts").main(["--games", "1", "--simulations", "2", "--decisions", "3"])
    assert 0 <= wins <= 1
    assert "the search won" in capsys.readouterr().out


def test_ppo_learns_a_little_and_plots_its_curve(tmp_path, capsys):
    pytest.importorskip("torch", reason="PyTorch is not among the development tools: pip install torch")
    curve = example("ppo").main(
        ["--steps", "2048", "--games", "32", "--every", "1", "--trial", "8", "--players", "3", "--out", str(tmp_path)]
    )
    assert [steps for steps, _ in curve] == [0, 2048]
    assert (tmp_path / "curve.png").stat().st_size > 1000
