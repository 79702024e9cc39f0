"""The notebook of the examples runs from top to bottom."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "examples" / "first_look.ipynb"


def test_every_cell_of_the_notebook_runs_in_order():
    pages = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert pages["nbformat"] == 4
    names: dict[str, Any] = {"__name__": "__main__"}
    said = io.StringIO()
    for cell in pages["cells"]:
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(said):
                exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    assert names["made"].games == 3
    assert "a random learner won" in said.getvalue()
