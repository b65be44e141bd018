from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet

from clubs.models import Membership
from clubs.models.people import MembershipStatus


def current_memberships(*, day: date) -> QuerySet[Membership]:
    """Memberships that count on a day: begun, not over, not suspended."""
    return Membership.objects.filter(
        Q(ends__isnull=True) | Q(ends__gte=day), starts__lte=day, status=MembershipStatus.ACTIVE
    )


def overlapping_memberships(membership: Membership) -> QuerySet[Membership]:
    """The player's other memberships in the same club that share a day with this one."""
    rows = Membership.objects.filter(player=membership.player, club=membership.club).exclude(pk=membership.pk)
    rows = rows.filter(Q(ends__isnull=True) | Q(ends__gte=membership.starts))
    return rows.filter(starts__lte=membership.ends) if membership.ends else rows
