"""Room for deep calls.

Python keeps the frames of a thread in pieces of 16 KB. A call that goes beyond the end of a piece asks the system for
the next one and gives it back when it returns; where such a call stands in a loop, that is done each time. A request
runs some hundred calls deep, and did so hundreds of times. In here the frames find their place in one large piece.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
# The piece is twice as large, and its second half is what calls have. It is taken by no more than is used of it.
SLOTS = 2**16


def with_deep_stack(call: Callable[P, R], /, *args: P.args, **options: P.kwargs) -> R:
    """What the call gives. This frame claims more than half of a piece, and leaves the rest to the call."""
    return call(*args, **options)


with_deep_stack.__code__ = with_deep_stack.__code__.replace(co_stacksize=SLOTS)
