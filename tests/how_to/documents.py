"""The code that a document shows, taken out of the document itself."""

from __future__ import annotations

import re
from pathlib import Path

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def code_blocks(path: Path, language: str = "python") -> list[str]:
    """The fenced blocks of a document in this language, in their order."""
    return [text for named, text in FENCED.findall(path.read_text("utf-8")) if named == language]
