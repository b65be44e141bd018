"""What became of a ruling afterwards: whoever looks for a precedent should know that it was changed on appeal.

An application above registers how to ask, for many rulings at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class AppealStatus:
    words: Any
    stood: bool


Ask = Callable[[Collection[int]], dict[int, AppealStatus]]
ASKED: list[Ask] = []


def register(ask: Ask) -> Ask:
    if ask not in ASKED:
        ASKED.append(ask)
    return ask


def appeal_statuses(rulings: Collection[int]) -> dict[int, AppealStatus]:
    found: dict[int, AppealStatus] = {}
    for ask in ASKED:
        found |= ask(rulings)
    return found
