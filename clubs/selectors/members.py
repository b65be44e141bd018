"""A club's list of members: one row for each person, with the membership that counts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, CharField, F, OuterRef, Q, QuerySet, Subquery, TextChoices, Value, When
from django.db.models.functions import Length, Lower
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Membership, Player
from clubs.models.people import MembershipStatus
from clubs.selectors.visible import visible_players
from core.actors import Actor
from core.names import name_key


class MembershipStanding(TextChoices):
    """How a member stands on a day, whatever the membership's status was last set to."""

    CURRENT = "current", _("Current")
    COMING = "coming", _("Not yet begun")
    SUSPENDED = "suspended", _("Suspended")
    LAPSED = "lapsed", _("Lapsed")


SORTS: dict[str, tuple[Any, ...]] = {
    "name": (Lower("player__display_name"),),
    "surname": (F("player__surname_key"),),
    "number": (Length("number"), Lower("number")),
    "federation_number": (Length("player__federation_number"), Lower("player__federation_number")),
    "kind": (F("kind"),),
    "standing": (F("standing"),),
    "starts": (F("starts"),),
    "ends": (F("ends"),),
    "seat": (F("player__needs_stationary_seat"),),
}


@dataclass(frozen=True)
class MemberListQuery:
    """What of the list is asked for."""

    words: str = ""
    standing: str = ""
    kind: str = ""
    sort: str = "name"


def club_members(club: Club, *, day: date, query: MemberListQuery | None = None) -> QuerySet[Membership]:
    """One membership for each person: the one that runs, else the latest; each with its `standing`."""
    query = query or MemberListQuery()
    rows = with_membership_standing(Membership.objects.filter(club=club), day).filter(
        pk=_counting_membership(club, day)
    )
    for word in query.words.split():
        rows = rows.filter(_mentions(word))
    if query.standing:
        rows = rows.filter(Q(standing=query.standing))
    if query.kind:
        rows = rows.filter(kind=query.kind)
    return rows.select_related("player").order_by(*_order(_sort_for_club(club, query.sort)))


def _sort_for_club(club: Club, sort: str) -> str:
    """By name means by surname where the club wants it."""
    down = "-" if sort.startswith("-") else ""
    return f"{down}surname" if club.sorts_by_surname and sort.removeprefix("-") == "name" else sort


def with_membership_standing(rows: QuerySet[Membership], day: date) -> QuerySet[Membership]:
    standing = Case(
        When(Q(status=MembershipStatus.ENDED) | Q(ends__lt=day), then=Value(MembershipStanding.LAPSED)),
        When(status=MembershipStatus.SUSPENDED, then=Value(MembershipStanding.SUSPENDED)),
        When(starts__gt=day, then=Value(MembershipStanding.COMING)),
        default=Value(MembershipStanding.CURRENT),
        output_field=CharField(),
    )
    return rows.annotate(standing=standing)


def membership_history(membership: Membership, *, day: date) -> QuerySet[Membership]:
    """All of this person's memberships in this club, the latest first."""
    rows = Membership.objects.filter(club=membership.club_id, player=membership.player_id)
    return with_membership_standing(rows, day).select_related("player").order_by("-starts")


def find_players(*, actor: Actor, words: str, limit: int = 10) -> list[Player]:
    """People this person knows of, by parts of the name or the federation number."""
    players = visible_players(actor).findable()
    for word in words.split():
        pattern = re.escape(word)
        matches = Q(display_name__iregex=pattern) | Q(federation_number__iregex=pattern)
        players = players.filter(matches | Q(name_key__contains=key) if (key := name_key(word)) else matches)
    return list(players.order_by(Lower("display_name"), "pk")[:limit]) if words.split() else []


def likely_same(*, actor: Actor, club: Club, name: str, federation_number: str, limit: int = 10) -> list[Player]:
    """People already in the records who may be the one about to be entered."""
    same = Q(name_key=name_key(name))
    if federation_number:
        same |= Q(federation__in=club.federation.line, federation_number=federation_number)
    return list(visible_players(actor).findable().filter(same).order_by("display_name", "pk")[:limit])


def memberships_that_count(club: Club, players: list[Player], *, day: date) -> dict[int, Membership]:
    """For those among the players who are or were members here: the membership that counts."""
    rows = club_members(club, day=day).filter(player__in=players)
    return {membership.player_id: membership for membership in rows}


def _counting_membership(club: Club, day: date) -> Subquery:
    memberships = Membership.objects.filter(club=club, player=OuterRef("player"))
    is_running = Q(starts__lte=day) & (Q(ends=None) | Q(ends__gte=day))
    running_first = Case(When(is_running & ~Q(status=MembershipStatus.ENDED), then=Value(0)), default=Value(1))
    return Subquery(memberships.order_by(running_first, "-starts", "-pk").values("pk")[:1])


def _mentions(word: str) -> Q:
    # A pattern and not `icontains`: on SQLite that knows upper and lower case only in Latin letters.
    pattern = re.escape(word)
    fields = ("player__display_name", "number", "player__federation_number", "player__disputed_number")
    matches = Q(*((f"{field}__iregex", pattern) for field in fields), _connector=Q.OR)
    return matches | Q(player__name_key__contains=key) if (key := name_key(word)) else matches


def _order(sort: str) -> list[Any]:
    """By the wanted column, empty values last; then by name."""
    down = sort.startswith("-")
    columns = SORTS.get(sort.removeprefix("-"), SORTS["name"])
    order = [column.desc(nulls_last=True) if down else column.asc(nulls_last=True) for column in columns]
    return [*order, Lower("player__display_name"), "pk"]
