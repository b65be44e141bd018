"""Which clubs a person may know of."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from clubs.actors import Actor
from clubs.models import Club, Role


def visible_clubs(actor: Actor) -> QuerySet[Club]:
    """Listed clubs, and of the others those the actor belongs to, serves, or oversees as an officer."""
    clubs = Club.objects.select_related("federation")
    if actor.is_system or (actor.user is not None and actor.user.is_superuser and actor.token is None):
        return clubs
    return clubs.filter(Q(is_listed=True) | _own(actor))


def _own(actor: Actor) -> Q:
    served = {grant.club_id for grant in actor.grants if grant.club_id}
    reach = Q(pk__in=served | actor.member_of)
    for grant in actor.grants:
        if grant.role == Role.OFFICER and grant.federation:
            reach |= Q(federation__path__startswith=grant.federation.path)
    return reach
