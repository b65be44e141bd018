"""What an actor may know to exist."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from clubs.actors import Actor
from clubs.models import Club, Role


def visible_clubs(actor: Actor) -> QuerySet[Club]:
    """Listed clubs; unlisted ones only for their own people and for the officers over them."""
    clubs = Club.objects.select_related("federation")
    if actor.is_system or (actor.user is not None and actor.user.is_superuser and actor.token is None):
        return clubs
    own = Q(pk__in=[grant.club_id for grant in actor.grants if grant.club_id]) | Q(pk__in=actor.member_of)
    for grant in actor.grants:
        if grant.role == Role.OFFICER and grant.federation is not None:
            own |= Q(federation__path__startswith=grant.federation.path)
    return clubs.filter(Q(is_listed=True) | own)
