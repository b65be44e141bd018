"""What became of a ruling afterwards: whoever looks for a precedent should know that it was changed on appeal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from rulings import hooks


@dataclass(frozen=True)
class AppealStatus:
    words: Any
    stood: bool


def appeal_statuses(rulings: Collection[int]) -> dict[int, AppealStatus]:
    """By the ruling's id; those that were not appealed are not there."""
    return {ruling: status for answer in hooks.appeal_status_sources.call(rulings) for ruling, status in answer.items()}
