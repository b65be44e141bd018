"""Requests to be joined to a member, and which member is likely meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from clubs import hooks
from clubs.models import Club, JoinRequest, Membership, Player
from clubs.models.joining import JoinState
from clubs.models.people import PlayerQuerySet
from clubs.selectors.members import MemberListQuery, club_members
from clubs.selectors.roles import person_name
from core.actors import Actor
from core.names import name_key

MOST = 5


@dataclass(frozen=True)
class JoinCandidate:
    """A member of the club who may be the newcomer."""

    membership: Membership
    same_number: bool
    same_name: bool

    @property
    def has_account(self) -> bool:
        return self.membership.player.user_id is not None


@dataclass(frozen=True)
class VisitorCandidate:
    """Somebody who has played here without being a member, and who may be the newcomer."""

    player: Player
    evenings: tuple[str, ...]


@dataclass(frozen=True)
class JoinRequestCard:
    """A request with what its card shows."""

    request: JoinRequest
    name: str
    is_confirmed: bool
    candidates: list[JoinCandidate]
    visitors: list[VisitorCandidate]

    @property
    def can_be_new(self) -> bool:
        """Whether the record that the account has is not a member here already."""
        player = getattr(self.request.user, "player", None)
        return all(candidate.membership.player != player for candidate in self.candidates)


def open_join_requests(club: Club) -> QuerySet[JoinRequest]:
    rows = JoinRequest.objects.filter(club=club, state=JoinState.OPEN)
    return rows.select_related("user__player", "club__federation")


def own_join_requests(actor: Actor) -> QuerySet[JoinRequest]:
    """What this person has asked and was not given: waiting, or declined."""
    rows = JoinRequest.objects.filter(user=actor.user, state__in=(JoinState.OPEN, JoinState.DECLINED))
    return rows.exclude(club__in=actor.member_of).select_related("club")


def latest_join_request(actor: Actor, club: Club) -> JoinRequest | None:
    return JoinRequest.objects.filter(user=actor.user, club=club).order_by("-asked_at", "-pk").first()


def with_candidates(actor: Actor, club: Club, requests: Iterable[JoinRequest]) -> list[JoinRequestCard]:
    rows = list(requests)
    confirmed = EmailAddress.objects.filter(user__in=[request.user_id for request in rows], verified=True)
    confirmed_users = set(confirmed.values_list("user_id", flat=True))
    return [
        JoinRequestCard(
            request,
            person_name(request.user),
            request.user_id in confirmed_users,
            candidates_for(actor, club, request),
            visitors_for(club, request),
        )
        for request in rows
    ]


def candidates_for(actor: Actor, club: Club, request: JoinRequest, words: str = "") -> list[JoinCandidate]:
    """Members of the club, the likeliest first: by a number that the newcomer gave, then by name; or by `words`."""
    members = club_members(club, day=club.day(actor.at), query=MemberListQuery(words=words)).filter(
        player__erased_at=None
    )
    key = name_key(person_name(request.user))
    numbered = Q(pk__in=[])
    if request.federation_number:
        numbered |= Q(player__federation_number__iexact=request.federation_number)
    if request.number:
        numbered |= Q(number__iexact=request.number)
    named = Q(player__name_key=key)
    likeliness = Case(
        When(numbered & named, then=Value(0)),
        When(numbered, then=Value(1)),
        When(named, then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    candidates = members.annotate(likeliness=likeliness)
    if not words:
        candidates = candidates.filter(likeliness__lt=3)
    return [
        JoinCandidate(membership, same_number=membership.likeliness < 2, same_name=membership.player.name_key == key)
        for membership in candidates.order_by("likeliness", "player__display_name", "pk")[:MOST]
    ]


def club_visitors(club: Club) -> PlayerQuerySet:
    """Those who have played at the club and never were members of it."""
    known = Q(pk__in=[])
    for ids in hooks.people_known_at.call(Club.objects.filter(pk=club.pk)):
        known |= Q(pk__in=ids)
    members = Membership.objects.filter(club=club).order_by().values("player")
    return Player.objects.findable().filter(known).exclude(pk__in=members)


def visitors_for(club: Club, request: JoinRequest) -> list[VisitorCandidate]:
    """Visitors without an account who have the newcomer's name, or the one that the newcomer says they had."""
    keys = {name_key(person_name(request.user)), name_key(request.played_as)} - {""}
    players = club_visitors(club).filter(name_key__in=keys, user=None).order_by("display_name", "pk")[:MOST]
    return [VisitorCandidate(player, evenings_of(player)) for player in players]


def evenings_of(player: Player) -> tuple[str, ...]:
    """When and where somebody has played, the latest first, so that others recognize whom it means."""
    parts = [part for more in hooks.history_parts.call(player) for part in more]
    return next((part.words for part in parts if part.words), ())


@dataclass(frozen=True)
class PerhapsOneself:
    """A record without an account that has one's own name, at a club that everybody may see."""

    player: Player
    club: Club


def perhaps_oneself(actor: Actor) -> list[PerhapsOneself]:
    """What the newcomer is asked: is this you? Only what the results pages show to everybody."""
    own = actor.player
    if own is None:
        return []
    named = Player.objects.findable().named_in_public().filter(name_key=own.name_key, user=None)
    players = list(named.exclude(pk=own.pk).order_by("pk")[:MOST])
    asked = set(own_join_requests(actor).values_list("club_id", flat=True))
    clubs: dict[int, set[int]] = {}
    for more in hooks.clubs_known_at.call({player.pk for player in players}):
        clubs |= more
    listed = Club.objects.filter(is_listed=True).in_bulk({pk for pks in clubs.values() for pk in pks} - asked)
    return [
        PerhapsOneself(player, listed[pk])
        for player in players
        for pk in sorted(clubs.get(player.pk, ()))
        if pk in listed
    ]
