"""Whom a federation or club can write to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.models import Club, Federation, Membership, Player, Role, RoleGrant
from clubs.models.bodies import Body
from clubs.models.people import MembershipKind
from clubs.selectors.memberships import current_memberships
from office.hooks import MailGroup, mail_groups
from office.models import MembershipYear, Renewal


def groups_of(body: Body, at: datetime) -> list[MailGroup]:
    return [group for groups in mail_groups.call(body, at) for group in groups]


def find_group(body: Body, key: str, at: datetime) -> MailGroup | None:
    return next((group for group in groups_of(body, at) if group.key == key), None)


def member_groups(body: Body, at: datetime) -> list[MailGroup]:
    return _of_club(body, at) if isinstance(body, Club) else _of_federation(body, at)


def _of_club(club: Club, at: datetime) -> list[MailGroup]:
    current = current_memberships(day=club.day(at)).filter(club=club)
    kinds = [
        MailGroup(f"kind-{kind}", _("Members: %(kind)s") % {"kind": kind.label}, _members(current.filter(kind=kind)))
        for kind in MembershipKind
    ]
    everybody = MailGroup("members", _("All members"), _members(current))
    officials = RoleGrant.objects.in_force(at).filter(club=club)
    return [everybody, *kinds, MailGroup("officials", _("All who hold an office"), _holders(officials)), *_unpaid(club)]


def _of_federation(federation: Federation, at: datetime) -> list[MailGroup]:
    below = Club.objects.filter(federation__path__startswith=federation.path)
    grants = RoleGrant.objects.in_force(at).filter(club__in=below)
    members = current_memberships(day=federation.day(at)).filter(club__in=below)
    return [
        MailGroup("secretaries", _("The clubs: their secretaries"), _holders(grants.filter(role=Role.SECRETARY))),
        MailGroup("directors", _("The directors of the clubs"), _holders(grants.filter(role=Role.DIRECTOR))),
        MailGroup("members", _("All members of the clubs"), _members(members)),
    ]


def _unpaid(club: Club) -> list[MailGroup]:
    """Of the newest membership year, who has not paid."""
    year = MembershipYear.objects.filter(club=club).order_by("-starts").first()
    if year is None:
        return []
    rows = Renewal.objects.filter(year=year, settled_at=None).exclude(answer="leaves")
    label = _("Membership year %(year)s: not paid") % {"year": year.name}
    return [MailGroup("unpaid", label, lambda: Player.objects.filter(pk__in=rows.values("player"), erased_at=None))]


def _members(memberships: QuerySet[Membership]) -> Callable[[], QuerySet[Player]]:
    return lambda: Player.objects.filter(pk__in=memberships.values("player"), erased_at=None)


def _holders(grants: QuerySet[RoleGrant]) -> Callable[[], QuerySet[Player]]:
    return lambda: Player.objects.filter(user__in=grants.values("user"), erased_at=None)
