"""What is still open in a session and can move its score: each app that knows of such things registers a look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from events.models import Session


@dataclass(frozen=True)
class Pending:
    """Something undecided, in a sentence; with the board where it concerns one."""

    sentence: str
    board: int | None = None


Look = Callable[[Session], list[Pending]]
LOOKS: list[Look] = []


def pending(look: Look) -> Look:
    if look not in LOOKS:
        LOOKS.append(look)
    return look


def pending_in(session: Session) -> list[Pending]:
    return [one for look in LOOKS for one in look(session)]
