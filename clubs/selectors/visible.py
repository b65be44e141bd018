"""What exists for whom. Whatever a query here leaves out is, for that actor, not there at all (404, not 403).

Visibility follows the person, whatever a token's scopes: a scope narrows what may be done, not what exists.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from clubs.models import ApiToken, Club, Federation, Membership, Player, Role, RoleGrant
from clubs.models.people import PlayerQuerySet
from clubs.permissions import OFFICIALS
from core.actors import Actor
from core.permissions import is_allowed, runs_the_installation
from jobs.models import Job


def sees_everything(actor: Actor) -> bool:
    """The system, and whoever runs the installation while signed in personally."""
    return actor.is_system or runs_the_installation(actor)


def visible_clubs(actor: Actor) -> QuerySet[Club]:
    """Listed clubs; an unlisted one only for its own people and the officers over it."""
    clubs = Club.objects.select_related("federation")
    if sees_everything(actor):
        return clubs
    own_clubs = {grant.club_id for grant in actor.grants if grant.club_id} | actor.member_of
    return clubs.filter(Q(is_listed=True) | Q(pk__in=own_clubs) | _under_officer(actor))


def visible_federations(actor: Actor) -> QuerySet[Federation]:
    return Federation.objects.select_related("parent")


def visible_bodies(actor: Actor, kind: str) -> QuerySet[Any]:
    return visible_clubs(actor) if kind == Club.kind else visible_federations(actor)


def visible_memberships(actor: Actor) -> QuerySet[Membership]:
    """Those of the clubs whose list of members this person may open."""
    rows = Membership.objects.select_related("player", "club__federation")
    if sees_everything(actor):
        return rows
    return rows.filter(club__in=clubs_with_role(actor, OFFICIALS))


def visible_players(actor: Actor) -> PlayerQuerySet:
    """Oneself, and whoever has belonged to a club that this person runs."""
    players = Player.objects.select_related("federation")
    if sees_everything(actor):
        return players
    members = Membership.objects.filter(club__in=clubs_with_role(actor, [Role.SECRETARY])).values("player")
    return players.filter(Q(pk__in=members) | Q(pk=actor.player.pk if actor.player else None))


def keeping_club(actor: Actor, player: Player) -> Club | None:
    """The club for which this person keeps another's record; their own record they keep for no club.

    One that the player has left is taken only where there is no other.
    """
    if actor.player is not None and actor.player.pk == player.pk:
        return None
    rows = Membership.objects.filter(player=player).select_related("club__federation")
    if not sees_everything(actor):
        rows = rows.filter(club__in=clubs_with_role(actor, [Role.SECRETARY]))
    found = sorted(rows, key=lambda row: (row.is_over(row.club.day(actor.at)), row.club_id))
    return found[0].club if found else None


def visible_grants(actor: Actor, body: Federation | Club) -> QuerySet[RoleGrant]:
    """Roles on a body that are not revoked."""
    grants = RoleGrant.objects.open().filter(**{body.kind: body})
    grants = grants.select_related("user__player", "granted_by__player", "federation", "club__federation")
    return grants if is_allowed(actor, "role.view", body) else grants.none()


def visible_jobs(actor: Actor, body: Federation | Club) -> QuerySet[Job]:
    jobs = Job.objects.filter(**{body.kind: body}).select_related("federation", "club__federation")
    return jobs if is_allowed(actor, "job.view", body) else jobs.none()


def own_tokens(actor: Actor) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=actor.user) if actor.user else ApiToken.objects.none()


def clubs_with_role(actor: Actor, roles: Iterable[str]) -> QuerySet[Club]:
    """Clubs on which this person holds one of these roles, or over which they are an officer."""
    accepted = set(roles)
    club_ids = [grant.club_id for grant in actor.grants if grant.club_id and grant.role in accepted]
    return Club.objects.filter(Q(pk__in=club_ids) | _under_officer(actor))


def _under_officer(actor: Actor) -> Q:
    """Clubs in the subtree of a federation of which this person is an officer."""
    reach = Q(pk__in=[])
    for grant in actor.grants:
        if grant.role == Role.OFFICER and grant.federation is not None:
            reach |= Q(federation__path__startswith=grant.federation.path)
    return reach
