"""Waiting for something to become true, with a deadline and a sentence for when it does not."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def until(condition: Callable[[], T], says: str | Callable[[], str], seconds: float = 40) -> T:
    deadline = time.monotonic() + seconds
    while True:
        if found := condition():
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"after {seconds} s, not yet: {says if isinstance(says, str) else says()}")
        time.sleep(0.05)
