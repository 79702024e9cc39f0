"""Windows and macOS are not forgotten: nothing of the package needs a module that only POSIX has."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parent.parent
# In Python's own list as "Unix" or "not Windows", and what Windows lacks of os and signal.
POSIX_ONLY = ("fcntl", "grp", "posix_ipc", "pty", "pwd", "readline", "resource", "spwd", "syslog", "termios", "tty")

IMPORT_ALL = """
    import sys, pkgutil, importlib, types
    import multiprocessing.context, subprocess  # they take msvcrt for Windows itself
    windows = types.ModuleType("msvcrt")  # what Windows has in place of fcntl
    sys.modules["msvcrt"] = windows
    class Missing:
        def find_spec(self, name, path=None, target=None):
            if name in {posix}:
                # Other people's packages have fallbacks of their own, which are not ours to test.
                frame = sys._getframe(1)
                while frame is not None:
                    who = frame.f_globals.get("__name__", "")
                    if who.startswith("mergemaker"):
                        raise ModuleNotFoundError(name)
                    if not who.startswith(("importlib", "_frozen")) and who != "__main__":
                        return None
                    frame = frame.f_back
            return None
    for name in {posix}:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Missing())
    import mergemaker
    broken = []
    for module in pkgutil.walk_packages(mergemaker.__path__, "mergemaker."):
        if module.name.endswith("__main__") or module.name.startswith(("mergemaker.gpu", "mergemaker.training")):
            continue
        for name in {posix}:
            sys.modules.pop(name, None)
        try:
            importlib.import_module(module.name)
        except Exception as error:
            broken.append(f"{{module.name}}: {{error!r}}")
    print("\\n".join(broken))
"""


def test_everything_is_imported_where_modules_of_posix_are_missing():
    code = textwrap.dedent(IMPORT_ALL).format(posix=set(POSIX_ONLY))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


def test_paths_of_a_user_come_from_platformdirs():
    """Nobody writes ~/.local or ~/.cache into the package."""
    found = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "src" / "mergemaker").rglob("*.py")
        if any(place in file.read_text(encoding="utf-8") for place in ('".local', '".cache', '"~/', "'~/"))
    ]
    assert found == []
