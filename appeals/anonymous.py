"""Names in a published case: replaced consistently, and looked for afterwards. No database here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

# Parts of a name that are words of the game all the same.
PLAIN = frozenset(
    {"north", "south", "east", "west", "director", "team", "club", "pair", "the", "van", "von", "der", "de"}
)
SHORTEST = 3


def parts_of(name: str) -> list[str]:
    """The words of a name by which somebody could be known."""
    words = re.findall(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*", name)
    return [word for word in words if len(word) >= SHORTEST and word.casefold() not in PLAIN]


def replaced(text: str, aliases: Mapping[str, str]) -> str:
    """Whole names first, the longest first; then each part of a name."""
    known: dict[str, str] = {}
    for name, alias in aliases.items():
        known[name.casefold()] = alias
        for part in parts_of(name):
            known.setdefault(part.casefold(), alias)
    if not known:
        return text
    pattern = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda found: known[found[0].casefold()], text, flags=re.IGNORECASE)


def names_left(text: str, names: Iterable[str]) -> list[str]:
    """Names, or parts of them, that somebody could still read."""
    found: list[str] = []
    for name in names:
        for word in (name, *parts_of(name)):
            if word.casefold() in PLAIN:
                continue
            if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, flags=re.IGNORECASE):
                found.append(word)
                break
    return list(dict.fromkeys(found))


def masterpoints_in(text: str) -> dict[str, int]:
    """`N 1250, E 80` as figures by seat; ValueError with the part that cannot be read."""
    found: dict[str, int] = {}
    for part in re.split(r"[,;]\s*|\s*·\s*", text.strip()):
        if not part:
            continue
        read = re.fullmatch(r"([NESW])\s*:?\s*(\d{1,7})", part.strip().upper())
        if read is None or read[1] in found:
            raise ValueError(part.strip())
        found[read[1]] = int(read[2])
    return found


def initials(name: str) -> str:
    return " ".join(f"{word[0]}." for word in name.split() if word)
