"""The wheel's build hook: builds the front end into the package before it is packed. An editable install needs none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildPages(BuildHookInterface):  # type: ignore[type-arg]
    """Runs scripts/front-end where there are sources to build from."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files are gathered."""
        root = Path(self.root)
        if version != "editable" and (root / "web" / "package.json").exists():
            subprocess.run([sys.executable, str(root / "scripts" / "front-end"), "build"], check=True)
