"""Telling people that they are entered, wait, have moved up or found a partner, as long as they are not in the room."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from core.actors import Actor
from events.models import Contestant, Event
from events.models.contestants import Entrant, Status
from events.models.sessions import SessionState
from office.services.notices import tell

ABOUT = "event"


def tell_of_entry(*, actor: Actor, contestant: Contestant, found_partner: Iterable[int] = ()) -> None:
    """Everybody in the contestant but whoever did it; those whom it brought a partner are told that.

    `found_partner` are the players who had looked for one.
    """
    starts = _starts(contestant.event, actor.at)
    if starts is None:
        return
    players = _players(contestant, besides=actor)
    partners = players & set(found_partner)
    kind = "entry.waiting" if contestant.status == Status.WAITING else "entry.entered"
    for told, about in ((players - partners, kind), (partners, "entry.partner")):
        _tell(contestant, about, told, starts, actor)


def tell_of_promotion(*, actor: Actor, contestant: Contestant) -> None:
    """A place has become free, and those who waited have it."""
    starts = _starts(contestant.event, actor.at)
    if starts is not None:
        _tell(contestant, "entry.promoted", _players(contestant, besides=actor), starts, actor)


def _starts(event: Event, at: datetime) -> datetime | None:
    """When it is played first, where that lies ahead and nobody has sat down; else nobody needs to be told."""
    sessions = list(event.sessions.order_by("starts_at").values_list("state", "starts_at"))
    if not sessions or any(state != SessionState.DRAFT for state, _starts_at in sessions):
        return None
    first: datetime = sessions[0][1]
    return first if first > at else None


def _players(contestant: Contestant, *, besides: Actor) -> set[int]:
    """Those with an account: others hear it from whoever entered them."""
    entrants = Entrant.objects.filter(contestant=contestant, player__user__isnull=False)
    return set(entrants.exclude(player__user=besides.user_id).values_list("player_id", flat=True))


def _tell(contestant: Contestant, kind: str, players: set[int], starts: datetime, actor: Actor) -> None:
    if not players:
        return
    event = contestant.event
    gaps: dict[str, Any] = {
        "event": event.name,
        "who": contestant.title,
        "when": {"moment": starts.isoformat(), "zone": event.club.timezone},
    }
    tell(
        kind=kind,
        body=event.club,
        about=(ABOUT, event.pk),
        at=actor.at,
        players=players,
        gaps=gaps,
        path=event.get_absolute_url(),
    )
