"""Sessions whose official score is no longer what counts, since an appeal was decided: it is to be published again."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F, Max, Q, QuerySet

from appeals.models import Decision
from clubs.models import Club, Role
from core.actors import Actor
from core.permissions import may
from events.models import Session
from events.models.sessions import Duty
from scoring.selectors.official import is_changed_since_published

MOST = 10
# A score that nobody published again for so long is history; its own page still says so.
RECENT = timedelta(days=60)
# Decisions of the whole server, newest first: so many, however many there have been.
LOOKED_AT = 100


def sessions_to_publish(actor: Actor, club: Club | None = None) -> list[Session]:
    """Those that this person can publish: of one club, or of all in which they direct."""
    if actor.user is None:
        return []
    where = Q(event__club=club) if club is not None else _directed_by(actor)
    newest = Decision.objects.order_by("-pk").values_list("appeal__session", "made_at")[:LOOKED_AT]
    recent = {session for session, made_at in newest if made_at >= actor.at - RECENT}
    if not recent:
        return []
    decided = _decided_since(Session.objects.filter(where, pk__in=recent))
    return [session for session in decided if _is_to_publish(actor, session)]


def is_to_publish(actor: Actor, session: Session) -> bool:
    return any(_is_to_publish(actor, decided) for decided in _decided_since(Session.objects.filter(pk=session.pk)))


def _is_to_publish(actor: Actor, session: Session) -> bool:
    return may(actor, "official.publish", session) and is_changed_since_published(session)


def _directed_by(actor: Actor) -> Q:
    clubs = [grant.club_id for grant in actor.grants if grant.club_id and grant.role == Role.DIRECTOR]
    mine = Q(event__club__in=clubs)
    if actor.player is not None:
        mine |= Q(officials__player=actor.player, officials__duty=Duty.DIRECTOR)
    return mine


def _decided_since(rows: QuerySet[Session]) -> QuerySet[Session]:
    """With a decision that is younger than the last publication: few, and only these are looked at closely."""
    ids = (
        rows.filter(appeals__decisions__isnull=False, official__state="published")
        .annotate(decided=Max("appeals__decisions__made_at"), published=Max("publications__made_at"))
        .filter(decided__gt=F("published"))
        .order_by()
        .values("pk")
    )
    return Session.objects.filter(pk__in=ids).select_related("event__club__federation").order_by("-starts_at")[:MOST]
