"""When two spellings are likely to be one name."""

from __future__ import annotations

import re
import unicodedata


def name_key(name: str) -> str:
    """The name without case, accents, punctuation and the order of its words: “Ozola, Ilze” is “Ilze OZOLA”."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return " ".join(sorted(re.findall(r"\w+", plain.casefold())))[:200]
