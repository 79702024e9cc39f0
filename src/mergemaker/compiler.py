"""The compiler shim: one decorator that turns a rule function into machine code.

Everything marked ``@rule`` is plain Python in the subset that Numba compiles for the CPU and for CUDA: no
allocation, no strings, no exceptions, no Python objects. With ``MERGEMAKER_JIT=0``, or where Numba is not
installed, the very same functions run interpreted, which is what debuggers and coverage want.

``@door`` marks the few functions that Python code calls from outside. Only those are cached on disk, because
a cached door carries everything that it calls. Numba does not notice when a *called* file changes, so the cache
folder is keyed by a hash of every source file with compiled functions that the door's room may call. What was
compiled for a package in another place is of no use to Numba either, so that every place has a folder of its own.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from mergemaker.file_lock import lock_file

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
_MARK = b"from mergemaker.compiler import"
_USED = re.compile(rb"^from (mergemaker\.[a-z_.]+) import", re.MULTILINE).findall


def _wanted() -> bool:
    if os.environ.get("MERGEMAKER_JIT", "1") in ("0", "no", "off", "false"):
        return False
    try:
        import numba  # noqa: F401  (only asked whether it is there)
    except ImportError:
        return False
    return True


COMPILED = _wanted()


@cache
def source_hash(room: str) -> str:
    """One hash over every file whose compiled functions a room may call, and the versions of what compiles them."""
    import numba
    import numpy

    rooms = ["rules"] if room == "rules" else ["rules", "bots", room]
    texts = {path: path.read_bytes() for part in dict.fromkeys(rooms) for path in (PACKAGE / part).rglob("*.py")}
    marked = {path for path, text in texts.items() if _MARK in text}
    # Constants of other files are compiled in as well.
    used = {
        PACKAGE.parent / (name.decode().replace(".", "/") + ".py") for path in marked for name in _USED(texts[path])
    }
    digest = hashlib.sha256(f"{numba.__version__} {numpy.__version__} {sys.version}".encode())
    for path in sorted({*marked, *(used & texts.keys()), Path(__file__), PACKAGE / "rule_linking.py"}):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(room: str) -> Path:
    """Where a room's compiled doors are kept for the package as it lies here; ``MERGEMAKER_CACHE`` moves it."""
    if chosen := os.environ.get("MERGEMAKER_CACHE"):
        root = Path(chosen)
    else:
        from platformdirs import user_cache_path

        root = user_cache_path("mergemaker", appauthor=False)
    place = hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:8]
    return root / "compiled" / f"{source_hash(room)}-{place}"


def compiled_before(room: str) -> bool:
    """Whether somebody has compiled a room where it lies now, so that it will be ready in a moment."""
    return not COMPILED or any(cache_folder(room).rglob("*.nbi"))


@cache
def _rule_class() -> Any:
    """The class of compiled rules: Numba's own dispatcher with two habits of ours."""
    from numba import types
    from numba.core.dispatcher import Dispatcher

    class RuleDispatcher(Dispatcher):  # type: ignore[misc]  # Numba has no types
        def get_call_template(self, args: Any, kws: Any) -> Any:
            # Every integer argument becomes a plain 64-bit one. Otherwise a function is compiled anew for each mix
            # of the record's small integers that it is called with: three times the compile time, for nothing.
            wide = [types.int64 if isinstance(arg, types.Integer) else arg for arg in args]
            return super().get_call_template(wide, kws)

        def __call__(self, *args: Any) -> Any:
            # Called from Python, a rule runs interpreted: it is compiled without the wrapper that Python would need,
            # which saves a third of the compile time.
            return self.py_func(*args)

    return RuleDispatcher


@cache
def _door_class() -> Any:
    """The class of doors: Numba's own dispatcher, which says so when a long compilation begins."""
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.dispatcher import Dispatcher

    class DoorDispatcher(Dispatcher):  # type: ignore[misc]  # Numba has no types
        def compile(self, sig: Any) -> Any:
            room = self.py_func.__module__.split(".")[1]
            _announce_once(room)
            # Numba's own lock comes first, as it does where one door is compiled for another: else two threads could
            # each wait for what the other holds.
            with global_compiler_lock, compiling(Path(self._cache.cache_path), self.py_func):
                return super().compile(sig)

    return DoorDispatcher


@contextmanager
def compiling(folder: Path, function: Callable[..., Any]) -> Iterator[None]:
    """Compiles a door in one process at a time: whoever comes meanwhile waits, and finds it on disk.

    A server's bots all start at once, and each would else compile the same for a minute beside the others.
    """
    name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
    if any(folder.glob(f"{name}-*.nbi")):
        yield
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / f"{name}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError:  # a folder that can't be written to: Numba looks for another, or does without
        yield
        return
    try:
        lock_file(lock, wait=True)
        yield
    finally:
        os.close(lock)


@cache
def _announce_once(room: str) -> None:
    if not compiled_before(room):
        print(
            f"mergemaker: compiling the {room} for this machine. This happens once and takes about half a minute.",
            file=sys.stderr,
            flush=True,
        )


@cache
def _pipelines() -> tuple[Any, Any]:
    """The ways that rules and doors are compiled; None for Numba's own."""
    try:
        from mergemaker.rule_linking import DoorCompiler, RuleCompiler, can_link
    except (ImportError, AttributeError):  # a Numba that is made otherwise
        return None, None
    return (RuleCompiler, DoorCompiler) if can_link() else (None, None)


def rule(function: F) -> F:
    """Marks a rule function: compiled when a door calls it, plain Python otherwise."""
    if not COMPILED:
        return function
    import numba

    options = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher: Any = numba.njit(pipeline_class=_pipelines()[0], **options)(function)
    dispatcher.__class__ = _rule_class()
    return dispatcher  # type: ignore[no-any-return]


def door(function: F) -> F:
    """Marks a rule function that is called from Python: compiled on its first call and cached on disk."""
    if not COMPILED:
        return function
    import numba

    # The folder is set for this one function only: numba's setting is global and belongs to the user.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(function.__module__.split(".")[1]))
    try:
        dispatcher: Any = numba.njit(pipeline_class=_pipelines()[1], nogil=True, cache=True)(function)
    finally:
        numba.config.CACHE_DIR = before
    dispatcher.__class__ = _door_class()
    return dispatcher  # type: ignore[no-any-return]


if COMPILED:

    @rule
    def record_at(records: Any, at: int) -> Any:
        """One record of an array, to be read and written by field names."""
        return records[at]

else:

    def record_at(records: Any, at: int) -> Any:
        """One record of an array, to be read and written by field names."""
        import numpy

        return records.view(numpy.recarray)[at]
