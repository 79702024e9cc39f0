"""Whether there is a GPU to be used, and Numba's CUDA compiler where there is one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from mergemaker.rules.errors import MergemakerError


class NoGpu(MergemakerError):
    """A GPU is asked for where none can be used; the text says what is missing."""


def simulated() -> bool:
    """Whether Numba's CUDA simulator stands in for a GPU (`NUMBA_ENABLE_CUDASIM=1`)."""
    return os.environ.get("NUMBA_ENABLE_CUDASIM", "0") == "1"


@contextmanager
def _numpy_of_old() -> Iterator[None]:
    """While numba-cuda 0.30 is loaded NumPy has a name that NumPy 2.5 has dropped; a host program never sees it."""
    if hasattr(np, "row_stack"):
        yield
        return
    np.row_stack = np.vstack
    try:
        yield
    finally:
        del np.row_stack


@cache
def _load() -> tuple[Any, str]:
    try:
        with _numpy_of_old():
            import numba.cuda as cuda
    except ImportError as error:
        return None, f"numba-cuda can't be loaded ({error}); pip install 'mergemaker[gpu]'"
    if simulated():
        return cuda, ""
    try:
        import numba_cuda  # noqa: F401  (only asked whether it is there)
    except ImportError:
        return None, "numba-cuda is not installed; pip install 'mergemaker[gpu]'"
    try:
        found = bool(cuda.is_available())
    except Exception as error:  # a driver can fail in any way
        return None, f"the CUDA driver fails ({str(error).splitlines()[0] if str(error) else type(error).__name__})"
    return (cuda, "") if found else (None, "there is no CUDA device, or no driver for it")


def trouble() -> str:
    """Why no GPU can be used, in a few words; nothing where one can."""
    return _load()[1]


def cuda_or_refuse() -> Any:
    """Numba's CUDA compiler; NoGpu where no GPU can be used."""
    cuda, why = _load()
    if why:
        raise NoGpu(f"No GPU can be used here: {why}.")
    return cuda
