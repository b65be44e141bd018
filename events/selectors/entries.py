"""Entries of an event: who is in, who waits, and on which day it is played."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import Q, QuerySet

from clubs.models import Player
from core.actors import Actor
from events.models import Contestant, Entrant, Event, PartnerWish
from events.models.contestants import Status, WishState
from events.models.sessions import SessionState
from events.selectors.seats import with_people
from events.selectors.tables import sees_names


def waiting_contestants(event: Event) -> QuerySet[Contestant]:
    """The waiting list, the first one first."""
    return event.contestants.filter(status=Status.WAITING).order_by("entered_at", "pk")


def next_playing_day(event: Event, at: datetime) -> date:
    """The day on which it is played next; once all is played, the last day; with no session planned, today."""
    sessions = list(event.sessions.order_by("starts_at").values_list("state", "starts_at"))
    ahead = [starts for state, starts in sessions if state != SessionState.FINISHED]
    if ahead:
        return event.club.day(ahead[0])
    return event.club.day(sessions[-1][1] if sessions else at)


def has_begun(event: Event) -> bool:
    """Whether a session of it has left the plan: seated, in play or over."""
    return event.sessions.exclude(state=SessionState.DRAFT).exists()


def closes_at(event: Event) -> datetime | None:
    """When entries online close: as the event says, else when it begins; None while it has no date."""
    return event.entries_close_at or event.sessions.order_by("starts_at").values_list("starts_at", flat=True).first()


def player_entry(event: Event, player: Player | None) -> Contestant | None:
    """The contestant in which somebody is entered or waits."""
    if player is None:
        return None
    own = Entrant.objects.filter(event=event, player=player, is_active=True).values("contestant")
    return with_people(Contestant.objects.filter(pk__in=own)).first()


def place_in_line(contestant: Contestant) -> int:
    """How far up the waiting list, from 1."""
    earlier = Q(entered_at__lt=contestant.entered_at) | Q(entered_at=contestant.entered_at, pk__lt=contestant.pk)
    return waiting_contestants(contestant.event).filter(earlier).count() + 1


def open_wishes(event: Event) -> QuerySet[PartnerWish]:
    """Who looks for a partner, the longest first."""
    wishes = event.partner_wishes.filter(state=WishState.OPEN, player__erased_at=None)
    wishes = wishes.select_related("player", "event__club")
    return wishes.order_by("made_at", "pk")


def title_for(actor: Actor, contestant: Contestant) -> str:
    """The contestant as this person may see it: the team's name, or the players' names."""
    return contestant.name or names_for(actor, contestant)


def names_for(actor: Actor, contestant: Contestant) -> str:
    """The players' names; whoever has no business with them sees each as its owner shows it in public."""
    in_full = sees_names(actor, contestant)
    entrants = contestant.entrants.all()
    return " – ".join(
        entrant.player.public_name if entrant.player and not in_full else entrant.title for entrant in entrants
    )
