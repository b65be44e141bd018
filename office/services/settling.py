"""When nothing is open any more: the membership runs on to the end of the year that was paid for."""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError

from clubs.models import Membership
from clubs.services.memberships import add_membership
from clubs.services.removing import remove_membership
from core import transaction
from core.actors import Actor
from core.locks import lock_all
from office.models import Renewal
from office.models.dues import Answer


def settle(*, actor: Actor, renewal: Renewal) -> None:
    """In the caller's transaction: this one and whoever is paid along are settled, and renewed where they end.

    Whoever is paid along and has said that they leave is not kept by somebody else's payment.
    """
    rows = lock_all(Renewal.objects.filter(pk=renewal.pk) | Renewal.objects.filter(payer=renewal.pk))
    for row in rows:
        leaves = row.pk != renewal.pk and row.answer == Answer.LEAVES
        if row.settled_at is None and not leaves:
            row.settled_at, row.answer = actor.at, Answer.RENEWS
            row.answered_at = row.answered_at or actor.at
            row.renewed_as = _renewed(actor, row)
            row.version += 1
            row.save()
    renewal.refresh_from_db()


def unsettle(*, actor: Actor, renewal: Renewal) -> None:
    """In the caller's transaction: it is open again. What was renewed goes, unless somebody has played under it."""
    rows = lock_all(Renewal.objects.filter(pk=renewal.pk) | Renewal.objects.filter(payer=renewal.pk))
    for row in rows:
        renewed, row.settled_at, row.renewed_as = row.renewed_as, None, None
        row.version += 1
        row.save()
        if renewed is not None and not _taken_back(actor, renewed):
            Renewal.objects.filter(pk=row.pk).update(renewed_as=renewed)
    renewal.refresh_from_db()


def _taken_back(actor: Actor, membership: Membership) -> bool:
    try:
        with transaction.atomic():
            remove_membership(actor=actor, membership=membership)
    except ValidationError:
        return False
    return True


def _renewed(actor: Actor, renewal: Renewal) -> Membership | None:
    """The membership for the rest of the year; None where one runs on that long already."""
    if renewal.renewed_as is not None:
        return renewal.renewed_as
    year = renewal.year
    theirs = Membership.objects.filter(club=year.club, player=renewal.player).order_by("starts", "pk")
    latest = theirs.last()
    if latest is None or latest.ends is None or latest.ends >= year.ends:
        return None
    return add_membership(
        actor=actor,
        club=year.club,
        player=renewal.player,
        starts=max(latest.ends + timedelta(days=1), year.starts),
        ends=year.ends,
        kind=latest.kind,
        number=latest.number,
    )
