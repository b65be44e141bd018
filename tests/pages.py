"""What a test reads off a page."""

from __future__ import annotations

import re

# Form tokens, keys and digests are random letters, among which any short word can stand.
RANDOM = re.compile(r"[0-9A-Za-z_-]{20,}")


def without_random_words(text: str) -> str:
    """The text of a page without its tokens, keys and digests: what short words are looked for in."""
    return RANDOM.sub(" ", text)
