"""Who is told what: the users behind the sides, the directors, the adjudicators, the offices."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from appeals.models import Appeal, BodyMember, Challenge
from appeals.models.bodies import SITTING, ChallengeState
from appeals.selectors.parties import party_people
from clubs.models import Player, Role, RoleGrant
from rulings.selectors.directors import session_directors


def side_users(appeal: Appeal, *sides: str) -> set[int]:
    people = party_people(appeal)
    player_ids = {player for side in sides or people for player in people.get(side, ())}
    rows = Player.objects.filter(pk__in=player_ids, user__is_active=True)
    return set(rows.values_list("user_id", flat=True))


def director_users(appeal: Appeal, at: datetime) -> set[int]:
    directors = {user.pk for user in session_directors(appeal.session, at=at)}
    return directors - side_users(appeal)


def chair_users(appeal: Appeal, at: datetime) -> set[int]:
    """Those who put bodies together; where the club has no appeals chair, its secretary."""
    grants = RoleGrant.objects.in_force(at).filter(club=appeal.club)
    chairs = set(grants.filter(role=Role.APPEALS_CHAIR).values_list("user_id", flat=True))
    return chairs or set(grants.filter(role=Role.SECRETARY).values_list("user_id", flat=True))


def composing_users(appeal: Appeal, at: datetime, *, without: Collection[int] = ()) -> set[int]:
    """Who sees to the body: the chairs, else the secretary, else the federation; nobody in a matter of their own."""
    grants = RoleGrant.objects.in_force(at).filter(club=appeal.club, role=Role.SECRETARY)
    kept_out = set(without) | side_users(appeal)
    return (
        chair_users(appeal, at) - kept_out
        or set(grants.values_list("user_id", flat=True)) - kept_out
        or federation_users(appeal, at) - kept_out
    )


def challenged_users(appeal: Appeal) -> set[int]:
    """The members to whom a side objects, and on whom nobody has decided yet."""
    rows = Challenge.objects.filter(member__body__appeal=appeal, state=ChallengeState.OPEN)
    return set(rows.values_list("member__user", flat=True))


def member_users(appeal: Appeal) -> set[int]:
    rows = BodyMember.objects.filter(body__appeal=appeal.heard_with_id or appeal.pk, state__in=SITTING)
    return set(rows.values_list("user_id", flat=True))


def federation_users(appeal: Appeal, at: datetime) -> set[int]:
    """The federation right above the club; where it has no officer, the next one up that has."""
    rows = RoleGrant.objects.in_force(at).filter(role__in=[Role.OFFICER, Role.APPEALS_CHAIR])
    for federation in reversed(appeal.club.federation.line):
        if users := set(rows.filter(federation=federation).values_list("user_id", flat=True)):
            return users
    return set()
