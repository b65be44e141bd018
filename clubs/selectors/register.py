"""The register of persons: everybody with a federation, found whatever the accents and the order of the name."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet

from clubs.models import Federation, HomeClubChange, Membership, Player
from clubs.models.people import PlayerQuerySet
from clubs.selectors.bodies import issuing_federation
from core.names import fold


@dataclass(frozen=True)
class RegisterEntry:
    """One person with the clubs in which they are or were members."""

    player: Player
    memberships: list[Membership] = field(default_factory=list)


def register_of(federation: Federation) -> PlayerQuerySet:
    """The whole nation's people; below it, those whose home club or membership is in the region."""
    people = Player.objects.findable().filter(federation=issuing_federation(federation))
    if issuing_federation(federation) == federation:
        return people
    here = {"federation__path__startswith": federation.path}
    members = Membership.objects.filter(**{f"club__{name}": path for name, path in here.items()})
    at_home = Q(**{f"home_club__{name}": path for name, path in here.items()})
    return people.filter(at_home | Q(pk__in=members.order_by().values("player")))


def searched(people: PlayerQuerySet, words: str) -> QuerySet[Any]:
    """Those who have every word somewhere in a name or in the number."""
    for word in fold(words).replace(",", " ").replace(".", " ").split():
        people = people.filter(search_key__contains=word)
    return people.order_by("display_name", "pk")


def search_register(federation: Federation, *, words: str, registered: str = "") -> QuerySet[Any]:
    people = searched(register_of(federation), words)
    return people.filter(registered=registered) if registered else people


def with_clubs(players: list[Player]) -> list[RegisterEntry]:
    """A page of the register, with one more query."""
    memberships: dict[int, list[Membership]] = {player.pk: [] for player in players}
    for membership in Membership.objects.filter(player__in=memberships).select_related("club").order_by("-starts"):
        memberships[membership.player_id].append(membership)
    return [RegisterEntry(player, memberships[player.pk]) for player in players]


def home_club_changes(player: Player) -> QuerySet[HomeClubChange]:
    rows = HomeClubChange.objects.filter(player=player)
    return rows.select_related("from_club", "to_club", "made_by__player")


def last_day_of_change(player: Player) -> date | None:
    """The day of the latest change of the home club."""
    return HomeClubChange.objects.filter(player=player).values_list("day", flat=True).first()
