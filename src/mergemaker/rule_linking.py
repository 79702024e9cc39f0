"""How rules become a door's machine code: what is large is optimised once, in the door, and not at every level.

Left to itself Numba makes each function ready to run: it links in all that the function calls, optimises the whole and
turns it into machine code, and does the same again for whoever calls it. With a hundred rules one above the other that
took four times as long as it has to. A rule is never run by itself, so that here only small ones are linked and
optimised with what they call, which is what makes inner loops quick; the others wait for the door that needs them.

This goes by Numba's own pipeline, but the libraries of code that it works on have no public face: `can_link` says
whether this Numba has what is needed. Without it everything is compiled as Numba would.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen
from numba.core.compiler import Compiler

SMALL = 16  # rules that a rule calls, at however many levels: so few are linked in at once

# What is used of Numba's libraries beside their public methods.
_NEEDED = {
    "_ensure_finalized",
    "_final_module",
    "_finalized",
    "_get_module_for_linking",
    "_linking_libraries",
    "_optimize_final_module",
    "_raise_if_finalized",
}


def can_link() -> bool:
    """Whether this Numba's libraries are made as they are expected to be here."""
    kinds = codegen.JITCodeLibrary.__mro__[:-1]
    parts = {name for kind in kinds for name in getattr(kind.__init__, "__code__", can_link.__code__).co_names}
    return {*dir(codegen.JITCodeLibrary), *parts} >= _NEEDED


def _called_by(library: Any) -> list[Any]:
    """All that a library calls, at however many levels.

    Each comes before what it calls itself, because what nobody calls yet is not linked in.
    """
    found: dict[Any, None] = {}

    def add(one: Any) -> None:
        if one not in found:
            for other in one.called if isinstance(one, RuleLibrary) else ():
                add(other)
            found[one] = None

    for one in library._linking_libraries:
        add(one)
    return [*reversed(found)]


class _WithoutEnvironment:
    """Numba's generator of code for a rule: nobody calls a rule from Python, so that it needs no environment."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing to be set."""


class RuleLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of one rule: never made ready to run, only to be linked."""

    called: tuple[Any, ...] = ()  # all the libraries that it needs, linked in or not

    @property
    def codegen(self) -> Any:
        """What made this library."""
        return _WithoutEnvironment(super().codegen)

    def finalize(self) -> None:
        """Optimises the rule, with what it calls if that is little."""
        self._raise_if_finalized()
        called = _called_by(self)
        if len(called) <= SMALL:
            for one in called:
                self._final_module.link_in(one._get_module_for_linking(), preserve=True)
        self.called = tuple(called)
        self._optimize_final_module()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Nowhere: there is no machine code."""
        self._ensure_finalized()
        return 0


class DoorLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of a door, with that of every rule it leads to."""

    def finalize(self) -> None:
        """Links what waited to be linked, optimises the whole, and makes it ready to run."""
        self._linking_libraries = _called_by(self)
        super().finalize()


class RuleCompiler(Compiler):  # type: ignore[misc]  # Numba has no types
    """Numba's pipeline for a rule."""

    library: type[Any] = RuleLibrary

    def define_pipelines(self) -> Any:
        """Numba's own, for code that goes into a library of ours."""
        state = self.state
        if state.library is None:
            state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        return super().define_pipelines()


class DoorCompiler(RuleCompiler):
    """Numba's pipeline for a door."""

    library = DoorLibrary
