"""Extension points: an application says what may be added to it, and those above it add when they are ready.

Each application keeps its own in `hooks.py`; additions stand in `ready()` of the application that adds.
`docs/extension-points.md` lists them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, ParamSpec, TypeVar

Item = TypeVar("Item")
Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class Hook(Generic[Item]):
    """What was added at one extension point: each item once, in the order of adding."""

    def __init__(self, *items: Item) -> None:
        self._items: list[Item] = []
        self.add(*items)

    def add(self, *items: Item) -> None:
        self._items += [item for item in items if item not in self._items]

    def remove(self, item: Item) -> None:
        self._items.remove(item)

    def __iter__(self) -> Iterator[Item]:
        return iter(tuple(self._items))

    def call(
        self: Hook[Callable[Parameters, Answer]], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> list[Answer]:
        """Call each item, in order; what it raises goes on to the caller."""
        return [item(*args, **kwargs) for item in self]
