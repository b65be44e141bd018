"""Rulings behind results: what results pages say of them, and where they lead on to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.actors import Actor
from events.models import Session
from scoring import hooks


@dataclass(frozen=True)
class ReviewLink:
    """An appeal against the ruling: its name, how far it has come, its page for those who may read it."""

    title: str
    state: Any
    url: str = ""


@dataclass(frozen=True)
class RuledPlay:
    """The ruling that made the result, or the score, of a play what it is."""

    play: int
    board: int
    law: str
    # Results such as `4S= N`, where the ruling changed the result; else empty.
    before: str = ""
    after: str = ""
    is_adjusted: bool = False
    is_changed_on_appeal: bool = False
    reviews: tuple[ReviewLink, ...] = ()
    # The ruling's page, for those who may read it.
    url: str = ""
    # Where a review can be asked for, for those who may, and until when; without a time it has not begun to run.
    request_url: str = ""
    request_until: datetime | None = None


def ruled_plays(actor: Actor, session: Session) -> dict[int, list[RuledPlay]]:
    """By play: one query for each of those asked where nothing was ruled."""
    rulings: dict[int, list[RuledPlay]] = {}
    for source in hooks.ruled_play_sources:
        for ruling in source(actor, session):
            rulings.setdefault(ruling.play, []).append(ruling)
    return rulings
