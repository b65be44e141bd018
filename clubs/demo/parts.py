"""What other apps add to the demo, in the order in which they are ready; what ends an evening comes last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime

Part = Callable[[datetime], Counter[str]]
PARTS: list[Part] = []
LAST: list[Part] = []


def add_part(part: Part, *, last: bool = False) -> None:
    parts = LAST if last else PARTS
    if part not in parts:
        parts.append(part)


def all_parts() -> list[Part]:
    return [*PARTS, *LAST]
