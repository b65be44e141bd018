"""What other apps add to the demo, in the order in which they are ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime

Part = Callable[[datetime], Counter[str]]
PARTS: list[Part] = []


def add_part(part: Part) -> None:
    if part not in PARTS:
        PARTS.append(part)
