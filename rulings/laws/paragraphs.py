"""Which paragraphs the Laws have: numbers only, so that a wrong reference is found when the trees are read."""

import re
from functools import cache

from rulings.laws.files import read
from rulings.laws.notation import logical_lines

_REFERENCE = re.compile(r"(?P<law>\d{1,2})(?:[A-H]\d{0,2}(?:\([a-z]\))?(?:\([ivx]+\))?)?")


@cache
def paragraphs() -> dict[str, str]:
    """Each paragraph with the edition that alone has it; an empty text for both."""
    texts: dict[str, str] = {}
    for line in logical_lines(read("paragraphs.txt"), "paragraphs.txt"):
        law, _, parts = line.text.partition(":")
        texts[law] = ""
        for part in parts.split():
            name, _, edition = part.partition("@")
            texts[law + name] = edition
    return texts


def is_paragraph(reference: str) -> bool:
    return reference in paragraphs()


def law_number(reference: str) -> int:
    """The law that a paragraph belongs to: 27 for 27B1(a)."""
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        raise ValueError(reference)
    return int(match["law"])


def parent_paragraph(reference: str) -> str:
    """The paragraph above: 27B1 for 27B1(a), 27B for 27B1, 27 for 27B; nothing above a law."""
    if reference.endswith(")"):
        return reference[: reference.rindex("(")]
    number = str(law_number(reference))
    tail = reference.removeprefix(number)
    return "" if not tail else number if len(tail) == 1 else number + tail[0]
