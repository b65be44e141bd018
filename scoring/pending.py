"""Boards whose score may still change because a ruling or an appeal is pending.

Applications above this one know of rulings; each registers a source here, and whoever has to go by a score that is not
certain (the draw of the next round) asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from events.models import Session
from scoring.engine.sheet import Value


@dataclass(frozen=True)
class Pending:
    """A play under a ruling; `proposed` is what North-South and East-West would get, where somebody has said so."""

    play: int
    what: str
    proposed: tuple[Value | None, Value | None] | None = None


Source = Callable[[Session], Iterable[Pending]]
_sources: list[Source] = []


def register(source: Source) -> Source:
    if source not in _sources:
        _sources.append(source)
    return source


def unregister(source: Source) -> None:
    _sources.remove(source)


def pending_in(session: Session) -> list[Pending]:
    return [one for source in _sources for one in source(session)]
