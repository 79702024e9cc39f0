"""How rules become machine code: linked once in a door, whichever way they call each other."""

from __future__ import annotations

import pytest

from mergemaker import compiler
from mergemaker.compiler import COMPILED, rule

pytestmark = pytest.mark.skipif(not COMPILED, reason="there is no compiler here")


def test_the_numba_that_is_installed_can_be_linked():
    """Else everything is still compiled, in four times the time."""
    from mergemaker.rule_linking import DoorCompiler, RuleCompiler, can_link

    assert can_link()
    assert compiler._pipelines() == (RuleCompiler, DoorCompiler)


def test_another_numba_compiles_in_its_own_way(monkeypatch):
    from mergemaker import rule_linking

    monkeypatch.setattr(rule_linking, "_NEEDED", {"a_method_that_no_numba_has"})
    assert compiler._pipelines.__wrapped__() == (None, None)


def test_rules_that_call_each_other_over_many_levels_and_by_two_ways_are_all_linked():
    """Far more than are linked at once, so that most of them wait for the door."""
    import numba

    from mergemaker.rule_linking import SMALL, DoorCompiler, RuleLibrary

    @rule
    def lowest(number):
        return number * 2 + 1

    def over(below):
        return rule(lambda number: below(number) + lowest(number % 7))

    rules = [lowest]
    while len(rules) < 2 * SMALL:
        rules.append(over(rules[-1]))
    top, next_to_it = rules[-1], rules[-2]

    @numba.njit(pipeline_class=DoorCompiler)
    def door(number):
        return top(number) - next_to_it(number)

    assert [door(number) for number in range(20)] == [top(number) - next_to_it(number) for number in range(20)]
    libraries = [next(iter(vars(one)["overloads"].values())).library for one in rules]
    assert all(isinstance(library, RuleLibrary) for library in libraries)
    assert len(libraries[1].called) < SMALL < len(libraries[-1].called)
