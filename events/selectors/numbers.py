"""Who has a number: a club's member number first, then a number of the federation."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import Q

from clubs.models import Club, Membership, Player

MOST_SIGNS = 20


def players_numbered(club: Club, numbers: Iterable[str], *, day: date) -> dict[str, Player]:
    """Players by the numbers given, in two queries. A member of today comes before one of former years."""
    typed = {number.casefold(): number for number in numbers if number and len(number) <= MOST_SIGNS}
    players: dict[str, Player] = {}
    federated = Player.objects.findable().filter(federation__in=club.federation.line)
    for player in federated.filter(federation_number__in=_spellings(typed.values())):
        if key := typed.get(player.federation_number.casefold()):
            players[key] = player
    members = Membership.objects.filter(club=club, number__in=_spellings(typed.values()), player__erased_at=None)
    memberships = sorted(
        members.select_related("player"), key=lambda membership: (membership.runs_on(day), membership.starts)
    )
    return players | {typed[membership.number.casefold()]: membership.player for membership in memberships}


def are_digits(club: Club) -> bool:
    """Whether this club's numbers hold nothing but digits, so that a phone may show its keys for them alone."""
    lettered = Q(number__regex=r"[^0-9]") | Q(player__federation_number__regex=r"[^0-9]")
    return not Membership.objects.filter(lettered, club=club).exists()


def _spellings(numbers: Iterable[str]) -> set[str]:
    """A number with letters in it may be typed small on a phone."""
    return {spelling for number in numbers for spelling in (number, number.upper(), number.lower())}
