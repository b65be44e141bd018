"""A club's members: the list, one of them, and the list as a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubs.forms.members import MemberSearchForm
from clubs.models import Club, Membership
from clubs.models.people import MembershipKind, MembershipStatus
from clubs.selectors.joining import open_join_requests
from clubs.selectors.members import (
    MemberListQuery,
    MembershipStanding,
    club_members,
    membership_history,
    with_membership_standing,
)
from clubs.services.joining import joined_by
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.permissions import may
from core.sheets import csv_answer

PAGE = 50
COLUMNS = (
    ("name", gettext_lazy("Name")),
    ("number", gettext_lazy("Number")),
    ("federation_number", gettext_lazy("Federation no.")),
    ("kind", gettext_lazy("Kind")),
    ("standing", gettext_lazy("Status")),
    ("starts", gettext_lazy("From")),
    ("ends", gettext_lazy("Until")),
    ("seat", gettext_lazy("Stationary seat")),
)
BADGES = {
    MembershipStanding.CURRENT.value: "good",
    MembershipStanding.COMING.value: "info",
    MembershipStanding.SUSPENDED.value: "warn",
    MembershipStanding.LAPSED.value: "quiet",
}


@dataclass(frozen=True)
class Column:
    label: Any
    sort: str
    direction: str


@dataclass(frozen=True)
class MemberRow:
    """A membership with its standing in words."""

    membership: Membership
    name: str
    standing: str
    badge: str
    seat: str
    url: str


def member_rows(club: Club, memberships: Iterable[Membership]) -> list[MemberRow]:
    return [
        MemberRow(
            membership=membership,
            name=membership.player.surname_first if club.sorts_by_surname else membership.player.display_name,
            standing=str(MembershipStanding(membership.standing).label),  # type: ignore[attr-defined]
            badge=BADGES[membership.standing],  # type: ignore[attr-defined]
            seat=_("needed") if membership.player.needs_stationary_seat else "",
            url=body_url(club, "member", membership_id=membership.pk),
        )
        for membership in memberships
    ]


@require_safe
@body_page("membership.view")
def members(request: Request, body: Club) -> HttpResponse:
    form, memberships, query = _searched_members(request, body)
    page = Paginator(memberships, PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "rows": member_rows(body, page.object_list),
        "columns": [_column(name, label, query.sort) for name, label in COLUMNS],
        "is_filtered": bool(query.words or query.kind or query.standing != MembershipStanding.CURRENT),
        "anybody": bool(page.paginator.count) or body.memberships.exists(),
        "may_add": may(request.actor, "membership.add", body),
        "waiting": open_join_requests(body).count() if may(request.actor, "join.answer", body) else 0,
    }
    return render_body(request, body, "clubs/members.html", context)


@require_safe
@body_page("membership.view")
def member(request: Request, body: Club, membership_id: int) -> HttpResponse:
    membership = find_membership(body, membership_id)
    day = body.day(request.actor.at)
    row = member_rows(body, [with_membership_standing(Membership.objects.filter(pk=membership.pk), day).get()])[0]
    history = member_rows(body, membership_history(membership, day=day))
    context = {
        "row": row,
        "membership": membership,
        "history": history,
        "may_change": may(request.actor, "membership.change", body) and membership.player.erased_at is None,
        "may_renew": membership.ends is not None and history[0].membership.pk == membership.pk,
        "sees_contact": may(request.actor, "player.view", membership.player),
        "may_help": may(request.actor, "account.password", membership.player.user),
        "may_join": may(request.actor, "join.answer", body),
        "joined": joined_by(membership.player, body),
        "may_end": membership.status != MembershipStatus.ENDED,
    }
    return render_body(request, body, "clubs/member.html", context)


@require_safe
@body_page("membership.add")
def export(request: Request, body: Club) -> HttpResponseBase:
    """The list as it is filtered, all of its pages."""
    _form, memberships, _query = _searched_members(request, body)
    return csv_answer(_sheet(memberships), f"{body.slug}-{_('members')}-{body.day(request.actor.at)}.csv")


def find_membership(club: Club, membership_id: int) -> Membership:
    rows = Membership.objects.select_related("player__federation", "player__user", "club__federation")
    return get_object_or_404(rows, pk=membership_id, club=club)


def _searched_members(request: Request, club: Club) -> tuple[MemberSearchForm, QuerySet[Membership], MemberListQuery]:
    form = MemberSearchForm(request.GET)
    query = form.query()
    return form, club_members(club, day=club.day(request.actor.at), query=query), query


def _column(name: str, label: Any, sort: str) -> Column:
    """The heading of a column: where it leads, and how the list is sorted by it now."""
    if sort == name:
        return Column(label, f"-{name}", "ascending")
    return Column(label, name, "descending" if sort == f"-{name}" else "")


def _sheet(memberships: QuerySet[Membership]) -> Iterator[list[Any]]:
    # In words of the reader's language now: while the file is sent, the language is no longer switched on.
    heads = [
        *(_("Name"), _("Member number"), _("Federation number"), _("Kind"), _("Status"), _("From"), _("Until")),
        *(_("Stationary seat"), _("First name"), _("Last name"), _("Email"), _("Telephone")),
    ]
    kinds = {key: str(label) for key, label in MembershipKind.choices}
    states = {key: str(label) for key, label in MembershipStatus.choices}
    return _lines(heads, memberships, kinds, states, (_("no"), _("yes")))


def _lines(
    heads: list[str],
    memberships: QuerySet[Membership],
    kinds: dict[str, str],
    states: dict[str, str],
    answers: tuple[str, str],
) -> Iterator[list[Any]]:
    yield heads
    for membership in memberships.iterator(chunk_size=500):
        person = membership.player
        seat = answers[person.needs_stationary_seat]
        days: list[date | None] = [membership.starts, membership.ends]
        yield [
            *(person.display_name, membership.number, person.federation_number),
            *(kinds[membership.kind], states[membership.status], *days, seat),
            *(person.given_name, person.family_name, person.email, person.phone),
        ]
