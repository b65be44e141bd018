"""No how-to without a test that carries it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.how_to.documents import HOW_TO

TESTS = sorted(Path(__file__).parent.glob("test_*.py"))


@pytest.mark.parametrize("document", sorted(HOW_TO.glob("*.md")), ids=lambda path: path.stem)
def test_a_test_carries_it_out(document: Path) -> None:
    assert [path for path in TESTS if path.name != Path(__file__).name and document.name in path.read_text("utf-8")]
