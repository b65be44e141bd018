"""Deep calls ask the system for memory once, not again and again."""

from __future__ import annotations

import resource
from collections.abc import Callable

import pytest

from core.call_stack import with_deep_stack

DEEP, OFTEN = 300, 200


def act() -> None:
    """Something small that is called often."""


def go_down(levels: int) -> None:
    """Calls something often on every level, as loops do anywhere in a request."""
    for _ in range(OFTEN):
        act()
    if levels:
        go_down(levels - 1)


def new_pages(call: Callable[[], None]) -> int:
    """How many pages of memory this thread was given meanwhile."""
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    call()
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def test_calls_in_a_loop_of_a_deep_call_take_no_new_memory_each_time():
    assert new_pages(lambda: with_deep_stack(go_down, DEEP)) < OFTEN


def test_it_gives_what_the_call_gives_and_fails_as_it_fails():
    assert with_deep_stack(max, 1, 3, key=lambda number: -number) == 1
    with pytest.raises(ZeroDivisionError):
        with_deep_stack(divmod, 1, 0)
