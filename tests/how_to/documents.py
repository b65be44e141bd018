"""The how-to documents as tests read them: what they tell a reader to write is taken out and run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HOW_TO = Path(__file__).resolve().parents[2] / "docs" / "how-to"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def code_blocks(path: Path) -> list[str]:
    """The fenced Python blocks of a document, in their order."""
    return BLOCK.findall(path.read_text())


def run_blocks(path: Path) -> dict[str, Any]:
    """Run them one after the other, as a reader would write them into one module; gives that module's names."""
    names: dict[str, Any] = {"__name__": path.stem.replace("-", "_")}
    for number, block in enumerate(code_blocks(path), start=1):
        exec(compile(block, f"{path.name}, block {number}", "exec"), names)
    return names


@contextmanager
def restored(*tables: dict[Any, Any]) -> Iterator[None]:
    """Whatever is registered in these tables meanwhile is gone afterwards."""
    kept = [dict(table) for table in tables]
    try:
        yield
    finally:
        for table, before in zip(tables, kept, strict=True):
            table.clear()
            table.update(before)
