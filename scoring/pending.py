"""Boards whose score may still change: a ruling or an appeal is pending.

Applications above this one know of them. They register how to ask, and call `scoring.services.fields.touch` whenever
their answer changes, so that pages which show the board learn of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from events.models import Session


@dataclass(frozen=True)
class Pending:
    """A board that is waited for; `play` where it is one table's result, None where it is the whole board's."""

    board: int
    play: int | None = None
    # What is waited for, in words, such as “ruling” or “appeal”.
    what: Any = ""


Ask = Callable[[Session], Iterable[Pending]]
ASKED: list[Ask] = []


def register(ask: Ask) -> Ask:
    if ask not in ASKED:
        ASKED.append(ask)
    return ask


def pending_in(session: Session) -> list[Pending]:
    """By board; a few queries for each of those asked, however many tables there are."""
    found = {one for ask in ASKED for one in ask(session)}
    return sorted(found, key=lambda one: (one.board, one.play or 0, str(one.what)))
