"""What became of a ruling afterwards: whoever looks for a precedent should know that it was changed on appeal.

An application above registers how to ask, for many rulings at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fate:
    words: Any
    stood: bool


Ask = Callable[[Collection[int]], dict[int, Fate]]
ASKED: list[Ask] = []


def register(ask: Ask) -> Ask:
    if ask not in ASKED:
        ASKED.append(ask)
    return ask


def fates_of(rulings: Collection[int]) -> dict[int, Fate]:
    found: dict[int, Fate] = {}
    for ask in ASKED:
        found |= ask(rulings)
    return found
