"""What is still undecided in a session and can move its score: a correction, a ruling, an appeal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

from events.models import Session
from scoring import hooks
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


def pending_in(session: Session) -> list[Pending]:
    """By board; a few queries for each of those asked, however many tables there are."""
    undecided = set(chain.from_iterable(hooks.pending_sources.call(session)))
    return sorted(
        undecided, key=lambda pending: (pending.board or 0, pending.play or 0, str(pending.what), str(pending.sentence))
    )


def pending_on_boards(session: Session) -> list[Pending]:
    """Those of a board: its score is shown subject to them."""
    return [pending for pending in pending_in(session) if pending.board is not None]
