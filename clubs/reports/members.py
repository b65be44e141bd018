"""For the secretary: the list of members, labels with their names, and letters to those whose membership runs out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Membership
from clubs.reports.sources import CLUB
from clubs.selectors.members import MemberListQuery, MembershipStanding, club_members
from core.actors import Actor
from printing.registry import Context, Group, NothingToPrint, printed_report

# Whose membership ends within so many days, or ended so many days ago, is written to.
AHEAD, BEHIND = timedelta(days=60), timedelta(days=60)


def _current(actor: Actor, club: Club) -> QuerySet[Membership]:
    query = MemberListQuery(standing=MembershipStanding.CURRENT)
    members = club_members(club, day=club.day(actor.at), query=query)
    if not members:
        raise NothingToPrint(_("The club has no members today."))
    return members


@printed_report(
    "membership-list",
    title=gettext_lazy("Membership list"),
    source=CLUB,
    group=Group.OFFICE,
    template="clubs/print/membership_list.html",
    act="membership.view",
    same_for_all=True,
)
def membership_list(actor: Actor, club: Club, period: str) -> Context:
    """Every member of today with number, kind, and until when."""
    return {"members": _current(actor, club), "club": club}


@printed_report(
    "member-labels",
    title=gettext_lazy("Labels for members"),
    source=CLUB,
    group=Group.OFFICE,
    template="clubs/print/labels.html",
    act="membership.view",
    is_cut=True,
    same_for_all=True,
)
def member_labels(actor: Actor, club: Club, period: str) -> Context:
    """A label with the name and number of each member."""
    return {"members": _current(actor, club), "club": club}


@printed_report(
    "renewal-letters",
    title=gettext_lazy("Renewal letters"),
    source=CLUB,
    group=Group.OFFICE,
    template="clubs/print/renewals.html",
    act="membership.change",
    same_for_all=True,
)
def renewal_letters(actor: Actor, club: Club, period: str) -> Context:
    """A letter to each member whose membership ends soon, or has just ended; what it costs is written in by hand."""
    day = club.day(actor.at)
    ending: list[Any] = [
        membership
        for membership in club_members(club, day=day)
        if membership.ends is not None and day - BEHIND <= membership.ends <= day + AHEAD
    ]
    if not ending:
        raise NothingToPrint(_("No membership ends in these weeks."))
    return {"members": ending, "club": club, "day": day}
