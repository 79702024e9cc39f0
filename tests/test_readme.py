"""The examples in the README and the docs run, and give what they say."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [page for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if ">>>" in page.read_text()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_example_of_the_page_gives_what_it_says(page):
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    examples = "\n".join(block for block in blocks if ">>>" in block)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    assert test.examples
    report: list[str] = []
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)
