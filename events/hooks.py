"""What applications above add to events, and what they learn of a session in the transaction of the change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from core.actors import Actor
from core.hooks import Hook

if TYPE_CHECKING:
    from clubs.models import Club
    from clubs.selectors.home import Concern
    from events.models import Event, Place, Section, Session


class OnSession(Protocol):
    """Gets the session as it now stands."""

    def __call__(self, *, session: Session, actor: Actor) -> None: ...


class OnRound(Protocol):
    """Gets the session as it now stands, and the number of the round that is over."""

    def __call__(self, *, session: Session, finished: int, actor: Actor) -> None: ...


class OnDiscard(Protocol):
    def __call__(self, *, session: Session, actor: Actor, reason: str) -> None: ...


class OnSection(Protocol):
    def __call__(self, *, section: Section, actor: Actor) -> None: ...


@dataclass(frozen=True)
class PlacePart:
    """A part of a contestant's page in a session that is played; `shown` is false where there is nothing to show."""

    template: str
    shown: Callable[[Place], Any]


@dataclass(frozen=True)
class MoneyPart:
    """A part of a session's money page; `shown` is false where there is nothing to show."""

    template: str
    shown: Callable[[Actor, Session], Any]


#: Why an event cannot be removed as a mistake: a sentence, or nothing.
reasons_to_keep_event: Hook[Callable[[Event], str]] = Hook()
#: What waits for somebody at this club.
club_concerns: Hook[Callable[[Actor, Club], Iterable[Concern]]] = Hook()
#: Parts of a contestant's page at the desk.
place_parts: Hook[PlacePart] = Hook()
#: Parts of a session's money page: what else is in the cash box.
money_parts: Hook[MoneyPart] = Hook()
#: A round is over and the next one begins.
round_called: Hook[OnRound] = Hook()
#: Play is over.
session_over: Hook[OnSession] = Hook()
#: A round that was over goes on: called back, or the session reopened.
round_goes_on: Hook[OnSession] = Hook()
#: A finished session is to be reopened: whoever must not let that happen raises a refusal.
session_reopening: Hook[OnSession] = Hook()
#: A session entered from paper goes back to seating: what hangs on its plays is removed.
scores_discarded: Hook[OnDiscard] = Hook()
#: Who played which boards of a section was put right, also in rounds that were played.
plays_changed: Hook[OnSection] = Hook()
#: Whether the scores of these sessions are official, in words, and what they were made from: what every sheet says.
score_marks: Hook[Callable[[list[Session]], tuple[str, str]]] = Hook()
