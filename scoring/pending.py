"""What is still undecided in a session and can move its score: a correction, a ruling, an appeal.

Each application that knows of such things registers how to ask, and calls `scoring.services.fields.touch` whenever its
answer changes, so that pages which show the board learn of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from events.models import Session
from scoring.engine.sheet import Value


@dataclass(frozen=True)
class Pending:
    """Something undecided, in a sentence; with the board it concerns, and the play where it is one table's."""

    sentence: Any
    board: int | None = None
    play: int | None = None
    # In a word, such as “ruling” or “appeal”.
    what: Any = ""
    # What North-South and East-West would get, where somebody has said so.
    proposed: tuple[Value | None, Value | None] | None = None


Ask = Callable[[Session], Iterable[Pending]]
ASKED: list[Ask] = []


def register(ask: Ask) -> Ask:
    if ask not in ASKED:
        ASKED.append(ask)
    return ask


def unregister(ask: Ask) -> None:
    ASKED.remove(ask)


def pending_in(session: Session) -> list[Pending]:
    """By board; a few queries for each of those asked, however many tables there are."""
    found = {one for ask in ASKED for one in ask(session)}
    return sorted(found, key=lambda one: (one.board or 0, one.play or 0, str(one.what), str(one.sentence)))


def pending_boards(session: Session) -> list[Pending]:
    """Those of a board: its score is shown subject to them."""
    return [one for one in pending_in(session) if one.board is not None]
